"""Closed loops: what keeps two frames together, as constraints Φ(q) = 0 with the Jacobian Ψ.

All vectors are in the axes of the last body that carries both frames (the base, if there is none):
what moves both alike is not in the equations. Position rows are the way from the first origin to
the second; rotation rows vanish where axes agree: u · a for an axis a of the second frame and u of
the first, perpendicular to it. Their rates are those of the second frame against the first, so
that a multiplier is a force or moment on the second link.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.multibody.mechanism import Mechanism
from armwright.multibody.placement import Placement
from armwright.multibody.rows import Row, combination
from armwright.multibody.spatial import (
    Matrix,
    Scalar,
    Vector,
    minus,
    plus,
    times,
    vector_of,
)
from armwright.robot.loop import LoopClosure


@dataclass(frozen=True)
class Closing:
    """A constraint of a loop: its residual, its row of Ψ, and what its multiplier is: a force
    along or (`turns`) a moment about `direction`, on the second link at the second frame's origin;
    in the axes of the body that carries both ends."""

    residual: Scalar
    row: Row
    turns: bool
    direction: Vector


@dataclass(frozen=True)
class ClosedLoop:
    """The constraints of a loop. `carrier`: the last body that carries both its ends (−1: the
    base); `first` and `second`: its frames, seen from there."""

    loop: LoopClosure
    closings: tuple[Closing, ...]
    carrier: int
    first: Placement
    second: Placement


def closed_loop(
    mechanism: Mechanism, loop: LoopClosure, ends: tuple[Placement, Placement]
) -> ClosedLoop:
    """`ends`: the frames in their links."""
    bodies, places = [], []
    for end, own in zip(loop.ends, ends, strict=True):
        body, link = mechanism.links[end.link]
        bodies.append(body)
        places.append(link @ own)
    paths = [mechanism.path_to_base(body) for body in bodies]
    carrier = next((k for k in paths[0] if k in paths[1]), -1)
    ways = [path[: path.index(carrier)] if carrier >= 0 else path for path in paths]
    poses: dict[int, Placement] = {}
    for way in ways:
        before = Placement()
        for k in reversed(way):
            before = poses[k] = _placed(mechanism, k, before)
    first, second = (
        (poses[body] if body != carrier else Placement()) @ place
        for body, place in zip(bodies, places, strict=True)
    )
    turning = _Turning(mechanism, poses, ways)
    found = tuple(_closings(loop, first, second, turning))
    return ClosedLoop(loop, found, carrier, first, second)


def _placed(mechanism: Mechanism, k: int, parent: Placement) -> Placement:
    body = mechanism.bodies[k]
    rows = tuple(body.rotation.back(row) for row in parent.rotation.rows)
    place = parent.translation + parent.rotation @ body.origin
    return Placement(Matrix(rows), place)  # type: ignore[arg-type]


@dataclass(frozen=True)
class _Turning:
    """The joints on both ways from the carrier to the ends."""

    mechanism: Mechanism
    poses: dict[int, Placement]
    ways: Sequence[Sequence[int]]

    def along(self, direction: Vector, point: Vector) -> Row:
        """The rate of the second end's origin, seen from the first frame, along a direction that
        is fixed there; `point`: where that origin is."""
        found: dict[int, Scalar] = {}
        for sign, way in zip((-1.0, 1.0), self.ways, strict=True):
            for k in way:
                axis = self.poses[k].rotation @ Vector(z=1.0)
                if self.mechanism.bodies[k].prismatic:
                    rate = axis.dot(direction)
                else:
                    rate = axis.cross(point - self.poses[k].translation).dot(direction)
                self._add(found, k, times(sign, rate))
        return _without_zeros(found)

    def about(self, direction: Vector) -> Row:
        """The rate at which the second frame turns against the first."""
        found: dict[int, Scalar] = {}
        for sign, way in zip((-1.0, 1.0), self.ways, strict=True):
            for k in way:
                if not self.mechanism.bodies[k].prismatic:
                    axis = self.poses[k].rotation @ Vector(z=1.0)
                    self._add(found, k, times(sign, axis.dot(direction)))
        return _without_zeros(found)

    def _add(self, row: dict[int, Scalar], k: int, rate: Scalar) -> None:
        for coordinate, share in self.mechanism.bodies[k].along.items():
            row[coordinate] = plus(row.get(coordinate, 0.0), times(share, rate))


def _without_zeros(row: dict[int, Scalar]) -> Row:
    return {k: v for k, v in row.items() if not (type(v) is float and v == 0.0)}


def _closings(
    loop: LoopClosure, first: Placement, second: Placement, turning: _Turning
) -> list[Closing]:
    gap = second.translation - first.translation
    u, w = (first.rotation @ vector_of(side) for side in across(loop.axis))
    if loop.kind == "prismatic":
        directions = [u, w]
    else:
        directions = [Vector(x=1.0), Vector(y=1.0), Vector(z=1.0)]
    point = second.translation
    found = [Closing(gap.dot(e), turning.along(e, point), False, e) for e in directions]
    pairs: list[tuple[tuple[Vector, Vector], ...]] = []
    if loop.kind == "revolute":
        axis = second.rotation @ vector_of(loop.axis)
        pairs = [((axis, u),), ((axis, w),)]
    elif loop.kind in ("prismatic", "weld"):
        (x1, y1, z1), (x2, y2, z2) = first.rotation.T.rows, second.rotation.T.rows
        pairs = [((y2, z1), (z2, y1)), ((z2, x1), (x2, z1)), ((x2, y1), (y2, x1))]
    for (a, b), *rest in pairs:
        residual, moment = b.dot(a), a.cross(b)
        for c, d in rest:
            residual = times(0.5, minus(residual, d.dot(c)))
            moment = (moment - c.cross(d)) * 0.5
        found.append(Closing(residual, turning.about(moment), True, moment))
    return found


def across(axis: Array) -> tuple[Array, Array]:
    """Two unit vectors that stand on an axis and on each other."""
    helper = np.eye(3)[(int(np.argmax(np.abs(axis))) + 1) % 3]
    u = helper - axis * float(axis @ helper)
    u /= np.linalg.norm(u)
    return u, np.cross(axis, u)


def product_rate(closings: Sequence[Closing], q: cs.SX, v: cs.SX) -> cs.SX:
    """Ψ̇ q̇: the second derivative of Φ without accelerations, by directional derivatives."""
    speeds = cs.vertsplit(v)
    rates = cs.vertcat(*(cs.SX(combination(one.row, speeds)) for one in closings))
    return cs.jtimes(rates, q, v)
