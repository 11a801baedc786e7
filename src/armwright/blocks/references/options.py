"""What a user gives for the options of references: numbers, points and orientations, checked."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError, shown
from armwright.robot import Robot, rotation_from_rpy

#: How far R Rᵀ may be from 1: as in robot descriptions, enough for six printed digits.
ROTATION_TOLERANCE = 1e-6
ORIENTATION = "of the tool: a 3 × 3 matrix, or roll, pitch, yaw"


def unfit(block: str, option: str, got: object, expected: str) -> InputError:
    """The error for a block's option that makes no sense."""
    text = got if isinstance(got, str) else shown(got)
    where = f"block '{block}'"
    return InputError(f"'{option}' does not fit", where=where, got=text, expected=expected)


def numbers(block: str, option: str, value: Any, shape: tuple[int, ...], expected: str) -> Array:
    """Finite numbers of that shape; −1 stands for any length but zero."""
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise unfit(block, option, value, expected) from None
    fits = len(array.shape) == len(shape) and all(
        size > 0 and wanted in (-1, size) for size, wanted in zip(array.shape, shape, strict=True)
    )
    if not fits or not np.all(np.isfinite(array)):
        raise unfit(block, option, value, expected)
    return array


def point(block: str, option: str, value: Any) -> Array:
    """(3,) in m."""
    return numbers(block, option, value, (3,), "x, y and z in m, in the robot's base frame")


def positive(block: str, option: str, value: float, unit: str = "") -> float:
    """More than zero."""
    if not (math.isfinite(value) and value > 0):
        raise unfit(block, option, value, f"finite, more than 0 {unit}".rstrip())
    return value


def not_negative(block: str, option: str, value: float, unit: str = "") -> float:
    """Zero or more."""
    if not (math.isfinite(value) and value >= 0):
        raise unfit(block, option, value, f"finite, at least 0 {unit}".rstrip())
    return value


def in_radians(degrees: Array, robot: Robot) -> Array:
    """Joint positions (..., n) given in degrees; those of prismatic joints are in m already."""
    turns = np.array([joint.kind == "revolute" for joint in robot.moving_joints])
    return np.where(turns, np.radians(degrees), degrees)


def rotation(block: str, option: str, value: Any, degrees: bool) -> Array:
    """(3, 3) from a matrix, or from roll, pitch and yaw."""
    matrix = isinstance(value, tuple) and len(value) == 3 and isinstance(value[0], tuple)
    expected = "a 3 × 3 matrix, or roll, pitch and yaw"
    given = numbers(block, option, value, (3, 3) if matrix else (3,), expected)
    if not matrix:
        return rotation_from_rpy(np.radians(given) if degrees else given)
    defect = np.abs(given @ given.T - np.eye(3)).max()
    if defect > ROTATION_TOLERANCE or np.linalg.det(given) < 0:
        raise unfit(block, option, value, "a rotation matrix")
    u, _, v = np.linalg.svd(given)
    nearest: Array = u @ v
    return nearest


def kept_rotation(
    block: str, value: Any, degrees: bool, in_posture: Array, free: bool
) -> Array | None:
    """The rotation that the option `orientation` wants to be kept: if it was left out, that in the
    posture; None if the tool is free to turn."""
    if value is None:
        return None if free else in_posture
    refuse_if_free(block, "orientation", free)
    return rotation(block, "orientation", value, degrees)


def refuse_if_free(block: str, option: str, free: bool) -> None:
    """Whoever gives orientations wants them to count."""
    if free:
        raise InputError(
            f"'{option}' is given, but only the tool's position counts",
            where=f"block '{block}'",
            hint="Leave it out, or set position_only = false.",
        )
