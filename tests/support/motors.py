"""What motors weigh at the joints."""

from __future__ import annotations

import numpy as np

from armwright import Robot


def motor_inertias(robot: Robot) -> np.ndarray:
    """ηᵀ J η (n × n): a compiled arm is rigid bodies only, its motors come on top."""
    inertias = np.diag([motor.drive.motor_inertia for motor in robot.all_motors])
    return np.array(robot.gear_matrix.T @ inertias @ robot.gear_matrix)
