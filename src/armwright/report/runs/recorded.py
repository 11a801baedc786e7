"""A run as the pictures need it: plain arrays, and no runs that failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.report.runs.origin import limits_of, scenario_of_run
from armwright.robot import Robot
from armwright.signals import Run, Summary
from armwright.signals.records import array_of, channels_of, failed_runs


@dataclass(frozen=True, eq=False)
class Recorded:
    """`failed`: how many runs of many are left out, because not all of their signals are finite."""

    data: xr.Dataset
    summary: Summary
    failed: int
    #: None if the run does not say which it was
    robot: Robot | None = None

    @classmethod
    def of(cls, run: Run) -> Recorded:
        data, bad = run.data, failed_runs(run.data)
        scenario = scenario_of_run(run)
        robot = None if scenario is None else scenario.robot
        if "run" not in data.dims:
            return cls(data, run.summary(), 0, robot)
        if bad.all():
            raise InputError("every run failed", where="run", got=f"{bad.size} runs")
        data = data.isel(run=~bad)
        return cls(data, Run(data).summary(), int(bad.sum()), robot)

    @property
    def time(self) -> Array:
        return np.asarray(self.data["time"].values, dtype=np.float64)

    @property
    def many(self) -> bool:
        return "run" in self.data.dims

    @property
    def runs(self) -> Array:
        """The numbers of the runs."""
        return np.asarray(self.data["run"].values) if self.many else np.zeros(1, dtype=np.int64)

    def has(self, *names: str) -> bool:
        return all(name in self.data and "time" in self.data[name].dims for name in names)

    def array(self, name: str) -> Array:
        """(runs, records, size); NaN for what cannot be drawn."""
        values = array_of(self.data, name)
        return (
            values if np.isfinite(values).all() else np.where(np.isfinite(values), values, np.nan)
        )

    def channels(self, name: str) -> Sequence[str]:
        return channels_of(self.data, name)

    def limits(self, name: str, channel: str) -> tuple[float, float]:
        """Of a signal's channel, as the robot says them; infinite if it says none."""
        return limits_of(self.robot, name, channel)

    def unit(self, name: str) -> str:
        return str(self.data[name].attrs.get("units", ""))
