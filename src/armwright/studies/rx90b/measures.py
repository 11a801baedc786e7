"""What is measured in runs along the welding line, in the terms of S3's section 7."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measures import LineDeviation, reversal_times, straight_line_deviation
from armwright.signals import Run

#: A speed this near to the largest is the constant one.
_CONSTANT = 0.999


@dataclass(frozen=True, eq=False)
class Track:
    """SI units, one row for each record. `progress`: where on the line the spot should be.
    `deviation`: of the spot from there; along the line < 0 where it lags. `reversals`: when the
    references of joints turn around; joints that do not are left out."""

    time: Array
    progress: Array
    deviation: LineDeviation
    reversals: dict[str, tuple[float, ...]]

    @classmethod
    def of(cls, run: Run) -> Track:
        if "run" in run.data.dims:
            raise InputError(
                "several runs at once",
                where="track",
                got=f"{run.data.sizes['run']} runs",
                expected="a single run",
            )
        time, reference = run.data["time"].values, run.data["reference_tool_position"].values
        line = reference[0], reference[-1]
        progress = straight_line_deviation(reference, *line).along
        actual = straight_line_deviation(run.data["tool_position"].values, *line)
        turns = reversal_times(time, run.data["reference_joint_velocity"].values)
        names = [str(name) for name in run.data["joint"].values]
        found = {name: tuple(t.tolist()) for name, t in zip(names, turns, strict=True) if t.size}
        return cls(time, progress, actual._replace(along=actual.along - progress), found)

    @property
    def length(self) -> float:
        """Of the line."""
        return float(self.progress[-1])

    @property
    def speed(self) -> Array:
        """Of the reference along the line."""
        return np.gradient(self.progress, self.time)

    @property
    def reversal(self) -> float:
        """When joints turn around; the mean, if not all do at once."""
        if not self.reversals:
            raise InputError("no joint turns around", where="track")
        return float(np.mean([time for times in self.reversals.values() for time in times]))

    def at_constant_speed(self, settled: float = 0.0) -> NDArray[np.bool_]:
        """True for records of the constant speed, without the first `settled` s of it."""
        constant = np.flatnonzero(self.speed > _CONSTANT * self.speed.max())
        begin, end = self.time[constant[0]] + settled, self.time[constant[-1]]
        within: NDArray[np.bool_] = (self.time >= begin) & (self.time <= end)
        return within

    def place(self, when: float) -> float:
        """Where on the line the spot should be then."""
        return float(np.interp(when, self.time, self.progress))


def lowest_field(values: Array) -> tuple[int, int]:
    """Row and column of the smallest value of a map."""
    row, column = np.unravel_index(int(values.argmin()), values.shape)
    return int(row), int(column)


def distance(one: Run, other: Run) -> Array:
    """Between the tools of two runs, m."""
    tools = [run.data["tool_position"].values for run in (one, other)]
    return np.asarray(np.linalg.norm(tools[0] - tools[1], axis=-1), dtype=np.float64)
