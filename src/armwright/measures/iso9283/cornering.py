"""Deviations at the corners of a path; ISO 9283:1998, clause 8.5."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measures.iso9283.checks import finite

#: Steps along a path in which straight parts are looked for; rad: what is straight in a step; the
#: least part of the whole that a straight part has, and the least bend of a corner, rad.
_STEPS, _STRAIGHT, _LEAST, _BEND = 4000, 1e-3, 0.05, 0.2


class PathCorner(NamedTuple):
    """`place` (3,) in m; unit vectors `before` and `after` (3,) along the sides, as the tool moves;
    `reach`: half of the shorter side, m."""

    place: Array
    before: Array
    after: Array
    reach: float


class CornerDeviations(NamedTuple):
    """CR, the round-off, and CO, the overshoot, in m."""

    round_off: float
    overshoot: float


def corner_deviations(position: ArrayLike, corner: PathCorner) -> CornerDeviations:
    """Of an attained path (N, 3) near to a corner; 8.5.

    CR: the smallest distance between the corner and the path. CO: the largest distance from the
    second side, on its outer side alone, after the corner; 0 if there is none.
    """
    p = finite("position", position, -1, 3)
    from_corner = p - corner.place
    near = np.linalg.norm(from_corner, axis=1) <= 2 * corner.reach
    if not near.any():
        raise InputError(
            "the attained path does not come near to the corner",
            where="position",
            got=f"{np.linalg.norm(from_corner, axis=1).min():.3g} m away",
        )
    along = from_corner @ corner.after
    aside = from_corner - along[:, None] * corner.after
    outward = corner.before - (corner.before @ corner.after) * corner.after
    outside = (along > 0) & (along <= corner.reach) & (aside @ outward > 0)
    distance = np.linalg.norm(aside, axis=1)
    return CornerDeviations(_distance(p, corner.place), float(distance[outside].max(initial=0.0)))


def _distance(path: Array, point: Array) -> float:
    """Of a point from the straight pieces between records."""
    a, way = path[:-1], np.diff(path, axis=0)
    square = np.maximum(np.sum(way**2, axis=1), np.finfo(float).tiny)
    part = np.clip(np.sum((point - a) * way, axis=1) / square, 0.0, 1.0)
    return float(np.linalg.norm(a + part[:, None] * way - point, axis=1).min())


def corners_of(command: ArrayLike) -> list[PathCorner]:
    """The corners of a commanded path (N, 3): where straight sides would meet, also if they are
    rounded. The beginning of a closed path is none: corners need a side before them."""
    p = finite("command", command, -1, 3)
    steps = np.linalg.norm(np.diff(p, axis=0), axis=1)
    kept = np.r_[True, steps > 0]
    s = np.r_[0.0, np.cumsum(steps)][kept]
    if len(s) < 3:
        raise InputError("the commanded path has no length", where="command")
    at = np.linspace(0.0, s[-1], _STEPS + 1)
    q = np.stack([np.interp(at, s, column) for column in p[kept].T], axis=1)
    sides = _straight(q)
    corners = []
    for (a, b), (c, d) in pairwise(sides):
        before, after = ((y - x) / np.linalg.norm(y - x) for x, y in ((a, b), (c, d)))
        # Where the tool turns back there is no second side to overshoot.
        if _BEND < np.arccos(np.clip(before @ after, -1.0, 1.0)) < np.pi - _BEND:
            place = _meeting(b, before, c, after)
            reach = 0.5 * min(np.linalg.norm(place - a), np.linalg.norm(d - place))
            corners.append(PathCorner(place, before, after, float(reach)))
    if not corners:
        raise InputError(
            "the commanded path has no corners with straight sides",
            where="command",
            hint="CR and CO are for the rectangle.",
        )
    return corners


def _straight(q: Array) -> list[tuple[Array, Array]]:
    """Beginning and end of each straight part of a path with equal steps."""
    ways = np.diff(q, axis=0)
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    turns = np.linalg.norm(np.diff(ways, axis=0), axis=1)
    ends = np.r_[0, np.flatnonzero(turns > _STRAIGHT) + 1, len(ways)]
    return [(q[i + 1], q[j - 1]) for i, j in pairwise(ends.tolist()) if j - i > _LEAST * len(ways)]


def _meeting(a: Array, u: Array, b: Array, v: Array) -> Array:
    """Half way between the nearest points of two lines."""
    matrix = np.stack([u, -v], axis=1)
    (s, t), *_ = np.linalg.lstsq(matrix, b - a, rcond=None)
    place: Array = (a + s * u + b + t * v) / 2
    return place
