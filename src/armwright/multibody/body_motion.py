"""How the bodies move, outward from the base: the first half of recursive Newton-Euler.

In body frames, with U = [α]× + [ω]×² of Khalil and Kleinfinger 1987: the acceleration of a point r
of the body is a + U r. Gravity enters as an upward acceleration of the base.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from armwright.multibody.mechanism import Body, Mechanism
from armwright.multibody.spatial import Matrix, Scalar, Vector, minus, plus, times

Z = Vector(z=1.0)


@dataclass(frozen=True)
class BodyMotion:
    """Angular velocity, angular acceleration, and acceleration of the origin; body axes."""

    omega: Vector
    alpha: Vector
    a: Vector
    U: Matrix


def body_motions(
    mechanism: Mechanism, v: Sequence[Scalar], a: Sequence[Scalar], *, gravity: bool = True
) -> list[BodyMotion]:
    """Outward: the motion of every body, as felt under gravity."""
    still = Vector()
    up = -mechanism.gravity if gravity else still
    base = BodyMotion(still, still, up, Matrix((still, still, still)))
    motions: list[BodyMotion] = []
    rates, gains = mechanism.rates(v), mechanism.rates(a)
    for body, rate, gain in zip(mechanism.bodies, rates, gains, strict=True):
        parent = motions[body.parent] if body.parent >= 0 else base
        motions.append(_next_motion(body, parent, rate, gain))
    return motions


def _next_motion(body: Body, parent: BodyMotion, v: Scalar, a: Scalar) -> BodyMotion:
    back = body.rotation.back
    omega, alpha = back(parent.omega), back(parent.alpha)
    linear = back(parent.a + parent.U @ body.origin)
    if body.prismatic:
        linear = linear + omega.cross(Z) * times(2.0, v) + Z * a
    else:
        alpha = alpha + omega.cross(Z) * v + Z * a
        omega = omega + Z * v
    return BodyMotion(omega, alpha, linear, _U(omega, alpha))


def _U(omega: Vector, alpha: Vector) -> Matrix:
    """[α]× + [ω]×²."""
    xx, yy, zz = (times(element, element) for element in omega)
    xy, xz, yz = times(omega.x, omega.y), times(omega.x, omega.z), times(omega.y, omega.z)
    return Matrix(
        (
            Vector(-plus(yy, zz), minus(xy, alpha.z), plus(xz, alpha.y)),
            Vector(plus(xy, alpha.z), -plus(xx, zz), minus(yz, alpha.x)),
            Vector(minus(xz, alpha.y), plus(yz, alpha.x), -plus(xx, yy)),
        )
    )
