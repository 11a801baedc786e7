"""Runs once more, from their files alone; and whether they came out to the same bits."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from armwright.compiler.machine import host_cpu
from armwright.errors import InputError
from armwright.scenario.file import scenario_of
from armwright.scenario.number_map import NumberMap
from armwright.scenario.prepared import PREPARED, Prepared
from armwright.scenario.scenario import Scenario, with_swept
from armwright.scenario.sweeps.plan import PARAMETER, SEVERAL
from armwright.signals import Run
from armwright.signals.provenance import stamp
from armwright.simulation import ProgressCallback, parsed_figures, simulate_many
from armwright.system import MOST_SEED

#: What else the numbers of a run depend on, by the attributes that say it.
_VERSIONS = ("armwright_version", "casadi_version", "llvmlite_version", "processor")


def repeat(path: str | os.PathLike[str], *, progress: ProgressCallback | None = None) -> Run:
    """The run, or the runs of a sweep, that a file holds, simulated again: to the same bits, with
    the same versions on the same kind of machine. `unlike` tells."""
    before = Run.load(path)
    scenario, known = scenario_of(before, Path(path)), before.data.attrs
    options: dict[str, Any] = {"progress": progress}
    if known.get("method") == "perturbation":
        options |= {"method": "perturbation", "points": _whole(before, "points", str(path))}
    figures = str(known.get("figures", "")).splitlines()
    if PREPARED in known:
        paths, values = _prepared(str(known[PREPARED]), str(path))
        prepared = Prepared(scenario, paths, figures)
        seed = _whole(before, "seed", str(path))
        return prepared.simulate(values, seed=seed, progress=progress)
    swept = {
        str(name): one
        for name, one in before.data.coords.items()
        if one.attrs.get("kind") in (PARAMETER, SEVERAL)
    }
    if "run" not in before.data.coords and not swept:
        return scenario.simulate(**options, figures=figures)
    first = _whole(before, "seed", str(path))
    return _many(before, first, scenario, swept, figures, options)


def _whole(run: Run, name: str, where: str) -> int:
    """An attribute that is a whole number."""
    value = run.data.attrs.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _damaged(name, where)
    return value


def _damaged(name: str, where: str) -> InputError:
    return InputError(f"its attribute '{name}' is damaged", where=where)


def _prepared(told: str, where: str) -> tuple[list[str], dict[str, Any]]:
    """Which paths were left open, and what was given there."""
    try:
        found = json.loads(told)
        return list(map(str, found["open"])), dict(found["values"])
    except (ValueError, TypeError, KeyError, RecursionError):
        raise _damaged(PREPARED, where) from None


def _many(
    before: Run,
    first: int,
    scenario: Scenario,
    swept: dict[str, xr.DataArray],
    figures: Sequence[str],
    options: dict[str, Any],
) -> Run:
    """Those that are in the file: the ones that diverged are not. `first`: the seed of run 0."""
    many, told = "run" in before.data.dims, "run" in before.data.coords
    numbers = np.atleast_1d(before.data["run"].values) if told else np.array([0])
    seeds = first + numbers
    if not (seeds.dtype.kind in "iu" and seeds.min() >= 0 and seeds.max() < MOST_SEED):
        raise InputError("not the runs of a sweep", where="repeat", got=numbers.tolist()[:5])
    values = {path: one.values if many else one.values[None] for path, one in swept.items()}
    table = NumberMap(scenario, tuple(swept))(values) if swept else {}
    run = simulate_many(scenario, table, seeds, figures=parsed_figures(figures), **options)
    again = with_swept(scenario, run, values)
    if not many:
        return again.with_data(again.data.assign_coords(run=numbers[0])) if told else again
    if "run" in again.data.dims:
        return again.with_data(again.data.assign_coords(run=numbers[again.data["run"].values]))
    alone = again.data.reset_coords(list(swept)).expand_dims("run").set_coords(list(swept))
    return again.with_data(alone.assign_coords(run=numbers))


def unlike(before: Run, again: Run) -> tuple[str, ...]:
    """In which signals two runs differ, and by how much; empty if they are the same to the bit."""
    found = []
    for name, one in before.data.variables.items():
        other = again.data.variables.get(name)
        if other is None:
            found.append(f"{name} is missing")
        elif one.shape != other.shape:
            found.append(f"{name}: {one.shape} and {other.shape} values")
        elif one.values.tobytes() != other.values.tobytes():
            found.append(f"{name}{_by_how_much(one, other)}")
    return tuple(found)


def _by_how_much(one: xr.Variable, other: xr.Variable) -> str:
    if one.dtype.kind not in "iuf" or other.dtype.kind not in "iuf":
        return ""
    off = np.nanmax(np.abs(other.values - one.values), initial=0.0)
    return f" by up to {off:.2g} {one.attrs.get('units', '')}".rstrip()


def other_versions(before: Run) -> tuple[str, ...]:
    """What made a run and is another one now."""
    now = {**stamp(), "processor": host_cpu().name}
    return tuple(
        f"{key.removesuffix('_version')} {before.data.attrs[key]}, now {now[key]}"
        for key in _VERSIONS
        if before.data.attrs.get(key, now[key]) != now[key]
    )
