"""How run time and compile time grow with the number of joints: figures, exponents, a picture."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np

from armwright import Arm
from armwright.compiler import cache
from benchmarks.arms import arbitrary, industrial
from benchmarks.timing import best_times

JOINTS = (2, 3, 4, 6, 8, 10, 12, 15, 18, 22, 26, 30)
BATCH = 4096
#: Exponents are fitted from here on: shorter arms are dominated by constants.
FIT_FROM = 6


def measure(rounds: int, say: object = print) -> dict[str, dict[str, list[float]]]:
    """For each geometry: seconds per evaluation, scalar and in lanes, and to compile."""
    return {kind.__name__: _one(kind, rounds, say) for kind in (industrial, arbitrary)}


def _one(kind: object, rounds: int, say: object) -> dict[str, list[float]]:
    rows: dict[str, list[float]] = {"scalar": [], "lanes": [], "compile": [], "instructions": []}
    for joints in JOINTS:
        robot = kind(joints)  # type: ignore[operator]
        arm, plain = Arm(robot), Arm(robot, lanes=1)
        state = np.random.default_rng(2).normal(size=(3, BATCH, joints))
        begin = time.perf_counter()
        function = arm.function("forward_dynamics")
        function(*state)  # the code for lanes is made when the first batch comes
        rows["compile"].append(time.perf_counter() - begin)
        single = plain.function("forward_dynamics")
        best = best_times(
            {"lanes": partial(function, *state), "scalar": partial(single, *state)}, rounds
        )
        rows["scalar"].append(best["scalar"] / BATCH)
        rows["lanes"].append(best["lanes"] / BATCH)
        rows["instructions"].append(function.instructions)
        say(f"  {robot.name}: {rows['compile'][-1]:.2f} s to compile")  # type: ignore[operator]
    return rows


def exponent(values: list[float]) -> float:
    """Slope of log time against log joints, from FIT_FROM joints on."""
    chosen = [k for k, joints in enumerate(JOINTS) if joints >= FIT_FROM]
    x = np.log([JOINTS[k] for k in chosen])
    return float(np.polyfit(x, np.log([values[k] for k in chosen]), 1)[0])


def draw(results: dict[str, dict[str, list[float]]], path: Path) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 4.6), layout="constrained")
    FigureCanvasAgg(figure)
    run, build = figure.subplots(1, 2)
    for (kind, rows), colour in zip(results.items(), ("tab:blue", "tab:orange"), strict=True):
        for what, style in (("scalar", "-o"), ("lanes", "--s")):
            label = f"{kind}, {what}: n^{exponent(rows[what]):.2f}"
            run.loglog(JOINTS, np.array(rows[what]) * 1e9, style, color=colour, label=label)
        label = f"{kind}: n^{exponent(rows['compile']):.2f}"
        build.loglog(JOINTS, rows["compile"], "-o", color=colour, label=label)
    run.set_ylabel("ns per forward dynamics")
    build.set_ylabel("s to build expressions and compile")
    for axes in (run, build):
        axes.set_xlabel("joints")
        axes.set_xticks([2, 4, 6, 10, 18, 30], ["2", "4", "6", "10", "18", "30"])
        axes.minorticks_off()
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    figure.suptitle(
        f"Forward dynamics against the number of joints (exponents from {FIT_FROM} joints)"
    )
    figure.savefig(path, dpi=130)


@contextmanager
def without_cache() -> Iterator[None]:
    """Compile times are measured with nothing to find on disk."""
    read = cache.read
    cache.read = lambda key: None  # type: ignore[assignment]
    try:
        yield
    finally:
        cache.read = read
