"""`python -m benchmarks [--quick]`: print the tables, write JSON and the pictures to build/."""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from armwright.compiler.machine import host_cpu
from benchmarks import (
    accuracy,
    accuracy_picture,
    arms,
    closed_loop,
    derivatives,
    dynamics,
    effects,
    elastic_axes,
    elastic_fit,
    exported_c,
    first_run,
    followed,
    frequency,
    growth,
    growth_picture,
    held_inertia,
    identification,
    inverse_kinematics,
    logs,
    loops,
    many_runs,
    parallel_linkage,
    perturbation,
    scaling,
    start_up,
    water,
)

OUT = Path("build")
#: How much other work there may be before it shows.
_BUSY = 0.5


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="ratios only, in a few seconds")
    parser.add_argument("--pictures", type=Path, default=OUT, help="where to write the pictures")
    given = parser.parse_args()
    console = Console()
    cpu = host_cpu()
    console.print(f"{cpu.name}, {cpu.lanes} doubles per vector, Python {platform.python_version()}")
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    if load > _BUSY:
        console.print(f"The machine is busy: load {load:.1f}. Take times and threads with care.")
    results: dict[str, Any] = {"cpu": cpu.name, "lanes": cpu.lanes, "load": load}
    OUT.mkdir(exist_ok=True)
    _ratios(console, results, quick=given.quick)
    if not given.quick:
        _curves(console, results, given.pictures)
    (OUT / "bench.json").write_text(json.dumps(results, indent=1))
    console.print(f"Written: {OUT / 'bench.json'}")


def _ratios(console: Console, results: dict[str, Any], *, quick: bool) -> None:
    rounds = 10 if quick else 25
    with console.status("Forward dynamics beside Pinocchio and MuJoCo …"):
        times = {
            "industrial": dynamics.measure(arms.industrial(6), rounds),
            "arbitrary": dynamics.measure(arms.arbitrary(6), rounds),
        }
    results["forward dynamics"] = {kind: asdict(t) for kind, t in times.items()}
    console.print(_forward_dynamics(times))
    with console.status("Derivatives of inverse dynamics …"):
        slopes = derivatives.measure(rounds)
    results["derivatives"] = {kind: asdict(one) for kind, one in slopes.items()}
    console.print(derivatives.table(slopes))
    with console.status("A closed loop beside Python with Pinocchio …"):
        ratios = closed_loop.measure(4, 2.0, 1.0) if quick else closed_loop.measure(10)
    results["closed loop"] = asdict(ratios)
    console.print(closed_loop.table(ratios))
    with console.status("Closed loops beside Pinocchio and MuJoCo …"):
        closed = loops.measure(rounds)
    results["closed kinematic loops"] = asdict(closed)
    console.print(loops.table(closed))
    with console.status("An arm with a parallel linkage …"):
        linkage = parallel_linkage.measure(rounds)
    results["parallel linkage"] = asdict(linkage)
    console.print(parallel_linkage.table(linkage))
    with console.status("Frequency responses beside python-control …"):
        responses = frequency.measure(rounds)
    results["frequency responses"] = asdict(responses)
    console.print(frequency.table(responses))
    with console.status("Time to the first result …"):
        begin = start_up.measure(1 if quick else 5)
    results["start"] = begin
    console.print(_start(begin))


def _curves(console: Console, results: dict[str, Any], pictures: Path) -> None:
    """What takes minutes."""

    def part(
        name: str, doing: str, measure: Callable[[], Any], table: Callable[[Any], Table]
    ) -> Any:
        with console.status(f"{doing} …"):
            found = measure()
        console.print(table(found))
        results[name] = found if isinstance(found, dict) else asdict(found)
        return found

    with console.status("Reading logs …"):
        read = logs.measure()
    console.print(logs.table(read))
    results["logs"] = {name: asdict(one) for name, one in read.items()}
    with console.status("Inertia held …"):
        held = held_inertia.measure(5)
    console.print(held_inertia.table(held))
    results["held inertia"] = {name: asdict(one) for name, one in held.items()}
    with console.status("What effects cost …"):
        added = effects.measure(3)
    console.print(effects.table(added))
    results["effects"] = {name: asdict(cost) for name, cost in added.items()}
    with console.status("Exported C beside our machine code …"):
        exported = exported_c.measure(10)
    console.print(exported_c.table(exported))
    results["exported C"] = {name: asdict(times) for name, times in exported.items()}
    costs = part("accuracy", "What accuracy costs", lambda: accuracy.measure(3), accuracy.table)
    accuracy_picture.draw(costs, pictures / "cost_against_error.png")
    part(
        "perturbation",
        "The perturbation method beside the full model",
        lambda: perturbation.measure(5),
        perturbation.table,
    )
    part(
        "identification",
        "Regression beside Pinocchio and FIGAROH",
        lambda: identification.measure(10),
        identification.table,
    )
    part("followed", "Friction followed", lambda: followed.measure(5), followed.table)
    part("water", "What water costs", lambda: water.measure(5), water.table)
    grown = part("growth", "How cost grows", lambda: growth.measure(3), growth.table)
    growth_picture.draw(grown, pictures / "simulation_scaling.png")
    axes = part(
        "elastic axes",
        "What elastic axes cost",
        lambda: elastic_axes.measure(3),
        elastic_axes.table,
    )
    elastic_axes.draw(axes, pictures / "elastic_axes.png")
    part(
        "elastic fit",
        "Elastic parameters from frequency responses",
        lambda: elastic_fit.measure(2),
        elastic_fit.table,
    )
    part("many runs", "From one run to many", lambda: many_runs.measure(20), many_runs.table)
    swept = part("sweeps", "Sweeps of more and more runs", many_runs.grow, many_runs.growth_table)
    many_runs.draw(swept, pictures / "sweep_growth.png")
    part("first run", "What a newcomer meets", lambda: first_run.measure(3), first_run.table)
    console.print("How the cost of forward dynamics grows with the number of joints:")
    with scaling.without_cache():
        rows = scaling.measure(7, console.print)
    exponents = {
        kind: {what: scaling.exponent(row[what]) for what in ("scalar", "lanes", "compile")}
        for kind, row in rows.items()
    }
    results |= {"joints": list(scaling.JOINTS), "scaling": rows, "exponents": exponents}
    console.print(_exponents(exponents))
    scaling.draw(rows, pictures / "scaling.png")
    inverse = inverse_kinematics.measure(3)
    results["inverse kinematics"] = inverse_kinematics.as_numbers(inverse)
    console.print(inverse_kinematics.table(inverse))
    console.print(f"Pictures: {pictures}")


def _forward_dynamics(times: dict[str, dynamics.Times]) -> Table:
    table = Table(title="Forward dynamics of a six-axis arm with full inertias, one thread")
    table.add_column("")
    for kind in times:
        table.add_column(f"{kind} axes", justify="right")
    width = next(iter(times.values())).lane_width

    def row(label: str, value: object) -> None:
        table.add_row(label, *(value(t) for t in times.values()))  # type: ignore[operator]

    row("armwright, scalar", lambda t: f"{t.scalar * 1e9:.0f} ns")
    row(f"armwright, {width} lanes, per arm", lambda t: f"{t.lanes * 1e9:.0f} ns")
    row("armwright, one Python call", lambda t: f"{t.single_call * 1e9:.0f} ns")
    row("Pinocchio aba, from Python", lambda t: f"{t.pinocchio * 1e9:.0f} ns")
    row("MuJoCo, one Euler step of many", lambda t: f"{t.mujoco * 1e9:.0f} ns")
    table.add_section()
    row("scalar: times faster than Pinocchio", lambda t: f"{t.pinocchio / t.scalar:.1f}")
    row("scalar: times faster than MuJoCo", lambda t: f"{t.mujoco / t.scalar:.1f}")
    row("lanes: times faster than Pinocchio", lambda t: f"{t.pinocchio / t.lanes:.1f}")
    row("lanes: times faster than MuJoCo", lambda t: f"{t.mujoco / t.lanes:.1f}")
    row("one Python call: times Pinocchio's", lambda t: f"{t.single_call / t.pinocchio:.2f}")
    row("two threads: times faster than one", lambda t: f"{t.one_thread / t.two_threads:.2f}")
    return table


def _start(times: dict[str, float]) -> Table:
    table = Table(title="Time to the first result, new process, expressions included")
    table.add_column("six axes", min_width=48)
    table.add_column("ms", justify="right", min_width=10)
    for name, seconds in times.items():
        table.add_row(name, f"{seconds * 1e3:.0f}")
    return table


def _exponents(exponents: dict[str, dict[str, float]]) -> Table:
    table = Table(title=f"Exponents of cost against joints, from {scaling.FIT_FROM} to 30")
    table.add_column("axes", min_width=30)
    for what in ("scalar", "lanes", "compile"):
        table.add_column(what, justify="right")
    for kind, row in exponents.items():
        table.add_row(kind, *(f"{value:.2f}" for value in row.values()))
    return table


if __name__ == "__main__":
    main()
