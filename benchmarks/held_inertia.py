"""Mass matrix and bias at every step, and held for as many as a scenario chooses: side by side.

`python -m benchmarks.held_inertia` prints the table: how many times faster than real time, and how
far the tool is from where the slow solver has it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.table import Table

import armwright as aw
from armwright.scenario import Scenario
from armwright.simulation.slow import solve
from armwright.system import System
from benchmarks import six_axis_loop
from benchmarks.native_loop import NativeLoop
from benchmarks.timing import best_times

#: What is simulated by the slow solver, s: it takes some seconds for each.
SHORT = {"rx90b/line": 0.7}
USUALLY = 0.25
#: How far the tool may be from the slow solver's, m.
AGREEMENT = 1e-6


@dataclass(frozen=True)
class Held:
    """`every_step`, `held`: times real time, one run. `error_…`: of the tool, from the slow solver,
    m, over the beginning; `apart`: of the tool, held from every step, over the whole run."""

    hold: int
    every_step: float
    held: float
    error_every_step: float
    error_held: float
    apart: float


def cases() -> dict[str, Scenario]:
    circle = six_axis_loop.scenario
    return {
        "standard loop": circle(),
        "1 m/s and 10 m/s²": circle(2.0, speed=1.0, acceleration=10.0),
        "creep at 2 mm/s": circle(4.0, speed=0.002, acceleration=0.05),
        "rx90b/line": aw.load_scenario("rx90b/line"),
    }


def measure(rounds: int) -> dict[str, Held]:
    return {name: _measured(one, SHORT.get(name, USUALLY), rounds) for name, one in cases().items()}


def _measured(scenario: Scenario, beginning: float, rounds: int) -> Held:
    tool = scenario.changed({"recording.signals": ["tool_position"]})
    every = NativeLoop(tool.changed({"integration.inertia_steps": 1}))
    held = NativeLoop(tool)
    best = best_times({1: every.run, 2: held.run}, rounds, clock=time.thread_time)
    records = tool.every(tool.recording.rate, "recording")
    ticks = round(beginning / tool.tick)
    exact = solve(System(tool), ticks + 1, ["tool_position"], record_every=records)
    found = [one.run()["tool_position"][0] for one in (every, held)]
    errors = [_distance(one[: ticks // records + 1], exact["tool_position"]) for one in found]
    if not max(errors) < AGREEMENT:
        raise SystemExit(f"{tool.name}: the tool is {max(errors):.1e} m from the slow solver's")
    speeds = [tool.duration / best[k] for k in (1, 2)]
    steps = int(held.setup.integration.inertia_steps)
    return Held(steps, *speeds, *errors, _distance(*found))


def _distance(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.linalg.norm(one - other, axis=1).max())


def table(found: dict[str, Held]) -> Table:
    shown = Table(
        title="Mass matrix and bias: at every step, and held",
        caption="Only the tool recorded; µm from the slow solver",
    )
    for heading in ("", "steps", "× real time", "held", "ratio"):
        shown.add_column(heading, justify="left" if not heading else "right")
    for heading in ("error", "held", "apart"):
        shown.add_column(heading, justify="right")
    for name, one in found.items():
        speeds = f"{one.every_step:.0f}", f"{one.held:.0f}", f"{one.held / one.every_step:.2f}"
        errors = (one.error_every_step, one.error_held, one.apart)
        shown.add_row(name, str(one.hold), *speeds, *(f"{1e6 * error:.2g}" for error in errors))
    return shown


if __name__ == "__main__":
    Console().print(table(measure(4)))
