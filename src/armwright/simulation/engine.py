"""Simulating setups: one or many, in full or as small motions about a nominal one."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Literal, get_args

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals import Run
from armwright.simulation.accuracy import accurate
from armwright.simulation.ensemble import ensemble
from armwright.simulation.execution import ProgressCallback
from armwright.simulation.loop import make_loop
from armwright.simulation.perturbation import simulate_perturbed
from armwright.simulation.recall import recalled
from armwright.system.setup import Setup

#: `full`: the arm's own equations. `perturbation`: linearised along its reference.
SimulationMethod = Literal["full", "perturbation"]
#: Where the perturbation method linearises, unless it is told otherwise (as S3 did).
POINTS = 400


def simulate(
    setup: Setup,
    *,
    method: SimulationMethod = "full",
    points: int = POINTS,
    progress: ProgressCallback | None = None,
) -> Run:
    """One run."""
    if method == "full":
        runs, loop = recalled(setup)
        return accurate(loop, runs, {}, progress).run
    return simulate_many((setup,), {}, method=method, points=points, progress=progress, threads=1)


def simulate_many(
    variants: Sequence[Setup],
    samples: Mapping[str, Array],
    *,
    method: SimulationMethod = "full",
    points: int = POINTS,
    progress: ProgressCallback | None = None,
    threads: int | None = None,
) -> Run:
    """Runs that differ in numbers and seeds only; `samples` are kept beside the signals."""
    if method not in get_args(SimulationMethod):
        expected = " or ".join(map(repr, get_args(SimulationMethod)))
        raise InputError("method", where="simulate", got=repr(method), expected=expected)
    runs = ensemble(variants, open_step=method == "full")
    wanted = threads or os.cpu_count() or 1
    if method == "perturbation":
        return simulate_perturbed(runs, samples, points, progress, wanted)
    return accurate(make_loop(runs.system), runs, samples, progress, wanted).run
