"""Leading the tool of an arm along a curve, or saying why the arm cannot follow it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armwright.arm import Arm, Solutions
from armwright.arm.inverse.chain import JointChain
from armwright.arrays import Array
from armwright.blocks.references.attitude import Attitude
from armwright.blocks.references.curves import ToolCurve
from armwright.blocks.references.following import (
    LARGEST_CONDITION,
    MET,
    Followed,
    Knots,
    Task,
    follow,
    knots_along,
)
from armwright.errors import InputError
from armwright.robot import Robot

#: Joints with a smaller share in a motion are not worth naming.
NOTABLE = 0.3
#: A joint may be beyond a limit by this much (rad, m, or by the limit).
ROUNDING = 1e-9

#: Condition numbers above it are a matter of rounding.
HUGE = 1e5
#: Points tried at once to find where something goes wrong, and how often, each time more finely.
TRIED, ROUNDS = 33, 3


@dataclass(frozen=True, eq=False)
class Trouble:
    """The errors that the block of that name can meet on a curve. `turns`: whether the tool may."""

    block: str
    robot: Robot
    curve: ToolCurve
    turns: bool

    def out_of_reach(self, s: float, miss: float, angle: float) -> InputError:
        """By how much the point (m) and the orientation (rad) are missed."""
        missed = f"a miss of up to {miss:.3g} m"
        hint = "Move the path into the arm's reach."
        if not self.turns:
            missed += f" and {math.degrees(angle):.2f}°"
            hint = (
                "Move the path into the arm's reach, set another 'orientation', or "
                "position_only = true, which lets the tool turn."
            )
        return InputError("out of reach", where=self._where(s), got=missed, hint=hint)

    def singular(self, s: float, idle: Array, condition: float, largest: float) -> InputError:
        """`idle` (n,): the motion of the joints that hardly moves the tool."""
        share = np.abs(idle) / np.abs(idle).max()
        names = [
            f"'{name}'"
            for name, part in zip(self.robot.joint_names, share, strict=True)
            if part > NOTABLE
        ]
        return InputError(
            f"too near to a singularity of {_listed(names)}",
            where=self._where(s),
            got="a condition number "
            + (f"of {condition:.3g}" if condition < HUGE else f"above {HUGE:g}"),
            expected=f"at most {largest:g}",
            hint=self._elsewhere(),
        )

    def beyond_limits(self, s: Array, q: Array) -> InputError | None:
        """For the joint, and the place on the way, that is farthest beyond; None if none is."""
        joints = self.robot.moving_joints
        low = np.array([joint.limits.lower for joint in joints])
        high = np.array([joint.limits.upper for joint in joints])
        row, k, beyond = _largest(np.maximum(low - q, q - high))
        if beyond <= ROUNDING:
            return None
        unit = _unit(joints[k].kind)
        return InputError(
            f"joint '{joints[k].name}' is beyond its limits",
            where=self._where(float(s[row])),
            got=f"{q[row, k]:.4g} {unit}",
            expected=f"{low[k]:.4g} to {high[k]:.4g} {unit}",
            hint=self._elsewhere(),
        )

    def too_fast(self, s: Array, velocity: Array, slope: Array) -> InputError | None:
        """q̇ and q′ (N, n): the speed that is proposed keeps all joints within limits everywhere."""
        joints = self.robot.moving_joints
        limits = np.array([joint.limits.velocity for joint in joints])
        row, k, ratio = _largest(_shares(velocity, limits))
        if ratio <= 1 + ROUNDING:
            return None
        speed = _floor(self.curve.length / _largest(_shares(slope, limits))[2])
        slower = f"Set 'speed' to {speed:g} m/s" if speed else "Give it a limit above 0"
        unit = f"{_unit(joints[k].kind)}/s"
        return InputError(
            f"joint '{joints[k].name}' is too fast",
            where=self._where(float(s[row])),
            got=f"{abs(velocity[row, k]):.4g} {unit}",
            expected=f"at most {limits[k]:.4g} {unit}",
            hint=f"{slower}, or move the path.",
        )

    def _elsewhere(self) -> str:
        orientation = "" if self.turns else " set another 'orientation',"
        return f"Move the path,{orientation} or start from another 'posture'."

    def _where(self, s: float) -> str:
        x, y, z = self.curve.at(np.array([s])).point[0]
        return f"block '{self.block}', at {s:.4f} of the path, point [{x:.4f}, {y:.4f}, {z:.4f}] m"


def _shares(values: Array, limits: Array) -> Array:
    """|x| as parts of limits; any of one that is zero is too much, and none is not."""
    sizes = np.abs(values)
    over = np.where(sizes > ROUNDING, np.inf, 0.0)
    shares: Array = np.divide(sizes, limits, out=over, where=limits > 0)
    return shares


def _largest(table: Array) -> tuple[int, int, float]:
    row, k = np.unravel_index(np.argmax(table), table.shape)
    return int(row), int(k), float(table[row, k])


def _listed(names: list[str]) -> str:
    if len(names) == 1:
        return f"joint {names[0]}"
    return f"joints {', '.join(names[:-1])} and {names[-1]}"


def _unit(kind: str) -> str:
    return "m" if kind == "prismatic" else "rad"


def _floor(value: float) -> float:
    """To two digits, not above it."""
    if not value:
        return 0.0
    digit = 10.0 ** (math.floor(math.log10(value)) - 1)
    return math.floor(value / digit) * digit


@dataclass(frozen=True, eq=False)
class Guide:
    """`attitude` of the tool, or None if it may turn. `chain`: the joints that move it."""

    arm: Arm
    chain: JointChain
    curve: ToolCurve
    attitude: Attitude | None
    trouble: Trouble

    def along(self, posture: Array, s: Array) -> Followed:
        """Joint positions at s (N,), from a start near to the posture, and their derivatives."""
        task = Task(
            self.arm,
            self.curve,
            self.attitude,
            self.chain.length,
            self.chain.freedoms(self.attitude is None),
            self._start(posture),
        )
        knots = knots_along(task)
        if not knots.complete:
            raise self._lost(task, knots)
        followed = follow(task, knots, s)
        self._check(task, knots, s, followed)
        return followed

    def _start(self, posture: Array) -> Array:
        first = np.zeros(1)
        found = self._solutions(first, posture, limits=True)
        if found.found[0]:
            start: Array = found.q[0]
            return start
        free = self._solutions(first, posture, limits=False)
        if free.found[0]:
            beyond = self.trouble.beyond_limits(first, free.q)
            if beyond is not None:
                raise beyond
        raise self._out_of_reach(0.0, free)

    def _lost(self, task: Task, knots: Knots) -> InputError:
        """Beyond reach, if a point ahead is; else at a singularity."""
        s, q = float(knots.s[-1]), knots.q[-1]
        ahead = np.linspace(s, 1.0, TRIED)
        found = self._solutions(ahead, q, limits=False)
        if found.found.all():
            return self._singular(task, s, q, float(knots.derivatives.condition[-1]))
        reached = found.found
        for _ in range(ROUNDS - 1):
            first = int(np.argmin(reached))
            ahead = np.linspace(ahead[max(first - 1, 0)], ahead[first], TRIED)
            reached = self._solutions(ahead, q, limits=False).found
        return self._out_of_reach(float(ahead[np.argmin(reached)]), found)

    def _check(self, task: Task, knots: Knots, s: Array, followed: Followed) -> None:
        """No singularity on the way, and all joints within their limits."""
        bad = np.flatnonzero(_singular(followed))
        if bad.size:
            k = int(bad[0])
            place = np.linspace(s[max(k - 1, 0)], s[k], TRIED)
            raise self._crossing(task, knots, place)
        beyond = self.trouble.beyond_limits(s, followed.q)
        if beyond is not None:
            raise beyond

    def _crossing(self, task: Task, knots: Knots, s: Array) -> InputError:
        """The singularity between the first and the last s, at its worst."""
        for _ in range(ROUNDS):
            followed = follow(task, knots, s)
            k = int(np.argmax(followed.derivatives.condition))
            place, q = float(s[k]), followed.q[k]
            worst = float(followed.derivatives.condition[k])
            s = np.linspace(s[max(k - 1, 0)], s[min(k + 1, TRIED - 1)], TRIED)
        return self._singular(task, place, q, worst)

    def _solutions(self, s: Array, near: Array, *, limits: bool) -> Solutions:
        """By inverse kinematics; where there is none, the closest."""
        targets = points = self.curve.at(s).point
        if self.attitude is not None:
            targets = np.tile(np.eye(4), (len(s), 1, 1))
            targets[:, :3, :3], targets[:, :3, 3] = self.attitude.at(s).rotation, points
        return self.arm.inverse_kinematics(
            targets, near, position_only=self.attitude is None, limits=limits, closest=True
        )

    def _out_of_reach(self, s: float, closest: Solutions) -> InputError:
        position, angle = float(closest.miss_position.max()), float(closest.miss_angle.max())
        return self.trouble.out_of_reach(s, position, angle)

    def _singular(self, task: Task, s: float, q: Array, condition: float) -> InputError:
        idle = np.linalg.svd(task.jacobian(q[None])[0])[2][-1]
        return self.trouble.singular(s, idle, condition, LARGEST_CONDITION)


def _singular(followed: Followed) -> NDArray[np.bool_]:
    """(N,): where the Jacobian is singular, or has been on the way there."""
    _, derivatives, miss = followed
    crossed = derivatives.sign != derivatives.sign[0]
    return np.asarray(crossed | (derivatives.condition > LARGEST_CONDITION) | (miss > MET))
