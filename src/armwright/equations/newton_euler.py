"""Recursive Newton-Euler: motions outward, forces inward. S2 (2.1)-(2.13).

Gravity enters as an upward acceleration of the base. As in S2's program (appendix A.1), the mass
matrix is the derivative of the torques by the accelerations, and the rest is what is left.
"""

from __future__ import annotations

from collections.abc import Sequence

from armwright.equations.algebra import Scalar, Vector, array, cross, keep_vector
from armwright.equations.kinematics import base_from_bodies, motions, parent_from_body
from armwright.equations.mechanism import Mechanism
from armwright.equations.terms import Parts, Terms, mirrored


def derive(mechanism: Mechanism, *, end_forces: bool) -> Terms:
    algebra, n, coordinates = mechanism.algebra, mechanism.size, mechanism.coordinates
    dq, ddq = mechanism.symbols(coordinates.dq), mechanism.symbols(coordinates.ddq)
    wrench = _wrench_on_tool(mechanism) if end_forces else None
    torque = _torques(mechanism, dq, ddq, -mechanism.gravity, wrench)
    upper = {
        (i, j): algebra.keep(algebra.derivative(torque[i], coordinates.ddq[j]), f"M{i + 1}{j + 1}")
        for i in range(n)
        for j in range(i, n)
    }
    rest = _left_over(mechanism, torque) or _once_more(mechanism, dq, wrench)
    return Terms(Parts(mirrored(upper, n), *rest), lambda: torque)


def _left_over(
    mechanism: Mechanism, torque: Sequence[Scalar]
) -> tuple[list[Scalar], list[Scalar], list[Scalar]] | None:
    """Bias, gravity and end force, told apart by what they contain."""
    algebra, coordinates = mechanism.algebra, mechanism.coordinates
    at_rest = [algebra.without(x, coordinates.ddq) for x in torque]
    free = [algebra.without(x, coordinates.wrench) for x in at_rest]
    gravity = [algebra.without(x, coordinates.dq) for x in free]
    if any(x is None for x in gravity):
        return None
    bias = [x - g for x, g in zip(free, gravity, strict=True)]
    return bias, gravity, [x - y for x, y in zip(free, at_rest, strict=True)]


def _once_more(
    mechanism: Mechanism, dq: Sequence[Scalar], wrench: tuple[Vector, Vector] | None
) -> tuple[list[Scalar], list[Scalar], list[Scalar]]:
    """The same from motions that have nothing else."""
    still = [mechanism.algebra.number(0)] * mechanism.size
    level = mechanism.zeros()
    bias = _torques(mechanism, dq, still, level)
    gravity = _torques(mechanism, still, still, -mechanism.gravity)
    if wrench is None:
        return bias, gravity, still
    return bias, gravity, [-x for x in _torques(mechanism, still, still, level, wrench)]


def _torques(
    mechanism: Mechanism,
    dq: Sequence[Scalar],
    ddq: Sequence[Scalar],
    base: Vector,
    wrench: tuple[Vector, Vector] | None = None,
) -> list[Scalar]:
    """Inward from the forces that the motion takes, (2.9)-(2.13). `wrench`: on the tool's body."""
    algebra = mechanism.algebra
    moved = motions(mechanism, dq, ddq, base)
    zeros = mechanism.zeros()
    forces, moments = [zeros] * mechanism.size, [zeros] * mechanism.size
    if wrench is not None and mechanism.tool_body >= 0:
        forces[mechanism.tool_body], moments[mechanism.tool_body] = -wrench[0], -wrench[1]
    torques: list[Scalar] = [None] * mechanism.size
    for k in range(mechanism.size - 1, -1, -1):
        body, motion, label = mechanism.bodies[k], moved[k], mechanism.bodies[k].joint + 1
        f, n = forces[k], moments[k]
        for part in body.parts:
            force = keep_vector(algebra, motion.at(part.centre) * part.mass, f"F{label}")
            spin = keep_vector(algebra, part.tensor @ motion.omega, f"H{label}")
            f = f + force
            n = n + part.tensor @ motion.alpha
            n = n + cross(motion.omega, spin) + cross(part.centre, force)
        f, n = keep_vector(algebra, f, f"f{label}"), keep_vector(algebra, n, f"n{label}")
        torques[body.joint] = algebra.keep((f if body.prismatic else n) @ body.axis, f"tau{label}")
        if body.parent >= 0:
            R, p = parent_from_body(mechanism, body)
            carried = keep_vector(algebra, R @ f, f"f{label}p")
            forces[body.parent] = forces[body.parent] + carried
            moments[body.parent] = moments[body.parent] + R @ n + cross(p, carried)
    return torques


def _wrench_on_tool(mechanism: Mechanism) -> tuple[Vector, Vector]:
    """Force, and moment about the body's origin, in the axes of the tool's body."""
    symbols = array(mechanism.symbols(mechanism.coordinates.wrench))
    if mechanism.tool_body < 0:
        return mechanism.zeros(), mechanism.zeros()
    back = base_from_bodies(mechanism)[mechanism.tool_body].T
    force = keep_vector(mechanism.algebra, back @ symbols[:3], "ft")
    return force, back @ symbols[3:] + cross(mechanism.tool, force)
