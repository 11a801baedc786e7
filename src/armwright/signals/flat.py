"""A log as plain columns, and the columns file that makes the same log of them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.formats.toml_text import inline, string
from armwright.signals.names import known_signal
from armwright.signals.records import FRICTION, SIDE

_OWN = ("time", "joint", "motor", "axis")


@dataclass(frozen=True, eq=False)
class FlatLog:
    """`tables`: signals as (samples, size); `labels`: the names of their elements."""

    data: xr.Dataset
    time: Array
    tables: Mapping[str, Array]
    labels: Mapping[str, tuple[str, ...]]

    def columns(self) -> dict[str, Array]:
        """`time`, and `joint_position.elbow` for each element of each signal."""
        found = {"time": self.time}
        for name, columns in self.names().items():
            for k, column in enumerate(columns):
                found[column] = self.tables[name][:, k]
        return found

    def names(self) -> dict[str, tuple[str, ...]]:
        """The columns of each signal."""
        return {
            name: tuple(f"{name}.{label}" if label else name for label in labels)
            for name, labels in self.labels.items()
        }

    def columns_file(self, columns: Mapping[str, Sequence[str]], *, time: str = "time") -> str:
        """The text that says what the columns are; all of them are in SI."""
        data = self.data
        there = [word for word in ("joint", "motor") if word in data.coords]
        lines = [f"{word}s = {_texts(data[word].values)}" for word in there]
        if SIDE in data.coords:
            sides = zip(data[FRICTION].values, data[SIDE].values, strict=True)
            table = {str(label): string(str(side)) for label, side in sides}
            lines.append(f"frictions = {inline(table)}")
        labels = {
            str(name): _texts(one.values)
            for name, one in data.coords.items()
            if name not in (*_OWN, FRICTION, SIDE) and one.dims == (name,)
        }
        if labels:
            lines.append(f"labels = {inline(labels)}")
        lines += ["", "[time]", f"column = {string(time)}"]
        for name in self.tables:
            lines += ["", f"[signals.{string(name)}]", f"columns = {_texts(columns[name])}"]
            if known_signal(name) is None:
                unit = str(data[name].attrs.get("units", ""))
                lines += [f"unit = {string(unit)}"] if unit else []
                lines.append(f"dimension = {string(_dimension(data[name]))}")
        for key, one in data.data_vars.items():
            if "time" not in one.dims:
                lines += ["", f"[constants.{string(str(key))}]", *_constant(one)]
        lines += ["", "[attributes]"]
        lines += [f"{string(str(key))} = {_plain(value)}" for key, value in data.attrs.items()]
        return "\n".join(lines) + "\n"


def flattened(data: xr.Dataset) -> FlatLog:
    tables: dict[str, Array] = {}
    labels: dict[str, tuple[str, ...]] = {}
    for name, one in data.data_vars.items():
        if one.ndim - ("time" in one.dims) > 1:
            raise InputError(
                "only NetCDF has room for this signal", where=str(name), got=f"{one.dims}"
            )
        if "time" not in one.dims:
            continue
        values = np.ascontiguousarray(one.transpose("time", ...).values, dtype=np.float64)
        tables[str(name)] = values.reshape(len(values), -1)
        labels[str(name)] = _labels(data, _dimension(one), tables[str(name)].shape[1])
    return FlatLog(data, np.asarray(data["time"].values, dtype=np.float64), tables, labels)


def _dimension(signal: xr.DataArray) -> str:
    return next((str(one) for one in signal.dims if one != "time"), "")


def _labels(data: xr.Dataset, dimension: str, size: int) -> tuple[str, ...]:
    if not dimension:
        return ("",)
    if dimension in data.coords:
        return tuple(str(label) for label in data[dimension].values)
    return tuple(str(k + 1) for k in range(size))


def _constant(one: xr.DataArray) -> list[str]:
    whole = one.dtype.kind in "iub"
    values = [str(int(x)) if whole else repr(float(x)) for x in np.ravel(one.values)]
    return [
        f"dimension = {string(_dimension(one))}",
        f"values = [{', '.join(values)}]",
        f"unit = {string(str(one.attrs.get('units', '')))}",
        f"meaning = {string(str(one.attrs.get('long_name', '')))}",
    ]


def _texts(values: Sequence[object] | np.ndarray) -> str:
    return "[" + ", ".join(string(str(one)) for one in values) + "]"


def _plain(value: str | bool | float) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return string(value)
    return str(value) if isinstance(value, int) else repr(float(value))
