"""What water costs: a step of a wet six-axis arm by the points of the quadrature, and its loop.

`python -m benchmarks.water` prints the table. All on one thread.
"""

from __future__ import annotations

import dataclasses
import time
from dataclasses import dataclass

import casadi as cs
import numpy as np
from rich.console import Console
from rich.table import Table

from armwright import Hull, Robot, Scenario, load, load_scenario
from armwright.compiler import compile_program, make_program
from armwright.multibody.forward_dynamics import forward_dynamics
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.wet_links import still_water
from benchmarks.native_loop import NativeLoop
from benchmarks.timing import best_times

POINTS = (2, 3, 4, 6, 8)
DRY = 0


@dataclass(frozen=True)
class WaterCosts:
    """`forward`: ns of forward dynamics by points, DRY without water. `error`: largest error of the
    accelerations against sixteen points, of their size. `loop`: × real time, wet and dry."""

    forward: dict[int, float]
    error: dict[int, float]
    loop: dict[str, float]


def wet(robot: Robot) -> Robot:
    """Cylinders along the links: from each joint to the next, or 10 cm where they meet."""
    after = {joint.parent: joint.origin.translation for joint in robot.joints}
    links = []
    for link in robot.links:
        end = after.get(link.name, np.zeros(3))
        end = end if np.linalg.norm(end) > 0.05 else np.array([0.0, 0.0, 0.1])
        hull = Hull(end=end, radius=0.05, drag_coefficient=1.0, added_mass_coefficient=1.0)
        links.append(dataclasses.replace(link, hull=hull))
    return dataclasses.replace(robot, links=tuple(links))


def scenario() -> Scenario:
    """The six-axis arm on its line, flexible, with LuGre friction, under water."""
    dry = load_scenario("six-axis-line").changed({"recording.signals": ["tool_position"]})
    return dataclasses.replace(dry, robot=wet(dry.robot))


def measure(rounds: int) -> WaterCosts:
    robot = wet(load("six_axis"))
    functions = {points: _forward(robot, points) for points in (DRY, *POINTS, 16)}
    many = np.random.default_rng(1).normal(size=(3, 20000, 6))
    works = {p: lambda f=f: f(*many) for p, f in functions.items() if p != 16}
    best = best_times(works, rounds)
    exact = functions[16](*many)
    size = np.abs(exact).mean()
    error = {p: float(np.abs(functions[p](*many) - exact).max() / size) for p in POINTS}
    loops = {"wet": NativeLoop(scenario())}
    loops["dry"] = NativeLoop(scenario().changed({"fidelity.water": False}))
    turns = {name: (lambda one=one: one.run()) for name, one in loops.items()}
    times = best_times(turns, rounds, clock=time.thread_time)
    duration = scenario().duration
    return WaterCosts(
        {p: 1e9 * t / many.shape[1] for p, t in best.items()},
        error,
        {name: duration / t for name, t in times.items()},
    )


def _forward(robot: Robot, points: int):  # type: ignore[no-untyped-def]
    described = still_water(robot)
    assert described is not None
    water = dataclasses.replace(described, points=points) if points else None
    mechanism = build(FreeParameters.choose(robot, ()), water=water)
    v, tau = cs.SX.sym("v", 6), cs.SX.sym("tau", 6)
    found = forward_dynamics(mechanism, cs.vertsplit(v), cs.vertsplit(tau))
    inputs = {"q": mechanism.q, "v": v, "tau": tau}
    return compile_program(make_program("forward", inputs, {"a": cs.vertcat(*found)}))


def table(costs: WaterCosts) -> Table:
    made = Table(title="Forward dynamics of six wet links", title_justify="left")
    for name in ("points", "ns", "times the dry arm", "largest error"):
        made.add_column(name, justify="right")
    for points, ns in costs.forward.items():
        error = f"{costs.error[points]:.1e}" if points else ""
        ratio = f"{ns / costs.forward[DRY]:.2f}"
        made.add_row(str(points or "dry"), f"{ns:.0f}", ratio, error)
    return made


def loops(costs: WaterCosts) -> str:
    ratios = ", ".join(f"{name} {ratio:.0f}" for name, ratio in costs.loop.items())
    return f"Six flexible axes with control, × real time: {ratios}"


if __name__ == "__main__":
    console, found = Console(), measure(5)
    console.print(table(found))
    console.print(loops(found))
