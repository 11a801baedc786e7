"""Curves in space for a tool to follow: straight lines and parts of circles."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from armwright.arrays import Array

#: Points nearer to a line than this, by their distances, have no circle worth the name.
STRAIGHT = 1e-9


class Course(NamedTuple):
    """Points of a curve and the derivatives p′(s) and p″(s), each (N, 3), in m."""

    point: Array
    slope: Array
    bend: Array


class ToolCurve(Protocol):
    """p(s) from s = 0 to 1, with |p′| = `length` everywhere."""

    @property
    def length(self) -> float:
        """In m."""

    @property
    def corners(self) -> tuple[float, ...]:
        """Rising s, without 0 and 1, where the direction jumps: the tool has to rest there.

        At a corner `at` gives the derivatives behind it.
        """

    def at(self, s: Array) -> Course:
        """At s (N,)."""


@dataclass(frozen=True, eq=False)
class Line:
    """p = b + (e − b) s."""

    begin: Array
    end: Array

    @property
    def length(self) -> float:
        return float(np.linalg.norm(self.end - self.begin))

    @property
    def corners(self) -> tuple[float, ...]:
        return ()

    def at(self, s: Array) -> Course:
        # Counted from both ends, so that each is met exactly.
        p = (1 - s)[:, None] * self.begin + s[:, None] * self.end
        slope = np.broadcast_to(self.end - self.begin, p.shape)
        return Course(p, slope, np.zeros_like(p))

    def part(self, first: float, last: float) -> Line:
        """From s = first to s = last."""
        begin, end = self.at(np.array([first, last])).point
        return Line(begin, end)


@dataclass(frozen=True, eq=False)
class Arc:
    """p = c + x cos(αs) + y sin(αs); x and y perpendicular, both of the radius' length."""

    centre: Array
    x: Array
    y: Array
    angle: float

    @property
    def length(self) -> float:
        return abs(self.angle) * float(np.linalg.norm(self.x))

    @property
    def corners(self) -> tuple[float, ...]:
        return ()

    def at(self, s: Array) -> Course:
        cosine, sine = np.cos(self.angle * s)[:, None], np.sin(self.angle * s)[:, None]
        out = cosine * self.x + sine * self.y
        along = cosine * self.y - sine * self.x
        return Course(self.centre + out, self.angle * along, -(self.angle**2) * out)

    def part(self, first: float, last: float) -> Arc:
        """From s = first to s = last."""
        cosine, sine = math.cos(self.angle * first), math.sin(self.angle * first)
        x, y = cosine * self.x + sine * self.y, cosine * self.y - sine * self.x
        return Arc(self.centre, x, y, self.angle * (last - first))

    @property
    def reversed(self) -> Arc:
        """The same points in the other direction."""
        end = self.part(1.0, 1.0)
        return Arc(self.centre, end.x, -end.y, self.angle)


def arc_through(begin: Array, via: Array, end: Array) -> Arc | None:
    """None if the points are on one line."""
    a, b = via - begin, end - begin
    n = np.cross(a, b)
    size = float(np.linalg.norm(n))
    if size <= STRAIGHT * float(np.linalg.norm(a)) * float(np.linalg.norm(b)):
        return None
    to_centre = np.cross((a @ a) * b - (b @ b) * a, n) / (2 * size**2)
    x = -to_centre
    y = np.cross(n / size, x)
    out = b - to_centre
    angle = math.atan2(float(out @ y), float(out @ x)) % (2 * math.pi)
    return Arc(begin + to_centre, x, y, angle)


def arc_from(begin: Array, direction: Array, end: Array) -> Arc | Line:
    """It leaves `begin` in the `direction` (a unit vector); a line if the end is straight ahead."""
    chord = end - begin
    ahead = float(chord @ direction)
    across = chord - ahead * direction
    aside = float(np.linalg.norm(across))
    if aside <= STRAIGHT * float(np.linalg.norm(chord)):
        return Line(begin, end)
    radius = float(chord @ chord) / (2 * aside)
    out = -across * (radius / aside)
    return Arc(begin - out, out, radius * direction, 2 * math.atan2(aside, ahead))
