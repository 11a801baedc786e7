"""How motors turn with joints: θ = η q, and back as far as η determines q.

The one place where η is inverted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.multibody.spatial import Scalar

#: Of ones and zeros that were computed.
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Gears:
    """`matrix`: η (motors × joints), motor positions = η @ joint positions."""

    matrix: Array
    joints: tuple[str, ...]
    robot: str

    @cached_property
    def inverse(self) -> Array:
        """Joint positions = inverse @ motor positions; where there are more motors than it takes,
        the nearest. Refused unless the motors determine every joint."""
        for joint in range(len(self.joints)):
            self.row(joint)
        return self._inverse

    def row(self, joint: int) -> Array:
        """One joint's position from the motors': a row of the inverse."""
        if not self.determines(joint):
            raise InputError(
                "the motors do not determine where this joint is",
                where=f"robot '{self.robot}', joint '{self.joints[joint]}'",
                got=f"gear ratios {self.matrix.tolist()}",
                expected="as many independent motors as joints",
                hint="Measure the joint itself, or give it a motor.",
            )
        return np.asarray(self._inverse[joint], dtype=np.float64)

    def determines(self, joint: int) -> bool:
        """Whether the motors tell where the joint is."""
        if not np.isfinite(self.matrix).all():
            return False
        unit = self._inverse[joint] @ self.matrix
        return bool(np.abs(unit - np.eye(len(self.joints))[joint]).max() < _ROUNDING)

    def free_row(self, joint: int, ratios: Sequence[Scalar]) -> list[Scalar]:
        """The same for other ratios with the same zeros, η row by row."""
        pattern = self.row(joint)
        if all(type(value) is float for value in ratios):
            return list(pattern.tolist())
        m, n = self.matrix.shape
        eta = cs.reshape(cs.vertcat(*ratios), n, m).T
        # Motors and joints that have nothing to do with this one stay out of it.
        motors, joints = self._coupled(joint)
        if len(motors) == len(joints):
            solved = cs.inv(eta[motors, joints])
        else:
            part = eta[motors, joints]
            solved = cs.mtimes(cs.inv(cs.mtimes(part.T, part)), part.T)
        found: list[Scalar] = [0.0] * m
        for place, motor in enumerate(motors):
            found[motor] = solved[joints.index(joint), place]
        return found

    def _coupled(self, joint: int) -> tuple[list[int], list[int]]:
        """The motors and joints that ratios connect with one."""
        joints, motors, pattern = {joint}, set[int](), self.matrix != 0
        while True:
            more = {int(i) for j in joints for i in np.flatnonzero(pattern[:, j])}
            wider = {int(j) for i in more for j in np.flatnonzero(pattern[i])} | joints
            if more == motors and wider == joints:
                return sorted(motors), sorted(joints)
            motors, joints = more, wider

    @cached_property
    def _inverse(self) -> Array:
        m, n = self.matrix.shape
        if m == n and m and abs(np.linalg.det(self.matrix)) > 1e-300:
            return np.asarray(np.linalg.inv(self.matrix), dtype=np.float64)
        return np.asarray(np.linalg.pinv(self.matrix), dtype=np.float64)
