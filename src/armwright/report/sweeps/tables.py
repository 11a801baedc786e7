"""A sweep as tables: every run with its values and figures, or how figures go with parameters."""

from __future__ import annotations

import math

import pandas as pd
import xarray as xr
from rich.console import RenderableType

from armwright.arrays import Array
from armwright.report.sweeps.importance import Importance
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
