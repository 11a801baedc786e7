"""Identification: which numbers of a robot explain what was measured, and how well they are known.

All joints: `regressor.py`, `base.py` (what can be known at all), `motion.py` and `reduction.py`
(log to triangle), `estimators.py`; `rigid.py` puts them together. One joint: `one_joint.py`,
`joint.py`. Through the simulator: `output_error.py`. Motions that show numbers: `excitation.py`.
"""

from armwright.identify.didim import didim
from armwright.identify.distortion import Distortion, distortion
from armwright.identify.excitation import ExcitingMotion, MotionLimits, excite
from armwright.identify.joint import joint
from armwright.identify.link_by_link import link_by_link
from armwright.identify.output_error import clie, cloe, output_error
from armwright.identify.rigid import rigid
from armwright.identify.two_encoders import two_encoders, work_stiffness

__all__ = [
    "Distortion",
    "ExcitingMotion",
    "MotionLimits",
    "clie",
    "cloe",
    "didim",
    "distortion",
    "excite",
    "joint",
    "link_by_link",
    "output_error",
    "rigid",
    "two_encoders",
    "work_stiffness",
]
