"""The log: signals that were measured, with where they come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.finding import Finding
from armwright.signals.provenance import Plain, plain
from armwright.signals.records import array_of, dataset
from armwright.signals.run import Run

#: In a run, what stands in front of what a sensor shows.
MEASURED = "measured_"


@dataclass(frozen=True, eq=False)
class Log:
    """`data`: dimensions time, joint, motor and axis, and signals by the same names as in a run.

    All that a log knows was measured, so that what a run calls `measured_motor_position` is
    `motor_position` here; references and commands keep their prefix. Missing samples are NaN.
    `findings`: what is wrong or implausible in it. Its attributes say where it comes from.
    """

    data: xr.Dataset
    findings: tuple[Finding, ...] = ()

    def __post_init__(self) -> None:
        if "time" not in self.data.coords:
            raise InputError("no time", where="log", got=list(self.data.coords), expected="time")
        if "run" in self.data.dims:
            raise InputError(
                "many runs", where="log", expected="one", hint="Take data.isel(run=0)."
            )
        data = self.data.copy()
        data.attrs = plain(data.attrs, "log")
        object.__setattr__(self, "data", data)

    @classmethod
    def from_arrays(
        cls,
        time: ArrayLike,
        signals: Mapping[str, ArrayLike],
        *,
        joints: Sequence[str],
        motors: Sequence[str] | None = None,
        units: Mapping[str, str] | None = None,
        dimensions: Mapping[str, str] | None = None,
        attributes: Mapping[str, Plain] | None = None,
    ) -> Log:
        """Arrays (samples, size), or (samples,) for one number, by the names of the signals; `time`
        in s. Signals whose name is not known need their dimension, as in `Run.from_records`."""
        data = dataset(
            time,
            {name: _as_record(values) for name, values in signals.items()},
            joints=joints,
            motors=joints if motors is None else motors,
            frictions={},
            runs=None,
            units=units or {},
            dimensions=dimensions or {},
            saturations={},
        )
        return cls(data.isel(run=0, drop=True).assign_attrs(attributes or {}))

    @classmethod
    def from_run(cls, run: Run) -> Log:
        """What its sensors showed, in place of the true signals where they showed any."""
        data = run.data.isel(run=0, drop=True) if "run" in run.data.dims else run.data
        shown = [str(name) for name in data.data_vars if str(name).startswith(MEASURED)]
        hidden = [name.removeprefix(MEASURED) for name in shown]
        data = data.drop_vars([name for name in hidden if name in data])
        return cls(data.rename(dict(zip(shown, hidden, strict=True))))

    def __contains__(self, name: str) -> bool:
        return name in self.data.data_vars

    def __getitem__(self, name: str) -> Array:
        """A signal as (samples, size)."""
        if name not in self:
            raise InputError(
                "no such signal in the log",
                where=str(self.data.attrs.get("file", "log")),
                got=repr(name),
                expected="one of " + ", ".join(map(str, self.data.data_vars)),
            )
        values: Array = array_of(self.data, name)[0]
        return values

    @property
    def time(self) -> Array:
        """In s."""
        return np.asarray(self.data["time"].values, dtype=np.float64)

    def cut(self, first: float, last: float) -> Log:
        """From one time to another, both included."""
        inside = (self.time >= first) & (self.time <= last)
        if inside.sum() < 2:
            raise InputError(
                "nothing is left",
                where="log, cut",
                got=f"{first:g} to {last:g} s",
                expected=f"times between {self.time[0]:g} and {self.time[-1]:g} s",
            )
        return replace(self, data=self.data.isel(time=np.flatnonzero(inside)))


def _as_record(values: ArrayLike) -> Array:
    array = np.asarray(values, dtype=np.float64)
    return array[None, :, None] if array.ndim == 1 else array[None]
