"""How the axes of an arm lie to each other, in numbers."""

from __future__ import annotations

import math

import numpy as np

from armwright.arrays import Array


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
