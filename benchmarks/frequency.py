"""Frequency responses of a flexible six-axis arm, beside python-control on the same matrices."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from rich.table import Table

import armwright as aw
from benchmarks.timing import best_times

#: rad/s
FREQUENCIES = np.geomspace(1.0, 1000.0, 100)
CONFIGURATIONS = 12


@dataclass(frozen=True)
class Times:
    """Seconds: of a response, ours and theirs, and of linearising at one configuration, alone and
    in a batch."""

    states: int
    ours: float
    theirs: float
    single: float
    batch: float


def model() -> aw.LinearModel:
    """36 states, six inputs and outputs: an arm with springs in its gears and in its structure."""
    plant, at = _plant()
    return aw.linearise(plant, at, outputs="motor_acceleration")


def _plant() -> tuple[aw.Plant, np.ndarray]:
    robot = aw.load_scenario("six-axis-line").robot
    body = aw.Inertia(5.0, np.zeros(3), 0.05 * np.eye(3))
    spring = {"stiffness": 4e5, "damping": 200.0}
    elastic = tuple(
        aw.ElasticAxis(joint, axis, "after", name=f"{joint} {axis}", spring=spring, inertia=body)
        for joint in robot.joint_names[:2]
        for axis in ("rx", "ry", "rz")
    )
    plant = aw.Plant(replace(robot, elastic=elastic), aw.Fidelity(friction=False))
    return plant, np.array([0.1, 0.4, -0.6, 0.2, 0.5, 0.3])


def measure(rounds: int) -> Times:
    ours = model()
    theirs = ours.to_control()
    plant, at = _plant()
    many = at + 0.1 * np.random.default_rng(0).normal(size=(CONFIGURATIONS, 6))
    times = best_times(
        {
            "ours": lambda: ours.frequency_response(FREQUENCIES),
            "theirs": lambda: theirs.frequency_response(FREQUENCIES),
        },
        rounds,
    )
    several = best_times(
        {
            "single": lambda: aw.linearise(plant, at, outputs="motor_acceleration"),
            "batch": lambda: aw.linearise(plant, many, outputs="motor_acceleration"),
        },
        2,
    )
    return Times(
        len(ours.state_names),
        times["ours"],
        times["theirs"],
        several["single"],
        several["batch"] / CONFIGURATIONS,
    )


def table(times: Times) -> Table:
    found = Table(title=f"Frequency responses: {times.states} states, 6 × 6, 100 frequencies")
    found.add_column("", min_width=48)
    found.add_column("", justify="right", min_width=10)
    found.add_row("armwright", f"{times.ours * 1e3:.2f} ms")
    found.add_row("python-control", f"{times.theirs * 1e3:.2f} ms")
    found.add_row("times faster than python-control", f"{times.theirs / times.ours:.1f}")
    found.add_row("linearising at one configuration", f"{times.single * 1e3:.0f} ms")
    found.add_row("in a batch, each", f"{times.batch * 1e3:.0f} ms")
    return found
