"""Symbolic equations evaluated beside the compiled arm."""

from __future__ import annotations

from functools import cache

import numpy as np

from armwright import Arm, Robot
from armwright.equations import Equations
from tests.support.comparison import relative


def evaluated(
    equations: Equations, states: np.ndarray, wrench: np.ndarray
) -> dict[str, np.ndarray]:
    """Mass matrix, bias, gravity, end force and torque at states (count, 3, n)."""
    terms, torque = equations.function("terms"), equations.function("torque")
    loads = (wrench,) if equations.end_forces else ()
    rows = [(*terms(q, v, *loads), torque(q, v, a, *loads)) for q, v, a in states]
    names = ["mass_matrix", "bias", "gravity", *["end_force"] * len(loads), "torque"]
    columns = zip(*rows, strict=True)
    return {name: np.array(column) for name, column in zip(names, columns, strict=True)}


def largest_difference(equations: Equations, robot: Robot) -> dict[str, float]:
    """Of each quantity, relative to its largest element over five random states."""
    states, wrench, theirs = _compiled(robot)
    ours = evaluated(equations, states, wrench)
    if not equations.end_forces:
        theirs = {**theirs, "torque": theirs["torque"] + theirs["end_force"]}
    return {name: relative(ours[name], theirs[name]) for name in ours}


@cache
def _compiled(robot: Robot) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    rng = np.random.default_rng(1)
    states = rng.normal(size=(5, 3, len(robot.moving_joints))) * 1.5
    wrench = rng.normal(size=6) * 20
    arm = Arm(robot)
    q, v, a = states.transpose(1, 0, 2)
    loads = {robot.tool: np.broadcast_to(wrench, (len(q), 6))}
    found = {
        "mass_matrix": arm.mass_matrix(q),
        "bias": np.einsum("kij,kj->ki", arm.coriolis(q, v), v),
        "gravity": arm.gravity(q),
        "end_force": np.einsum("kij,i->kj", arm.jacobian(q), wrench),
        "torque": arm.inverse_dynamics(q, v, a, wrenches=loads),
    }
    return states, wrench, found
