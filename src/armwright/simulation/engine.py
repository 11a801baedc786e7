"""Simulating setups: one or many, in full or as small motions about a nominal one."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals import Run
from armwright.simulation.accuracy import accurate
from armwright.simulation.budget import check_memory, check_records
from armwright.simulation.ensemble import Ensemble, OpenSystem
from armwright.simulation.execution import ProgressCallback
from armwright.simulation.figures import Figure
from armwright.simulation.holding import held_for, settled_hold
from armwright.simulation.loop import Loop
from armwright.simulation.making import making
from armwright.simulation.perturbation import simulate_perturbed
from armwright.simulation.recall import recalled
from armwright.system.setup import Setup
from armwright.system.structure import check_same_structure, differences
from armwright.system.system import numbers, plant_of

#: `full`: the arm's own equations. `perturbation`: linearised along its reference.
SimulationMethod = Literal["full", "perturbation"]
#: Where the perturbation method linearises, unless it is told otherwise (as S3 did).
POINTS = 400


def simulate(
    setup: Setup,
    *,
    nominal: Setup | None = None,
    figures: tuple[Figure, ...] = (),
    method: SimulationMethod = "full",
    points: int = POINTS,
    progress: ProgressCallback | None = None,
) -> Run:
    """One run. `nominal`: what the setup was made from by changes of numbers; if they left the
    structure as it was, its machine code has them as inputs, and serves for other values, too."""
    _check_method(method, figures)
    if method == "perturbation":
        with making:
            runs = OpenSystem(setup).alone(setup)
        check_memory(runs.system, 1)
        return simulate_perturbed(runs, points, progress, 1)
    with making:
        loop, runs = _alone(setup, nominal, figures)
    return accurate(loop, runs, progress).run


def _alone(
    setup: Setup, nominal: Setup | None, figures: tuple[Figure, ...]
) -> tuple[Loop, Ensemble]:
    own = None if nominal is None else _changed_numbers(nominal, setup)
    if nominal is not None and own is not None:
        nominal = settled_hold(nominal)
        setup = held_for(nominal.integration.inertia_steps, setup)
        ready = recalled(nominal, own.keys(), figures)
        return ready.loop, ready.opened.alone(setup, own)
    setup = settled_hold(setup)
    ready = recalled(setup, (), figures)
    return ready.loop, ready.opened.alone(setup)


def _changed_numbers(nominal: Setup, setup: Setup) -> dict[str, Array] | None:
    """The numbers that differ; None if that is not all that does, or the nominal setup could not
    be run itself."""
    try:
        plants = plant_of(nominal), plant_of(setup)
        if differences(nominal, setup, *plants):
            return None
        before, now = numbers(nominal, plants[0]), numbers(setup, plants[1])
    except InputError:
        return None
    return {key: now[key] for key in now if not np.array_equal(now[key], before[key])}


def simulate_together(setups: Sequence[Setup], *, threads: int | None = None) -> Run:
    """Setups that differ in numbers and seeds only, side by side."""
    with making:
        plants = [plant_of(setup) for setup in setups]
        check_same_structure(setups, plants)
        tables = [numbers(setup, plant) for setup, plant in zip(setups, plants, strict=True)]
    differing = [
        key
        for key, value in tables[0].items()
        if not all(np.array_equal(table[key], value) for table in tables)
    ]
    table = {key: np.stack([own[key] for own in tables]) for key in differing}
    seeds = np.array([setup.seed for setup in setups])
    return simulate_many(setups[0], table, seeds, threads=threads)


def simulate_many(
    setup: Setup,
    table: Mapping[str, Array],
    seeds: NDArray[np.integer],
    *,
    figures: tuple[Figure, ...] = (),
    method: SimulationMethod = "full",
    points: int = POINTS,
    progress: ProgressCallback | None = None,
    threads: int | None = None,
) -> Run:
    """Runs with numbers of their own, (runs, size) by their names in `numbers`, and seeds."""
    _check_method(method, figures)
    wanted = threads or os.cpu_count() or 1
    if method == "perturbation":
        with making:
            opened = OpenSystem(setup, table)
        check_memory(opened.system, len(seeds))
        return simulate_perturbed(opened.many(setup, table, seeds), points, progress, wanted)
    setup = settled_hold(setup)
    ready = recalled(setup, table, figures)
    check_records(ready.loop, len(seeds))
    runs = ready.opened.many(setup, table, seeds, threads=wanted)
    return accurate(ready.loop, runs, progress, wanted).run


def _check_method(method: str, figures: tuple[Figure, ...]) -> None:
    if method == "perturbation" and figures:
        raise InputError(
            "the perturbation method has no figures", where="simulate", got=figures[0].name
        )
    if method not in get_args(SimulationMethod):
        expected = " or ".join(map(repr, get_args(SimulationMethod)))
        raise InputError("method", where="simulate", got=repr(method), expected=expected)
