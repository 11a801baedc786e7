"""What blocks may take from the description of an arm's drives, one number for each motor."""

from __future__ import annotations

import math
from collections.abc import Callable

from armwright.block.quantities import NO_LIMIT
from armwright.plant import Plant
from armwright.robot import Drive, Joint, Robot


def of_every_drive(plant: Plant, **read: Callable[[Drive], float | None]) -> dict[str, list[float]]:
    """Numbers of all drives, by name; a name is left out if it is unknown for any of them."""
    drives = _drives(plant)
    found: dict[str, list[float]] = {}
    for name, number in read.items():
        values = [value for value in map(number, drives) if value is not None]
        if len(values) == len(drives):
            found[name] = values
    return found


def effort_limits(model: Robot) -> list[float]:
    """The largest joint torques (N m)."""
    return [_effort_limit(joint) for joint in model.moving_joints]


def torque_limits(model: Plant) -> list[float]:
    """The largest motor torques (N m). Without drives, they are those of the motors' joints."""
    if not model.fidelity.drives:
        return [_effort_limit(model.robot.joint(name)) for name in model.motor_names]
    return [_torque_limit(drive) for drive in _drives(model)]


def current_limits(model: Plant) -> list[float]:
    """The largest motor currents (A)."""
    return [_current_limit(drive) for drive in _drives(model)]


def _drives(plant: Plant) -> list[Drive]:
    return [motor.drive for motor in plant.arrangement.motors]


def _effort_limit(joint: Joint) -> float:
    return joint.limits.effort if math.isfinite(joint.limits.effort) else NO_LIMIT


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
