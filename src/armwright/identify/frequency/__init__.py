"""Elastic parameters from frequency responses, S4 chapter 4.

`experiments.py` excites an arm, `spectra.py` and `averages.py` make responses of its logs, after
`checks.py`. `model.py` has the same responses as functions of numbers, `statistical.py` springs in
motions of some size, `cost.py` and `fitting.py` bring them together.
"""

from armwright.identify.frequency.averages import ESTIMATORS, responses
from armwright.identify.frequency.experiments import (
    ResponseExperiment,
    measured,
    response_experiments,
)
from armwright.identify.frequency.fitting import ElasticFit, elastic
from armwright.identify.frequency.model import ResponseModel, free_paths
from armwright.identify.frequency.response import MeasuredResponse
from armwright.identify.frequency.statistical import equivalent_stiffness

__all__ = [
    "ESTIMATORS",
    "ElasticFit",
    "MeasuredResponse",
    "ResponseExperiment",
    "ResponseModel",
    "elastic",
    "equivalent_stiffness",
    "free_paths",
    "measured",
    "response_experiments",
    "responses",
]
