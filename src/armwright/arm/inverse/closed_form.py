"""Closed forms: which arms have one, found from how their axes lie, and all its branches.

- two parallel axes: the tool's place in a plane, 2 branches;
- three axes, of which 2 and 3 are parallel: the tool's place, 4 branches;
- six axes, 2 and 3 parallel, the last three through one point (Pieper 1968; Paul 1981): 8 branches;
- six axes, 2, 3 and 4 parallel, 5 and 6 meeting (Hawkins 2013 for the UR arms): 8 branches.
All axes turn. Signs, zero positions, and offsets along and between axes are arbitrary.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arm.inverse.chain import JointChain
from armwright.arm.inverse.parts import Elbow, Waist, Wrist, meeting_point, parallel, turned
from armwright.arrays import Array
from armwright.multibody.placement import Placement
from armwright.multibody.spatial import Vector, vector_of

#: How far (rad, or m per metre of arm) axes may be from parallel or from meeting. The closed form
#: is that of the ideal arm; where it misses the real one, steps of damped least squares follow.
CLOSE, EXACT = 1e-4, 1e-12
#: Below this (rad, or m per metre of arm) an angle or a distance is too small to divide by.
SMALL = 1e-2
#: The two signs of a choice.
SIDES = (1, -1)


@dataclass(frozen=True, eq=False)
class Branch:
    """`name`: one sign for each choice; tells branches apart. `angles`: of the chain's joints."""

    name: tuple[int, ...]
    angles: tuple[cs.SX, ...]


#: From the target and the start (of the chain's joints) to all branches.
Solve = Callable[[Placement, list[cs.SX]], list[Branch]]


@dataclass(frozen=True, eq=False)
class ClosedForm:
    """`exact`: it solves the arm itself, not only an ideal one that is close to it."""

    kind: str
    solve: Solve
    exact: bool


def closed_form(chain: JointChain, position_only: bool) -> ClosedForm | None:
    """The closed form of the chain, None if it has none of these."""
    for kind, recognise, build in _FORMS:
        if chain.all_revolute and recognise(_Axes(chain, CLOSE), position_only):
            exact = recognise(_Axes(chain, EXACT), position_only)
            return ClosedForm(kind, build(chain), exact)
    return None


def two_parallel_axes(chain: JointChain) -> Solve:
    elbow = Elbow.of(chain.points, chain.axes, chain.tool.translation)

    def solve(target: Placement, start: list[cs.SX]) -> list[Branch]:
        pairs = elbow.angles(target.translation, start[0])
        return [Branch((side,), pair) for side, pair in zip(SIDES, pairs, strict=True)]

    return solve


def three_axes(chain: JointChain) -> Solve:
    arm = _FirstThree(chain, chain.tool.translation, chain.tool.translation)

    def solve(target: Placement, start: list[cs.SX]) -> list[Branch]:
        return arm.branches(arm.waist.seen(target.translation), start)

    return solve


def spherical_wrist(chain: JointChain) -> Solve:
    centre, _ = meeting_point(chain.points[3:], chain.axes[3:])
    arm = _FirstThree(chain, centre, centre)
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


def three_parallel_axes(chain: JointChain) -> Solve:
    """Seen from behind the first axis, axes 2 to 4 turn the hand like one, and 5 and 6 follow: a
    wrist whose first angle is the sum of three. The elbow then places axis 4."""
    centre, _ = meeting_point(chain.points[4:], chain.axes[4:])
    arm = _FirstThree(chain, chain.points[3], centre)
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


class _FirstThree:
    """The first three axes: the waist is turned by where `held` is, the elbow places `end`.

    `axes` are all directions of the chain, seen in the waist's axes.
    """

    def __init__(self, chain: JointChain, end: Array, held: Array) -> None:
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

    def __init__(self, chain: JointChain, waist: Waist, wrist: Wrist, centre: Array) -> None:
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


@dataclass(frozen=True, eq=False)
class _Axes:
    """How the axes of a chain lie, numbered from 1; the tool counts as the last point."""

    chain: JointChain
    tolerance: float

    @property
    def count(self) -> int:
        return len(self.chain.axes)

    def along(self, *numbers: int) -> bool:
        """Whether all are parallel."""
        first, *others = (self.chain.axes[k - 1] for k in numbers)
        return all(parallel(first, other, self.tolerance) for other in others)

    def oblique(self, a: int, b: int) -> bool:
        """Whether two are far from parallel."""
        return not parallel(self.chain.axes[a - 1], self.chain.axes[b - 1], SMALL)

    def meet(self, *numbers: int) -> bool:
        """Whether all go through one point, each oblique to the next."""
        if not all(self.oblique(k, k + 1) for k in numbers[:-1]):
            return False
        return self.centre(*numbers)[1] <= self.tolerance * self.chain.length

    def centre(self, *numbers: int) -> tuple[Array, float]:
        some = [k - 1 for k in numbers]
        return meeting_point(self.chain.points[some], self.chain.axes[some])

    def spread(self, axis: int, *ends: Array) -> bool:
        """Whether each point is at a distance from the next, seen along an axis."""
        gaps = np.diff(np.array(ends), axis=0)
        across = np.linalg.norm(np.cross(gaps, self.chain.axes[axis - 1]), axis=1)
        return bool(across.min() > SMALL * self.chain.length)


def _is_two_parallel_axes(axes: _Axes, position_only: bool) -> bool:
    return (
        axes.count == 2
        and position_only
        and axes.along(1, 2)
        and axes.spread(1, *axes.chain.points, axes.chain.tool.translation)
    )


def _is_usual_arm(axes: _Axes, end: Array) -> bool:
    """Axes 1 to 3 as of a usual arm, which places `end`."""
    return axes.along(2, 3) and axes.oblique(1, 2) and axes.spread(2, *axes.chain.points[1:3], end)


def _is_three_axes(axes: _Axes, position_only: bool) -> bool:
    return axes.count == 3 and position_only and _is_usual_arm(axes, axes.chain.tool.translation)


def _is_spherical_wrist(axes: _Axes, position_only: bool) -> bool:
    if axes.count != 6 or position_only or not axes.meet(4, 5, 6):
        return False
    return _is_usual_arm(axes, axes.centre(4, 5, 6)[0])


def _is_three_parallel_axes(axes: _Axes, position_only: bool) -> bool:
    if axes.count != 6 or position_only or not axes.along(2, 3, 4) or not axes.meet(5, 6):
        return False
    return axes.oblique(4, 5) and _is_usual_arm(axes, axes.chain.points[3])


_FORMS: tuple[tuple[str, Callable[[_Axes, bool], bool], Callable[[JointChain], Solve]], ...] = (
    ("two parallel axes", _is_two_parallel_axes, two_parallel_axes),
    ("three axes, two of them parallel", _is_three_axes, three_axes),
    ("spherical wrist", _is_spherical_wrist, spherical_wrist),
    ("three parallel axes", _is_three_parallel_axes, three_parallel_axes),
)
