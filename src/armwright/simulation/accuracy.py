"""Runs with steps that are short enough, or a warning that they are not."""

from __future__ import annotations

import dataclasses
import warnings

from armwright.simulation.ensemble import Ensemble
from armwright.simulation.execution import ProgressCallback, TooCoarse, execute
from armwright.simulation.holding import settled_hold
from armwright.simulation.loop import Loop
from armwright.simulation.recall import recalled
from armwright.simulation.results import Executed
from armwright.system.setup import Setup

#: The most that `integration.steps` = "auto" tries.
MOST_AUTO = 256


class StepsTooLong(UserWarning):
    """The steps of a run are longer than its tolerance allows."""


def accurate(
    loop: Loop,
    runs: Ensemble,
    progress: ProgressCallback | None = None,
    threads: int = 1,
) -> Executed:
    """With the steps of the setup; if they are "auto", the fewest of 1, 2, 4, … that will do."""
    setup = runs.setup
    done = None
    if setup.integration.steps == "auto":
        done = _fewest(loop, runs, progress, threads)
    if done is None:
        most = MOST_AUTO if setup.integration.steps == "auto" else None
        done = execute(loop, runs, progress, threads, steps=most)
    _warn(setup, done)
    return done


def _fewest(
    loop: Loop,
    runs: Ensemble,
    progress: ProgressCallback | None,
    threads: int,
) -> Executed | None:
    """None if even the most are too few."""
    limit, steps = runs.setup.integration.tolerance, 1
    while steps <= MOST_AUTO:
        try:
            return execute(loop, runs, progress, threads, steps=steps, limit=limit)
        except TooCoarse:
            steps *= 2
    return None


def settled(setup: Setup) -> Setup:
    """The setup with a number of steps: the one that a run of it takes."""
    if setup.integration.steps != "auto":
        return setup
    held = settled_hold(setup)
    ready = recalled(held)
    steps = accurate(ready.loop, ready.opened.alone(held)).frames.steps
    return dataclasses.replace(
        setup, integration=dataclasses.replace(setup.integration, steps=steps)
    )


def _warn(setup: Setup, done: Executed) -> None:
    steps, error, most = done.frames.steps, done.step_error or 0.0, setup.integration.tolerance
    if error <= most:
        return
    more = (
        f"integration.steps = {2 * steps}"
        if setup.integration.steps == "auto"
        else f'integration.steps = "auto", or {2 * steps}'
    )
    warnings.warn(
        f"scenario '{setup.name}': steps of {setup.tick / steps:g} s seem too long: joints are off "
        f"by about {error:.2g} rad (or m) at the end, and {most:g} are allowed "
        f"(integration.tolerance). Try {more}",
        StepsTooLong,
        stacklevel=4,
    )
