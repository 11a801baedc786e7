"""How far the tool is from where it should be, or from where it is in another run."""

from __future__ import annotations

from dataclasses import dataclass

from armwright.arrays import Array
from armwright.signals import Run
from armwright.signals.figures import lengths, rms


@dataclass(frozen=True)
class Size:
    """Of a distance over a run, m."""

    rms: float
    largest: float


def path_error(run: Run) -> Size:
    """The tool's true distance from its reference."""
    return _size(run, error_vector(run))


def apart(run: Run, other: Run) -> Size:
    """Of the tools of two runs over the same time."""
    return _size(run, run.data["tool_position"].values - other.data["tool_position"].values)


def error_vector(run: Run) -> Array:
    """(records, 3): the tool's true position less its reference, base frame."""
    difference: Array = (
        run.data["tool_position"].values - run.data["reference_tool_position"].values
    )
    return difference


def _size(run: Run, vectors: Array) -> Size:
    distance = lengths(vectors)
    return Size(float(rms(run.data["time"].values, distance)[0]), float(distance.max()))
