"""Recursive Newton-Euler: motions outward, forces inward. S2 (2.1)-(2.13).

Gravity enters as an upward acceleration of the base. As in S2's program (appendix A.1), the mass
matrix is the derivative of the torques by the accelerations, and the rest is what is left.
"""

from __future__ import annotations

from collections.abc import Sequence

from armwright.equations.algebra import AlgebraScalar, AlgebraVector, array, cross, keep_vector
from armwright.equations.kinematics import BaseSpin, base_from_bodies, motions, parent_from_body
from armwright.equations.symbolic_arm import SymbolicArm
from armwright.equations.terms import TermParts, Terms, mirrored


def derive(arm: SymbolicArm, *, end_forces: bool) -> Terms:
    algebra, n, coordinates = arm.algebra, arm.size, arm.coordinates
    dq, ddq = arm.symbols(coordinates.dq), arm.symbols(coordinates.ddq)
    wrench = _wrench_on_tool(arm) if end_forces else None
    torque = torques_of(arm, dq, ddq, -arm.gravity, wrench)
    upper = {
        (i, j): algebra.keep(algebra.derivative(torque[i], coordinates.ddq[j]), f"M{i + 1}{j + 1}")
        for i in range(n)
        for j in range(i, n)
    }
    rest = _left_over(arm, torque) or _once_more(arm, dq, wrench)
    return Terms(TermParts(mirrored(upper, n), *rest), lambda: torque)


def _left_over(
    arm: SymbolicArm, torque: Sequence[AlgebraScalar]
) -> tuple[list[AlgebraScalar], list[AlgebraScalar], list[AlgebraScalar]] | None:
    """Bias, gravity and end force, told apart by what they contain."""
    algebra, coordinates = arm.algebra, arm.coordinates
    at_rest = [algebra.without(x, coordinates.ddq) for x in torque]
    free = [algebra.without(x, coordinates.wrench) for x in at_rest]
    gravity = [algebra.without(x, coordinates.dq) for x in free]
    if any(x is None for x in gravity):
        return None
    bias = [x - g for x, g in zip(free, gravity, strict=True)]
    return bias, gravity, [x - y for x, y in zip(free, at_rest, strict=True)]


def _once_more(
    arm: SymbolicArm,
    dq: Sequence[AlgebraScalar],
    wrench: tuple[AlgebraVector, AlgebraVector] | None,
) -> tuple[list[AlgebraScalar], list[AlgebraScalar], list[AlgebraScalar]]:
    """The same from motions that have nothing else."""
    still = [arm.algebra.number(0)] * arm.size
    level = arm.zeros()
    bias = torques_of(arm, dq, still, level)
    gravity = torques_of(arm, still, still, -arm.gravity)
    if wrench is None:
        return bias, gravity, still
    return bias, gravity, [-x for x in torques_of(arm, still, still, level, wrench)]


def torques_of(
    arm: SymbolicArm,
    dq: Sequence[AlgebraScalar],
    ddq: Sequence[AlgebraScalar],
    base: AlgebraVector,
    wrench: tuple[AlgebraVector, AlgebraVector] | None = None,
    turning: BaseSpin | None = None,
) -> list[AlgebraScalar]:
    """Inward from the forces that the motion takes, (2.9)-(2.13). `wrench`: on the tool's body.
    `base`, `turning`: how the base accelerates and turns."""
    algebra = arm.algebra
    moved = motions(arm, dq, ddq, base, turning)
    zeros = arm.zeros()
    forces, moments = [zeros] * arm.size, [zeros] * arm.size
    if wrench is not None and arm.tool_body >= 0:
        forces[arm.tool_body], moments[arm.tool_body] = -wrench[0], -wrench[1]
    torques: list[AlgebraScalar] = [None] * arm.size
    for k in range(arm.size - 1, -1, -1):
        body, motion, label = arm.bodies[k], moved[k], arm.bodies[k].joint + 1
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
            R, p = parent_from_body(arm, body)
            carried = keep_vector(algebra, R @ f, f"f{label}p")
            forces[body.parent] = forces[body.parent] + carried
            moments[body.parent] = moments[body.parent] + R @ n + cross(p, carried)
    return torques


def _wrench_on_tool(arm: SymbolicArm) -> tuple[AlgebraVector, AlgebraVector]:
    """Force, and moment about the body's origin, in the axes of the tool's body."""
    symbols = array(arm.symbols(arm.coordinates.wrench))
    if arm.tool_body < 0:
        return arm.zeros(), arm.zeros()
    back = base_from_bodies(arm)[arm.tool_body].T
    force = keep_vector(arm.algebra, back @ symbols[:3], "ft")
    return force, back @ symbols[3:] + cross(arm.tool, force)
