"""The plane in which a tool's path is drawn, and the path's own directions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.signals.figures import across, line_direction

_ALIGNED = 1 - 1e-6


@dataclass(frozen=True, eq=False)
class Plane:
    """Unit vectors to the right and up, and what to call them; positions are taken from `origin`.

    `straight`: the path is a line, and `right` is along it. `still`: there is no path at all.
    """

    origin: Array
    right: Array
    up: Array
    names: tuple[str, str]
    straight: bool
    still: bool

    @property
    def normal(self) -> Array:
        return np.cross(self.right, self.up)

    def flat(self, points: Array) -> Array:
        """(…, 3) to (…, 2)."""
        result: Array = (points - self.origin) @ np.stack([self.right, self.up], axis=-1)
        return result


def plane_of(path: Array, deviation: Array) -> Plane:
    """For a reference path (records, 3), and by how much tools deviate from it (points, 3)."""
    direction = line_direction(path)
    if direction is not None:
        up = _principal(across(deviation, direction))[0]
        up = across(up, direction)
        if np.linalg.norm(up) < 0.5:
            # Nothing deviates; any direction will do.
            up = across(np.eye(3)[np.abs(direction).argmin()], direction)
        up = _pointing_up(up / np.linalg.norm(up))
        names = "along the path", "across the path"
        return Plane(path[0], direction, up, names, straight=True, still=False)
    extent = np.ptp(path, axis=0)
    if extent.max() < 1e-9:
        first, second = map(_pointing_up, _principal(deviation)[:2])
        names = f"towards {words(first)}", f"towards {words(second)}"
        return Plane(path[0], first, second, names, straight=False, still=True)
    right, up, normal = _principal(path - path.mean(axis=0))
    k = int(np.abs(normal).argmax())
    if abs(normal[k]) >= _ALIGNED:
        a, b = ((1, 2), (0, 2), (0, 1))[k]
        names = "xyz"[a], "xyz"[b]
        return Plane(np.zeros(3), np.eye(3)[a], np.eye(3)[b], names, straight=False, still=False)
    if abs(normal[2]) < 0.9:
        up = across(np.array([0.0, 0, 1]), normal)
        up = up / np.linalg.norm(up)
        right = np.cross(up, normal)
    right, up = _pointing_up(right), _pointing_up(up)
    names = f"towards {words(right)}", f"towards {words(up)}"
    return Plane(path[0], right, up, names, straight=False, still=False)


def tangents(path: Array) -> Array:
    """Unit vectors along the motion, (…, records, 3); where it rests, those of its last motion."""
    steps = np.gradient(path, axis=-2) if path.shape[-2] > 1 else 0 * path
    speed = np.linalg.norm(steps, axis=-1)
    moving = speed > 1e-3 * speed.max(axis=-1, keepdims=True)
    index = np.where(moving, np.arange(path.shape[-2]), 0)
    last = np.maximum.accumulate(index, axis=-1)
    # Before it first moves: the direction in which it will.
    first = moving.argmax(axis=-1)[..., None]
    last = np.maximum(last, first)
    chosen = np.take_along_axis(steps, last[..., None], axis=-2)
    length = np.linalg.norm(chosen, axis=-1, keepdims=True)
    result: Array = np.divide(chosen, length, out=np.zeros_like(chosen), where=length > 0)
    return result


def distance_along(path: Array) -> Array:
    """(records, 3) to (records,)."""
    steps = np.linalg.norm(np.diff(path, axis=0), axis=-1)
    return np.concatenate([[0.0], np.cumsum(steps)])


def _principal(points: Array) -> Array:
    """Three directions, that of the largest spread first."""
    kept = points[np.isfinite(points).all(axis=-1)]
    rows = kept if len(kept) >= 3 else np.zeros((3, 3))
    result: Array = np.linalg.svd(rows, full_matrices=False)[2]
    return result


def _pointing_up(vector: Array) -> Array:
    """Of the two signs, the one whose largest part is positive."""
    return vector if vector[np.abs(vector).argmax()] > 0 else -vector


def words(vector: Array) -> str:
    k = int(np.abs(vector).argmax())
    if abs(vector[k]) >= _ALIGNED:
        return f"{'' if vector[k] > 0 else '−'}{'xyz'[k]}"
    # Adding 0 turns −0 into 0.
    numbers = ", ".join(f"{value:.2f}".replace("-", "−") for value in np.round(vector, 2) + 0.0)
    return f"({numbers})"
