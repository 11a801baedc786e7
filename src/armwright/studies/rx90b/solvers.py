"""Schemes of integration beside each other: S3's stiff one, an explicit one and armwright's step on
the perturbed motion, and armwright's steps beside CVODES on the full model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.scenario import Scenario
from armwright.simulation.slow import solve
from armwright.studies.rx90b.published import JOINTS
from armwright.studies.rx90b.runs import EquationRuns
from armwright.studies.rx90b.stiff import SolverStep, Window, explicit, tr_bdf2
from armwright.system import System

#: The largest |λ| h that the explicit scheme bears, of real λ < 0.
BORNE = 2.785
#: The first instants of the motion, which CVODES solves: when it starts, and how long, s.
_START, _DURATION = 0.01, 0.1
_TOOL = "tool_position"
_EVERY = 4


@dataclass(frozen=True, eq=False)
class Solvers:
    """`solution`: accurate, of the perturbed motion in the window. `perturbed`: scheme and steps a
    tick → largest error of δq, of the largest δq; infinite where it is lost. `rest` and `sliding`:
    the fastest rate of change there, times the tick. `tools`: scheme and steps → how far the tool
    is from where CVODES' BDF has it in the full model, m. `tick`, and for how long the method holds
    its matrices, s."""

    solution: Array
    perturbed: dict[tuple[str, int], float]
    rest: float
    sliding: float
    tools: dict[tuple[str, int], float]
    tick: float
    held: float


def run_solvers(scenario: Scenario, found: EquationRuns) -> Solvers:
    window, tick = found.window, scenario.tick
    solution = window.accurate()
    schemes: list[tuple[str, SolverStep, int]] = [
        ("Runge-Kutta, explicit", explicit, 1),
        ("Runge-Kutta, explicit", explicit, 3),
        ("TR-BDF2, as S3", tr_bdf2, 1),
    ]
    errors = {
        (name, steps): _apart(window.solved(step, steps), solution) for name, step, steps in schemes
    }
    errors["armwright's step", 1] = _apart(window.found, solution)
    nominal = found.linear.tables.nominal
    rest = Window.of(found.perturbed, found.published, nominal, 0.0, 10 * tick).fastest()
    return Solvers(
        solution,
        errors,
        rest * tick,
        window.fastest() * tick,
        _tools(scenario),
        tick,
        held=nominal.cell * nominal.tick,
    )


def _apart(y: Array, solution: Array) -> float:
    apart, size = (np.abs(one[:, :JOINTS]).max() for one in (y - solution, solution))
    return float(apart / size) if np.isfinite(apart) else np.inf


def _tools(scenario: Scenario) -> dict[tuple[str, int], float]:
    short = scenario.changed(
        {
            "duration": _DURATION,
            "reference.start_time": _START,
            "recording.signals": [_TOOL],
        }
    )
    system = System(short)
    bdf, adams = (
        solve(system, short.ticks + 1, (_TOOL,), record_every=_EVERY, method=method)[_TOOL]
        for method in ("bdf", "adams")
    )
    found = {("CVODES, Adams", 0): adams}
    for steps in (1, 2):
        run = short.changed({"integration.steps": steps}).simulate()
        found["armwright's step", steps] = run.data[_TOOL].values
    return {name: float(np.linalg.norm(tool - bdf, axis=-1).max()) for name, tool in found.items()}
