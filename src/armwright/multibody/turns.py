"""A constant rotation followed by a joint's, as few turns about x and z as possible."""

from __future__ import annotations

import math
from typing import Literal

import casadi as cs

from armwright.arrays import Array
from armwright.multibody.placement import is_constant, numbers
from armwright.multibody.rotation import General, Rotation, Turn
from armwright.multibody.spatial import Matrix, exact

#: Below this, sines and angles are rounding errors of the description's rotation matrices.
NEGLIGIBLE = 1e-14


def zxz_angles(R: Array) -> tuple[float, float, float]:
    """(φ₁, α, φ₂) with R = Rz(φ₁) Rx(α) Rz(φ₂), 0 ≤ α ≤ π. φ₁ = 0 where the z axes are parallel."""
    sine = math.hypot(R[0, 2], R[1, 2])
    if sine < NEGLIGIBLE:
        return 0.0, (0.0 if R[2, 2] > 0 else math.pi), math.atan2(-R[0, 1], R[0, 0])
    first, tilt = math.atan2(R[0, 2], -R[1, 2]), math.atan2(sine, R[2, 2])
    # Nearly parallel axes leave φ₁ uncertain: φ₂ has to make up for what it got wrong.
    x = math.cos(first) * R[0] + math.sin(first) * R[1]
    return first, tilt, math.atan2(-x[1], x[0])


def joint_rotation(fixed: Matrix, q: cs.SX | None, *, small: bool = False) -> Rotation:
    """`fixed` times Rz(q); q None: `fixed` alone. `small`: to first order in q."""
    if not all(is_constant(row) for row in fixed.rows):
        turn = () if q is None else (_moving_turn(q, 0.0, small),)
        return Rotation((General(fixed), *turn))
    first, tilt, second = zxz_angles(numbers(fixed))
    factors = [_constant_turn("z", first), _constant_turn("x", tilt)]
    factors.append(_constant_turn("z", second) if q is None else _moving_turn(q, second, small))
    return Rotation(tuple(factor for factor in factors if not _does_nothing(factor)))


def _constant_turn(axis: Literal["x", "z"], angle: float) -> Turn:
    return Turn(axis, exact(math.cos(angle)), exact(math.sin(angle)))


def _does_nothing(turn: Turn) -> bool:
    return is_constant((turn.c, turn.s)) and turn.c == 1.0 and abs(turn.s) < NEGLIGIBLE


def _moving_turn(q: cs.SX, offset: float, small: bool) -> Turn:
    """Rz(q + offset); quarter turns only swap sine and cosine."""
    c, s = (cs.SX(1), q) if small else (cs.cos(q), cs.sin(q))
    quarter = round(offset / (math.pi / 2))
    if abs(offset - quarter * math.pi / 2) < NEGLIGIBLE:
        c, s = ((c, s), (-s, c), (-c, -s), (s, -c))[quarter % 4]
        return Turn("z", c, s)
    if small:
        a, b = math.cos(offset), math.sin(offset)
        return Turn("z", a - b * q, b + a * q)
    return Turn("z", cs.cos(q + offset), cs.sin(q + offset))
