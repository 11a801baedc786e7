"""The run: everything a simulation recorded, with where it comes from."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import pandas as pd
import xarray as xr
from numpy.typing import ArrayLike

from armwright.errors import InputError
from armwright.files import write_whole
from armwright.signals.file import SCENARIO, read, write_into
from armwright.signals.provenance import NOT_REPEATABLE, plain, stamp
from armwright.signals.records import Saturations, dataset
from armwright.signals.run_figures import summarise
from armwright.signals.summary import Summary
from armwright.signals.table import wide_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ScenarioTexts = Mapping[str, str] | Callable[[], Mapping[str, str]]


@dataclass(frozen=True, eq=False)
class Run:
    """`data`: dimensions time, joint, motor, friction, axis, and first `run` if there are many.

    Its attributes are the provenance. Its arrays cannot be written to: take `data.copy(deep=True)`
    to change them.
    """

    data: xr.Dataset
    #: The texts of scenarios that its file holds, by name, or what makes them when somebody asks:
    #: most runs are not kept.
    origin: ScenarioTexts | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if "time" not in self.data.coords:
            raise InputError("no time", where="run", got=list(self.data.coords), expected="time")
        for size in (self.data.sizes.get("time", 0), self.data.sizes.get("run", 1)):
            if not size:
                raise InputError(
                    "nothing was recorded",
                    where="run",
                    got=dict(self.data.sizes),
                    expected="at least one time, and one run of many",
                )
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
    def of(
        cls,
        data: xr.Dataset,
        provenance: Mapping[str, object],
        origin: ScenarioTexts | None = None,
    ) -> Run:
        """A dataset as `from_records` makes it. Versions, the time of day, the duration and the
        real-time factor are added to the provenance where they are missing."""
        known = {**stamp(), **provenance}
        if "duration" not in known:
            known["duration"] = float(data["time"].values[-1] - data["time"].values[0])
        wall, duration = known.get("wall_seconds"), known["duration"]
        if isinstance(wall, float | int) and isinstance(duration, float | int) and wall > 0:
            known.setdefault("real_time_factor", data.sizes.get("run", 1) * duration / wall)
        return cls(data.assign_attrs(known), origin)

    def with_data(self, data: xr.Dataset) -> Run:
        """Other data of the same origin."""
        return Run(data, self.origin)

    @property
    def scenario_file(self) -> str:
        """The whole scenario that was simulated, as the text of a TOML file, robot and all. Empty
        if nobody knows it."""
        return self.texts.get(SCENARIO, "")

    @property
    def texts(self) -> Mapping[str, str]:
        """What `origin` says; nothing of a scenario that no file holds."""
        return self._origin[0]

    @cached_property
    def _origin(self) -> tuple[Mapping[str, str], str]:
        """The texts, and why there are none."""
        try:
            return (self.origin() if callable(self.origin) else self.origin or {}), ""
        except InputError as error:
            return {}, str(error)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """A NetCDF file, whole or not at all."""
        return write_whole(path, self.write)

    def write(self, file: BinaryIO) -> None:
        """What `save` writes, into a file that is open."""
        texts, reason = self._origin
        data = self.data.assign_attrs({NOT_REPEATABLE: reason}) if reason else self.data
        write_into(file, data, texts)

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Run:
        return Run(*read(path))

    def summary(self) -> Summary:
        return summarise(self.data)

    def table(self) -> pd.DataFrame:
        """One row for each time, one column for each element of each signal, with units in the
        headers: `joint_position.elbow [rad]`. Many runs stand one below the other."""
        return wide_table(self.data)

    def plot(self, directory: str | os.PathLike[str] | None = None) -> Mapping[str, Figure]:
        """Figures of what was recorded, by name; notebooks show them. With a `directory`, they are
        written there as .png files, too."""
        # Drawing is a layer above this one, and slow to import: it is fetched when a run is drawn.
        drawn = import_module("armwright.report.runs").draw_run(self)
        if directory is not None:
            drawn.save(directory)
        figures: Mapping[str, Figure] = drawn
        return figures

    def report(self, directory: str | os.PathLike[str] = "report") -> Path:
        """One HTML file, report.html in `directory`: the arm, its path, errors, torques and limits,
        the block diagram and all settings; returns its path."""
        path: Path = import_module("armwright.report.runs.report").report_run(self, directory)
        return path

    def __repr__(self) -> str:
        known, sizes = self.data.attrs, self.data.sizes
        names = [repr(known[key]) for key in ("scenario", "robot") if key in known]
        runs = [f"{sizes['run']} runs"] if "run" in sizes else []
        facts = [*names, *runs, f"{sizes['time']} times", f"{len(self.data.data_vars)} signals"]
        return f"Run({', '.join(facts)})"

    def _repr_html_(self) -> str:
        text: str = import_module("armwright.report.notebook").run_html(self)
        return text
