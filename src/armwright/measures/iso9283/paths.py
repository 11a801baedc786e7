"""Accuracy and repeatability of a path; ISO 9283:1998, clauses 8.2 to 8.4."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measures.iso9283.checks import finite, radius_of, repeated, three_deviations

#: Planes across a path. A laboratory takes 10; more find the largest deviation better.
PLANES = 50


class CommandPath(NamedTuple):
    """`points` (m, 3) on it, m, and the unit vectors `tangents` (m, 3) along it there; `places`
    (m,): from 0 to 1 along its length."""

    points: Array
    tangents: Array
    places: Array


def command_path(position: ArrayLike, planes: int = PLANES) -> CommandPath:
    """Where planes across a commanded path (N, 3) are: in the middle of as many equal parts."""
    p = finite("command", position, -1, 3)
    steps = np.linalg.norm(np.diff(p, axis=0), axis=1)
    moving = np.r_[True, steps > 0]
    p, s = p[moving], np.r_[0.0, np.cumsum(steps)][moving]
    if len(p) < 3:
        raise InputError("the commanded path has no length", where="command")
    places = (np.arange(planes) + 0.5) / planes
    half = s[-1] / planes * 1e-3
    points, before, after = (_at(s, p, places * s[-1] + shift) for shift in (0.0, -half, half))
    ways = after - before
    return CommandPath(points, ways / np.linalg.norm(ways, axis=1)[:, None], places)


def _at(s: Array, p: Array, where: Array) -> Array:
    return np.stack([np.interp(where, s, column) for column in p.T], axis=1)


@dataclass(frozen=True, eq=False)
class Piercing:
    """Where an attained path goes through planes: between records `before` (m,) and the next, at
    the part `part` (m,) of the way."""

    before: NDArray[np.intp]
    part: Array

    def of(self, values: ArrayLike) -> Array:
        """Values (N, …) of the records, there: (m, …)."""
        given = np.asarray(values, dtype=np.float64)
        part = self.part.reshape(-1, *(1,) * (given.ndim - 1))
        found: Array = (1 - part) * given[self.before] + part * given[self.before + 1]
        return found


def piercing(position: ArrayLike, command: CommandPath) -> Piercing:
    """Where attained positions (N, 3) go forward through the planes across the commanded path; of
    several times, the one nearest to the command."""
    p = finite("position", position, -1, 3)
    points, tangents, _ = command
    beyond = p @ tangents.T - np.sum(points * tangents, axis=1)
    row, plane = np.nonzero((beyond[:-1] <= 0) & (beyond[1:] > 0))
    part = beyond[row, plane] / (beyond[row, plane] - beyond[row + 1, plane])
    there = p[row] + part[:, None] * (p[row + 1] - p[row])
    miss = np.linalg.norm(there - points[plane], axis=1)
    before = np.full(len(points), -1, dtype=np.intp)
    parts = np.zeros(len(points))
    for k in np.lexsort((-miss, plane)):  # the nearest comes last, and stays
        before[plane[k]], parts[plane[k]] = row[k], part[k]
    missed = np.flatnonzero(before < 0)
    if missed.size:
        raise InputError(
            "the attained path does not go through every plane across the commanded one",
            where="position",
            got=f"none at {command.places[missed[0]]:.2f} of the path",
            hint="Is the record cut short, or the arm far off its path?",
        )
    return Piercing(before, parts)


class PathFigures(NamedTuple):
    """AT_p and RT_p in m. `deviation` (m,) and `radius` (m,): of every plane, whose largest they
    are."""

    accuracy: float
    repeatability: float
    deviation: Array
    radius: Array


def path_figures(attained: ArrayLike, command: ArrayLike) -> PathFigures:
    """AT_p = max_i |x̄_i − x_ci|, RT_p = max_i (l̄_i + 3 S_li), of positions (n, m, 3) attained in n
    cycles in m planes across the commanded points (m, 3); 8.2 and 8.3."""
    p = repeated("attained", attained, -1, 3)
    c = finite("command", command, p.shape[1], 3)
    deviation = np.linalg.norm(p.mean(axis=0) - c, axis=1)
    radius = radius_of(p)
    return PathFigures(float(deviation.max()), float(radius.max()), deviation, radius)


def path_angle_figures(angles: ArrayLike) -> tuple[Array, Array]:
    """AT_a… = max_i |mean| and RT_a… = max_i 3 S, each (3,), of angles (n, m, 3) from the commanded
    orientations; 8.2 and 8.3, which no public source confirms for orientations."""
    a = repeated("angles", angles, -1, 3)
    return np.abs(a.mean(axis=0)).max(axis=0), three_deviations(a).max(axis=0)
