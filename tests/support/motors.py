"""What motors weigh at the joints."""

from __future__ import annotations

import numpy as np

from armwright import Robot


def motor_inertias(robot: Robot) -> np.ndarray:
    """ηᵀ J η (n × n): a compiled arm is rigid bodies only, its motors come on top."""
    drives = [joint.drive for joint in robot.moving_joints]
    inertias = np.diag([0.0 if drive is None else drive.motor_inertia for drive in drives])
    return np.array(robot.gear_matrix.T @ inertias @ robot.gear_matrix)
