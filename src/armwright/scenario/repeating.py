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
        options |= {"method": "perturbation", "points": int(known["points"])}
    figures = str(known.get("figures", "")).splitlines()
    if PREPARED in known:
        paths, values = _prepared(str(known[PREPARED]), str(path))
        prepared = Prepared(scenario, paths, figures)
        return prepared.simulate(values, seed=int(known["seed"]), progress=progress)
    swept = {
        str(name): one
        for name, one in before.data.coords.items()
        if one.attrs.get("kind") in (PARAMETER, SEVERAL)
    }
    if "run" not in before.data.dims and not swept:
        return scenario.simulate(**options, figures=figures)
    return _many(before, scenario, swept, figures, options)


def _prepared(told: str, where: str) -> tuple[list[str], dict[str, Any]]:
    """Which paths were left open, and what was given there."""
    try:
        found = json.loads(told)
        return list(map(str, found["open"])), dict(found["values"])
    except (ValueError, TypeError, KeyError, RecursionError):
        raise InputError(f"its attribute '{PREPARED}' is damaged", where=where) from None


def _many(
    before: Run,
    scenario: Scenario,
    swept: dict[str, xr.DataArray],
    figures: Sequence[str],
    options: dict[str, Any],
) -> Run:
    """Those that are in the file: the ones that diverged are not."""
    many = "run" in before.data.dims
    numbers = before.data["run"].values if many else np.array([0])
    seeds = int(before.data.attrs["seed"]) + numbers
    if not (seeds.dtype.kind in "iu" and seeds.min() >= 0 and seeds.max() < MOST_SEED):
        raise InputError("not the runs of a sweep", where="repeat", got=numbers.tolist()[:5])
    values = {path: one.values if many else one.values[None] for path, one in swept.items()}
    table = NumberMap(scenario, tuple(swept))(values) if swept else {}
    run = simulate_many(scenario, table, seeds, figures=parsed_figures(figures), **options)
    again = with_swept(scenario, run, values)
    if not many:
        return again
    data = again.data if "run" in again.data.dims else again.data.expand_dims("run")
    kept = numbers[data["run"].values] if "run" in data.coords else numbers
    return again.with_data(data.assign_coords(run=kept))


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
