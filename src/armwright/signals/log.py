"""The log: signals that were measured, with where they come from."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.finding import Finding
from armwright.robot.model import Description
from armwright.signals.checks import check
from armwright.signals.processing.alignment import ClockAlignment
from armwright.signals.processing.correlation import aligned
from armwright.signals.processing.datasets import (
    differentiated_data,
    filtered_data,
    resampled_data,
    shifted_data,
)
from armwright.signals.processing.joining import joined_data
from armwright.signals.processing.losses import aligned_with_losses
from armwright.signals.processing.triggers import aligned_by_edges
from armwright.signals.provenance import Plain, plain
from armwright.signals.records import array_of, dataset
from armwright.signals.run import Run

#: In a run, what stands in front of what a sensor shows.
MEASURED = "measured_"
#: What two logs are compared by: a signal's name, or channels (samples, channels) made of a log.
Comparable: TypeAlias = "str | Callable[[Log], ArrayLike]"


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

    def save(self, path: str | os.PathLike[str]) -> Path:
        """A .csv (with its columns file), .parquet, .nc, .mcap or .db3 file, or the folder of a
        rosbag2 where there is no suffix: whole or not at all. `read_log` reads the same from it."""
        # Formats have libraries of their own, which few logs need.
        written: Path = import_module("armwright.signals.writing").save(self.data, path)
        return written

    def without(self, *signals: str) -> Log:
        """The rest, without these signals."""
        for name in signals:
            self[name]
        return replace(self, data=self.data.drop_vars(list(signals)))

    def earlier(self, signals: Sequence[str], by: float) -> Log:
        """With some signals `by` s earlier, as where they came late; later where that is negative.
        The ends, where some are missing then, are cut off."""
        return replace(self, data=shifted_data(self.data, signals, by))

    def filtered(self, cutoff: float, signals: Sequence[str] | None = None) -> Log:
        """Through a low-pass without delay, whose gain is 1/√2 at `cutoff` (Hz).

        All signals, or those named, pass through the same filter: positions and torques stay
        comparable. Gaps are not bridged; stretches shorter than 1/cutoff become NaN.
        """
        return replace(self, data=filtered_data(self.data, cutoff, signals))

    def resampled(
        self, rate: float, cutoff: float | None = None, bridge: float | None = None
    ) -> Log:
        """At even steps of 1/rate (Hz), from even or uneven ones, by cubic splines.

        A lower rate needs a low-pass before: at `cutoff` (Hz) or, unless given, at 0.4 of the new
        rate. Gaps up to `bridge` (s; unless given, 2.5 usual steps) are interpolated; longer ones
        stay NaN. Signals of whole numbers or flags are held.
        """
        return replace(self, data=resampled_data(self.data, rate, cutoff, bridge))

    def differentiated(
        self,
        signals: Sequence[str] | None = None,
        *,
        cutoff: float | None = None,
        alike: Sequence[str] = (),
    ) -> Log:
        """With velocity and acceleration of positions, acceleration of velocities: of `signals`
        or, unless given, of all positions that have neither. With `cutoff` (Hz) they pass through
        the low-pass of `filtered` before, and so do the signals named in `alike`, such as torques:
        an equation between them still holds."""
        return replace(self, data=differentiated_data(self.data, signals, cutoff, alike))

    def alignment(
        self,
        other: Log,
        by: Comparable | tuple[Comparable, Comparable],
        *,
        trigger: bool = False,
        drift: bool = True,
        between: tuple[float, float] | None = None,
        cutoff: float | None = None,
        stamped: bool = True,
    ) -> ClockAlignment:
        """How the clock of another recorder differs from this log's, from what both have seen.

        `by`: a signal that both have, or one of each; instead of a name, a function of a log that
        returns channels to compare, such as encoder angles through forward kinematics. They must
        agree up to gain and offset. With `trigger`, the signals are triggers, and their rising
        edges count. `drift`: False if both run on the same clock. `between`: least and largest
        delay (s) to look for; `cutoff`: where motion ends and noise begins (Hz), found unless
        given; `stamped`: False if the other's time was counted, not stamped, so that samples it
        lost are to be found.
        """
        mine, others = by if isinstance(by, tuple) else (by, by)
        x, y = _channels(self, mine), _channels(other, others)
        if trigger:
            return aligned_by_edges(self.time, x[:, 0], other.time, y[:, 0], drift)
        find = aligned if stamped else aligned_with_losses
        return find(self.time, x, other.time, y, between=between, cutoff=cutoff, drift=drift)

    def joined(
        self,
        other: Log,
        by: ClockAlignment | Comparable | tuple[Comparable, Comparable],
        **how: Any,
    ) -> Log:
        """With the signals of another recorder, at this log's samples; NaN where there are none.

        `by`: an alignment, or what `alignment` takes, with its options. The attributes
        `joined_delay`, `joined_drift` and so on say what was found.
        """
        found = by if isinstance(by, ClockAlignment) else self.alignment(other, by, **how)
        data = joined_data(self.data, other.data, found)
        return replace(self, data=data, findings=(*self.findings, *other.findings))

    def check(self, robot: Description | None = None) -> tuple[Finding, ...]:
        """What is wrong or implausible: missing samples, jumps, saturation, steps, an uneven clock,
        columns that are exchanged or in wrong units. With a robot, also what it cannot do. Where
        there is nothing to compare with, nothing is claimed."""
        return check(self.data, robot)


def _as_record(values: ArrayLike) -> Array:
    array = np.asarray(values, dtype=np.float64)
    return array[None, :, None] if array.ndim == 1 else array[None]


def _channels(log: Log, what: Comparable) -> Array:
    if isinstance(what, str):
        return log[what]
    values = np.asarray(what(log), dtype=np.float64)
    values = values[:, None] if values.ndim == 1 else values
    if values.ndim != 2 or len(values) != log.time.size:
        raise InputError(
            "not a value for every sample",
            where="log, what to compare",
            got=f"shape {values.shape}",
            expected=f"({log.time.size}, channels)",
        )
    return values
