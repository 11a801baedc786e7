"""Arrays (runs, records, size) into a dataset, and out of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike, NDArray

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals.names import known_signal

AXES = ("x", "y", "z")
#: The dimension of what friction laws do, and the coordinate along it that has the side of the gear
#: on which each of them counts.
FRICTION, SIDE = "friction", "side"
_Numbers = Array | NDArray[np.int64]
#: Per flag: how often (runs, channels), and when first (runs, channels; NaN: never).
Saturations = Mapping[str, tuple[ArrayLike, ArrayLike]]


def dataset(
    time: ArrayLike,
    records: Mapping[str, ArrayLike],
    *,
    joints: Sequence[str],
    motors: Sequence[str],
    frictions: Mapping[str, str],
    runs: Sequence[int] | None,
    units: Mapping[str, str],
    dimensions: Mapping[str, str],
    saturations: Saturations,
) -> xr.Dataset:
    """With the dimension `run`; its numbers count from 0 unless given."""
    t = _checked_time(time)
    arrays = {name: np.asarray(values, dtype=np.float64) for name, values in records.items()}
    flags = {
        name: (np.asarray(counts, dtype=np.int64), np.asarray(first, dtype=np.float64))
        for name, (counts, first) in saturations.items()
    }
    sizes = {"joint": len(joints), "motor": len(motors), "axis": len(AXES), "time": t.size}
    if frictions:
        sizes[FRICTION] = len(frictions)
    sizes["run"] = _number_of_runs(arrays, flags, runs)
    if not joints:
        raise InputError("no joints", where="run", expected="the name of each")
    variables: dict[str, xr.Variable] = {}
    for name, array in arrays.items():
        dimension = _dimension(name, array, dimensions)
        _check_shape(name, array, ("run", "time", dimension), sizes)
        known = known_signal(name)
        attributes = {
            "units": units.get(name, known.unit if known else ""),
            "long_name": known.meaning if known else name,
        }
        variables[name] = _variable(array, ("run", "time", dimension), attributes)
    for name, (counts, first) in flags.items():
        dims = ("run", dimensions.get(name, "channel"))
        for signal, values, unit, meaning in (
            (f"{name}_count", counts, "", "how often"),
            (f"{name}_first_time", first, "s", "when first; NaN: never"),
        ):
            if signal in variables:
                raise InputError("two signals have the same name", where=f"signal '{signal}'")
            _check_shape(signal, values, dims, sizes)
            attributes = {"units": unit, "long_name": f"{name}: {meaning}"}
            variables[signal] = _variable(values, dims, attributes)
    _check_names(variables, {*sizes, SIDE})
    coordinates: dict[str, object] = {
        "time": ("time", t, {"units": "s", "long_name": "time"}),
        "run": ("run", _numbers(runs, sizes["run"]), {"long_name": "number of the run"}),
        "joint": ("joint", np.array(list(joints), dtype=str)),
        "motor": ("motor", np.array(list(motors), dtype=str)),
        "axis": ("axis", np.array(AXES)),
    }
    if frictions:
        coordinates[FRICTION] = (FRICTION, np.array(list(frictions), dtype=str))
        sides = np.array(list(frictions.values()), dtype=str)
        coordinates[SIDE] = (FRICTION, sides, {"long_name": "side of the gear"})
    return xr.Dataset(variables, coords=coordinates)


def array_of(data: xr.Dataset, name: str) -> Array:
    """A signal as (runs, records, size), whatever dimensions it has."""
    signal = data[name]
    others = [dimension for dimension in signal.dims if dimension not in ("run", "time")]
    missing = [dimension for dimension in ("run", "time") if dimension not in signal.dims]
    ordered = signal.expand_dims(missing).transpose("run", "time", *others).values
    array: Array = ordered.reshape(*ordered.shape[:2], -1)
    return array


def channels_of(data: xr.Dataset, name: str) -> tuple[str, ...]:
    """What the elements of a signal are called; empty text for a signal that is one number."""
    others = [dimension for dimension in data[name].dims if dimension not in ("run", "time")]
    if not others:
        return ("",)
    dimension = others[-1]
    if dimension in data.coords:
        return tuple(str(label) for label in data[dimension].values)
    return tuple(f"{dimension} {k}" for k in range(data.sizes[dimension]))


def friction_at(data: xr.Dataset, name: str, side: str) -> int | None:
    """Which element of what friction laws do is that of a motor (or an axis), if it counts on this
    side of the gear; None if there is none."""
    if SIDE not in data.coords:
        return None
    owners = [str(label).rpartition(" ")[0] for label in data[FRICTION].values]
    found = [k for k, owner in enumerate(owners) if owner == name]
    return next((k for k in found if data[SIDE].values[k] == side), None)


def flags_of(data: xr.Dataset) -> tuple[str, ...]:
    """The names of what could saturate."""
    names = (str(name).removesuffix("_count") for name in data.data_vars)
    return tuple(name for name in names if f"{name}_count" in data and f"{name}_first_time" in data)


def failed_runs(data: xr.Dataset) -> NDArray[np.bool_]:
    """Which runs have a signal of a known name that is not finite somewhere; (runs,)."""
    bad = np.zeros(data.sizes.get("run", 1), dtype=bool)
    for name in map(str, data.data_vars):
        if known_signal(name) and "time" in data[name].dims and data[name].dtype.kind == "f":
            bad |= ~np.isfinite(array_of(data, name)).all(axis=(1, 2))
    return bad


def _checked_time(time: ArrayLike) -> Array:
    t = np.array(time, dtype=np.float64)
    if t.ndim != 1 or not t.size or not np.isfinite(t).all() or (np.diff(t) <= 0).any():
        raise InputError(
            "time must increase", where="run", got=f"shape {t.shape}", expected="one row of records"
        )
    return t


def _number_of_runs(
    arrays: Mapping[str, Array],
    flags: Mapping[str, tuple[_Numbers, Array]],
    runs: Sequence[int] | None,
) -> int:
    if runs is not None:
        return len(runs)
    first = next((a for a in (*arrays.values(), *(f for _, f in flags.values())) if a.ndim), None)
    return 1 if first is None else first.shape[0]


def _numbers(runs: Sequence[int] | None, count: int) -> _Numbers:
    return np.arange(count) if runs is None else np.array(runs, dtype=np.int64)


def _dimension(name: str, array: Array, dimensions: Mapping[str, str]) -> str:
    known = known_signal(name)
    if name in dimensions:
        return dimensions[name]
    if known is None:
        raise InputError(
            "the dimension of this signal is not known",
            where=f"signal '{name}'",
            got=f"shape {array.shape}",
            hint=f"Say dimensions={{'{name}': 'motor'}}, or '' for a single number.",
        )
    return known.dimension


def _check_shape(name: str, array: _Numbers, dims: tuple[str, ...], sizes: dict[str, int]) -> None:
    """A dimension that is new gets its size from the first array that has it."""
    if array.ndim == len(dims):
        sizes.setdefault(dims[-1], array.shape[-1])
    expected = tuple(1 if not dimension else sizes.get(dimension, 0) for dimension in dims)
    if array.shape != expected:
        words = ", ".join(dimension or "one number" for dimension in dims)
        raise InputError(
            "wrong shape",
            where=f"signal '{name}'",
            got=array.shape,
            expected=f"{expected}, ({words})",
            hint="Another size needs a dimension of its own: dimensions={…}."
            if dims[-1] == "channel"
            else "",
        )


def _variable(array: _Numbers, dims: tuple[str, ...], attributes: dict[str, str]) -> xr.Variable:
    if not dims[-1]:
        return xr.Variable(dims[:-1], array[..., 0], attributes)
    return xr.Variable(dims, array, attributes)


def _check_names(variables: Mapping[str, xr.Variable], taken: Collection[str]) -> None:
    for name in variables:
        if not name or "/" in name or not name.isprintable():
            raise InputError("not a name for a signal", where="run", got=repr(name))
        if name in taken:
            raise InputError("the name of a dimension", where=f"signal '{name}'")
