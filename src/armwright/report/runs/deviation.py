"""By how much, and in which direction, the tool deviates from its path."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.report.runs.lines import largest
from armwright.report.runs.plane import Plane, plane_of, tangents
from armwright.report.runs.recorded import Recorded

#: Size of the largest deviation as it is drawn, as a part of the path's size.
DRAWN = 0.16


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
        deviation = recorded.array("tool_position") - reference
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
