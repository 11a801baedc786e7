"""Kinetic and potential energy. They need every body's own inertia: a `physical` mechanism."""

from __future__ import annotations

from collections.abc import Sequence

from armwright.multibody.added_dynamics import added_energy
from armwright.multibody.kinematics import body_poses
from armwright.multibody.mechanism import Mechanism
from armwright.multibody.rotors import spin_energy
from armwright.multibody.spatial import Scalar, Vector, minus, plus, times


def kinetic_energy(mechanism: Mechanism, v: Sequence[Scalar]) -> Scalar:
    """Σ ½ m v² + v·(ω × h) + ½ ω·I ω, v the velocity of the body's origin; of the water around it,
    what it adds by moving differently."""
    total: Scalar = 0.0
    omegas: list[Vector] = []
    linears: list[Vector] = []
    for body, rate in zip(mechanism.bodies, mechanism.rates(v), strict=True):
        omega, linear = Vector(), Vector()
        if body.parent >= 0:
            up = omegas[body.parent]
            omega = body.rotation.back(up)
            linear = body.rotation.back(linears[body.parent] + up.cross(body.origin))
        step = Vector(z=rate)
        omega, linear = (omega, linear + step) if body.prismatic else (omega + step, linear)
        omegas.append(omega)
        linears.append(linear)
        half = times(times(0.5, body.ten.mass), linear.dot(linear))
        half = plus(half, linear.dot(omega.cross(body.ten.moment)))
        total = plus(total, plus(half, times(0.5, omega.dot(body.ten.inertia @ omega))))
    if mechanism.has_added:
        total = plus(total, added_energy(mechanism, v))
    return plus(total, spin_energy(mechanism, v)) if mechanism.rotors else total


def potential_energy(mechanism: Mechanism) -> Scalar:
    """−Σ g·(m p + R h): zero for a mass at the base frame's origin; the base itself not counted."""
    total: Scalar = 0.0
    for body, pose in zip(mechanism.bodies, body_poses(mechanism), strict=True):
        mass, first = body.ten.mass, body.ten.moment
        if body.wet is not None:  # what floats has less weight
            mass, first = minus(mass, body.wet.mass), first - body.wet.moment
        moment = pose.translation * mass + pose.rotation @ first
        total = plus(total, -mechanism.gravity.dot(moment))
    return total
