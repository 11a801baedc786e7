"""What is simulated: the welding line in full and by the perturbation method, many variants of it,
and both methods by the clock."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.simulation.ensemble import OpenSystem
from armwright.simulation.execution import execute
from armwright.simulation.loop import make_loop
from armwright.simulation.perturbation.engine import Linearised, linearise
from armwright.studies.rx90b.measures import lowest_field
from armwright.studies.rx90b.published import Published
from armwright.studies.rx90b.source import POINTS
from armwright.studies.rx90b.stiff import Window

#: What is not known for sure of an arm, or wears: its friction.
FRICTION = {
    "joints.*.friction.coulomb_positive": "20%",
    "joints.*.friction.coulomb_negative": "20%",
    "joints.*.friction.viscous": "20%",
}
SAMPLES = 100
#: Gains of the position loop that are tried, 1/s and 1/s².
GAINS = tuple(float(gain) for gain in np.linspace(60, 200, 8))
INTEGRALS = tuple(float(gain) for gain in np.linspace(0, 7000, 8))
#: Proportional gains up to where the loop fails, 1/s; with the integral gain of the scenario.
FAR = (60, 100, 200, 300, 400, 600, 800, 900, 1000, 1100, 1200, 1300, 1500)
#: Signals that variants record.
_SIGNALS = ["tool_position", "reference_tool_position"]

#: Of the perturbation method.
COUNTS_OF_POINTS = (25, 50, 100, 200, 400, 800)
#: What is recorded without friction, and what is switched off without its feed-forward.
_SMOOTH = ["joint_position", "joint_velocity", "joint_acceleration", "motor_current"]
_WITHOUT = ("coulomb_feedforward_positive", "coulomb_feedforward_negative", "viscous_feedforward")
#: What S3's equations are evaluated with.
_EQUATIONS = [
    *("joint_position", "joint_velocity", "joint_acceleration", "motor_current"),
    *("friction_torque", "friction_deflection", "compensator_joint_torque"),
]
#: How often runs are timed.
_ROUNDS = 7


def without_feedforward(scenario: Scenario) -> Scenario:
    """Without feed-forward of friction."""
    return scenario.changed({f"controller.{name}": 0.0 for name in _WITHOUT})


def without_friction(scenario: Scenario) -> Scenario:
    return scenario.changed({"fidelity.friction": False, "recording.signals": _SMOOTH})


@dataclass(frozen=True, eq=False)
class EquationRuns:
    """S3's equations, and runs of both methods at every tick to evaluate them on. `window`: a part
    of `perturbed`."""

    published: Published
    full: Run
    perturbed: Run
    linear: Linearised
    window: Window


def run_equations(scenario: Scenario, window: tuple[float, float]) -> EquationRuns:
    published = Published.of(scenario)
    every = scenario.changed({"recording.rate": 4000.0, "recording.signals": _EQUATIONS})
    full, perturbed = every.simulate(), every.simulate(method="perturbation", points=POINTS)
    linear = linearise(OpenSystem(scenario).alone(scenario), POINTS)
    part = Window.of(perturbed, published, linear.tables.nominal, *window)
    return EquationRuns(published, full, perturbed, linear, part)


@dataclass(frozen=True, eq=False)
class Variants:
    """Arms with other friction by both methods; `tuning`: largest deviation from where the tool
    should be, m, by proportional and integral gain, by the perturbation method, and `checked` by
    the full model; `far`: by the gains of FAR, full model; `before`: with the scenario's gains."""

    full: Run
    perturbed: Run
    tuning: Array
    tuned: Run
    checked: Array
    far: Array
    before: float

    @property
    def best(self) -> tuple[int, int]:
        return lowest_field(self.tuning)

    @property
    def difference(self) -> float:
        """The largest of any tool between both methods, m."""
        tools = [run.data["tool_position"].values for run in (self.full, self.perturbed)]
        return float(np.linalg.norm(tools[0] - tools[1], axis=-1).max())


def run_variants(scenario: Scenario) -> Variants:
    small = scenario.changed({"recording.signals": _SIGNALS})
    full, perturbed = (
        small.sweep(FRICTION, SAMPLES, method=method, threads=1)
        for method in ("full", "perturbation")
    )
    gains, integrals = np.meshgrid(GAINS, INTEGRALS, indexing="ij")
    grid = {
        "controller.position_gain": gains.ravel().tolist(),
        "controller.position_integral_gain": integrals.ravel().tolist(),
    }
    tuned = small.sweep(grid, gains.size, method="perturbation", threads=1)
    tuning = _off_the_line(tuned).reshape(gains.shape)
    checked = _off_the_line(small.sweep(grid, gains.size, threads=1)).reshape(gains.shape)
    far = {"controller.position_gain": [float(gain) for gain in FAR]}
    return Variants(
        full,
        perturbed,
        tuning,
        tuned,
        checked,
        _off_the_line(small.sweep(far, len(FAR), threads=1)),
        float(_off_the_line(small.simulate())),
    )


def _off_the_line(run: Run) -> Array:
    """The largest distance from where the tool should be, of each run, m."""
    way = run.data["tool_position"].values - run.data["reference_tool_position"].values
    return np.asarray(np.linalg.norm(way, axis=-1).max(axis=-1), dtype=np.float64)


def run_times(scenario: Scenario) -> dict[str, float]:
    """Seconds that the runs alone take, by method: the best of some, in turns."""
    runs = OpenSystem(scenario).alone(scenario)
    loops = {"full": make_loop(runs.system), "perturbation": linearise(runs, POINTS).loop}
    taken: dict[str, list[float]] = {name: [] for name in loops}
    for _ in range(_ROUNDS):
        for name, loop in loops.items():
            taken[name].append(float(execute(loop, runs).run.data.attrs["wall_seconds"]))
    return {name: min(times) for name, times in taken.items()}
