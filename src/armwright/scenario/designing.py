"""From what is said about values, in texts, files and Python, to the design of a sweep."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import numpy as np

from armwright.arrays import Array
from armwright.blocks.references.from_csv import read_csv
from armwright.errors import InputError, shown
from armwright.inputs import from_home
from armwright.plant.registry import Number
from armwright.robot.changing import expanded
from armwright.scenario.correlations import (
    Correlation,
    MatrixSource,
    correlation_of,
    read_matrix,
)
from armwright.scenario.designs import (
    Design,
    DesignKind,
    DesignPart,
    Drawn,
    DrawnColumn,
    Grid,
    Listed,
)
from armwright.scenario.registry import number_at, one_name
from armwright.scenario.spreads import Levels, Spread, check_variable, parsed, spreadable
from armwright.system import Setup


def design_of(
    scenario: Setup,
    spreads: Mapping[str, Any],
    runs: int | None,
    seed: int,
    kind: DesignKind = "random",
    covariance: MatrixSource | None = None,
) -> Design:
    """What `spreads` say, by path: texts, spreads, levels, or lists of values.

    `kind`: how values with a spread are drawn, or that all are of a grid (lists are levels then) or
    listed. `runs` may be None where grids or lists tell how many there are. `covariance`: of normal
    and lognormal values, see `correlations.read_matrix`.
    """
    columns = _columns(scenario, spreads, kind, runs)
    count = _told(columns) if runs is None else runs
    where = f"scenario '{scenario.name}', sweep"
    if count is None:
        raise InputError(
            "the number of runs is missing",
            where=where,
            expected="a number of runs, or a grid or lists of values that give it",
        )
    if count < 1 or seed < 0:
        raise InputError(
            "too few runs, or a negative seed",
            where=where,
            got=f"{count} runs and the seed {seed}",
            expected="1 run or more, and a seed of 0 or more",
        )
    drawn: list[DrawnColumn] = []
    levels: dict[str, Levels] = {}
    listed: dict[str, Array] = {}
    numbers: dict[str, str] = {}
    for path, given in columns.items():
        if isinstance(given, Spread):
            numbers[one_name(scenario, path)] = path
            drawn.append(_column(path, given, spreadable(scenario, path)))
        elif isinstance(given, Levels):
            levels[path] = given
        else:
            listed[path] = _listed(given, count, path, scenario)
    correlation = None
    if covariance is not None:
        correlation = _correlation(scenario, covariance, drawn, numbers)
    parts: list[DesignPart] = []
    if drawn and kind != "grid" and kind != "list":
        parts.append(Drawn(kind, seed, count, tuple(drawn), correlation))
    if levels:
        parts.append(_grid(scenario, levels, count))
    if listed:
        parts.append(Listed(listed))
    return Design(tuple(columns), count, tuple(parts))


def runs_told(
    scenario: Setup, spreads: Mapping[str, Any], kind: DesignKind = "random"
) -> int | None:
    """How many runs the grids or lists among spreads make; None if there are none."""
    return _told(_columns(scenario, spreads, kind))


def listed_values(file: str | Path) -> dict[str, Array]:
    """The columns of a CSV file, by the paths in its first line; a row for each run."""
    path = from_home(str(file), "list of values")
    where = f"list of values, {path}"
    found = read_csv(path, where, ",", "a row for each run")
    if not found.names:
        raise InputError(
            "the first line has no paths",
            where=f"{where}, line 1",
            expected="a path for each column, such as links.tool.mass",
        )
    for k, name in enumerate(found.names):
        if not name or name in found.names[:k]:
            what = f"two columns are named '{name}'" if name else "a column has no path"
            raise InputError(what, where=f"{where}, line 1, column {k + 1}")
    return dict(zip(found.names, found.numbers.T.copy(), strict=True))


def _columns(
    scenario: Setup, spreads: Mapping[str, Any], kind: DesignKind, runs: int | None = None
) -> dict[str, Spread | Levels | Any]:
    """What is said about every single path; of what is said about one number, the last. `runs`: the
    rows that files shall have, if that is known."""
    if kind not in get_args(DesignKind):
        expected = "one of " + ", ".join(get_args(DesignKind))
        raise InputError("no such design", where="sweep", got=shown(kind), expected=expected)
    files: dict[str, dict[str, Array]] = {}
    found: dict[str, tuple[str, Any]] = {}
    for path, given in spreads.items():
        if isinstance(given, str):
            word, _, file = given.strip().partition(" ")
            if word == "list" and file:
                given = _column_in(file.strip(), path, files, runs)
            else:
                given = parsed(given, path, scenario)
        if kind == "grid" and not isinstance(given, Spread | Levels):
            given = _levels(given, path)
        _check_kind(given, kind, path)
        for single in expanded(scenario.robot, path):
            if not isinstance(given, Spread):
                check_variable(scenario, single)
            name = one_name(scenario, single)
            found.pop(name, None)
            found[name] = (single, given)
    return dict(found.values())


def _check_kind(given: Any, kind: DesignKind, path: str) -> None:
    if kind == "grid" and isinstance(given, Spread):
        expected = "levels, such as grid 1,2,3 or grid 0.5..1.5 x 5"
        raise InputError("a grid draws no values", where=path, got="a spread", expected=expected)
    if kind == "list" and isinstance(given, Spread | Levels):
        got = "a spread" if isinstance(given, Spread) else "levels of a grid"
        expected = "a value for each run"
        raise InputError("this design lists all values", where=path, got=got, expected=expected)


def _told(columns: Mapping[str, Any]) -> int | None:
    levels = [one for one in columns.values() if isinstance(one, Levels)]
    if levels:
        return math.prod(len(one.values) for one in levels)
    for given in columns.values():
        if not isinstance(given, Spread) and isinstance(given, list | tuple | np.ndarray):
            return len(given)
    return None


def _column_in(file: str, path: str, files: dict[str, dict[str, Array]], runs: int | None) -> Array:
    if file not in files:
        files[file] = listed_values(file)
    found = files[file].get(path)
    if found is None:
        raise InputError(
            f"no column is named '{path}'",
            where=f"list of values, {file}, line 1",
            got=", ".join(files[file]),
        )
    if runs is not None and len(found) != runs:
        raise InputError(
            "wrong number of rows",
            where=f"list of values, {file}",
            got=len(found),
            expected=f"{runs}, one for each run",
        )
    return found


def _column(path: str, spread: Spread, number: Number) -> DrawnColumn:
    distribution = spread.about(float(number.value[0]))
    return DrawnColumn(path, distribution, number.unit, number.above, number.at_least)


def _levels(values: Any, path: str) -> Levels:
    try:
        return Levels(tuple(float(value) for value in values))
    except (TypeError, ValueError):
        raise InputError(
            "not the levels of a grid",
            where=path,
            got=shown(values),
            expected="a text like 'grid 1,2,3', or finite numbers",
        ) from None


def _listed(values: Any, count: int, path: str, scenario: Setup) -> Array:
    """A number for each run; where a path has several, as a centre of mass, a row of them."""
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        array = np.zeros(0)
    size = number_at(scenario, path).value.size if array.ndim == 2 else 1
    if array.shape != (count,) and (size == 1 or array.shape != (count, size)):
        raise InputError(
            "not a spread",
            where=path,
            got=f"{len(array)} values" if array.ndim == 1 else f"an array of shape {array.shape}",
            expected=f"a text like '5%', or {count} values, one for each run"
            + (f", of {size} numbers" if size > 1 else ""),
        )
    bad = np.argwhere(~np.isfinite(array))
    if bad.size:
        got = f"{array[tuple(bad[0])]} for run {bad[0][0]}"
        raise InputError("not a finite number", where=path, got=got)
    return array


def _grid(scenario: Setup, levels: Mapping[str, Levels], count: int) -> Grid:
    grid = Grid(levels)
    if grid.runs != count:
        sizes = " × ".join(str(len(one.values)) for one in levels.values())
        raise InputError(
            "the number of runs is not that of the grid",
            where=f"scenario '{scenario.name}', sweep",
            got=count,
            expected=f"{sizes} = {grid.runs}" if len(levels) > 1 else grid.runs,
            hint="Leave the number of runs out: the grid tells it.",
        )
    return grid


def _correlation(
    scenario: Setup,
    covariance: MatrixSource,
    columns: list[DrawnColumn],
    numbers: Mapping[str, str],
) -> Correlation:
    """`numbers`: the paths of the columns, by the one name of each number."""
    matrix = read_matrix(covariance)
    known = {column.path: column.distribution for column in columns}
    deviations: dict[str, float] = {}
    for given in matrix.paths:
        path = numbers.get(one_name(scenario, given), given)
        distribution = known.get(path)
        if distribution is None or distribution.shape == "uniform":
            raise InputError(
                "a value in the matrix has no normal or lognormal spread",
                where=f"{matrix.where}, '{given}'",
                got="no spread" if distribution is None else "a uniform one",
                expected="a spread such as normal 5% or lognormal 10%",
            )
        if path in deviations:
            raise InputError(f"the path '{given}' is listed twice", where=matrix.where)
        deviations[path] = distribution.width
    return correlation_of(matrix, deviations)
