"""Small things that every reader needs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.values import frozen_array

#: An axis this far from unit length is a slip of rounding and put right; beyond, it is an error.
AXIS_TOLERANCE = 1e-3


def unit_axis(axis: Sequence[float], where: str) -> Array:
    """`axis` with length 1; only what rounding may have done to it is put right."""
    vector = frozen_array(axis, (3,), f"{where} axis")
    length = float(np.linalg.norm(vector))
    if abs(length - 1) > AXIS_TOLERANCE:
        raise InputError(
            "axis is zero" if length == 0 else "axis is not a unit vector",
            where=where,
            got=vector.tolist(),
            expected="length 1",
            hint="Divide the axis by its length." if length else "Say which way the joint moves.",
        )
    return frozen_array(vector / length, (3,), f"{where} axis")


def tensor(numbers: tuple[float, ...]) -> Array:
    """The symmetric matrix of xx xy xz yy yz zz, or of a diagonal."""
    if len(numbers) == 3:
        return np.diag(numbers)
    xx, xy, xz, yy, yz, zz = numbers
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
