"""The perturbation method beside the full model of the same plant, on S3's welding path.

`python -m benchmarks.perturbation` prints the tables. All on one thread.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

import numpy as np
from rich.console import Console
from rich.table import Table

from armwright import Scenario, load_scenario
from armwright.compiler import CompiledMarch
from armwright.compiler.machine import host_cpu
from armwright.simulation.ensemble import OpenSystem
from armwright.simulation.perturbation.engine import linearise
from benchmarks.native_loop import NativeLoop
from benchmarks.timing import best_times

POINTS = 400
#: What variants on one path differ in.
SPREAD = ("friction.lugre.coulomb", "friction.lugre.static", "controller.")
#: So many variants in lanes are timed; 1000 of them take as much longer as they are more.
VARIANTS = 100


@dataclass(frozen=True)
class Costs:
    """ns for a tick of one run, by method; `parts`: by program, those of the arm's steps last."""

    scalar: dict[str, float]
    lanes: dict[str, float]
    variants: dict[str, float]
    parts: dict[str, dict[str, float]]
    #: s, to linearise the arm along the path
    linearising: float
    #: m, the largest between the tools of both
    difference: float


def scenario() -> Scenario:
    return load_scenario("rx90b/line").changed({"recording.signals": ["tool_position"]})


def measure(rounds: int) -> Costs:
    setup, width = scenario(), host_cpu().lanes
    loops = {"full": NativeLoop(setup), "perturbation": NativeLoop(setup, points=POINTS)}
    free = [name for name in loops["full"].system.values.numbers if name.startswith(SPREAD)]
    wide = {"full": NativeLoop(setup, free), "perturbation": NativeLoop(setup, free, POINTS)}
    tools = [loop.run()["tool_position"][0] for loop in loops.values()]
    ticks = setup.ticks
    works = {}
    for name in loops:
        works["scalar", name] = lambda loop=loops[name]: loop.run()
        works["lanes", name] = lambda loop=loops[name]: loop.run(width)
        works["variants", name] = lambda loop=wide[name]: loop.run(VARIANTS, duration=0.5)
    best = best_times(works, rounds, clock=time.thread_time)
    runs = OpenSystem(setup).alone(setup)
    linearise(runs, POINTS)
    again = best_times({"": lambda: linearise(runs, POINTS)}, 3)
    return Costs(
        {name: best["scalar", name] / ticks * 1e9 for name in loops},
        {name: best["lanes", name] / ticks / width * 1e9 for name in loops},
        {name: best["variants", name] / (0.5 / setup.tick) / VARIANTS * 1e9 for name in loops},
        {name: _parts(loop, rounds) for name, loop in loops.items()},
        again[""],
        float(np.linalg.norm(tools[0] - tools[1], axis=-1).max()),
    )


def _parts(loop: NativeLoop, rounds: int) -> dict[str, float]:
    """What the programs of a tick take in lanes, each by itself."""
    width, march, found = host_cpu().lanes, loop.march, {}
    ticks = 4000
    rows = dict(zip((play.name for play in march.plays), loop.compiled.tables, strict=True))
    programs = {
        call.program.name: replace(march, calls=(call,), steps=(), held=()) for call in march.calls
    }
    programs["step"] = replace(march, calls=())
    for name, part in programs.items():
        ports = {port.name for one in part.programs for port in (*one.inputs, *one.outputs)}
        plays = tuple(play for play in march.plays if play.name in ports)
        alone = replace(part, record=(), record_before=0, plays=plays)
        code = CompiledMarch(alone, tables={play.name: rows[play.name] for play in plays})
        start = {name: value for name, value in loop.start.items() if name in alone.sizes}

        def work(code: CompiledMarch = code, start: dict[str, np.ndarray] = start) -> None:
            code.advance(code.start(start, width), ticks)

        seconds = best_times({"": work}, rounds, clock=time.thread_time)[""]
        found[name] = seconds / ticks / width * 1e9
    return found


def table(costs: Costs) -> Table:
    found = Table(
        title="The perturbation method beside the full model: six rigid axes, seven LuGre "
        "frictions, control at 1 and 4 kHz; one thread"
    )
    found.add_column("ns for a tick of one run", min_width=44)
    for column in ("full", "perturbation", "ratio"):
        found.add_column(column, justify="right")

    def row(label: str, times: dict[str, float]) -> None:
        full, linear = times["full"], times["perturbation"]
        found.add_row(label, f"{full:.0f}", f"{linear:.0f}", f"{full / linear:.2f}")

    row("one run", costs.scalar)
    row(f"{host_cpu().lanes} runs in lanes", costs.lanes)
    row(f"{VARIANTS} variants: gains and friction", costs.variants)
    found.add_section()
    names = list(dict.fromkeys(name for parts in costs.parts.values() for name in parts))
    for name in names:
        values = [costs.parts[method].get(name) for method in ("full", "perturbation")]
        words = ["" if value is None else f"{value:.1f}" for value in values]
        found.add_row(f"  in lanes: {name}", *words, "")
    found.add_section()
    found.add_row("linearising at 400 points, ms", "", f"{costs.linearising * 1e3:.0f}", "")
    found.add_row("largest difference of the tools, µm", "", f"{costs.difference * 1e6:.3f}", "")
    return found


if __name__ == "__main__":
    Console().print(table(measure(10)))
