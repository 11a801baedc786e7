"""A sweep as tables: every run with its values and figures, or how figures go with parameters."""

from __future__ import annotations

import math
from dataclasses import asdict

import pandas as pd
import xarray as xr
from rich.console import RenderableType

from armwright.arrays import Array
from armwright.report.data import Data
from armwright.report.sweeps.importance import Importance
from armwright.report.sweeps.summary import figure_statistics
from armwright.report.sweeps.sweep import Sweep, quantities, signed
from armwright.report.terminal import page_width, tables_across
from armwright.report.words import plain

#: Of more runs than this, the terminal shows how figures go with parameters instead.
MOST_RUNS_LISTED = 30
_FEW, _UNTOLD = 3, "·"


def sweep_table(data: xr.Dataset) -> pd.DataFrame:
    """A row for each run, with its number, the values that differ, its figures, and when it
    diverged; units in the headers, `links.tool.mass [kg]`. Nothing is rounded."""
    sweep = Sweep.of(data)
    columns = {"run": sweep.runs, **{_header(*key): one for key, one in _columns(sweep).items()}}
    if sweep.diverged.any():
        columns["diverged_at [s]"] = sweep.diverged_at
    return pd.DataFrame(columns)


def sweep_data(data: xr.Dataset) -> dict[str, Data]:
    """For programs, what the terminal shows: statistics of figures and how they go with parameters;
    runs one by one only if they are few, for `sweep_table` has them all."""
    sweep = Sweep.of(data)
    importances = [Importance.of(sweep, figure) for figure in sweep.figures]
    correlations = [
        {
            "figure": one.title,
            "parameter": name,
            "rank_correlation": one.correlations.value[k],
            "low": one.correlations.low[k],
            "high": one.correlations.high[k],
        }
        for one in importances
        for k, name in enumerate(one.names)
    ]
    diverged = [
        {"run": run, "time": time}
        for run, time in zip(sweep.runs, sweep.diverged_at, strict=True)
        if math.isfinite(time)
    ]
    tables = {
        "figures": Data([asdict(one) for one in figure_statistics(sweep)]),
        "correlations": Data(correlations),
        "diverged": Data(diverged, {"time": "s"}),
    }
    if sweep.runs.size <= MOST_RUNS_LISTED:
        tables["runs"] = _runs(sweep)
    return tables


def _runs(sweep: Sweep) -> Data:
    columns = {"run": sweep.runs, **{name: one for (name, _), one in _columns(sweep).items()}}
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    return Data(rows, {name: unit for name, unit in _columns(sweep) if unit})


def _columns(sweep: Sweep) -> dict[tuple[str, str], Array]:
    """By name and unit."""
    found = {(one.name, one.unit): one.values for one in sweep.parameters}
    for figure in sweep.figures:
        for k, element in enumerate(figure.elements):
            name = f"{figure.name}.{element}" if element else figure.name
            found[name, figure.unit] = figure.values[:, k]
    return found


def _header(name: str, unit: str) -> str:
    return f"{name} [{unit}]" if unit else name


def sweep_parts(data: xr.Dataset) -> list[RenderableType]:
    """For a terminal: all runs, if they are few, or else how every figure goes with parameters."""
    sweep = Sweep.of(data)
    if not sweep.parameters or not sweep.figures:
        return []
    if sweep.runs.size <= MOST_RUNS_LISTED:
        return _every_run(sweep)
    return _correlations(sweep)


def _every_run(sweep: Sweep) -> list[RenderableType]:
    columns = _columns(sweep)
    cells = [quantities(values.tolist(), unit) for (_, unit), values in columns.items()]
    names = [plain(name) for name, _ in columns]
    # The values of few parameters stand before the figures in every table.
    count = len(sweep.parameters)
    first = count if count <= _FEW else 0
    rows = (
        ([str(run), *(one[k] for one in cells[:first])], [one[k] for one in cells[first:]])
        for k, run in enumerate(sweep.runs)
    )
    return [*tables_across(["run", *names[:first]], names[first:], rows, page_width())]


def _correlations(sweep: Sweep) -> list[RenderableType]:
    found = [Importance.of(sweep, figure) for figure in sweep.figures]
    known = [one for one in found if not one.reason]
    if not known:
        return []
    rows = (
        ([plain(parameter.name)], [_cell(one, k) for one in known])
        for k, parameter in enumerate(sweep.parameters)
    )
    names = [plain(one.title) for one in known]
    note = f"{_UNTOLD}  too small to be told from none; the report has pictures"
    return [*tables_across(["rank correlation with"], names, rows, page_width()), note]


def _cell(one: Importance, k: int) -> str:
    value = float(one.correlations.value[k])
    told = bool(one.correlations.distinguishable[k]) and math.isfinite(value)
    return signed(value) if told else _UNTOLD
