"""Closed forms of parts of an arm: its first axis, its elbow, its wrist.

Each is a triangle, flat or on a sphere, or a turn that brings one vector onto another (Paden 1986;
Elias and Wen 2022 put together which arms these parts solve). Angles come from half-angle formulas
and atan2, never from acos, which loses half the digits where an arm is stretched or its wrist
straight. What a triangle cannot reach is clamped: the nearest angle comes out, and
forward kinematics tells how far it misses.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.multibody.spatial import Matrix, Scalar, Vector, matrix_of, times, vector_of

#: Points this close to an axis (m), and axes this close to parallel (rad), count as exactly there:
#: the angle about that axis is free then.
SINGULAR = 1e-12


def unit(v: Array) -> Array:
    length: Array = v / np.linalg.norm(v)
    return length


def angle_between(a: Array, b: Array) -> float:
    """0 to π."""
    return math.atan2(float(np.linalg.norm(np.cross(a, b))), float(a @ b))


def parallel(a: Array, b: Array, tolerance: float) -> bool:
    """In the same or in opposite directions."""
    return float(np.linalg.norm(np.cross(a, b))) <= tolerance


def meeting_point(points: Array, axes: Array) -> tuple[Array, float]:
    """The point nearest to some lines that are not all parallel, and how far the farthest is."""
    across = [np.eye(3) - np.outer(h, h) for h in axes]
    total = np.sum([A @ p for A, p in zip(across, points, strict=True)], axis=0)
    point = np.linalg.solve(np.sum(across, axis=0), total)
    gaps = [np.linalg.norm(A @ (point - p)) for A, p in zip(across, points, strict=True)]
    return point, float(max(gaps))


def perpendicular_part(v: Array, axis: Array) -> Array:
    part: Array = v - axis * float(axis @ v)
    return part


def any_perpendicular(axis: Array) -> Array:
    """A unit vector perpendicular to `axis`, along a coordinate axis where there is one."""
    return unit(perpendicular_part(np.eye(3)[int(np.argmin(np.abs(axis)))], axis))


def angle_about(axis: Array, a: Array, b: Array) -> float:
    """The turn about `axis` that brings a into the half-plane of b."""
    return math.atan2(
        float(axis @ np.cross(a, b)),
        float(perpendicular_part(a, axis) @ perpendicular_part(b, axis)),
    )


def turned(axis: Array, angle: Scalar, v: Vector) -> Vector:
    """v, turned by `angle` about the constant unit vector `axis` (Rodrigues)."""
    h, c, s = vector_of(axis), cs.cos(angle), cs.sin(angle)
    result: Vector = v * c + h.cross(v) * s + h * times(h.dot(v), 1 - c)
    return result


@dataclass(frozen=True, eq=False)
class Waist:
    """A first axis, behind which a point keeps its height above planes across the second axis.

    In `axes` (rows; z along axis 1, axis 2 in the y-z plane) with their origin on axis 1.
    """

    axes: Array
    origin: Array
    tilt: float
    height: float

    @staticmethod
    def of(points: Array, axes: Array, end: Array) -> Waist:
        """For axes 1 and 2 and the place of the point at zero position."""
        z, second = axes[0], axes[1]
        y = unit(perpendicular_part(second, z))
        frame = np.array([np.cross(y, z), y, z])
        origin = points[0] + z * float(z @ (points[1] - points[0]))
        height = float(second @ (end - origin))
        return Waist(frame, origin, angle_between(z, second), height)

    def seen(self, point: Vector) -> Vector:
        """A point of the base frame, in the waist's axes."""
        return self.matrix @ (point - vector_of(self.origin))

    @property
    def matrix(self) -> Matrix:
        return matrix_of(self.axes)

    def angles(self, p: Vector, free: Scalar) -> list[cs.SX]:
        """Both turns that bring p (waist's axes) to its height; `free` where p is on the axis."""
        aside = (self.height - times(math.cos(self.tilt), p.z)) * (1 / math.sin(self.tilt))
        square = p.x * p.x + p.y * p.y
        ahead = cs.sqrt(cs.fmax(square - aside * aside, 0.0))
        turns = [cs.atan2(e * p.y - aside * p.x, e * p.x + aside * p.y) for e in (ahead, -ahead)]
        return [cs.if_else(square < SINGULAR**2, free, turn) for turn in turns]


@dataclass(frozen=True, eq=False)
class Elbow:
    """Two parallel axes that bring a point anywhere in a plane across them.

    `x`, `y`: base of that plane, x along the upper arm at zero position; `start`: the first axis.
    The forearm stands at the angle `bend` to the upper arm at zero position; `sign` is −1 where
    the second axis points the other way.
    """

    x: Array
    y: Array
    start: Array
    upper: float
    fore: float
    bend: float
    sign: float

    @staticmethod
    def of(points: Array, axes: Array, end: Array) -> Elbow:
        """For the two axes, and the place of the point at zero position."""
        h = axes[0]
        upper = perpendicular_part(points[1] - points[0], h)
        fore = perpendicular_part(end - points[1], h)
        x = unit(upper)
        return Elbow(
            x,
            np.cross(h, x),
            points[0],
            float(np.linalg.norm(upper)),
            float(np.linalg.norm(fore)),
            angle_about(h, x, fore),
            math.copysign(1.0, float(axes[0] @ axes[1])),
        )

    def angles(self, point: Vector, free: Scalar) -> list[tuple[cs.SX, cs.SX]]:
        """Both pairs that bring the end to `point`: half-angle formula of the triangle. `free`: the
        first angle where the point is on the first axis."""
        way = point - vector_of(self.start)
        x, y = vector_of(self.x).dot(way), vector_of(self.y).dot(way)
        square = x * x + y * y
        short = cs.fmax((self.upper + self.fore) ** 2 - square, 0.0)
        far = cs.fmax(square - (self.upper - self.fore) ** 2, 0.0)
        half = cs.atan2(cs.sqrt(short), cs.sqrt(far))
        ahead = self.upper + self.fore * (far - short) / (far + short)
        aside = self.fore * 2 * cs.sqrt(short * far) / (far + short)
        pairs = []
        for side in (1.0, -1.0):
            b = side * aside
            first = cs.atan2(y * ahead - x * b, x * ahead + y * b)
            first = cs.if_else(square < SINGULAR**2, free, first)
            pairs.append((first, self.sign * (side * 2 * half - self.bend)))
        return pairs


@dataclass(frozen=True, eq=False)
class Wrist:
    """Three axes that turn a hand anywhere: directions at zero position."""

    axes: Array

    @property
    def mark(self) -> Array:
        """A direction across the last axis; where it goes tells the last angle."""
        return any_perpendicular(self.axes[2])

    def angles(self, last: Vector, mark: Vector, free: Scalar) -> list[tuple[cs.SX, cs.SX, cs.SX]]:
        """Both triples that bring the last axis and the mark to the given directions.

        The three axes are corners of a triangle on the sphere, whose angle at the middle axis is
        sought. `free`: the first angle where first and last axis line up, so that only its sum
        or difference with the last angle counts.
        """
        first, middle, third = self.axes
        h = vector_of(first)
        a, b = angle_between(first, middle), angle_between(middle, third)
        across = h.cross(last)
        sine = cs.sqrt(across.dot(across))
        opposite = cs.atan2(sine, h.dot(last))
        corner = _corner(a, b, opposite)
        offset = angle_about(middle, first, third)
        g, g2 = self.mark, np.cross(third, self.mark)
        triples = []
        for side in (1.0, -1.0):
            q5 = side * corner - offset
            u = turned(middle, q5, vector_of(third))
            q4 = cs.atan2(h.dot(u.cross(last)), u.dot(last) - times(h.dot(u), h.dot(last)))
            q4 = cs.if_else(sine < SINGULAR, free, q4)
            back = turned(first, -q4, mark)
            c, s = (turned(middle, q5, vector_of(e)).dot(back) for e in (g, g2))
            triples.append((q4, q5, cs.atan2(s, c)))
        return triples


def _corner(a: float, b: float, opposite: cs.SX) -> cs.SX:
    """The angle between sides a and b of a spherical triangle: tan²(C/2) = sin(s−a) sin(s−b) /
    (sin s sin(s−c)), s half the sum of the sides."""
    if abs(a - math.pi / 2) < 1e-15 and abs(b - math.pi / 2) < 1e-15:
        return opposite
    half = opposite / 2
    above = cs.sin(half + (b - a) / 2) * cs.sin(half - (b - a) / 2)
    below = cs.sin((a + b) / 2 + half) * cs.sin((a + b) / 2 - half)
    return 2 * cs.atan2(cs.sqrt(cs.fmax(above, 0.0)), cs.sqrt(cs.fmax(below, 0.0)))
