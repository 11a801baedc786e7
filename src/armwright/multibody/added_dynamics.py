"""What added inertia does to the motion: forces, mass matrix, energy.

Kirchhoff's equations: p = A₁₁ v + A₁₂ ω, L = A₂₁ v + A₂₂ ω,

    f = ṗ + ω × p,    n = L̇ + ω × L + v × p.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from armwright.multibody.body_motion import BodyMotion
from armwright.multibody.mechanism import Body, Mechanism
from armwright.multibody.rows import Entries
from armwright.multibody.spatial import Force, Scalar, Vector, plus, times


@dataclass(frozen=True)
class Twist:
    """Velocity of a body's origin and its angular velocity, body axes."""

    v: Vector
    omega: Vector


def body_twists(mechanism: Mechanism, v: Sequence[Scalar]) -> list[Twist]:
    """Of every body, relative to the water: the ground moves against its current."""
    twists: list[Twist] = []
    ground = Twist(-mechanism.current, Vector())
    for body, rate in zip(mechanism.bodies, mechanism.rates(v), strict=True):
        parent = twists[body.parent] if body.parent >= 0 else ground
        carried = carried_along(body, parent)
        step = Vector(z=rate)
        if body.prismatic:
            twists.append(Twist(carried.v + step, carried.omega))
        else:
            twists.append(Twist(carried.v, carried.omega + step))
    return twists


def carried_along(body: Body, parent: Twist) -> Twist:
    """The twist of a body that moves with its parent."""
    back = body.rotation.back
    return Twist(back(parent.v + parent.omega.cross(body.origin)), back(parent.omega))


def added_forces(
    mechanism: Mechanism, v: Sequence[Scalar], motions: Sequence[BodyMotion], *, gravity: bool
) -> list[Force | None]:
    """What each body's added inertia needs; None where there is none. The motions feel gravity as
    an acceleration, which is taken out again; so is that of the current."""
    twists = body_twists(mechanism, v)
    free = mechanism.gravity if gravity else Vector()
    falls = in_bodies(mechanism, free - mechanism.current_rate)
    found: list[Force | None] = []
    for body, motion, twist, fall in zip(mechanism.bodies, motions, twists, falls, strict=True):
        if body.added is None:
            found.append(None)
            continue
        omega = twist.omega
        p, L = body.added.momentum(twist.v, omega)
        rate = motion.a + fall - omega.cross(twist.v)
        p_rate, L_rate = body.added.momentum(rate, motion.alpha)
        found.append(Force(p_rate + omega.cross(p), L_rate + omega.cross(L) + twist.v.cross(p)))
    return found


def in_bodies(mechanism: Mechanism, vector: Vector) -> list[Vector]:
    """A vector of the base in the axes of every body."""
    found: list[Vector] = []
    for body in mechanism.bodies:
        found.append(body.rotation.back(found[body.parent] if body.parent >= 0 else vector))
    return found


def added_mass(mechanism: Mechanism) -> Entries:
    """By bodies: Σ Sᵢᵀ A Sⱼ, S the twist of a body for unit speed of a joint below it."""
    entries: Entries = {}
    for k, body in enumerate(mechanism.bodies):
        if body.added is None:
            continue
        path = mechanism.path_to_base(k)
        columns = {j: _unit_twist(mechanism, path, j) for j in path}
        for place, j in enumerate(path):
            p, L = body.added.momentum(columns[j].v, columns[j].omega)
            for i in path[: place + 1]:
                amount = plus(columns[i].v.dot(p), columns[i].omega.dot(L))
                entries[i, j] = plus(entries.get((i, j), 0.0), amount)
    return entries


def _unit_twist(mechanism: Mechanism, path: Sequence[int], joint: int) -> Twist:
    """Of the first body of a path to the base, when one of its joints moves at unit speed."""
    unit = Vector(z=1.0)
    moving = mechanism.bodies[joint]
    twist = Twist(unit, Vector()) if moving.prismatic else Twist(Vector(), unit)
    for k in reversed(path[: path.index(joint)]):
        twist = carried_along(mechanism.bodies[k], twist)
    return twist


def added_energy(mechanism: Mechanism, v: Sequence[Scalar]) -> Scalar:
    """½ (v, ω)ᵀ A (v, ω), summed."""
    total: Scalar = 0.0
    for body, twist in zip(mechanism.bodies, body_twists(mechanism, v), strict=True):
        if body.added is not None:
            p, L = body.added.momentum(twist.v, twist.omega)
            total = plus(total, times(0.5, plus(twist.v.dot(p), twist.omega.dot(L))))
    return total
