"""By how much, and in which direction, the tool deviates; the plane to draw it in."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.report.runs.lines import largest, without_rounding
from armwright.report.runs.recorded import Recorded
from armwright.signals.figures import across, line_direction

#: Size of the largest deviation as it is drawn, as a part of the path's size.
DRAWN = 0.16
_ALIGNED = 1 - 1e-6


@dataclass(frozen=True, eq=False)
class Deviation:
    """`reference` and `deviation` (actual − reference): (runs, records, 3), in m.

    `parts`: the deviation in three directions at right angles, by their names in the legend,
    (runs, records) each: along the motion, across it in the drawn plane, out of that plane.
    """

    reference: Array
    deviation: Array
    plane: Plane
    parts: dict[str, Array]

    @classmethod
    def of(cls, recorded: Recorded) -> Deviation | None:
        if not recorded.has("tool_position", "reference_tool_position"):
            return None
        reference = recorded.array("reference_tool_position")
        actual = recorded.array("tool_position")
        deviation = without_rounding(actual - reference, actual, reference)
        some = np.isfinite(deviation).all(axis=-1).any(axis=-1)
        if not np.isfinite(reference).all() or not some.all():
            return None
        plane = plane_of(reference[0], deviation.reshape(-1, 3))
        directions = _directions(reference, plane)
        parts = {name: (deviation * unit).sum(axis=-1) for name, unit in directions.items()}
        return cls(reference, deviation, plane, parts)

    @property
    def size(self) -> Array:
        """(runs, records)"""
        result: Array = np.linalg.norm(self.deviation, axis=-1)
        return result

    @property
    def same_path(self) -> bool:
        """Whether all runs have the same reference."""
        return bool(np.allclose(self.reference, self.reference[:1], rtol=0, atol=1e-9))

    @property
    def worst(self) -> int:
        """Index of the run with the largest deviation."""
        return int(np.nanmax(self.size, axis=1).argmax())

    def magnification(self) -> float:
        """1, 2, 3 or 5 times a power of ten, so that the eye sees the deviation beside the path."""
        extent = float(np.ptp(self.plane.flat(self.reference), axis=(0, 1)).max())
        error = largest(self.size)
        if self.plane.still or error == 0 or DRAWN * extent <= error:
            return 1.0
        wanted = DRAWN * extent / error
        power = 10.0 ** math.floor(math.log10(wanted))
        return max(m for m in (1, 2, 3, 5) if m * power <= wanted * (1 + 1e-9)) * power

    def magnified(self, times: float) -> Array:
        """The path of each tool on paper, its deviation `times` larger: (runs, records, 2)."""
        return self.plane.flat(self.reference + times * self.deviation)


def _directions(reference: Array, plane: Plane) -> dict[str, Array]:
    if plane.still:
        return {
            "to the right in the drawing": plane.right,
            "up in the drawing": plane.up,
            "out of the drawing": plane.normal,
        }
    forward = tangents(reference)
    if plane.straight:
        return {
            "along the motion (< 0: lags)": forward,
            "across, up in the drawing": plane.up,
            "across, out of the drawing": plane.normal,
        }
    return {
        "along the motion (< 0: lags)": forward,
        "across (> 0: to the left)": np.cross(plane.normal, forward),
        "out of the plane": plane.normal,
    }


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
