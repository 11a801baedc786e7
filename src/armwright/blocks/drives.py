"""What blocks may take from the description of an arm's drives, one number for each motor."""

from __future__ import annotations

import math
from collections.abc import Callable

from armwright.block.quantities import Setting
from armwright.robot import Drive, Robot

#: Stands for "no limit" where a finite number is needed.
NO_LIMIT = 1e30


def of_every_drive(robot: Robot, **read: Callable[[Drive], float | None]) -> dict[str, list[float]]:
    """Numbers of all drives, by name; a name is left out if it is unknown for any of them."""
    drives = _drives(robot)
    found: dict[str, list[float]] = {}
    for name, number in read.items():
        values = [value for value in map(number, drives) if value is not None]
        if len(values) == len(drives):
            found[name] = values
    return found


def effort_limits(model: Robot) -> list[float]:
    """The largest joint torques (N m)."""
    efforts = [joint.limits.effort for joint in model.moving_joints]
    return [effort if math.isfinite(effort) else NO_LIMIT for effort in efforts]


def torque_limits(setting: Setting) -> list[float]:
    """The largest motor torques (N m) that the controller knows of.

    Without drives, the motors' torques are those of the joints.
    """
    if not setting.fidelity.drives:
        return effort_limits(setting.model)
    return [_torque_limit(drive) for drive in _drives(setting.model)]


def current_limits(setting: Setting) -> list[float]:
    """The largest motor currents (A) that the controller knows of."""
    return [_current_limit(drive) for drive in _drives(setting.model)]


def _drives(robot: Robot) -> list[Drive]:
    return [joint.drive or Drive() for joint in robot.moving_joints]


def _torque_limit(drive: Drive) -> float:
    if drive.torque_limit is not None:
        return drive.torque_limit
    if drive.current_limit is not None and drive.torque_constant is not None:
        return drive.current_limit * drive.torque_constant
    return NO_LIMIT


def _current_limit(drive: Drive) -> float:
    if drive.current_limit is not None:
        return drive.current_limit
    if drive.torque_limit is not None and drive.torque_constant:
        return drive.torque_limit / abs(drive.torque_constant)
    return NO_LIMIT
