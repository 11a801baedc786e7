"""What accuracy costs: each integrator with 1 to 8 steps per tick, against a converged run.

`python -m benchmarks.accuracy` prints the table and draws docs/images/cost_against_error.png.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial

import numpy as np
from rich.console import Console
from rich.table import Table

from armwright.compiler.machine import host_cpu
from benchmarks.accuracy_picture import draw
from benchmarks.native_loop import NativeLoop
from benchmarks.six_axis_loop import scenario
from benchmarks.timing import best_times

METHODS = ("midpoint", "implicit", "rk4")
STEPS = (1, 2, 4, 8)
DURATION = 5.0
#: What a simulation should be right to, m.
GOAL = 1e-6
#: Costs that differ by less than this are the same.
SAME = 0.1


@dataclass(frozen=True)
class Point:
    """`error`: the largest distance of the tool from the converged run's, m. `cost`: computing
    time per simulated time, one run on one core, in lanes per run."""

    method: str
    steps: int
    error: float
    cost: float
    lane_cost: float


@dataclass(frozen=True)
class Accuracy:
    """`converged`: how far the run that counts as exact is from one with half as many steps, m."""

    points: tuple[Point, ...]
    converged: float

    def cheapest(self) -> Point:
        """Under the goal; of those that cost the same, the most accurate."""
        good = [point for point in self.points if point.error < GOAL]
        least = min(point.cost for point in good)
        same = [point for point in good if point.cost < (1 + SAME) * least]
        return min(same, key=lambda point: point.error)

    def of(self, method: str) -> list[Point]:
        return [point for point in self.points if point.method == method]


def measure(rounds: int) -> Accuracy:
    loops = {(method, steps): _loop(method, steps) for method in METHODS for steps in STEPS}
    exact = _tool(_loop("rk4", 32))
    converged = _distance(_tool(_loop("rk4", 16)), exact)
    width = host_cpu().lanes
    works = {
        (*key, runs): partial(loop.run, runs) for key, loop in loops.items() for runs in (1, width)
    }
    best = best_times(works, rounds, clock=time.thread_time)
    points = [
        Point(
            method=key[0],
            steps=key[1],
            error=_distance(_tool(loop), exact),
            cost=best[*key, 1] / DURATION,
            lane_cost=best[*key, width] / width / DURATION,
        )
        for key, loop in loops.items()
    ]
    return Accuracy(tuple(points), converged)


def _loop(method: str, steps: int) -> NativeLoop:
    return NativeLoop(
        scenario(DURATION).changed(
            {
                "integration.method": method,
                "integration.steps": steps,
                "recording.signals": ["tool_position"],
            }
        )
    )


def _tool(loop: NativeLoop) -> np.ndarray:
    return loop.run()["tool_position"][0]


def _distance(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.linalg.norm(a - b, axis=1).max())


def table(accuracy: Accuracy) -> Table:
    shown = Table(title=f"Closed loop over {DURATION:g} s: what accuracy costs, one thread")
    for heading in ("method", "steps per tick", "tool error", "× real time", "× in lanes"):
        shown.add_column(heading, justify="left" if heading == "method" else "right")
    for method in METHODS:
        for point in accuracy.of(method):
            error = f"{point.error * 1e6:.3f} µm"
            speeds = (f"{1 / cost:.0f}" for cost in (point.cost, point.lane_cost))
            shown.add_row(method, str(point.steps), error, *speeds)
        shown.add_section()
    best = accuracy.cheapest()
    shown.caption = (
        f"The cheapest under {GOAL * 1e6:g} µm: {best.method} with {_steps(best.steps)} per tick. "
        f"Errors against rk4 with 32 steps, which is {accuracy.converged * 1e9:.2f} nm from 16."
    )
    return shown


def _steps(number: int) -> str:
    return "1 step" if number == 1 else f"{number} steps"


if __name__ == "__main__":
    found = measure(5)
    Console().print(table(found))
    draw(found)
