"""Orientations of a tool as a user gives them."""

from __future__ import annotations

from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.blocks.references.given import numbers, unfit
from armwright.errors import InputError
from armwright.robot import rotation_from_rpy

#: How far R Rᵀ may be from 1: as in robot descriptions, enough for six printed digits.
ROTATION_TOLERANCE = 1e-6
ORIENTATION = "of the tool: a 3 × 3 matrix, or roll, pitch, yaw"


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
