"""Orientations as few numbers, and how they change: ẋ = B(R) ω for what a frame turns by.

Chiaverini, Siciliano and Walker 2008, "Kinematics", in the Springer Handbook of Robotics; S4's
footnote to (2.4). `B` is written with the elements of R, so that no angle is computed on the way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import casadi as cs

#: `roll_pitch_yaw`: R = Rz(yaw) Ry(pitch) Rx(roll), as in URDF; `zyz`: R = Rz(α) Ry(β) Rz(γ);
#: `quaternion`: (w, x, y, z), w ≥ 0.
OrientationForm = Literal["roll_pitch_yaw", "zyz", "quaternion"]


@dataclass(frozen=True)
class Orientation:
    """`rates`: of R_WF (3 × 3), B with ẋ = B ω, ω in base axes, and how far R is from where there
    is no B, 0 … 1. `singular`: where that is."""

    size: int
    rates: Callable[[cs.SX], tuple[cs.SX, cs.SX]]
    singular: str = ""


def _roll_pitch_yaw(R: cs.SX) -> tuple[cs.SX, cs.SX]:
    """ω is the rate of yaw about z, that of pitch about y′, which is level, and that of roll about
    x″ = R x."""
    cosine = cs.sqrt(R[0, 0] ** 2 + R[1, 0] ** 2)
    cz, sz = R[0, 0] / cosine, R[1, 0] / cosine
    tangent = -R[2, 0] / cosine
    B = [[cz / cosine, sz / cosine, 0], [-sz, cz, 0], [cz * tangent, sz * tangent, 1]]
    return _matrix(B), cosine


def _zyz(R: cs.SX) -> tuple[cs.SX, cs.SX]:
    """ω = α̇ z + β̇ y′ + γ̇ z″, z″ = R z."""
    sine = cs.sqrt(R[0, 2] ** 2 + R[1, 2] ** 2)
    ca, sa = R[0, 2] / sine, R[1, 2] / sine
    cotangent = R[2, 2] / sine
    B = [[-ca * cotangent, -sa * cotangent, 1], [-sa, ca, 0], [ca / sine, sa / sine, 0]]
    return _matrix(B), sine


def _quaternion(R: cs.SX) -> tuple[cs.SX, cs.SX]:
    """ẇ = −½ v · ω, v̇ = ½ (w ω + ω × v)."""
    w, x, y, z = cs.vertsplit(quaternion(R))
    return _matrix([[-x, -y, -z], [w, z, -y], [-z, w, x], [y, -x, w]]) / 2, cs.SX(1)


def quaternion(R: cs.SX) -> cs.SX:
    """(w, x, y, z) with w ≥ 0, from the largest of the four squares (Shepperd 1978)."""
    xx, yy, zz = R[0, 0], R[1, 1], R[2, 2]
    squares = [1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz]
    a, b, c = R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]
    d, e, f = R[0, 1] + R[1, 0], R[0, 2] + R[2, 0], R[1, 2] + R[2, 1]
    rows = [(squares[0], a, b, c), (a, squares[1], d, e), (b, d, squares[2], f)]
    found = cs.vertcat(c, e, f, squares[3])
    best = squares[3]
    for row, square in zip(reversed(rows), reversed(squares[:3]), strict=True):
        larger = square >= best
        found = cs.if_else(larger, cs.vertcat(*row), found)
        best = cs.fmax(best, square)
    found = found / (2 * cs.sqrt(best))
    return cs.if_else(found[0] < 0, -found, found)


def _matrix(rows: list[list[cs.SX | float]]) -> cs.SX:
    return cs.vertcat(*(cs.horzcat(*row) for row in rows))


ORIENTATIONS: dict[str, Orientation] = {
    "roll_pitch_yaw": Orientation(3, _roll_pitch_yaw, "pitch is ±π/2: roll and yaw turn alike"),
    "zyz": Orientation(3, _zyz, "β is 0 or π: α and γ turn alike"),
    "quaternion": Orientation(4, _quaternion),
}


def analytic_jacobian(jacobian: cs.SX, rotation: cs.SX, form: str) -> tuple[cs.SX, cs.SX]:
    """(velocity; rates of the orientation) = J_A q̇, from the geometric one; and how far the
    orientation is from where there is none."""
    B, distance = ORIENTATIONS[form].rates(rotation)
    return cs.vertcat(jacobian[:3, :], cs.mtimes(B, jacobian[3:, :])), distance
