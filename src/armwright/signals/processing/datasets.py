"""The same processing for every signal of a dataset."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals.names import KnownSignal, known_signal
from armwright.signals.processing.differentiation import derivative, second_derivative
from armwright.signals.processing.filtering import low_passed
from armwright.signals.processing.resampling import held, interpolated, new_time, resampled


def over_time(data: xr.Dataset) -> tuple[str, ...]:
    """The signals that have a value for every sample."""
    return tuple(str(name) for name in data.data_vars if "time" in data[name].dims)


def filtered_data(data: xr.Dataset, cutoff: float, signals: Sequence[str] | None) -> xr.Dataset:
    names = over_time(data) if signals is None else _known(data, signals)
    time = _time(data)
    changed = {
        name: _changed(data, name, lambda x: low_passed(time, x, cutoff))
        for name in names
        if _smooth(data, name)
    }
    return data.assign(changed)


def shifted_data(data: xr.Dataset, signals: Sequence[str], by: float) -> xr.Dataset:
    """Some signals earlier by so many s; what is left of time is where all of them are known."""
    time = _time(data)
    inside = (time + by >= time[0]) & (time + by <= time[-1])
    if inside.sum() < 2:
        raise InputError(
            "nothing is left",
            where="log, earlier",
            got=f"{by:g} s",
            expected=f"less than {time[-1] - time[0]:g} s",
        )
    changed = {
        name: _changed(data, name, lambda x: interpolated(time, x, time + by))
        for name in _known(data, signals)
    }
    return data.assign(changed).isel(time=np.flatnonzero(inside))


def resampled_data(
    data: xr.Dataset, rate: float, cutoff: float | None, bridge: float | None
) -> xr.Dataset:
    """Signals that count or switch, which are whole numbers or flags, are held."""
    return moved_data(data, new_time(_time(data), rate), cutoff, bridge, even=True)


def moved_data(
    data: xr.Dataset,
    at: Array,
    cutoff: float | None = None,
    bridge: float | None = None,
    even: bool = False,
) -> xr.Dataset:
    """At other instants; with a low-pass before, where `even` ones are farther apart."""
    time = _time(data)
    changed = {}
    for name in over_time(data):
        if not _smooth(data, name):
            whole = _changed(data, name, lambda x: held(time, x, at))
            changed[name] = (
                whole if np.isnan(whole.values).any() else whole.astype(data[name].dtype)
            )
        elif even:
            changed[name] = _changed(data, name, lambda x: resampled(time, x, at, cutoff, bridge))
        else:
            changed[name] = _changed(data, name, lambda x: interpolated(time, x, at, bridge))
    rest = data.drop_vars([*changed, "time"])
    return rest.assign(changed).assign_coords(time=("time", at, data["time"].attrs))


def differentiated_data(
    data: xr.Dataset, signals: Sequence[str] | None, cutoff: float | None, alike: Sequence[str]
) -> xr.Dataset:
    names = _positions(data) if signals is None else _known(data, signals)
    if not names:
        raise InputError(
            "nothing to differentiate",
            where="log",
            got=", ".join(over_time(data)) or "no signals",
            expected="a position whose velocity is not in the log",
        )
    if cutoff is not None:
        data = filtered_data(data, cutoff, [*names, *alike])
    elif alike:
        raise InputError(
            "no cutoff", where="log, differentiated", hint="Say cutoff=… to filter them alike."
        )
    time = _time(data)
    new: dict[str, xr.Variable] = {}
    for name in names:
        for known, function in zip(
            derivatives_of(name), (derivative, second_derivative), strict=False
        ):
            if known.name in data or known.name in new:
                raise InputError(
                    "the log has this signal already",
                    where=f"signal '{known.name}'",
                    hint=f"Drop it to have the derivative of '{name}' in its place: "
                    f"log.without('{known.name}').",
                )
            variable = _changed(data, name, partial(function, time))
            variable.attrs = {"units": known.unit, "long_name": known.meaning}
            new[known.name] = variable
    return data.assign(new)


def derivatives_of(name: str) -> tuple[KnownSignal, ...]:
    """Velocity and acceleration of a position, acceleration of a velocity, by their names."""
    chain = ("position", "velocity", "acceleration")
    for k, word in enumerate(chain[:2]):
        if name.endswith(word):
            stem = name.removesuffix(word)
            found = [known_signal(stem + later) for later in chain[k + 1 :]]
            return tuple(signal for signal in found if signal is not None)
    return ()


def _positions(data: xr.Dataset) -> tuple[str, ...]:
    return tuple(
        name
        for name in over_time(data)
        if name.endswith("position")
        and derivatives_of(name)
        and all(later.name not in data for later in derivatives_of(name))
    )


def _known(data: xr.Dataset, signals: Sequence[str]) -> tuple[str, ...]:
    if isinstance(signals, str):
        signals = (signals,)
    for name in signals:
        if name not in over_time(data):
            raise InputError(
                "no such signal in the log",
                where="log",
                got=repr(name),
                expected="one of " + ", ".join(over_time(data)),
            )
    return tuple(dict.fromkeys(signals))


def _smooth(data: xr.Dataset, name: str) -> bool:
    return bool(data[name].dtype.kind == "f")


def _time(data: xr.Dataset) -> Array:
    return np.asarray(data["time"].values, dtype=np.float64)


def _changed(data: xr.Dataset, name: str, function: Callable[[Array], Array]) -> xr.Variable:
    """A function of (samples, channels), for a signal of whatever dimensions."""
    others = [dimension for dimension in data[name].dims if dimension != "time"]
    ordered = data[name].variable.transpose("time", *others)
    values = np.asarray(ordered.values, dtype=np.float64)
    result = function(values.reshape(values.shape[0], -1))
    shape = (result.shape[0], *values.shape[1:])
    return xr.Variable(ordered.dims, result.reshape(shape), ordered.attrs)
