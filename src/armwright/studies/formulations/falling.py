"""The cart with the double pendulum falls under its own weight, computed in several ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

import numpy as np
from scipy.integrate import solve_ivp

from armwright.arm import compile
from armwright.equations import Equations, derive
from armwright.robot import load
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.formulations.evaluation import Native, best_time, terms_function
from armwright.studies.formulations.source import SIMULATED
from armwright.system import Integration, Recording, Start

ROBOT = "cart_double_pendulum"
#: Both rods a little off the upright, at rest; S2 does not say how it begins.
START = (0.0, 0.1, 0.1)
#: That of AUTOLEV's programs, relative and absolute (S2, appendix A.5).
TOLERANCE = 1e-8
#: For comparing motions: this pendulum makes a difference a million times larger in five seconds.
STRICT = 1e-11

_Rate: TypeAlias = Callable[[float, np.ndarray], np.ndarray]
_Terms: TypeAlias = Callable[[np.ndarray, np.ndarray], tuple[Any, ...]]


@dataclass(frozen=True)
class Fall:
    """`seconds`: by how it was computed. `apart`: how far the angles get apart, generated equations
    and compiled arm, rad. `evaluations`: of the equations, in the variable-step integrator."""

    seconds: dict[str, float]
    apart: float
    evaluations: int
    run: Run


def falling_equations() -> Equations:
    return derive(load(ROBOT), "kane", (), form="closed")


def fall(native: Native | None) -> Fall:
    robot, size = load(ROBOT), len(START)
    generated = _rate_of(falling_equations().function())
    ways = {"generated Python, integrator in Python": generated}
    if native is not None:
        ways["generated C, integrator in Python"] = _rate_of(terms_function(native, size))
    arm, idle = compile(robot), np.zeros(size)

    def compiled(_: float, y: np.ndarray) -> np.ndarray:
        return np.concatenate([y[size:], arm.forward_dynamics(y[:size], y[size:], idle)])

    ways["armwright's machine code, integrator in Python"] = compiled
    seconds = {way: best_time(partial(_solved, rate, TOLERANCE)) for way, rate in ways.items()}
    run = _scenario().simulate()
    seconds["armwright's simulation: all of it machine code"] = min(
        float(_scenario().simulate().data.attrs["wall_seconds"]) for _ in range(5)
    )
    one, two = (_solved(rate, STRICT) for rate in (generated, compiled))
    apart = float(np.abs(one.y[1:size] - two.y[1:size]).max())
    return Fall(seconds, apart, int(_solved(generated, TOLERANCE).nfev), run)


def _scenario() -> Scenario:
    return Scenario(
        name="falling-double-pendulum",
        robot=load(ROBOT),
        duration=SIMULATED,
        start=Start(joint_position=START),
        integration=Integration(method="rk4"),
        recording=Recording(signals=("joint_position", "joint_velocity")),
    )


def _rate_of(terms: _Terms) -> _Rate:
    size = len(START)

    def rate(_: float, y: np.ndarray) -> np.ndarray:
        M, c, g = terms(y[:size], y[size:])
        return np.concatenate([y[size:], np.linalg.solve(M, -np.add(c, g))])

    return rate


def _solved(rate: _Rate, tolerance: float) -> Any:
    """Runge-Kutta with variable steps, as in AUTOLEV's programs."""
    start = [*START, *np.zeros(len(START))]
    at = np.linspace(0, SIMULATED, 101)
    return solve_ivp(rate, (0, SIMULATED), start, rtol=tolerance, atol=tolerance, t_eval=at)
