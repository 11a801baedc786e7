"""Kane: inertia forces and active forces, projected on partial velocities. S2 (2.24)-(2.36).

The generalised speeds are the joint velocities. All vectors are in the axes of their bodies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from armwright.equations.algebra import Scalar, Vector, array, cross, keep_vector
from armwright.equations.kinematics import base_from_bodies, motions, parent_from_body
from armwright.equations.mechanism import Mechanism
from armwright.equations.terms import Parts, Terms, mirrored


def derive(mechanism: Mechanism, *, end_forces: bool) -> Terms:
    algebra, n, coordinates = mechanism.algebra, mechanism.size, mechanism.coordinates
    dq, ddq = mechanism.symbols(coordinates.dq), mechanism.symbols(coordinates.ddq)
    still = [algebra.number(0)] * n
    velocities = _velocities(mechanism, dq)
    weights = _weights(mechanism, velocities)
    outside = _end_forces(mechanism, velocities) if end_forces else still
    inertia = _inertia_forces(mechanism, velocities, dq, ddq)
    parts = Parts(
        mass_matrix=_mass_matrix(mechanism, velocities),
        bias=_inertia_forces(mechanism, velocities, dq, still),
        gravity=weights,
        end_force=outside,
    )
    return Terms(parts, [inertia[k] + weights[k] - outside[k] for k in range(n)])


@dataclass(frozen=True)
class _Velocity:
    """Of a body: angular velocity, and velocity of its origin. The coefficients of the speeds in
    them are the partial velocities, by joint, for the joints that move the body."""

    omega: Vector
    v: Vector
    partial_omega: dict[int, Vector]
    partial_v: dict[int, Vector]

    def partial_at(self, joint: int, r: Vector) -> Vector:
        return self.partial_v[joint] + cross(self.partial_omega[joint], r)


def _velocities(mechanism: Mechanism, dq: Sequence[Scalar]) -> list[_Velocity]:
    algebra, still = mechanism.algebra, mechanism.zeros()
    found: list[_Velocity] = []
    for b, body in enumerate(mechanism.bodies):
        R, p = parent_from_body(mechanism, body)
        omega, v, rate = still, still, body.axis * dq[body.joint]
        if body.parent >= 0:
            before = found[body.parent]
            omega, v = R.T @ before.omega, R.T @ (before.v + cross(before.omega, p))
        omega, v = (omega, v + rate) if body.prismatic else (omega + rate, v)
        label = body.joint + 1
        omega, v = keep_vector(algebra, omega, f"w{label}"), keep_vector(algebra, v, f"v{label}")
        joints = [mechanism.bodies[a].joint for a in range(b + 1) if mechanism.is_above(a, b)]
        found.append(
            _Velocity(
                omega,
                v,
                {j: _coefficient(mechanism, omega, j) for j in joints},
                {j: _coefficient(mechanism, v, j) for j in joints},
            )
        )
    return found


def _coefficient(mechanism: Mechanism, velocity: Vector, joint: int) -> Vector:
    """The partial velocity that belongs to the speed of a joint."""
    speed = mechanism.coordinates.dq[joint]
    return array(mechanism.algebra.derivative(x, speed) for x in velocity)


def _mass_matrix(mechanism: Mechanism, velocities: list[_Velocity]) -> list[list[Scalar]]:
    """What the generalised inertia forces (2.35) have for coefficients of the accelerations."""
    algebra, n = mechanism.algebra, mechanism.size
    upper = {(i, j): algebra.number(0) for i in range(n) for j in range(i, n)}
    for body, velocity in zip(mechanism.bodies, velocities, strict=True):
        joints = sorted(velocity.partial_omega)
        for part in body.parts:
            points = {
                j: _at_centre(mechanism, velocity, j, part.centre, body.joint) for j in joints
            }
            for i in joints:
                force, moment = points[i] * part.mass, part.tensor @ velocity.partial_omega[i]
                for j in (j for j in joints if j >= i):
                    work = force @ points[j] + moment @ velocity.partial_omega[j]
                    upper[i, j] = upper[i, j] + work
    kept = {(i, j): algebra.keep(x, f"M{i + 1}{j + 1}") for (i, j), x in upper.items()}
    return mirrored(kept, n)


def _inertia_forces(
    mechanism: Mechanism, velocities: list[_Velocity], dq: Sequence[Scalar], ddq: Sequence[Scalar]
) -> list[Scalar]:
    """−K*, (2.35): Σ m a · v_r + (I α + ω × I ω) · ω_r."""
    algebra = mechanism.algebra
    totals = [algebra.number(0)] * mechanism.size
    moved = motions(mechanism, dq, ddq, mechanism.zeros())
    for body, motion, velocity in zip(mechanism.bodies, moved, velocities, strict=True):
        label = body.joint + 1
        for part in body.parts:
            force = keep_vector(algebra, motion.at(part.centre) * part.mass, f"F{label}")
            moment = part.tensor @ motion.alpha + cross(motion.omega, part.tensor @ motion.omega)
            moment = keep_vector(algebra, moment, f"T{label}")
            for j in velocity.partial_omega:
                point = _at_centre(mechanism, velocity, j, part.centre, body.joint)
                totals[j] = totals[j] + force @ point + moment @ velocity.partial_omega[j]
    return totals


def _weights(mechanism: Mechanism, velocities: list[_Velocity]) -> list[Scalar]:
    """−K of the weights, (2.34)."""
    totals = [mechanism.algebra.number(0)] * mechanism.size
    fields: list[Vector] = []
    for body, velocity in zip(mechanism.bodies, velocities, strict=True):
        R, _ = parent_from_body(mechanism, body)
        field = R.T @ (fields[body.parent] if body.parent >= 0 else mechanism.gravity)
        fields.append(keep_vector(mechanism.algebra, field, f"g{body.joint + 1}"))
        for part in body.parts:
            for j in velocity.partial_omega:
                point = _at_centre(mechanism, velocity, j, part.centre, body.joint)
                totals[j] = totals[j] - (point @ fields[-1]) * part.mass
    return totals


def _end_forces(mechanism: Mechanism, velocities: list[_Velocity]) -> list[Scalar]:
    """K of the wrench on the tool, (2.34)."""
    algebra, b = mechanism.algebra, mechanism.tool_body
    totals = [algebra.number(0)] * mechanism.size
    if b >= 0:
        wrench = array(mechanism.symbols(mechanism.coordinates.wrench))
        back = base_from_bodies(mechanism)[b].T
        force = keep_vector(algebra, back @ wrench[:3], "ft")
        moment = keep_vector(algebra, back @ wrench[3:], "nt")
        for j, omega in velocities[b].partial_omega.items():
            totals[j] = force @ velocities[b].partial_at(j, mechanism.tool) + moment @ omega
    return totals


def _at_centre(
    mechanism: Mechanism, velocity: _Velocity, joint: int, centre: Vector, body: int
) -> Vector:
    partial = velocity.partial_at(joint, centre)
    return keep_vector(mechanism.algebra, partial, f"V{body + 1}_{joint + 1}")
