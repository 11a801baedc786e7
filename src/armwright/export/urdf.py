"""An arm as URDF, for ROS, Pinocchio, Drake and others."""

from __future__ import annotations

import os

from armwright.export.paths import with_suffix
from armwright.robot import Robot


def urdf(robot: Robot, path: str | os.PathLike[str]) -> list[str]:
    """Write the robot; return what URDF has no place for, which its first lines say too.

    Friction is that of the joints: what acts at the motors is multiplied by the gear's ratio,
    damping by its square.
    """
    return list(robot.save(with_suffix(path, ".urdf")))
