"""Elastic parameters from frequency responses, S4 chapter 4.

`experiments.py`, `together.py`, `spectra.py`, `averages.py`, `checks.py`: responses of logs.
`model.py`, `statistical.py`: responses as functions of numbers. `cost.py`, `scaling.py` and
`fitting.py` join them; `structures.py` and `configurations.py` choose what to fit and where.
"""

from armwright.identify.frequency.averages import ESTIMATORS, responses
from armwright.identify.frequency.configurations import (
    ChosenConfigurations,
    choose_configurations,
)
from armwright.identify.frequency.experiments import (
    ResponseExperiment,
    measured,
    response_experiments,
)
from armwright.identify.frequency.fitting import ElasticFit, elastic
from armwright.identify.frequency.model import ResponseModel, free_paths
from armwright.identify.frequency.response import MeasuredResponse
from armwright.identify.frequency.statistical import equivalent_stiffness
from armwright.identify.frequency.structures import StructureCandidate, choose_structure

__all__ = [
    "ESTIMATORS",
    "ChosenConfigurations",
    "ElasticFit",
    "MeasuredResponse",
    "ResponseExperiment",
    "ResponseModel",
    "StructureCandidate",
    "choose_configurations",
    "choose_structure",
    "elastic",
    "equivalent_stiffness",
    "free_paths",
    "measured",
    "response_experiments",
    "responses",
]
