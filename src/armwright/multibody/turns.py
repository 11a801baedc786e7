"""A constant rotation followed by a joint's, as few turns about x and z as possible."""

from __future__ import annotations

import math

import casadi as cs
import numpy as np
from numpy.typing import NDArray

from armwright.multibody.placement import is_constant, numbers
from armwright.multibody.rotation import General, Rotation, Turn
from armwright.multibody.spatial import Matrix, exact

#: Below this, sines and angles are rounding errors of the description's rotation matrices.
NEGLIGIBLE = 1e-14


def zxz_angles(R: NDArray[np.float64]) -> tuple[float, float, float]:
    """(φ₁, α, φ₂) with R = Rz(φ₁) Rx(α) Rz(φ₂), 0 ≤ α ≤ π. φ₁ = 0 where the z axes are parallel."""
    sine = math.hypot(R[0, 2], R[1, 2])
    if sine < NEGLIGIBLE:
        return 0.0, (0.0 if R[2, 2] > 0 else math.pi), math.atan2(-R[0, 1], R[0, 0])
    return (
        math.atan2(R[0, 2], -R[1, 2]),
        math.atan2(sine, R[2, 2]),
        math.atan2(R[2, 0], R[2, 1]),
    )


def joint_rotation(fixed: Matrix, q: cs.SX | None) -> Rotation:
    """`fixed` times Rz(q); q None: `fixed` alone."""
    if not all(is_constant(row) for row in fixed.rows):
        turn = () if q is None else (Turn("z", cs.cos(q), cs.sin(q)),)
        return Rotation((General(fixed), *turn))
    first, tilt, second = zxz_angles(numbers(fixed))
    factors = [_constant_turn("z", first), _constant_turn("x", tilt)]
    factors.append(_constant_turn("z", second) if q is None else _moving_turn(q, second))
    return Rotation(tuple(factor for factor in factors if factor.c is not ONE))


ONE = 1.0


def _constant_turn(axis: str, angle: float) -> Turn:
    c, s = exact(math.cos(angle)), exact(math.sin(angle))
    return Turn(axis, ONE if c == 1.0 and abs(s) < NEGLIGIBLE else c, s)  # type: ignore[arg-type]


def _moving_turn(q: cs.SX, offset: float) -> Turn:
    """Rz(q + offset); quarter turns only swap sine and cosine."""
    c, s = cs.cos(q), cs.sin(q)
    quarter = round(offset / (math.pi / 2))
    if abs(offset - quarter * math.pi / 2) < NEGLIGIBLE:
        c, s = ((c, s), (-s, c), (-c, -s), (s, -c))[quarter % 4]
        return Turn("z", c, s)
    return Turn("z", cs.cos(q + offset), cs.sin(q + offset))
