"""A run summed up: the figures of its summary, from the signals that were recorded."""

from __future__ import annotations

import math
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.signals import figures
from armwright.signals.provenance import ACTED_ON_BY
from armwright.signals.records import array_of, channels_of, failed_runs, flags_of
from armwright.signals.summary import Group, LimitReached, Summary


def summarise(data: xr.Dataset) -> Summary:
    # What a run that diverges leaves may be too large to be squared; it is shown as not finite.
    with np.errstate(over="ignore", invalid="ignore"):
        return _summarised(data)


def _summarised(data: xr.Dataset) -> Summary:
    many = "run" in data.dims
    numbers = tuple(int(k) for k in data["run"].values) if many else (0,)
    found = (
        _joint_error(data),
        _tool_error(data),
        _peaks(data, "motor_torque", "torque of the motors")
        or _peaks(data, "joint_torque", "torque at the joints"),
        _peaks(data, "motor_current", "current of the motors"),
        _peaks(data, "spring_deflection", "deflection of the springs, motor side"),
        _energy(data),
    )
    groups = {group.name: group if many else _of_one(group) for group in found if group}
    failed = np.flatnonzero(failed_runs(data))
    return Summary(
        groups=MappingProxyType(groups),
        saturations=_saturations(data, numbers, many),
        provenance=MappingProxyType(dict(data.attrs)),
        runs=numbers if many else None,
        failed=tuple(numbers[k] for k in failed),
    )


def _error(data: xr.Dataset, name: str) -> Array | None:
    """Reference minus actual, (runs, records, size), if both are recorded."""
    if name not in data or f"reference_{name}" not in data:
        return None
    return array_of(data, f"reference_{name}") - array_of(data, name)


def _joint_error(data: xr.Dataset) -> Group | None:
    error = _error(data, "joint_position")
    if error is None:
        return None
    channels = channels_of(data, "joint_position")
    unit = _unit(data, "joint_position")
    return _errors(data, "joint_error", "tracking error of the joints", unit, channels, error)


def _tool_error(data: xr.Dataset) -> Group | None:
    error = _error(data, "tool_position")
    if error is None:
        return None
    channels: tuple[str, ...] = ("whole",)
    sizes = figures.lengths(error)
    directions = _path_directions(data)
    if directions is not None:
        pairs = zip(error, directions, strict=True)
        beside = np.stack([figures.lengths(figures.across(e, d)) for e, d in pairs])
        channels = ("whole", "across the path")
        sizes = np.concatenate([sizes, beside], axis=-1)
    unit = _unit(data, "tool_position")
    return _errors(data, "tool_error", "error at the tool", unit, channels, sizes)


def _path_directions(data: xr.Dataset) -> Array | None:
    """Along the straight reference path of each run, (runs, 3); None unless all are straight."""
    directions = [
        figures.line_direction(path) for path in array_of(data, "reference_tool_position")
    ]
    if any(direction is None for direction in directions):
        return None
    return np.array(directions)


def _errors(
    data: xr.Dataset, name: str, title: str, unit: str, channels: tuple[str, ...], error: Array
) -> Group:
    columns = {
        "max": figures.largest(error),
        "rms": figures.rms(data["time"].values, error),
        "final": error[:, -1],
    }
    return Group(name, title, unit, channels, MappingProxyType(columns))


def _peaks(data: xr.Dataset, name: str, title: str) -> Group | None:
    if name not in data:
        return None
    values = array_of(data, name)
    columns = {"peak": figures.largest(values), "rms": figures.rms(data["time"].values, values)}
    return Group(name, title, _unit(data, name), channels_of(data, name), MappingProxyType(columns))


def _energy(data: xr.Dataset) -> Group | None:
    """`balance_residual` is work + E(0) − E(end) − losses: what the integrator lost on its way.
    Where others than the motors act on the arm, its opposite is their `work_from_outside`."""
    stored = ("kinetic_energy", "potential_energy")
    spent = ("motor_work", "friction_loss", "damping_loss")
    values: dict[str, Array] = {}
    for name in (*spent, "drag_loss"):
        if name in data:
            values[name] = array_of(data, name)[:, -1, 0]
    for name in stored:
        if name in data:
            energy = array_of(data, name)[..., 0]
            values[f"{name}_gain"] = energy[:, -1] - energy[:, 0]
    if not values:
        return None
    wet = "drag_torque" in data or "drag_loss" in data
    if len(values) == len(stored) + len(spent) + wet:
        used = sum(value for name, value in values.items() if name != "motor_work")
        lacking = values["motor_work"] - used
        outside = bool(data.attrs.get(ACTED_ON_BY))
        values |= {"work_from_outside": -lacking} if outside else {"balance_residual": lacking}
    columns = {"value": np.stack(list(values.values()), axis=-1)}
    return Group("energy", "energy", "J", tuple(values), MappingProxyType(columns), alike=False)


def _saturations(
    data: xr.Dataset, numbers: tuple[int, ...], many: bool
) -> tuple[LimitReached, ...]:
    found = []
    for flag in flags_of(data):
        # (runs, 1, channels) without time
        counts = array_of(data, f"{flag}_count")[:, 0]
        times = array_of(data, f"{flag}_first_time")[:, 0]
        for k, channel in enumerate(channels_of(data, f"{flag}_count")):
            happened = counts[:, k] > 0
            if not happened.any():
                continue
            first = np.where(happened & np.isfinite(times[:, k]), times[:, k], math.inf)
            run = int(first.argmin())
            found.append(
                LimitReached(
                    flag=flag,
                    channel=channel,
                    count=int(counts[:, k].sum()),
                    first_time=float(times[run, k]),
                    run=numbers[run] if many else None,
                    runs=int(happened.sum()) if many else None,
                )
            )
    return tuple(found)


def _of_one(group: Group) -> Group:
    columns = {name: column[0] for name, column in group.columns.items()}
    return replace(group, columns=MappingProxyType(columns))


def _unit(data: xr.Dataset, name: str) -> str:
    return str(data[name].attrs.get("units", ""))
