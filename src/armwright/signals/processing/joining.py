"""Two recorders' datasets as one, on the clock of the first."""

from __future__ import annotations

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals.processing.alignment import ClockAlignment
from armwright.signals.processing.datasets import moved_data, over_time


def joined_data(data: xr.Dataset, other: xr.Dataset, alignment: ClockAlignment) -> xr.Dataset:
    """The other's signals, by splines, at the samples of `data`; NaN where it has none."""
    both = sorted(set(over_time(data)) & set(over_time(other)))
    if both:
        raise InputError(
            "both logs have these signals",
            where="log, joined",
            got=", ".join(both),
            expected="each signal in one of them",
            hint="Rename or drop them in one: log.without(…).",
        )
    time: Array = np.asarray(data["time"].values, dtype=np.float64)
    moved = other.assign_coords(
        time=("time", alignment.own_time(other["time"].values), other["time"].attrs)
    )
    if moved["time"].values[0] > time[-1] or moved["time"].values[-1] < time[0]:
        raise InputError(
            "the logs do not overlap",
            where="log, joined",
            got=f"{moved['time'].values[0]:.4g} to {moved['time'].values[-1]:.4g} s",
            expected=f"times between {time[0]:.4g} and {time[-1]:.4g} s",
        )
    others = moved_data(moved, time)
    fresh = others.drop_vars([name for name in others.data_vars if name in data])
    for dimension in set(fresh.coords) & set(data.coords):
        if not np.array_equal(fresh[dimension].values, data[dimension].values):
            fresh = _own_dimension(fresh, str(dimension))
    standard = np.sqrt(np.diag(alignment.covariance))
    attributes = {
        "joined_delay": alignment.delay,
        "joined_delay_error": float(standard[0]),
        "joined_drift": alignment.drift,
        "joined_drift_error": float(standard[1]),
        "joined_centre": alignment.centre,
    }
    return data.assign({name: fresh[name] for name in fresh.data_vars}).assign_attrs(attributes)


def _own_dimension(data: xr.Dataset, dimension: str) -> xr.Dataset:
    """Another recorder may know other joints, or call them otherwise."""
    used = [name for name in data.data_vars if dimension in data[name].dims]
    if not used:
        return data.drop_vars(dimension)
    raise InputError(
        f"the logs have different labels along '{dimension}'",
        where="log, joined",
        got=list(map(str, data[dimension].values)),
        expected="those of the first log",
    )
