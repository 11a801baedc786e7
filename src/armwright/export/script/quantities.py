"""What of an arm is exported as scripts: its links; drives and friction are not among it."""

from __future__ import annotations

import casadi as cs

from armwright.compiler import Program, make_program
from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.mass_matrix import mass_matrix
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from armwright.robot import Robot


def terms(robot: Robot) -> Program:
    """M(q), c(q, v), g(q), where M a + c + g are the joint torques: computed together."""
    mechanism = build(FreeParameters.choose(robot, ()))
    n = mechanism.coordinates
    v = cs.SX.sym("v", n)
    still: list[object] = [0.0] * n
    outputs = {
        "M": mass_matrix(mechanism),
        "c": cs.vertcat(*inverse_dynamics(mechanism, cs.vertsplit(v), still, gravity=False)),
        "g": cs.vertcat(*inverse_dynamics(mechanism, still, still)),
    }
    shapes: dict[str, tuple[int, ...]] = {"M": (n, n), "c": (n,), "g": (n,)}
    return make_program("terms", {"q": mechanism.q, "v": v}, outputs, {}, shapes)


def bias(robot: Robot) -> Program:
    """c(q, v) + g(q): the joint torques at zero acceleration."""
    mechanism = build(FreeParameters.choose(robot, ()))
    n = mechanism.coordinates
    v = cs.SX.sym("v", n)
    torques = inverse_dynamics(mechanism, cs.vertsplit(v), [0.0] * n)
    outputs = {"bias": cs.vertcat(*torques)}
    return make_program("bias", {"q": mechanism.q, "v": v}, outputs, {}, {"bias": (n,)})
