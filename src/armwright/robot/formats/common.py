"""What readers and writers share: bounds of what a file may hold, unit axes, tensors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.values import frozen_array

#: Beyond this no length, mass, stiffness or ratio of an arm makes sense, and products overflow.
LARGEST = 1e12
#: Links, joints or frames of one robot.
MOST_PARTS = 2000
#: Stands for "no limit" where a format wants a number; readers take it for infinity.
NO_LIMIT = 1e30
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
