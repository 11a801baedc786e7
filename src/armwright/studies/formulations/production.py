"""The path that armwright itself takes: CasADi expressions, recursive algorithms, machine code."""

from __future__ import annotations

import casadi as cs
import numpy as np

from armwright.arm import compile
from armwright.arm.programs import make
from armwright.compiler import Program, make_program
from armwright.multibody.articulated import Articulated
from armwright.multibody.forward_dynamics import MassSolver, factorised_mass
from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.spatial import minus
from armwright.robot import Robot
from armwright.studies.formulations.timing import best_time

_FREE = ("input", "constant", "neg")


def operations(robot: Robot, quantity: str) -> int:
    return _count(make(quantity, FreeParameters.choose(robot, ()), ()))


def torque_time(robot: Robot, states: np.ndarray, lanes: int | None) -> float:
    """Seconds for one state of many, (count, 3, n)."""
    arm = compile(robot, lanes=lanes)
    q, v, a = (np.ascontiguousarray(part) for part in states.transpose(1, 0, 2))
    return best_time(lambda: arm.inverse_dynamics(q, v, a)) / len(states)


def forward_operations(robot: Robot, *, articulated: bool) -> int:
    """Accelerations from torques, by articulated bodies, O(n), or by factors of M, O(n³)."""
    mechanism = build(FreeParameters.choose(robot, ()))
    v, tau = cs.SX.sym("v", mechanism.coordinates), cs.SX.sym("tau", mechanism.coordinates)
    solver: MassSolver = Articulated(mechanism) if articulated else factorised_mass(mechanism)
    bias = inverse_dynamics(mechanism, cs.vertsplit(v), [0.0] * mechanism.coordinates)
    drive = [minus(t, b) for t, b in zip(cs.vertsplit(tau), bias, strict=True)]
    result = cs.vertcat(*solver.solve(drive))
    inputs = {"q": mechanism.q, "v": v, "tau": tau}
    return _count(make_program("forward_dynamics", inputs, {"a": result}))


def _count(program: Program) -> int:
    """As in generated code: changes of sign are free."""
    return sum(instruction[0] not in _FREE for instruction in program.code)
