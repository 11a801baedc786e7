"""Small motions about a position: from motor torques to motor accelerations (S4, 4.9-4.12).

M δẍ + D δẋ + K δx = B τ + Ψᵀ λ with Ψ δx = 0, so that δx = N y, Ψ N = 0. As in the source, gravity
and ∂Ψ/∂x are left out; without gravity the loop carries no force at rest, and nothing is lost by it.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as cs
import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh, null_space

from armwright.arrays import Array
from armwright.block.fidelity import Fidelity
from armwright.multibody.rows import Row, dense
from armwright.plant import Plant
from armwright.robot import Robot

#: As the source has it in its linear models: no friction.
WITHOUT_FRICTION = Fidelity(friction=False, gravity=False)


@dataclass(frozen=True, eq=False)
class SmallMotion:
    """M, D, K and B of coordinates that no constraint holds."""

    mass: Array
    damping: Array
    stiffness: Array
    input: Array

    def response(self, hertz: Array) -> NDArray[np.complex128]:
        """G (frequencies, 6, 6), rad/s² for N m, on the motor side."""
        s = 2j * np.pi * np.asarray(hertz)[:, None, None]
        dynamic = s**2 * self.mass + s * self.damping + self.stiffness
        found = s**2 * (self.input.T @ np.linalg.solve(dynamic, self.input[None]))
        return np.asarray(found, dtype=np.complex128)

    @property
    def frequencies(self) -> Array:
        """Of the undamped modes, Hz; what moves freely is not among them."""
        squares = eigh(self.stiffness, self.mass, eigvals_only=True)
        return np.sqrt(squares[squares > 1e-6 * squares.max()]) / (2 * np.pi)


class SmallMotions:
    """Of one arm, at any position."""

    def __init__(self, robot: Robot) -> None:
        self.plant = plant = Plant(robot, WITHOUT_FRICTION)
        size = len(plant.coordinates)
        M = cs.SX.zeros(size, size)
        for (i, j), value in plant.mass().items():
            M[i, j] = M[j, i] = value
        zero = [0.0] * size
        held = cs.vertcat(*map(cs.SX, plant.driving(zero, zero, plant.torques)))
        rows = plant.loops.rows if plant.loops else ()
        expressions = [
            M,
            -cs.jacobian(held, plant.v),
            -cs.jacobian(held, plant.x),
            _matrix(plant.motor_rows, size),
            _matrix(rows, size),
        ]
        known = [plant.values.symbol, plant.free_bodies.symbol]
        self._terms = cs.Function("terms", [plant.x, plant.v, *known], expressions)
        self._following = cs.Function(
            "at", [joints := cs.SX.sym("q", len(robot.joint_names))], [plant.following(joints)]
        )
        self._known = [plant.values.vector(plant.numbers), plant.free_bodies.nominal]

    def terms(self, joints: Array) -> tuple[Array, ...]:
        """M, D, K, B and Ψ where the joints are and nothing is bent."""
        x = np.array(self._following(joints)).ravel()
        found = self._terms(x, np.zeros_like(x), *self._known)
        return tuple(np.array(cs.densify(cs.DM(one))) for one in found)

    def at(self, joints: Array) -> SmallMotion:
        M, D, K, B, constraints = self.terms(joints)
        N = null_space(constraints) if len(constraints) else np.eye(len(M))
        return SmallMotion(N.T @ M @ N, N.T @ D @ N, N.T @ K @ N, N.T @ B.T)

    def lever(self, joints: Array, of: str, by: str, among: tuple[str, ...]) -> float:
        """∂(of)/∂(by) while only these coordinates move, which the loop leaves one way to."""
        names = [one.name for one in self.plant.coordinates]
        places = [names.index(name) for name in among]
        way = null_space(self.terms(joints)[4][:, places])[:, 0]
        return float(way[among.index(of)] / way[among.index(by)])


def _matrix(rows: tuple[Row, ...], size: int) -> cs.SX:
    if not rows:
        return cs.SX(0, size)
    return cs.vertcat(*(cs.horzcat(*map(cs.SX, dense(row, size))) for row in rows))
