"""The joint-space mass matrix: composite rigid bodies (Featherstone 2008, section 6.2)."""

from __future__ import annotations

import casadi as cs

from armwright.multibody.added_dynamics import added_mass
from armwright.multibody.inverse_dynamics import to_parent
from armwright.multibody.mechanism import Body, Mechanism
from armwright.multibody.placement import Ten, add_ten, shifted
from armwright.multibody.rotors import spin_entries
from armwright.multibody.rows import Entries
from armwright.multibody.spatial import Force, Vector, plus


def mass_entries(mechanism: Mechanism) -> Entries:
    """By coordinates."""
    entries = _of_bodies(mechanism)
    if mechanism.has_added:
        for pair, amount in added_mass(mechanism).items():
            entries[pair] = plus(entries.get(pair, 0.0), amount)
    entries = mechanism.projected(entries)
    for pair, amount in spin_entries(mechanism).items():
        entries[pair] = plus(entries.get(pair, 0.0), amount)
    return entries


def _of_bodies(mechanism: Mechanism) -> Entries:
    """Column by column: the force that moves joint k alone, carried down to the base."""
    composite = carried_tens(mechanism)
    entries: Entries = {}
    for k in range(len(composite) - 1, -1, -1):
        body = mechanism.bodies[k]
        force = unit_force(body, composite[k])
        entries[k, k] = force.f.z if body.prismatic else force.n.z
        carrier = body
        while carrier.parent >= 0:
            force = to_parent(carrier, force)
            j = carrier.parent
            carrier = mechanism.bodies[j]
            entries[k, j] = force.f.z if carrier.prismatic else force.n.z
    return entries


def carried_tens(mechanism: Mechanism) -> list[Ten]:
    """Of every body with all that hangs on it, as one rigid body."""
    composite = [body.ten for body in mechanism.bodies]
    for k in range(len(composite) - 1, -1, -1):
        body = mechanism.bodies[k]
        if body.parent >= 0:
            composite[body.parent] = add_ten(composite[body.parent], _in_parent(body, composite[k]))
    return composite


def mass_matrix(mechanism: Mechanism) -> cs.SX:
    """M(q), rows and columns in the order of the coordinates."""
    M = cs.SX.zeros(mechanism.coordinates, mechanism.coordinates)
    for (i, j), value in mass_entries(mechanism).items():
        M[i, j] = value
        M[j, i] = value
    return M


def _in_parent(body: Body, ten: Ten) -> Ten:
    moment, inertia = shifted(
        ten.mass,
        body.rotation @ ten.moment,
        body.rotation.congruence(ten.inertia),
        body.origin,
    )
    return Ten(ten.mass, moment, inertia)


def unit_force(body: Body, ten: Ten) -> Force:
    """What gives the composite body unit acceleration along its joint, from rest."""
    h, inertia = ten.moment, ten.inertia
    if body.prismatic:
        return Force(Vector(z=ten.mass), Vector(h.y, -h.x, 0.0))
    return Force(Vector(-h.y, h.x, 0.0), Vector(inertia.xz, inertia.yz, inertia.zz))
