"""Derivatives of inverse dynamics by recursions, beside those that CasADi makes of inverse dynamics
and beside Pinocchio's; one thread.

`python -m benchmarks.derivatives` prints the table.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import casadi as cs
import numpy as np
import pinocchio as pin
from rich.console import Console
from rich.table import Table

from armwright import Robot
from armwright.arm import programs
from armwright.compiler import Program, compile_program, make_program
from armwright.compiler.machine import host_cpu
from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.mass_matrix import mass_matrix
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from benchmarks.arms import arbitrary, industrial
from benchmarks.timing import best_times
from tests.support.pinocchio_model import to_pinocchio

#: States per batch: enough that one call's overhead hardly counts.
BATCH = 4096


@dataclass(frozen=True)
class Costs:
    """For one arm: operations, and seconds per evaluation by what computes it."""

    operations: dict[str, int]
    scalar: dict[str, float]
    lanes: dict[str, float]
    pinocchio: float


def measure(rounds: int) -> dict[str, Costs]:
    return {make.__name__: _one(make(6), rounds) for make in (industrial, arbitrary)}


def _one(robot: Robot, rounds: int) -> Costs:
    free = FreeParameters.choose(robot, ())
    made = {
        "recursions": programs.make("inverse_dynamics_derivatives", free, ()),
        "CasADi": _differentiated(free),
    }
    state = np.random.default_rng(1).normal(size=(3, BATCH, 6))
    works: dict[object, Callable[[], object]] = {}
    for name, program in made.items():
        for lanes in (1, host_cpu().lanes):
            code = compile_program(program, lanes=lanes)
            works[name, lanes] = lambda code=code: code(*state)  # type: ignore[misc]
    _check_agreement(*(works[name, 1]() for name in made))
    peer = to_pinocchio(robot)
    q, v, a = (np.ascontiguousarray(x[0]) for x in state)
    works["Pinocchio"] = lambda: pin.computeRNEADerivatives(peer.model, peer.data, q, v, a)
    best = best_times(works, rounds, clock=time.thread_time)
    return Costs(
        {name: _operations(program) for name, program in made.items()},
        {name: best[name, 1] / BATCH for name in made},
        {name: best[name, host_cpu().lanes] / BATCH for name in made},
        best["Pinocchio"],
    )


def _differentiated(free: FreeParameters) -> Program:
    mechanism = build(free)
    v, a = cs.SX.sym("v", mechanism.coordinates), cs.SX.sym("a", mechanism.coordinates)
    tau = cs.vertcat(*inverse_dynamics(mechanism, cs.vertsplit(v), cs.vertsplit(a)))
    outputs = {
        "dtau_dq": cs.jacobian(tau, mechanism.q),
        "dtau_dv": cs.jacobian(tau, v),
        "mass_matrix": mass_matrix(mechanism),
    }
    return make_program("differentiated", {"q": mechanism.q, "v": v, "a": a}, outputs)


def _operations(program: Program) -> int:
    return sum(instruction[0] not in ("input", "constant") for instruction in program.code)


def _check_agreement(found: object, expected: object) -> None:
    """A fast wrong answer would be worth nothing."""
    for one, other in zip(found, expected, strict=True):  # type: ignore[call-overload]
        if not np.abs(one - other).max() <= 1e-12 * np.abs(other).max():
            raise SystemExit("the recursions differ from CasADi's derivatives")


def table(costs: dict[str, Costs]) -> Table:
    found = Table(title="∂τ/∂q, ∂τ/∂v and M of a six-axis arm with full inertias, one thread")
    found.add_column("", min_width=44)
    for kind in costs:
        found.add_column(f"{kind} axes", justify="right")

    def row(label: str, value: Callable[[Costs], str]) -> None:
        found.add_row(label, *(value(cost) for cost in costs.values()))

    for name in ("CasADi", "recursions"):
        row(f"{name}: operations", lambda c, n=name: f"{c.operations[n]}")  # type: ignore[misc]
        row(f"{name}: scalar", lambda c, n=name: f"{c.scalar[n] * 1e9:.0f} ns")  # type: ignore[misc]
        row(f"{name}: lanes", lambda c, n=name: f"{c.lanes[n] * 1e9:.0f} ns")  # type: ignore[misc]
    row("Pinocchio, from Python", lambda c: f"{c.pinocchio * 1e9:.0f} ns")
    found.add_section()
    for way in ("scalar", "lanes"):
        row(
            f"{way}: times faster than CasADi's",
            lambda c, w=way: f"{getattr(c, w)['CasADi'] / getattr(c, w)['recursions']:.2f}",  # type: ignore[misc]
        )
    row(
        "scalar: times faster than Pinocchio",
        lambda c: f"{c.pinocchio / c.scalar['recursions']:.1f}",
    )
    return found


if __name__ == "__main__":
    Console().print(table(measure(25)))
