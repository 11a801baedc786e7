"""The branches of closed forms, put together from the parts of an arm."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arm.inverse.chain import Chain
from armwright.arm.inverse.geometry import meeting_point
from armwright.arm.inverse.parts import Elbow, Waist, Wrist, turned
from armwright.arrays import Array
from armwright.multibody.placement import Placement
from armwright.multibody.spatial import Vector, vector_of


@dataclass(frozen=True, eq=False)
class Branch:
    """`name`: one sign for each choice; tells branches apart. `angles`: of the chain's joints."""

    name: tuple[int, ...]
    angles: tuple[cs.SX, ...]


#: From the target and the start (of the chain's joints) to all branches.
Solve = Callable[[Placement, list[cs.SX]], list[Branch]]
SIDES = (1, -1)


def two_parallel_axes(chain: Chain) -> Solve:
    elbow = Elbow.of(chain.points, chain.axes, chain.tool.translation)

    def solve(target: Placement, start: list[cs.SX]) -> list[Branch]:
        pairs = elbow.angles(target.translation, start[0])
        return [Branch((side,), pair) for side, pair in zip(SIDES, pairs, strict=True)]

    return solve


def three_axes(chain: Chain) -> Solve:
    arm = _Arm(chain, chain.tool.translation, chain.tool.translation)

    def solve(target: Placement, start: list[cs.SX]) -> list[Branch]:
        return arm.branches(arm.waist.seen(target.translation), start)

    return solve


def spherical_wrist(chain: Chain) -> Solve:
    centre, _ = meeting_point(chain.points[3:], chain.axes[3:])
    arm = _Arm(chain, centre, centre)
    wrist = Wrist(arm.axes[3:])
    hand = _Hand(chain, arm.waist, wrist, centre)

    def solve(target: Placement, start: list[cs.SX]) -> list[Branch]:
        place, last, mark = hand.seen(target)
        found = []
        for branch in arm.branches(place, start):
            q1, q2, q3 = branch.angles
            lift = q2 + arm.elbow.sign * q3
            a, b = (turned(arm.axes[1], -lift, turned(arm.axes[0], -q1, v)) for v in (last, mark))
            for flip, triple in zip(SIDES, wrist.angles(a, b, start[3]), strict=True):
                found.append(Branch((*branch.name, flip), (*branch.angles, *triple)))
        return found

    return solve


def three_parallel_axes(chain: Chain) -> Solve:
    """Seen from behind the first axis, axes 2 to 4 turn the hand like one, and 5 and 6 follow: a
    wrist whose first angle is the sum of three. The elbow then places axis 4."""
    centre, _ = meeting_point(chain.points[4:], chain.axes[4:])
    arm = _Arm(chain, chain.points[3], centre)
    wrist = Wrist(arm.axes[[1, 4, 5]])
    hand = _Hand(chain, arm.waist, wrist, centre)
    sign3, sign4 = (float(np.sign(arm.axes[1] @ arm.axes[k])) for k in (2, 3))
    offset = vector_of(arm.waist.axes @ (centre - chain.points[3]))

    def solve(target: Placement, start: list[cs.SX]) -> list[Branch]:
        place, last, mark = hand.seen(target)
        free = start[1] + sign3 * start[2] + sign4 * start[3]
        found = []
        for side, q1 in zip(SIDES, arm.waist.angles(place, start[0]), strict=True):
            p, a, b = (turned(arm.axes[0], -q1, v) for v in (place, last, mark))
            for flip, (lift, q5, q6) in zip(SIDES, wrist.angles(a, b, free), strict=True):
                end = p - turned(arm.axes[1], lift, offset)
                for bend, (q2, q3) in zip(SIDES, arm.elbow.angles(end, start[1]), strict=True):
                    q4 = sign4 * (lift - q2 - sign3 * q3)
                    found.append(Branch((side, flip, bend), (q1, q2, q3, q4, q5, q6)))
        return found

    return solve


class _Arm:
    """The first three axes: the waist is turned by where `held` is, the elbow places `end`.

    `axes` are all directions of the chain, seen in the waist's axes.
    """

    def __init__(self, chain: Chain, end: Array, held: Array) -> None:
        self.waist = Waist.of(chain.points, chain.axes, held)
        seen = self.waist.axes.T
        self.axes = chain.axes @ seen
        points = (np.vstack([chain.points[1:3], end]) - self.waist.origin) @ seen
        self.elbow = Elbow.of(points[:2], self.axes[1:3], points[2])

    def branches(self, place: Vector, start: list[cs.SX]) -> list[Branch]:
        found = []
        for side, q1 in zip(SIDES, self.waist.angles(place, start[0]), strict=True):
            pairs = self.elbow.angles(turned(self.axes[0], -q1, place), start[1])
            for bend, pair in zip(SIDES, pairs, strict=True):
                found.append(Branch((side, bend), (q1, *pair)))
        return found


class _Hand:
    """What the target says about the wrist: where its centre is, and its last axis and mark."""

    def __init__(self, chain: Chain, waist: Waist, wrist: Wrist, centre: Array) -> None:
        into_tool = chain.tool.rotation.T
        self.waist = waist
        self.centre = vector_of(into_tool @ (centre - chain.tool.translation))
        self.last, self.mark = (
            vector_of(into_tool @ waist.axes.T @ v) for v in (wrist.axes[2], wrist.mark)
        )

    def seen(self, target: Placement) -> tuple[Vector, Vector, Vector]:
        """All in the waist's axes."""
        R, axes = target.rotation, self.waist.matrix
        place = self.waist.seen(R @ self.centre + target.translation)
        return place, axes @ (R @ self.last), axes @ (R @ self.mark)
