"""A run as one wide table: a row for each time, a column for each element of each signal."""

from __future__ import annotations

import numpy as np
import pandas as pd
import xarray as xr

from armwright.signals.flat import flattened


def wide_table(data: xr.Dataset) -> pd.DataFrame:
    """Headers have units, `joint_position.elbow [rad]`. Of many runs: one below the other, with
    their numbers in front."""
    if "run" not in data.dims:
        return pd.DataFrame(_columns(data))
    parts = []
    for number in data["run"].values:
        one = data.sel(run=number, drop=True)
        columns = _columns(one)
        rows = len(next(iter(columns.values())))
        parts.append(pd.DataFrame({"run": np.full(rows, number), **columns}))
    return pd.concat(parts, ignore_index=True)


def _columns(data: xr.Dataset) -> dict[str, np.ndarray]:
    flat = flattened(data)
    units = {"time": "s"}
    for name, columns in flat.names().items():
        units |= dict.fromkeys(columns, str(data[name].attrs.get("units", "")))
    return {_header(column, units[column]): values for column, values in flat.columns().items()}


def _header(column: str, unit: str) -> str:
    return f"{column} [{unit}]" if unit else column
