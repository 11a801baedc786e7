"""What elastic axes cost: the elbow arm of the library in a closed loop, LuGre friction at every
motor, cascade control at 1 and 4 kHz, with more and more of them.

`python -m benchmarks.elastic_axes` prints the table and draws build/elastic_axes.png. Elastic axes
are counted as S4 counts them, the gears' own included: 18 are all that `elbow_arm` has, three for
each joint; beyond that, joints give way along x, y and z too.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import CONTROLLERS
from armwright.blocks.references import REFERENCES
from armwright.compiler.machine import host_cpu
from armwright.robot import ElasticAxis, Robot, load
from armwright.scenario import Scenario
from armwright.system import Blocks, Recording
from benchmarks.growth import Line, line
from benchmarks.native_loop import NativeLoop
from benchmarks.scaling import without_cache
from benchmarks.timing import best_times

#: Those of six gears, and of the structure.
AXES = (6, 8, 10, 12, 14, 16, 18, 24, 30)
#: Three for each of six joints: S4's extended flexible joints.
EXTENDED = 18
DURATION = 0.5
PICTURE = Path("build/elastic_axes.png")


@dataclass(frozen=True)
class ElasticCost:
    """Against the number of elastic axes: seconds for one tick, of one run and in lanes per run; to
    build and to compile, cold. `faster`: than real time, with 18 of them, with reduced rotors and
    with rotors as bodies, one run and in lanes."""

    scalar: Line
    lanes: Line
    compile: Line
    faster: dict[str, tuple[float, float]]


def elastic_arm(axes: int) -> Robot:
    """The elbow arm with so many elastic axes."""
    robot = load("elbow_arm")
    more = tuple(
        ElasticAxis(joint.name, way, spring={"stiffness": 2e8, "damping": 4e4})
        for joint in robot.joints
        for way in ("x", "y", "z")
    )
    return replace(robot, elastic=(*robot.elastic, *more)[: axes - len(robot.joints)])


def elastic_loop(axes: int = EXTENDED, rotors: str = "reduced") -> Scenario:
    """On its way from one posture to another."""
    reference = REFERENCES["joint_ptp"](
        name="reference",
        rate=1000.0,
        begin=[-0.6, -0.3, 0.2, -0.8, 0.6, 0.0],
        end=[0.6, 0.5, -0.6, 0.8, -0.6, 1.0],
        speed=1.0,
        acceleration=3.0,
    )
    controller = CONTROLLERS["cascade"](
        name="controller",
        position_rate=1000.0,
        velocity_rate=4000.0,
        position_gain=10.0,
        velocity_gain=[0.5, 1.0, 0.8, 0.07, 0.07, 0.05],
        integral_time=0.1,
    )
    return Scenario(
        f"elbow-arm-{axes}",
        elastic_arm(axes),
        duration=DURATION,
        fidelity=Fidelity(rotors="bodies" if rotors == "bodies" else "reduced"),
        blocks=Blocks(reference=reference, controller=(controller,)),
        recording=Recording(("tool_position",), 100.0),
    )


def measure(rounds: int) -> ElasticCost:
    width = host_cpu().lanes
    found: dict[str, list[float]] = {"scalar": [], "lanes": [], "compile": []}
    for axes in AXES:
        with without_cache():
            begin = time.thread_time()
            loop = NativeLoop(elastic_loop(axes))
            loop.compiled.prepare(1)
            found["compile"].append(time.thread_time() - begin)
            loop.compiled.prepare(width)
        alone, together = _tick_times(loop, rounds)
        found["scalar"].append(alone)
        found["lanes"].append(together)
    return ElasticCost(
        scalar=line("elastic", AXES, found["scalar"]),
        lanes=line("elastic", AXES, found["lanes"]),
        compile=line("elastic", AXES, found["compile"]),
        faster={rotors: _faster(rotors, rounds) for rotors in ("reduced", "bodies")},
    )


def _tick_times(loop: NativeLoop, rounds: int) -> tuple[float, float]:
    """Seconds of one tick: of one run, and of each of those in lanes."""
    width = host_cpu().lanes
    works = {1: loop.run, width: partial(loop.run, width)}
    best = best_times(works, 3 * rounds, clock=time.thread_time)
    ticks = loop.setup.ticks + 1
    return best[1] / ticks, best[width] / ticks / width


def _faster(rotors: str, rounds: int) -> tuple[float, float]:
    loop = NativeLoop(elastic_loop(rotors=rotors))
    alone, together = _tick_times(loop, rounds)
    return loop.setup.tick / alone, loop.setup.tick / together


def table(cost: ElasticCost) -> Table:
    shown = Table(title="What elastic axes cost: six motors, LuGre, 1 and 4 kHz, one thread")
    for heading in ("", "from", "to", "exponent"):
        shown.add_column(heading, justify="left" if not heading else "right")
    rows = {
        "one tick": (cost.scalar, 1e6, "µs"),
        "one tick in lanes, per run": (cost.lanes, 1e6, "µs"),
        "to build and compile, cold": (cost.compile, 1.0, "s"),
    }
    for label, (row, scale, unit) in rows.items():
        ends = [f"{row.x[k]}: {scale * row.y[k]:.3g} {unit}".strip() for k in (0, -1)]
        shown.add_row(label, *ends, f"{row.exponent:.2f}")
    shown.add_section()
    for rotors, (alone, together) in cost.faster.items():
        label = f"18 elastic axes, rotors {rotors}: times real time"
        shown.add_row(label, f"{alone:.0f}", f"in lanes {together:.0f}", "")
    return shown


def draw(cost: ElasticCost, path: Path = PICTURE) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4.2), layout="constrained")
    FigureCanvasAgg(figure)
    run, build = figure.subplots(1, 2)
    for what, (row, style) in {
        "one run": (cost.scalar, "-o"),
        "in lanes, per run": (cost.lanes, "--s"),
    }.items():
        _curve(run, row, 1e6, f"{what}: n^{row.exponent:.2f}", style)
    _curve(build, cost.compile, 1.0, f"n^{cost.compile.exponent:.2f}", "-o")
    run.set_ylabel("µs of computing per tick of 0.25 ms")
    build.set_ylabel("s to build and compile, cold")
    for axes in (run, build):
        axes.set_xlabel("elastic axes, six of them in gears")
        axes.set_xticks([6, 8, 10, 14, 18, 24, 30], ["6", "8", "10", "14", "18", "24", "30"])
        axes.set_yticks([k * 10.0**p for p in (-2, -1, 0) for k in (1, 2, 5)])
        axes.minorticks_off()
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.grid(alpha=0.35)
        axes.legend(frameon=False)
    figure.suptitle("Elbow arm in a closed loop with LuGre friction: what elastic axes cost")
    path.parent.mkdir(exist_ok=True)
    figure.savefig(path, dpi=130)


def _curve(axes: Any, row: Line, scale: float, label: str, style: str) -> None:
    axes.loglog(row.x, [scale * value for value in row.y], style, label=label)


if __name__ == "__main__":
    measured = measure(3)
    Console().print(table(measured))
    draw(measured)
