"""Kane: inertia forces and active forces, projected on partial velocities. S2 (2.24)-(2.36).

The generalised speeds are the joint velocities. All vectors are in the axes of their bodies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from armwright.equations.algebra import AlgebraScalar, AlgebraVector, array, cross, keep_vector
from armwright.equations.kinematics import base_from_bodies, motions, parent_from_body
from armwright.equations.symbolic_arm import SymbolicArm, SymbolicBody
from armwright.equations.terms import TermParts, Terms, mirrored


def derive(arm: SymbolicArm, *, end_forces: bool) -> Terms:
    algebra, n, coordinates = arm.algebra, arm.size, arm.coordinates
    dq, ddq = arm.symbols(coordinates.dq), arm.symbols(coordinates.ddq)
    still = [algebra.number(0)] * n
    partials = _partial_velocities(arm, dq)
    weights = _weights(arm, partials)
    outside = _end_forces(arm, partials) if end_forces else still
    parts = TermParts(
        mass_matrix=_mass_matrix(arm, partials),
        bias=_inertia_forces(arm, partials, dq, still),
        gravity=weights,
        end_force=outside,
    )

    def torque() -> list[AlgebraScalar]:
        inertia = _inertia_forces(arm, partials, dq, ddq)
        return [inertia[k] + weights[k] - outside[k] for k in range(n)]

    return Terms(parts, torque)


@dataclass(frozen=True)
class _Partial:
    """What the speed of a joint does to a body: partial angular velocity, partial velocity of the
    origin, and of the mass centre of each of its parts."""

    omega: AlgebraVector
    origin: AlgebraVector
    centres: list[AlgebraVector]


#: For each body, by the joints that move it.
_Partials = list[dict[int, _Partial]]


def _partial_velocities(arm: SymbolicArm, dq: Sequence[AlgebraScalar]) -> _Partials:
    """The coefficients of the speeds in the velocities of the bodies."""
    algebra, still = arm.algebra, arm.zeros()
    velocities: list[tuple[AlgebraVector, AlgebraVector]] = []
    found: _Partials = []
    for b, body in enumerate(arm.bodies):
        R, p = parent_from_body(arm, body)
        omega, v, rate = still, still, body.axis * dq[body.joint]
        if body.parent >= 0:
            before, at = velocities[body.parent]
            omega, v = R.T @ before, R.T @ (at + cross(before, p))
        omega, v = (omega, v + rate) if body.prismatic else (omega + rate, v)
        label = body.joint + 1
        omega, v = keep_vector(algebra, omega, f"w{label}"), keep_vector(algebra, v, f"v{label}")
        velocities.append((omega, v))
        joints = [arm.bodies[a].joint for a in range(b + 1) if arm.is_above(a, b)]
        found.append({joint: _partial(arm, body, omega, v, joint) for joint in joints})
    return found


def _partial(
    arm: SymbolicArm, body: SymbolicBody, omega: AlgebraVector, v: AlgebraVector, joint: int
) -> _Partial:
    algebra, speed = arm.algebra, arm.coordinates.dq[joint]
    turning = array(algebra.derivative(x, speed) for x in omega)
    origin = array(algebra.derivative(x, speed) for x in v)
    name = f"V{body.joint + 1}_{joint + 1}"
    centres = [
        keep_vector(algebra, origin + cross(turning, part.centre), name) for part in body.parts
    ]
    return _Partial(turning, origin, centres)


def _mass_matrix(arm: SymbolicArm, partials: _Partials) -> list[list[AlgebraScalar]]:
    """What the generalised inertia forces (2.35) have for coefficients of the accelerations."""
    algebra, n = arm.algebra, arm.size
    upper = {(i, j): algebra.number(0) for i in range(n) for j in range(i, n)}
    for body, partial in zip(arm.bodies, partials, strict=True):
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
    arm: SymbolicArm, partials: _Partials, dq: Sequence[AlgebraScalar], ddq: Sequence[AlgebraScalar]
) -> list[AlgebraScalar]:
    """−K*, (2.35): Σ m a · v_r + (I α + ω × I ω) · ω_r."""
    algebra = arm.algebra
    totals = [algebra.number(0)] * arm.size
    moved = motions(arm, dq, ddq, arm.zeros())
    for body, motion, partial in zip(arm.bodies, moved, partials, strict=True):
        label = body.joint + 1
        for k, part in enumerate(body.parts):
            force = keep_vector(algebra, motion.at(part.centre) * part.mass, f"F{label}")
            moment = part.tensor @ motion.alpha + cross(motion.omega, part.tensor @ motion.omega)
            moment = keep_vector(algebra, moment, f"T{label}")
            for joint, one in partial.items():
                totals[joint] = totals[joint] + force @ one.centres[k] + moment @ one.omega
    return totals


def _weights(arm: SymbolicArm, partials: _Partials) -> list[AlgebraScalar]:
    """−K of the weights, (2.34)."""
    totals = [arm.algebra.number(0)] * arm.size
    fields: list[AlgebraVector] = []
    for body, partial in zip(arm.bodies, partials, strict=True):
        R, _ = parent_from_body(arm, body)
        field = R.T @ (fields[body.parent] if body.parent >= 0 else arm.gravity)
        fields.append(keep_vector(arm.algebra, field, f"g{body.joint + 1}"))
        for k, part in enumerate(body.parts):
            for joint, one in partial.items():
                totals[joint] = totals[joint] - (one.centres[k] @ fields[-1]) * part.mass
    return totals


def _end_forces(arm: SymbolicArm, partials: _Partials) -> list[AlgebraScalar]:
    """K of the wrench on the tool, (2.34)."""
    algebra, b = arm.algebra, arm.tool_body
    totals = [algebra.number(0)] * arm.size
    if b >= 0:
        wrench = array(arm.symbols(arm.coordinates.wrench))
        back = base_from_bodies(arm)[b].T
        force = keep_vector(algebra, back @ wrench[:3], "ft")
        moment = keep_vector(algebra, back @ wrench[3:], "nt")
        for joint, one in partials[b].items():
            velocity = one.origin + cross(one.omega, arm.tool)
            totals[joint] = force @ velocity + moment @ one.omega
    return totals
