"""Identification: which numbers of a robot explain what was measured, and how well they are known.

All joints: `regressor.py`, `base.py`, `reduction.py`, `estimators.py`, then `problem.py` and
`rigid.py`, after `data_check.py`. One joint: `joint.py`. Through the simulator: `output_error.py`.
Friction: `friction/`. While the arm works: `adaptive.py`. Exciting motions: `excitation.py`.
"""

from armwright.identify.adaptive import AdaptiveFit, adaptive
from armwright.identify.adaptive_run import PLAIN, AdaptiveTuning
from armwright.identify.data_check import DataCheck, Unseen
from armwright.identify.diagnosis import Diagnosis, GearConditions, diagnose, gear_conditions
from armwright.identify.didim import didim
from armwright.identify.distortion import Distortion, distortion
from armwright.identify.essential import essential
from armwright.identify.excitation import ExcitingMotion, MotionLimits, excite
from armwright.identify.friction import (
    BristleFit,
    FrictionCurve,
    FrictionFit,
    WarmUp,
    bristles,
    friction,
    spring_curve,
    warm_up,
)
from armwright.identify.joint import joint
from armwright.identify.link_by_link import link_by_link
from armwright.identify.output_error import clie, cloe, output_error
from armwright.identify.problem import RigidEstimate, RigidProblem
from armwright.identify.regressor import Surroundings
from armwright.identify.rigid import check, rigid
from armwright.identify.two_encoders import two_encoders, work_stiffness

__all__ = [
    "PLAIN",
    "AdaptiveFit",
    "AdaptiveTuning",
    "BristleFit",
    "DataCheck",
    "Diagnosis",
    "Distortion",
    "ExcitingMotion",
    "FrictionCurve",
    "FrictionFit",
    "GearConditions",
    "MotionLimits",
    "RigidEstimate",
    "RigidProblem",
    "Surroundings",
    "Unseen",
    "WarmUp",
    "adaptive",
    "bristles",
    "check",
    "clie",
    "cloe",
    "diagnose",
    "didim",
    "distortion",
    "essential",
    "excite",
    "friction",
    "gear_conditions",
    "joint",
    "link_by_link",
    "output_error",
    "rigid",
    "spring_curve",
    "two_encoders",
    "warm_up",
    "work_stiffness",
]
