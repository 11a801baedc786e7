"""Joint positions along a curve of the tool: from knot to knot first, then everywhere at once.

What the joints have to do are equations F(q, s) = 0. The tool's position counts, and its
orientation unless that is left free. Where this leaves joints to spare, further rows keep q − q₀
free of the directions that do not move the tool at the start (an extended Jacobian, Baillieul 1985,
with constant rows): unlike with a pseudo-inverse, a closed curve then leads back to the joint
positions it started from. Where an arm has fewer joints than there are equations, as a planar one,
they are met by least squares, without a remainder.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from armwright.arm import Arm
from armwright.arrays import Array
from armwright.blocks.references.attitude import Attitude
from armwright.blocks.references.curves import ToolCurve

#: F is met to this (rad, and by the arm's length).
MET = 1e-12
#: Newton's method stops when it is this good, or after so many steps.
ROUNDING, STEPS = 1e-14, 6
#: rad: along q′, for the derivative of the Jacobian; good to about 1e-10.
DIFFERENCE = 1e-5
#: How far a joint moves from knot to knot at most (rad or m): near enough not to change the branch.
LARGEST_MOVE = 0.1
#: Of the curve: steps that would have to be smaller lead nowhere.
SMALLEST_STEP = 1e-9
#: A Jacobian with a larger condition number is too near to a singularity. A good one has about 20.
LARGEST_CONDITION = 1000.0
#: Rows worked on together: they stay in the caches.
CHUNK = 2048


class Derivatives(NamedTuple):
    """q′(s) and q″(s), each (N, n); and (N,) the condition number of the Jacobian and the sign of
    its determinant (0 if it is not square): where either jumps or blows up, there is a singularity.
    """

    slope: Array
    bend: Array
    condition: Array
    sign: Array


@dataclass(frozen=True, eq=False)
class Task:
    """`attitude` of the tool, or None if it may turn; `start` (n,) is q at s = 0.

    Positions are counted by the arm's `length`, which makes them comparable with angles.
    `freedoms`: in how many directions the joints can move what counts.
    """

    arm: Arm
    curve: ToolCurve
    attitude: Attitude | None
    length: float
    freedoms: int
    start: Array

    @cached_property
    def kept(self) -> Array:
        """(k, n): directions in which the joints do not move the tool at the start."""
        return np.linalg.svd(self._tool_jacobian(self.start[None])[0])[2][self.freedoms :]

    def error(self, q: Array, s: Array) -> Array:
        """F (N, m); the rotation as a vector, sin θ about its axis."""
        T = self.arm.pose(q)
        parts = [(self.curve.at(s).point - T[:, :3, 3]) / self.length]
        if self.attitude is not None:
            wanted = self.attitude.at(s).rotation
            parts.append(np.cross(T[:, :3, :3], wanted, axis=1).sum(axis=2) / 2)
        return np.concatenate([*parts, (self.start - q) @ self.kept.T], axis=1)

    def jacobian(self, q: Array) -> Array:
        """−∂F/∂q, (N, m, n)."""
        J = self._tool_jacobian(q)
        return np.concatenate([J, np.broadcast_to(self.kept, (len(q), *self.kept.shape))], axis=1)

    def settled(self, q: Array, s: Array) -> tuple[Array, Array]:
        """Newton's method from q (N, n): the solutions at s, and the largest element of F there."""
        e = self.error(q, s)
        for _ in range(STEPS):
            if np.abs(e).max(initial=0.0) <= ROUNDING:
                break
            q = q + _times(_inverse(self.jacobian(q))[0], e)
            e = self.error(q, s)
        return q, np.abs(e).max(axis=1)

    def derivatives(self, q: Array, s: Array) -> Derivatives:
        """Along the curve, at solutions q: J q′ = (p′, ω), J q″ = (p″, ω′) − J′ q′."""
        J = self.jacobian(q)
        first, second = self._rows(s, J)
        inverse, condition, sign = _inverse(J)
        slope = _times(inverse, first)
        size = np.abs(slope).max(axis=1, keepdims=True)
        step = DIFFERENCE * slope / np.where(size > 0, size, 1.0)
        turning = (self.jacobian(q + step) - self.jacobian(q - step)) / (2 * DIFFERENCE)
        bend = _times(inverse, second - _times(turning, slope) * size)
        return Derivatives(slope, bend, condition, sign)

    def _tool_jacobian(self, q: Array) -> Array:
        J = self.arm.jacobian(q)[:, : 3 if self.attitude is None else 6]
        J[:, :3] /= self.length
        return J

    def _rows(self, s: Array, J: Array) -> tuple[Array, Array]:
        """(N, m) each: the first and second derivative by s of what the joints have to meet."""
        first, second = np.zeros((2, *J.shape[:2]))
        course = self.curve.at(s)
        first[:, :3], second[:, :3] = course.slope / self.length, course.bend / self.length
        if self.attitude is not None:
            _, first[:, 3:6], second[:, 3:6] = self.attitude.at(s)
        return first, second


def _times(A: Array, x: Array) -> Array:
    product: Array = (A @ x[..., None])[..., 0]
    return product


def _inverse(J: Array) -> tuple[Array, Array, Array]:
    """(JᵀJ)⁻¹Jᵀ, or J⁻¹ if J is square; ‖J‖‖J⁻¹‖, and the determinant's sign."""
    square = J.shape[1] == J.shape[2]
    Jt = np.swapaxes(J, 1, 2)
    A = J if square else Jt @ J
    sign = np.sign(np.linalg.det(A))
    singular = sign == 0
    # A single singular matrix would make NumPy refuse them all.
    A = np.where(singular[:, None, None], np.eye(A.shape[1]), A)
    inverse: Array = np.asarray(np.linalg.inv(A), np.float64)
    if not square:
        inverse = inverse @ Jt
    condition = np.linalg.norm(J, axis=(1, 2)) * np.linalg.norm(inverse, axis=(1, 2))
    condition[singular] = np.inf
    return inverse, condition, sign if square else 0 * sign


class Knots(NamedTuple):
    """Along the curve as far as it can be followed: s (k,), q (k, n) and derivatives there."""

    s: Array
    q: Array
    derivatives: Derivatives

    @property
    def complete(self) -> bool:
        """Whether they lead to the end of the curve."""
        return bool(self.s[-1] == 1.0)

    def between(self, s: Array) -> Array:
        """(N, n): the cubics that have the knots' q and q′. SciPy's take longer to import than all
        joint positions to find."""
        k = np.clip(np.searchsorted(self.s, s, side="right") - 1, 0, len(self.s) - 2)
        x, width = (s - self.s[k])[:, None], np.diff(self.s)[k, None]
        first, second = self.derivatives.slope[k], self.derivatives.slope[k + 1]
        secant = (self.q[k + 1] - self.q[k]) / width
        bend = (first + second - 2 * secant) / width
        second_order, third_order = (secant - first) / width - bend, bend / width
        square = x * x
        cubics: Array = self.q[k] + first * x + second_order * square + third_order * (square * x)
        return cubics


class Followed(NamedTuple):
    """q (N, n) along the curve, its derivatives, and how well it meets the curve (N,)."""

    q: Array
    derivatives: Derivatives
    miss: Array


def knots_along(task: Task) -> Knots:
    """Steps along q′, each brought back to the curve, as far as they go; none crosses a corner."""
    s, q = 0.0, task.start
    found: list[tuple[float, Array, Derivatives]] = []
    while True:
        derivatives = task.derivatives(q[None], np.array([s]))
        found.append((s, q, derivatives))
        if s == 1.0 or derivatives.condition[0] > LARGEST_CONDITION:
            break
        end = next((corner for corner in task.curve.corners if corner > s), 1.0)
        after = _step(task, s, q, derivatives.slope[0], end)
        if after is None:
            break
        s, q = after
    places, positions, slopes = zip(*found, strict=True)
    return Knots(np.array(places), np.array(positions), _joined(slopes))


def _step(task: Task, s: float, q: Array, slope: Array, end: float) -> tuple[float, Array] | None:
    """The next knot, not behind `end`; None where no step however small stays near to q′."""
    fastest = float(np.abs(slope).max())
    step = min(end - s, LARGEST_MOVE / fastest) if fastest > 0 else end - s
    while step > SMALLEST_STEP or step == end - s:
        there = end if step == end - s else s + step
        guess = q + (there - s) * slope
        after, miss = task.settled(guess[None], np.array([there]))
        if miss[0] <= MET and np.abs(after[0] - guess).max() <= LARGEST_MOVE / 2:
            return there, after[0]
        step /= 2
    return None


def follow(task: Task, knots: Knots, s: Array) -> Followed:
    """At all s (N,), from guesses between the knots."""
    positions, derivatives, misses = [], [], []
    for k in range(0, len(s), CHUNK):
        part = s[k : k + CHUNK]
        q, miss = task.settled(knots.between(part), part)
        positions.append(q)
        misses.append(miss)
        derivatives.append(task.derivatives(q, part))
    return Followed(np.concatenate(positions), _joined(derivatives), np.concatenate(misses))


def _joined(parts: list[Derivatives] | tuple[Derivatives, ...]) -> Derivatives:
    return Derivatives(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
