"""The run: everything a simulation recorded, with where it comes from."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import BinaryIO

import pandas as pd
import xarray as xr
from numpy.typing import ArrayLike

from armwright.errors import InputError
from armwright.signals.file import read, write, write_into
from armwright.signals.provenance import plain, stamp
from armwright.signals.records import Saturations, dataset
from armwright.signals.run_figures import summarise
from armwright.signals.summary import Summary
from armwright.signals.table import wide_table


@dataclass(frozen=True, eq=False)
class Run:
    """`data`: dimensions time, joint, motor, friction, axis, and first `run` if there are many.

    Its attributes are the provenance. Its arrays cannot be written to: take `data.copy(deep=True)`
    to change them.
    """

    data: xr.Dataset

    def __post_init__(self) -> None:
        if "time" not in self.data.coords:
            raise InputError("no time", where="run", got=list(self.data.coords), expected="time")
        data = self.data.copy()
        data.attrs = plain(data.attrs, "run")
        for name, variable in data.variables.items():
            variable.attrs = plain(variable.attrs, f"signal '{name}'")
            if name not in data.dims:
                variable.data = variable.values.view()
                variable.values.setflags(write=False)
        object.__setattr__(self, "data", data)

    @classmethod
    def from_records(
        cls,
        time: ArrayLike,
        records: Mapping[str, ArrayLike],
        *,
        joints: Sequence[str],
        motors: Sequence[str] | None = None,
        frictions: Mapping[str, str] | None = None,
        runs: Sequence[int] | None = None,
        units: Mapping[str, str] | None = None,
        dimensions: Mapping[str, str] | None = None,
        saturations: Saturations | None = None,
        provenance: Mapping[str, object] | None = None,
        single: bool = False,
    ) -> Run:
        """Arrays (runs, records, size) by the names of the signals.

        Signals whose name is not known need their dimension: the name of one, old or new, or an
        empty text for a single number. Motors are called as the joints unless said otherwise.
        `frictions`: label → side of the gear, for every element of `friction_torque`.
        `saturations`: per flag, how often it was set and when first (NaN: never), each (runs,
        channels); they lie along `channel`, or the dimension given. `single`: there is one run, and
        no dimension `run`. `provenance`: as in `of`.
        """
        data = dataset(
            time,
            records,
            joints=joints,
            motors=joints if motors is None else motors,
            frictions=frictions or {},
            runs=runs,
            units=units or {},
            dimensions=dimensions or {},
            saturations=saturations or {},
        )
        if single:
            if data.sizes["run"] != 1:
                raise InputError("not a single run", where="run", got=f"{data.sizes['run']} runs")
            data = data.isel(run=0, drop=True)
        return cls.of(data, provenance or {})

    @classmethod
    def of(cls, data: xr.Dataset, provenance: Mapping[str, object]) -> Run:
        """A dataset as `from_records` makes it. Versions, the time of day, the duration and the
        real-time factor are added to the provenance where they are missing."""
        known = {**stamp(), **provenance}
        if "duration" not in known:
            known["duration"] = float(data["time"].values[-1] - data["time"].values[0])
        wall, duration = known.get("wall_seconds"), known["duration"]
        if isinstance(wall, float | int) and isinstance(duration, float | int) and wall > 0:
            known.setdefault("real_time_factor", data.sizes.get("run", 1) * duration / wall)
        return cls(data.assign_attrs(known))

    def save(self, path: str | os.PathLike[str]) -> Path:
        """A NetCDF file, whole or not at all."""
        return write(path, self.data)

    def write(self, file: BinaryIO) -> None:
        """What `save` writes, into a file that is open."""
        write_into(file, self.data)

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Run:
        return Run(read(path))

    def summary(self) -> Summary:
        return summarise(self.data)

    def table(self) -> pd.DataFrame:
        """One row for each time, one column for each element of each signal, with units in the
        headers: `joint_position.elbow [rad]`. Many runs stand one below the other."""
        return wide_table(self.data)

    def plot(self, directory: str | os.PathLike[str] = "plots") -> list[Path]:
        """Pictures of what was recorded, as .png files in `directory`; returns their paths."""
        # Drawing is a layer above this one, and slow to import: it is fetched when a run is drawn.
        paths: list[Path] = import_module("armwright.report.runs").plot_run(self, directory)
        return paths
