"""Where a flexible arm is when it rests, and its motors are where they are."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs
import numpy as np

from armwright.block.block import Array
from armwright.errors import InputError
from armwright.estimate.flexible_arm import FlexibleArm
from armwright.estimate.model import slope

_ITERATIONS = 30
#: rad, or m: a step of Newton's method below this changes nothing.
_SMALL = 1e-12


class Rest:
    """Solves acceleration = 0, motor positions = θ for all positions and the motors' torques."""

    def __init__(self, arm: FlexibleArm) -> None:
        self._arm = arm
        x, v = arm.system.mechanics.x, arm.system.mechanics.v
        none = [cs.SX.zeros(symbol.shape[0]) for symbol in (v, arm.joint_torque)]
        acceleration = cs.substitute([arm.rate[v.shape[0] :]], [v, arm.joint_torque], none)[0]
        theta = cs.SX.sym("theta", arm.motor_position.shape[0])
        unknown = cs.vertcat(x, arm.motor_torque)
        zero = cs.vertcat(acceleration, arm.motor_position - theta)
        free = [arm.system.values.symbol, arm.system.free_links.symbol]
        self._newton = cs.Function("rest", [unknown, theta, *free], [zero, slope(zero, unknown)])

    def __call__(self, motor_position: Array, numbers: Mapping[str, Array]) -> Array:
        """Positions of joints, elastic axes and motors; `numbers`: all of the arm's."""
        system, train = self._arm.system, self._arm.system.mechanics.train
        links = [numbers[name] for name in system.free_links.names]
        own = [system.values.vector(numbers), np.concatenate([np.zeros(0), *links])]
        q = np.linalg.solve(train.gear, motor_position)
        x = np.concatenate([q, np.zeros(train.elastic), motor_position[list(train.flexible)]])
        guess = np.concatenate([x, np.zeros(motor_position.size)])
        for _ in range(_ITERATIONS):
            zero, matrix = (np.array(part) for part in self._newton(guess, motor_position, *own))
            step = np.linalg.solve(matrix, zero.ravel())
            guess = guess - step
            if np.abs(step[: x.size]).max() < _SMALL * max(1.0, np.abs(x).max()):
                return guess[: x.size]
        raise InputError(
            "found no position at rest",
            where=f"robot '{system.setup.robot.name}'",
            got=f"motors at {motor_position.tolist()}",
        )
