"""Kane: inertia forces and active forces, projected on partial velocities. S2 (2.24)-(2.36).

The generalised speeds are the joint velocities. All vectors are in the axes of their bodies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from armwright.equations.algebra import Scalar, Vector, array, cross, keep_vector
from armwright.equations.kinematics import base_from_bodies, motions, parent_from_body
from armwright.equations.mechanism import Body, Mechanism
from armwright.equations.terms import Parts, Terms, mirrored


def derive(mechanism: Mechanism, *, end_forces: bool) -> Terms:
    algebra, n, coordinates = mechanism.algebra, mechanism.size, mechanism.coordinates
    dq, ddq = mechanism.symbols(coordinates.dq), mechanism.symbols(coordinates.ddq)
    still = [algebra.number(0)] * n
    partials = _partial_velocities(mechanism, dq)
    weights = _weights(mechanism, partials)
    outside = _end_forces(mechanism, partials) if end_forces else still
    parts = Parts(
        mass_matrix=_mass_matrix(mechanism, partials),
        bias=_inertia_forces(mechanism, partials, dq, still),
        gravity=weights,
        end_force=outside,
    )

    def torque() -> list[Scalar]:
        inertia = _inertia_forces(mechanism, partials, dq, ddq)
        return [inertia[k] + weights[k] - outside[k] for k in range(n)]

    return Terms(parts, torque)


@dataclass(frozen=True)
class _Partial:
    """What the speed of a joint does to a body: partial angular velocity, partial velocity of the
    origin, and of the mass centre of each of its parts."""

    omega: Vector
    origin: Vector
    centres: list[Vector]


#: For each body, by the joints that move it.
_Partials = list[dict[int, _Partial]]


def _partial_velocities(mechanism: Mechanism, dq: Sequence[Scalar]) -> _Partials:
    """The coefficients of the speeds in the velocities of the bodies."""
    algebra, still = mechanism.algebra, mechanism.zeros()
    velocities: list[tuple[Vector, Vector]] = []
    found: _Partials = []
    for b, body in enumerate(mechanism.bodies):
        R, p = parent_from_body(mechanism, body)
        omega, v, rate = still, still, body.axis * dq[body.joint]
        if body.parent >= 0:
            before, at = velocities[body.parent]
            omega, v = R.T @ before, R.T @ (at + cross(before, p))
        omega, v = (omega, v + rate) if body.prismatic else (omega + rate, v)
        label = body.joint + 1
        omega, v = keep_vector(algebra, omega, f"w{label}"), keep_vector(algebra, v, f"v{label}")
        velocities.append((omega, v))
        joints = [mechanism.bodies[a].joint for a in range(b + 1) if mechanism.is_above(a, b)]
        found.append({joint: _partial(mechanism, body, omega, v, joint) for joint in joints})
    return found


def _partial(mechanism: Mechanism, body: Body, omega: Vector, v: Vector, joint: int) -> _Partial:
    algebra, speed = mechanism.algebra, mechanism.coordinates.dq[joint]
    turning = array(algebra.derivative(x, speed) for x in omega)
    origin = array(algebra.derivative(x, speed) for x in v)
    name = f"V{body.joint + 1}_{joint + 1}"
    centres = [
        keep_vector(algebra, origin + cross(turning, part.centre), name) for part in body.parts
    ]
    return _Partial(turning, origin, centres)


def _mass_matrix(mechanism: Mechanism, partials: _Partials) -> list[list[Scalar]]:
    """What the generalised inertia forces (2.35) have for coefficients of the accelerations."""
    algebra, n = mechanism.algebra, mechanism.size
    upper = {(i, j): algebra.number(0) for i in range(n) for j in range(i, n)}
    for body, partial in zip(mechanism.bodies, partials, strict=True):
        for k, part in enumerate(body.parts):
            for i, one in partial.items():
                force, moment = one.centres[k] * part.mass, part.tensor @ one.omega
                for j, two in partial.items():
                    if i <= j:
                        work = force @ two.centres[k] + moment @ two.omega
                        upper[i, j] = upper[i, j] + work
    kept = {(i, j): algebra.keep(x, f"M{i + 1}{j + 1}") for (i, j), x in upper.items()}
    return mirrored(kept, n)


def _inertia_forces(
    mechanism: Mechanism, partials: _Partials, dq: Sequence[Scalar], ddq: Sequence[Scalar]
) -> list[Scalar]:
    """−K*, (2.35): Σ m a · v_r + (I α + ω × I ω) · ω_r."""
    algebra = mechanism.algebra
    totals = [algebra.number(0)] * mechanism.size
    moved = motions(mechanism, dq, ddq, mechanism.zeros())
    for body, motion, partial in zip(mechanism.bodies, moved, partials, strict=True):
        label = body.joint + 1
        for k, part in enumerate(body.parts):
            force = keep_vector(algebra, motion.at(part.centre) * part.mass, f"F{label}")
            moment = part.tensor @ motion.alpha + cross(motion.omega, part.tensor @ motion.omega)
            moment = keep_vector(algebra, moment, f"T{label}")
            for joint, one in partial.items():
                totals[joint] = totals[joint] + force @ one.centres[k] + moment @ one.omega
    return totals


def _weights(mechanism: Mechanism, partials: _Partials) -> list[Scalar]:
    """−K of the weights, (2.34)."""
    totals = [mechanism.algebra.number(0)] * mechanism.size
    fields: list[Vector] = []
    for body, partial in zip(mechanism.bodies, partials, strict=True):
        R, _ = parent_from_body(mechanism, body)
        field = R.T @ (fields[body.parent] if body.parent >= 0 else mechanism.gravity)
        fields.append(keep_vector(mechanism.algebra, field, f"g{body.joint + 1}"))
        for k, part in enumerate(body.parts):
            for joint, one in partial.items():
                totals[joint] = totals[joint] - (one.centres[k] @ fields[-1]) * part.mass
    return totals


def _end_forces(mechanism: Mechanism, partials: _Partials) -> list[Scalar]:
    """K of the wrench on the tool, (2.34)."""
    algebra, b = mechanism.algebra, mechanism.tool_body
    totals = [algebra.number(0)] * mechanism.size
    if b >= 0:
        wrench = array(mechanism.symbols(mechanism.coordinates.wrench))
        back = base_from_bodies(mechanism)[b].T
        force = keep_vector(algebra, back @ wrench[:3], "ft")
        moment = keep_vector(algebra, back @ wrench[3:], "nt")
        for joint, one in partials[b].items():
            velocity = one.origin + cross(one.omega, mechanism.tool)
            totals[joint] = force @ velocity + moment @ one.omega
    return totals
