"""Other ways to write an arm's geometry down, and from one to the other.

`standard` and `modified` D-H: `robot.dh_table`, with Hayati's β where axes are nearly parallel.
S-model (Stone; S2 6.14): B = Rz(β) Tz(d) Tx(a) Rx(α) Rz(γ) Tz(b), frames anywhere on the axes.
Whitney and Lozinski (S2 6.11): W = T(0, y, z) Rz(Φ) Ry(Ω) Rx(Ψ) Ry(Θ); joints turn about y.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot import Pose, Robot, dh_table
from armwright.robot.dh_table import chain_at_zero
from armwright.robot.formats.dh import DhRow
from armwright.robot.pose import shift, turn

_X, _Y, _Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


@dataclass(frozen=True)
class SRow:
    """One joint of the S-model, m and rad; the joint adds to beta, or to d where it slides."""

    beta: float
    d: float
    a: float
    alpha: float
    gamma: float
    b: float
    kind: str = "revolute"

    def step(self, q: float = 0.0) -> Pose:
        turned, moved = (q, 0.0) if self.kind == "revolute" else (0.0, q)
        first = turn(_Z, self.beta + turned) @ shift(0, 0, self.d + moved) @ shift(self.a, 0, 0)
        return first @ turn(_X, self.alpha) @ turn(_Z, self.gamma) @ shift(0, 0, self.b)


@dataclass(frozen=True)
class WhitneyRow:
    """One joint after Whitney and Lozinski; it adds to theta."""

    y: float
    z: float
    phi: float
    omega: float
    psi: float
    theta: float

    def step(self, q: float = 0.0) -> Pose:
        turned = turn(_Z, self.phi) @ turn(_Y, self.omega) @ turn(_X, self.psi)
        return shift(0, self.y, self.z) @ turned @ turn(_Y, self.theta + q)


@dataclass(frozen=True, eq=False)
class RowChain:
    """`base` and `tool` before and behind the rows."""

    base: Pose
    rows: tuple[SRow, ...] | tuple[WhitneyRow, ...]
    tool: Pose

    def pose(self, joints: Sequence[float]) -> Array:
        """The tool in the base, (4, 4)."""
        pose = self.base
        for k, q in enumerate(joints):
            pose = pose @ self.rows[k].step(float(q))
        return (pose @ self.tool).matrix()


def s_model(
    robot: Robot, gamma: Sequence[float] | None = None, b: Sequence[float] | None = None
) -> RowChain:
    """S2 (6.24) to (6.27): β_i = θ_i − γ_{i−1}, d̄_i = d_i − b_{i−1}; γ and b are free, by default
    zero. Nearly parallel axes need them: Hayati's β is no part of the S-model."""
    table = dh_table(robot)
    if any(row.beta for row in table.rows):
        raise InputError(
            "axes are nearly parallel",
            where=f"robot '{robot.name}', S-model",
            expected="axes that are parallel, or clearly not",
            hint="Use the standard table, which has Hayati's β there.",
        )
    n = len(table.rows)
    turned = list(gamma or np.zeros(n))
    moved = list(b or np.zeros(n))
    rows = []
    for i, row in enumerate(table.rows):
        before = (turned[i - 1], moved[i - 1]) if i else (0.0, 0.0)
        rows.append(
            SRow(
                row.theta - before[0],
                row.d - before[1],
                row.a,
                row.alpha,
                turned[i],
                moved[i],
                row.kind,
            )
        )
    end = shift(0, 0, -moved[-1]) @ turn(_Z, -turned[-1])
    return RowChain(table.origin, tuple(rows), end @ table.tool)


def dh_rows(chain: RowChain) -> tuple[DhRow, ...]:
    """Back from the S-model to standard D-H."""
    found, before = [], (0.0, 0.0)
    for row in chain.rows:
        if not isinstance(row, SRow):
            raise InputError("not an S-model", where="dh_rows", expected="the result of s_model")
        found.append(
            DhRow(row.beta + before[0], row.d + before[1], row.a, row.alpha, 0.0, row.kind)  # type: ignore[arg-type]
        )
        before = (row.gamma, row.b)
    return tuple(found)


def whitney(robot: Robot) -> RowChain:
    """For arms whose joints all turn. Ω is left at zero: three of the four turns suffice."""
    chain, poses, tool = chain_at_zero(robot, robot.tool)
    if any(joint.kind != "revolute" for joint in chain):
        raise InputError(
            "a joint slides", where="Whitney and Lozinski", expected="joints that turn"
        )
    points = [*(pose.translation for pose in poses), tool.translation]
    axes = [pose.rotation @ joint.axis for pose, joint in zip(poses, chain, strict=True)]
    base = Pose(translation=points[0])
    rows, before = [], base
    for i, axis in enumerate(axes):
        frame = Pose(_y_along(axis, points[i + 1] - points[i]), points[i])
        step = before.inverse() @ frame
        _, y, z = step.translation.tolist()
        rows.append(WhitneyRow(y, z, *_turns(step.rotation)))
        before = frame
    return RowChain(base, tuple(rows), before.inverse() @ tool)


def _turns(R: Array) -> tuple[float, float, float, float]:
    """Φ, Ω = 0, Ψ, Θ; taken off one by one, so that a badly defined Φ is made good by Θ."""
    phi = math.atan2(-R[0, 1], R[1, 1])
    rest = turn(_Z, -phi).rotation @ R
    psi = math.atan2(rest[2, 1], rest[1, 1])
    rest = turn(_X, -psi).rotation @ rest
    return phi, 0.0, psi, math.atan2(rest[0, 2], rest[0, 0])


def _y_along(axis: Array, towards: Array) -> Array:
    """A frame whose y is the axis, and whose y and z have the way to the next point in their
    plane."""
    x = np.cross(axis, towards)
    if np.linalg.norm(x) < 1e-9:
        x = np.cross(axis, np.eye(3)[np.argmin(np.abs(axis))])
    x = x / np.linalg.norm(x)
    return np.column_stack([x, axis, np.cross(x, axis)])
