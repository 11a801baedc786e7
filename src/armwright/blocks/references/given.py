"""Numbers as a user gives them, checked."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError, shown
from armwright.robot import Robot


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
