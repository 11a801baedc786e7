"""All cases, derived, counted and timed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from armwright.equations import METHODS, Equations
from armwright.robot import Robot
from armwright.studies.formulations import native, production
from armwright.studies.formulations.arms import crossed_chain, growing_arms, source_arms
from armwright.studies.formulations.derivations import Case, make_case
from armwright.studies.formulations.falling import Fall, fall, falling_equations
from armwright.studies.formulations.timing import best_time
from armwright.studies.study import Tell

CLOSED, OURS = "closed form", "armwright"
#: Joints of the chains on which algorithms of order n and n³ are compared.
CHAINS = (2, 4, 6, 8, 9, 10, 11, 12, 14, 16)
_STATES, _FEW = 20_000, 200


@dataclass(frozen=True)
class Row:
    """A case. By method, `closed form` and `armwright`: operations, and seconds for one torque in C
    (armwright: in machine code, one state at a time) and in Python."""

    case: Case
    operations: Mapping[str, int]
    torque_operations: Mapping[str, int]
    in_c: Mapping[str, float]
    in_python: Mapping[str, float]
    in_lanes: float


@dataclass(frozen=True)
class Comparison:
    """`chains`: joints → operations of forward dynamics, order n and order n³."""

    of_source: Sequence[Row]
    growing: Sequence[Row]
    chains: Mapping[int, tuple[int, int]]
    fall: Fall
    has_compiler: bool


def compare(tell: Tell) -> Comparison:
    arms = {**source_arms(), **growing_arms()}
    cases = []
    for k, (title, robot) in enumerate(arms.items()):
        tell(f"equations: {title}", 0.6 * k / len(arms))
        cases.append(make_case(title, robot))
    tell("compiling and timing", 0.6)
    equations = {f"{case.title}, {way}": e for case in cases for way, e in _ways(case).items()}
    with native.library({**equations, "falling": falling_equations()}) as code:
        rows = [_row(case, code) for case in cases]
        tell("the double pendulum falls", 0.8)
        fallen = fall(code["falling"][0] if code else None)
    tell("chains of up to 16 joints", 0.9)
    split = len(source_arms())
    return Comparison(rows[:split], rows[split:], _chains(), fallen, code is not None)


def _ways(case: Case) -> dict[str, Equations]:
    ways: dict[str, Equations] = {m: case.by[m].sequence for m in METHODS}
    return ways if case.closed is None else {**ways, CLOSED: case.closed}


def _row(case: Case, code: dict[str, tuple[native.Native, native.Native]] | None) -> Row:
    robot, ways = case.robot, _ways(case)
    states = np.random.default_rng(1).normal(size=(_STATES, 3, case.axes))
    terms = {way: e.operations("terms").total for way, e in ways.items()}
    torque = {way: e.operations("torque").total for way, e in ways.items()}
    inverse = production.operations(robot, "inverse_dynamics")
    terms[OURS] = production.operations(robot, "mass_matrix") + inverse
    torque[OURS] = inverse
    in_c = {OURS: production.torque_time(robot, states, 1)}
    if code is not None:
        many = {way: code[f"{case.title}, {way}"][1] for way in ways}
        in_c |= {way: native.torque_time(function, states) for way, function in many.items()}
    in_python = {way: _python_time(e, states[:_FEW]) for way, e in ways.items()}
    in_lanes = production.torque_time(robot, states, None)
    return Row(case, terms, torque, in_c, in_python, in_lanes)


def _python_time(equations: Equations, states: np.ndarray) -> float:
    torque, listed = equations.function("torque"), states.tolist()
    return best_time(lambda: [torque(*state) for state in listed]) / len(listed)


def _chains() -> dict[int, tuple[int, int]]:
    robots: dict[int, Robot] = {n: crossed_chain(n) for n in CHAINS}
    return {
        n: (
            production.forward_operations(robot, articulated=True),
            production.forward_operations(robot, articulated=False),
        )
        for n, robot in robots.items()
    }
