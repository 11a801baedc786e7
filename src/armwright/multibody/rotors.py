"""Rotors that ride on links: what their spin adds to the motion of the bodies. S4 (2.22).

A rotor is a body of revolution about its axis a, which is fixed in its link. The link's inertia
counts it as if it stood still there. Spinning, it adds J θ̇ a to the link's momentum, and nothing
else: a gyrostat. With ω, α of the link,

    n = J θ̈ a + ω × J θ̇ a  on the link,    J (θ̈ + a·α)  about the rotor's own axis,

which are S and C₁ on the link, Sᵀ and C₂ on the rotor. J θ̈ about its own axis is there without all
this, along the rotor's row: here is the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from armwright.multibody.added_dynamics import body_twists
from armwright.multibody.body_motion import BodyMotion, body_motions
from armwright.multibody.mechanism import Mechanism
from armwright.multibody.rows import Entries, add_product, combination
from armwright.multibody.spatial import Force, Scalar, Vector, plus, times


def spin_forces(
    mechanism: Mechanism,
    v: Sequence[Scalar],
    a: Sequence[Scalar],
    motions: Sequence[BodyMotion],
) -> dict[int, Force]:
    """By body, what its rotors need beside what they need at rest on it."""
    found: dict[int, Force] = {}
    for rotor in mechanism.rotors:
        body, axis = mechanism.axis_of(rotor)
        if body >= 0:
            spin = times(rotor.inertia, combination(rotor.along, v))
            gain = times(rotor.inertia, combination(rotor.along, a))
            moment = axis * gain + motions[body].omega.cross(axis) * spin
            found[body] = found.get(body, Force(Vector(), Vector())) + Force(Vector(), moment)
    return found


def carried_torques(mechanism: Mechanism, v: Sequence[Scalar], a: Sequence[Scalar]) -> list[Scalar]:
    """J a·α of every rotor: what it takes about its axis because its link turns."""
    motions = body_motions(mechanism, v, a, gravity=False)
    found: list[Scalar] = []
    for rotor in mechanism.rotors:
        body, axis = mechanism.axis_of(rotor)
        turning = axis.dot(motions[body].alpha) if body >= 0 else 0.0
        found.append(times(rotor.inertia, turning))
    return found


def spin_entries(mechanism: Mechanism) -> Entries:
    """S(x) and its transpose, by coordinates: the moment J a, carried down to the base."""
    entries: Entries = {}
    for rotor in mechanism.rotors:
        body, axis = mechanism.axis_of(rotor)
        moment = axis * rotor.inertia
        for k in mechanism.path_to_base(body):
            carrier = mechanism.bodies[k]
            if not carrier.prismatic:
                add_product(entries, rotor.along, carrier.along, moment.z)
            moment = carrier.rotation @ moment
    return entries


def spin_energy(mechanism: Mechanism, v: Sequence[Scalar]) -> Scalar:
    """Σ J θ̇ a·ω."""
    twists = body_twists(mechanism, v)
    total: Scalar = 0.0
    for rotor in mechanism.rotors:
        body, axis = mechanism.axis_of(rotor)
        if body >= 0:
            spin = times(rotor.inertia, combination(rotor.along, v))
            total = plus(total, times(spin, axis.dot(twists[body].omega)))
    return total
