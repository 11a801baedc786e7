"""Rotations and motions of the bodies, on any algebra."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from armwright.equations.algebra import (
    Algebra,
    AlgebraMatrix,
    AlgebraScalar,
    AlgebraVector,
    Angle,
    array,
    cross,
    keep_vector,
)
from armwright.equations.symbolic_arm import SymbolicArm, SymbolicBody


@dataclass(frozen=True)
class SymbolicMotion:
    """Of a body's origin, in body axes: angular velocity and acceleration, acceleration."""

    omega: AlgebraVector
    alpha: AlgebraVector
    a: AlgebraVector

    def at(self, r: AlgebraVector) -> AlgebraVector:
        """The acceleration of a point of the body."""
        found: AlgebraVector = (
            self.a + cross(self.alpha, r) + cross(self.omega, cross(self.omega, r))
        )
        return found


def turn(algebra: Algebra, axis: AlgebraVector, angle: Angle) -> AlgebraMatrix:
    """The rotation about a unit vector (Rodrigues)."""
    c, s = algebra.cosine_and_sine(angle)
    x, y, z = axis
    zero = algebra.number(0)
    tilde = np.stack([array([zero, -z, y]), array([z, zero, -x]), array([-y, x, zero])])
    rest = algebra.number(1) - c
    made: AlgebraMatrix = tilde * s
    for (i, j), element in np.ndenumerate(made):
        made[i, j] = element + rest * (axis[i] * axis[j]) + (c if i == j else zero)
    return made


def parent_from_body(arm: SymbolicArm, body: SymbolicBody) -> tuple[AlgebraMatrix, AlgebraVector]:
    """Rotation and origin of a body's frame in its parent's, at the position of its joint."""
    algebra = arm.algebra
    if body.prismatic:
        q = algebra.symbol(arm.coordinates.q[body.joint])
        return body.rotation, body.translation + body.rotation @ body.axis * q
    return body.rotation @ turn(algebra, body.axis, {body.joint: 1}), body.translation


@dataclass(frozen=True)
class BaseSpin:
    """How the base turns, in its own axes: W0 and E0 of S2, A.1."""

    omega: AlgebraVector
    alpha: AlgebraVector


def motions(
    arm: SymbolicArm,
    dq: Sequence[AlgebraScalar],
    ddq: Sequence[AlgebraScalar],
    base: AlgebraVector,
    turning: BaseSpin | None = None,
) -> list[SymbolicMotion]:
    """Outward from a base that accelerates by `base`, and perhaps turns: S2 (2.1)-(2.8)."""
    algebra, still = arm.algebra, arm.zeros()
    ground = SymbolicMotion(still, still, base)
    if turning is not None:
        ground = SymbolicMotion(turning.omega, turning.alpha, base)
    found: list[SymbolicMotion] = []
    for body in arm.bodies:
        k = body.joint + 1
        before = found[body.parent] if body.parent >= 0 else ground
        R, p = parent_from_body(arm, body)
        omega, alpha, a = R.T @ before.omega, R.T @ before.alpha, R.T @ before.at(p)
        rate, gain = body.axis * dq[body.joint], body.axis * ddq[body.joint]
        if body.prismatic:
            a = a + gain + cross(omega, rate) + cross(omega, rate)
        else:
            alpha = alpha + gain + cross(omega, rate)
            omega = omega + rate
        found.append(
            SymbolicMotion(
                keep_vector(algebra, omega, f"w{k}"),
                keep_vector(algebra, alpha, f"e{k}"),
                keep_vector(algebra, a, f"a{k}"),
            )
        )
    return found


@dataclass(frozen=True)
class _Turned:
    """before · turn(axis, angle) · after."""

    before: AlgebraMatrix
    axis: AlgebraVector
    angle: dict[int, int]
    after: AlgebraMatrix


def base_from_bodies(arm: SymbolicArm) -> list[AlgebraMatrix]:
    """The rotation of every body in base axes. A joint parallel to the one before it only adds to
    that one's angle, so that sums of angles stay together."""
    algebra, one = arm.algebra, _one(arm.algebra)
    made: list[AlgebraMatrix] = []
    turns: list[_Turned] = []
    for body in arm.bodies:
        seat = made[body.parent] @ body.rotation if body.parent >= 0 else body.rotation
        turned = _Turned(seat, body.axis, {}, one)
        if body.parent >= 0:
            last = turns[body.parent]
            turned = replace(last, after=last.after @ body.rotation)
        if not body.prismatic:
            along = _along(turned.after @ body.axis, turned.axis) if turned.angle else 0
            if along:
                turned = replace(turned, angle={**turned.angle, body.joint: along})
            else:
                turned = _Turned(seat, body.axis, {body.joint: 1}, one)
            seat = turned.before @ turn(algebra, turned.axis, turned.angle) @ turned.after
        turns.append(turned)
        made.append(_keep_matrix(algebra, seat, f"R{body.joint + 1}"))
    return made


def _along(one: AlgebraVector, other: AlgebraVector) -> int:
    """1 for the same direction, −1 for the opposite one, 0 for any other."""
    if (one == other).all():
        return 1
    return -1 if (one == -other).all() else 0


def _one(algebra: Algebra) -> AlgebraMatrix:
    return np.stack([array([algebra.number(int(i == j)) for j in range(3)]) for i in range(3)])


def _keep_matrix(algebra: Algebra, matrix: AlgebraMatrix, name: str) -> AlgebraMatrix:
    return np.stack(
        [keep_vector(algebra, row, name + i) for row, i in zip(matrix, "xyz", strict=True)]
    )
