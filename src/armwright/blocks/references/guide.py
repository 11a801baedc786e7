"""Leading the tool of an arm along a curve, or saying why that cannot be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armwright.arm import Arm, Solutions
from armwright.arm.inverse.chain import JointChain
from armwright.arrays import Array
from armwright.blocks.references.attitude import Attitude
from armwright.blocks.references.curve import Curve
from armwright.blocks.references.following import (
    LARGEST_CONDITION,
    Followed,
    Knots,
    follow,
    knots_along,
)
from armwright.blocks.references.task import MET, Task
from armwright.blocks.references.trouble import Trouble
from armwright.errors import InputError

#: Points tried at once to find where something goes wrong, and how often, each time more finely.
TRIED, ROUNDS = 33, 3


@dataclass(frozen=True, eq=False)
class Guide:
    """`attitude` of the tool, or None if it may turn. `chain`: the joints that move it."""

    arm: Arm
    chain: JointChain
    curve: Curve
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
