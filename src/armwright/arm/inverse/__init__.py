"""Inverse kinematics: joint positions that bring a frame of an arm to a pose.

Follow `InverseKinematics` in `front`, then `Solver`; `closed`, `assembly` and `parts` are the
closed forms, `damped`, `stepping` and `search` the numeric way.
"""

from armwright.arm.inverse.front import InverseKinematics
from armwright.arm.inverse.solutions import Solutions

__all__ = ["InverseKinematics", "Solutions"]
