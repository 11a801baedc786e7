"""Inverse kinematics: joint positions that bring a frame of an arm to a pose.

Read `front` (what a user asks), `solver` (how one frame is solved), then the two ways: `chain`,
`parts` and `closed_form` for closed forms, `search` for damped least squares; `programs` has what
is compiled for both, `solutions` what comes back.
"""

from armwright.arm.inverse.front import InverseKinematics
from armwright.arm.inverse.solutions import Solutions
from armwright.arm.inverse.solver import Search

__all__ = ["InverseKinematics", "Search", "Solutions"]
