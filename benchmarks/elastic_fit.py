"""Elastic parameters of a six-axis arm from frequency responses, from experiments to the fit, and
what exact gradients buy against finite differences of the same model.

`python -m benchmarks.elastic_fit` prints the table. Times are of the processor: other work on the
machine does not count.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.table import Table
from scipy.optimize import least_squares

import armwright as aw
from armwright.identify.frequency import MeasuredResponse, ResponseModel, elastic, free_paths
from armwright.identify.frequency.averages import response_of
from armwright.identify.frequency.cost import ResponseCost
from armwright.identify.frequency.experiments import response_experiments, taken
from armwright.identify.frequency.spectra import grouped, spectra_of
from armwright.robot.changing import changed
from benchmarks.timing import best_times

#: N m/rad and N m s/rad at the joint: assumed. With six gears, thirty numbers.
AXES = {
    ("foundation", "rx"): (8e4, 80.0),
    ("foundation", "ry"): (7e4, 70.0),
    ("LA", "rx"): (6e4, 30.0),
    ("LA", "ry"): (5e4, 25.0),
    ("J2", "rx"): (9e3, 6.0),
    ("J2", "ry"): (1e4, 7.0),
    ("UA", "rx"): (1.2e4, 4.0),
    ("UA", "ry"): (1.1e4, 4.0),
    ("J3", "rx"): (6e3, 2.0),
}
#: N m s/rad and N m at the motors.
VISCOUS = (2e-4, 2e-4, 1.5e-4, 6e-5, 6e-5, 5e-5)
AMPLITUDES = (0.06, 0.06, 0.05, 0.025, 0.02, 0.02)
CONFIGURATIONS, LINES = 10, 100
#: The guess that the search begins at, by the truth.
GUESS = 1.3


@dataclass(frozen=True)
class ElasticFitTimes:
    """Seconds of the processor: of experiments and their responses, of the fit, of one matrix of
    derivatives, exact and by differences, and of whole searches with either. `off`: the largest
    error of a stiffness, as a part."""

    numbers: int
    experiments: float
    fit: float
    exact: float
    differences: float
    exact_search: float
    differences_search: float
    exact_cost: float
    differences_cost: float
    off: float


def truth() -> aw.Robot:
    robot = aw.load_scenario("six-axis-line").robot
    robot = changed(
        robot,
        {
            f"joints.{k + 1}.friction": {"law": "coulomb", "viscous": viscous}
            for k, viscous in enumerate(VISCOUS)
        },
    )
    axes = [
        aw.ElasticAxis(at=at, axis=axis, spring={"stiffness": k, "damping": d})  # type: ignore[arg-type]
        for (at, axis), (k, d) in AXES.items()
    ]
    return dataclasses.replace(robot, elastic=tuple(axes))


def configurations() -> np.ndarray:
    """(10, 6) rad, the wrist never straight."""
    rng = np.random.default_rng(1)
    low, high = [-1.0, 0.4, -0.8, -1.0, 0.4, -1.0], [1.0, 1.9, 0.6, 1.0, 1.4, 1.0]
    found = rng.uniform(low, high, (CONFIGURATIONS, 6))
    found[:, 4] *= rng.choice([-1, 1], CONFIGURATIONS)
    return found


def answered(robot: aw.Robot) -> list[MeasuredResponse]:
    """36 responses in each configuration, from simulated experiments."""
    scenario = dataclasses.replace(aw.load_scenario("six-axis-line"), robot=robot)
    plan = response_experiments(
        scenario, configurations(), AMPLITUDES, period=4.0, band=(1.5, 60.0), lines=LINES
    )
    spectra = taken(plan, lambda log: spectra_of(robot, log, {}, None))
    return [response_of(group) for group in grouped(spectra)]


def measure(rounds: int) -> ElasticFitTimes:
    robot = truth()
    true = {path: float(aw.Plant(robot).numbers[path].item()) for path in free_paths(robot)}
    guess = changed(robot, {path: GUESS * value for path, value in true.items()})
    began = time.process_time()
    responses = answered(robot)
    simulated = time.process_time()
    fit = elastic(guess, responses)
    fitted = time.process_time()
    model = ResponseModel(
        guess,
        tuple(true),
        np.stack([one.configuration for one in responses]),
        responses[0].frequencies,
    )
    cost = ResponseCost(model, tuple(responses))
    x = np.zeros(len(true))
    jacobians: dict[str, Callable[[], object]] = {
        "exact": lambda: cost.jacobian(x),
        "differences": lambda: _differences(cost, x),
    }
    one = best_times(jacobians, rounds, clock=time.process_time)
    searches, costs = {}, {}
    for way in ("exact", "differences"):
        begin = time.process_time()
        found = least_squares(
            cost.residuals,
            x,
            jac=cost.jacobian if way == "exact" else lambda at: _differences(cost, at),
            x_scale="jac",
            xtol=1e-9,
            ftol=1e-9,
            gtol=1e-9,
            max_nfev=80,
        )
        searches[way], costs[way] = time.process_time() - begin, 2 * float(found.cost)
    return ElasticFitTimes(
        len(true),
        simulated - began,
        fitted - simulated,
        one["exact"],
        one["differences"],
        searches["exact"],
        searches["differences"],
        costs["exact"],
        costs["differences"],
        max(
            abs(fit.parameters[path].value / value - 1)
            for path, value in true.items()
            if path.endswith("stiffness")
        ),
    )


def _differences(cost: ResponseCost, x: np.ndarray) -> np.ndarray:
    """As SciPy's "2-point"."""
    step, here = np.sqrt(np.finfo(float).eps), cost.residuals(x)
    columns = [(cost.residuals(x + step * unit) - here) / step for unit in np.eye(len(x))]
    return np.stack(columns, axis=1)


def table(times: ElasticFitTimes) -> Table:
    found = Table(
        title=f"Elastic fit: six axes, {CONFIGURATIONS} configurations, 36 responses, {LINES} "
        f"frequencies, {times.numbers} numbers"
    )
    found.add_column("", min_width=48)
    found.add_column("", justify="right", min_width=10)
    found.add_row("simulated experiments and their responses", f"{times.experiments:.1f} s")
    found.add_row("fit", f"{times.fit:.1f} s")
    found.add_row("both", f"{times.experiments + times.fit:.1f} s")
    found.add_row("largest error of a stiffness", f"{100 * times.off:.2g} %")
    found.add_section()
    found.add_row("derivatives, exact", f"{1e3 * times.exact:.0f} ms")
    found.add_row("derivatives, by differences", f"{1e3 * times.differences:.0f} ms")
    found.add_row("search with exact derivatives", f"{times.exact_search:.1f} s")
    found.add_row("search with differences", f"{times.differences_search:.1f} s")
    found.add_row("times faster", f"{times.differences_search / max(times.exact_search, 1e-9):.1f}")
    found.add_row("costs that they end at", f"{times.exact_cost:.9g}, {times.differences_cost:.9g}")
    return found


if __name__ == "__main__":
    Console().print(table(measure(2)))
