"""Identification: which numbers of a robot explain what was measured, and how well they are known.

Rigid arm: `regressor.py` (from the plant), `base.py` (what can be known at all), `motion.py` and
`reduction.py` (from a log to triangles), `estimators.py`, `uncertainty.py`, `consistent.py`;
`problem.py` and `rigid.py` put them together, after `data_check.py` has looked at the data.
"""

from armwright.identify.data_check import DataCheck, Unseen
from armwright.identify.essential import essential
from armwright.identify.problem import RigidEstimate, RigidProblem
from armwright.identify.regressor import Surroundings
from armwright.identify.rigid import check, rigid

__all__ = [
    "DataCheck",
    "RigidEstimate",
    "RigidProblem",
    "Surroundings",
    "Unseen",
    "check",
    "essential",
    "rigid",
]
