"""Identification: which numbers of a robot explain what was measured, and how well they are known.

All joints: `regressor.py`, `base.py`, `reduction.py`, `estimators.py`, `problem.py`, `rigid.py`.
One joint: `joint.py`. Through the simulator: `output_error.py`. Friction: `friction/`, while the
arm works `adaptive.py`. Springs: `frequency/`. Exciting motions: `excitation.py`.
"""

from armwright.identify.adaptive import AdaptiveFit, adaptive
from armwright.identify.adaptive_run import PLAIN, AdaptiveTuning
from armwright.identify.data_check import DataCheck, Unseen
from armwright.identify.diagnosis import Diagnosis, GearConditions, diagnose, gear_conditions
from armwright.identify.didim import didim
from armwright.identify.distortion import Distortion, distortion
from armwright.identify.essential import essential
from armwright.identify.excitation import ExcitingMotion, MotionLimits, excite
from armwright.identify.frequency import (
    ChosenConfigurations,
    ElasticFit,
    MeasuredResponse,
    ResponseExperiment,
    StructureCandidate,
    choose_configurations,
    choose_structure,
    elastic,
    equivalent_stiffness,
    measured,
    response_experiments,
    responses,
)
from armwright.identify.friction import (
    BristleFit,
    FrictionCurve,
    FrictionFit,
    ThermalState,
    WarmUp,
    bristles,
    friction,
    spring_curve,
    thermal_state,
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
    "ChosenConfigurations",
    "DataCheck",
    "Diagnosis",
    "Distortion",
    "ElasticFit",
    "ExcitingMotion",
    "FrictionCurve",
    "FrictionFit",
    "GearConditions",
    "MeasuredResponse",
    "MotionLimits",
    "ResponseExperiment",
    "RigidEstimate",
    "RigidProblem",
    "StructureCandidate",
    "Surroundings",
    "ThermalState",
    "Unseen",
    "WarmUp",
    "adaptive",
    "bristles",
    "check",
    "choose_configurations",
    "choose_structure",
    "clie",
    "cloe",
    "diagnose",
    "didim",
    "distortion",
    "elastic",
    "equivalent_stiffness",
    "essential",
    "excite",
    "friction",
    "gear_conditions",
    "joint",
    "link_by_link",
    "measured",
    "output_error",
    "response_experiments",
    "responses",
    "rigid",
    "spring_curve",
    "thermal_state",
    "two_encoders",
    "warm_up",
    "work_stiffness",
]
