"""The `pendulum/…` scenarios as they stand in the library, beside their closed solutions."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from armwright import load_scenario
from tests.closed_forms.simulation.pendulums import Motion, Rod, Torsion
from tests.support.simulations import energy, signals

Array = np.ndarray


def check(
    run: dict[str, Array], side: str, exact: Motion, position: float, velocity: float
) -> None:
    """That the largest errors of position and velocity are below these."""
    for name, value, limit in (
        ("position", exact.position, position),
        ("velocity", exact.velocity, velocity),
    ):
        error = np.abs(run[f"{side}_{name}"][:, 0] - value).max()
        assert error < limit, f"{side} {name}: {error:.3g}"


def test_swing() -> None:
    scenario = load_scenario("pendulum/swing")
    run = signals(scenario)
    motion = Rod.of(scenario.robot).swing(2.5, run["time"])
    assert np.ptp(motion.position) > 4.9
    check(run, "joint", motion, 1e-5, 3e-5)
    assert np.ptp(energy(run)) < 2e-6


def test_flexible() -> None:
    scenario = load_scenario("pendulum/flexible")
    run = signals(scenario)
    load, motor = Torsion.of(scenario.robot).pushed(30.0, run["time"])
    check(run, "joint", load, 1e-10, 3e-6)
    check(run, "motor", motor, 1e-8, 3e-4)
    deflection = 50 * load.position - motor.position
    assert np.abs(run["spring_deflection"][:, 0] - deflection).max() < 1e-8


def test_damped() -> None:
    scenario = load_scenario("pendulum/damped")
    run = signals(scenario)
    torsion = Torsion.of(scenario.robot)
    load, motor = torsion.pushed(30.0, run["time"])
    check(run, "joint", load, 3e-8, 3e-6)
    check(run, "motor", motor, 3e-6, 3e-4)
    rate = load.velocity - motor.velocity / torsion.ratio
    lost = torsion.damping * np.trapezoid(rate**2, run["time"])
    assert abs(run["damping_loss"][-1] / lost - 1) < 1e-4


def test_driven() -> None:
    scenario = load_scenario("pendulum/driven")
    run = signals(scenario)
    torsion = Torsion.of(scenario.robot)
    motion = torsion.against_friction(10.0, run["time"])
    check(run, "joint", motion, 1e-8, 1e-8)
    assert np.abs(run["friction_torque"][:, 0] - 8e-4 * 50 * motion.velocity).max() < 1e-8
    lost = torsion.viscous * np.trapezoid(motion.velocity**2, run["time"])
    assert abs(run["friction_loss"][-1] / lost - 1) < 1e-6


def test_braked_load_stops_where_and_when_it_must_and_stays() -> None:
    scenario = load_scenario("pendulum/braked")
    run = signals(scenario, {"recording.rate": 4000.0})
    torsion, t = Torsion.of(scenario.robot), run["time"]
    motion, stop = torsion.braked(4.0, t)
    check(run, "joint", motion, 1e-7, 2e-8)
    moving = run["joint_velocity"][:, 0] != 0
    assert moving[t < stop].all()
    assert not moving[t > stop + scenario.tick].any()
    resting = run["joint_position"][~moving, 0]
    assert (resting == resting[0]).all()
    assert abs(run["friction_loss"][-1] / (torsion.inertia * 4.0**2 / 2) - 1) < 1e-7


def test_settling_pendulum_turns_and_sticks_where_it_must() -> None:
    """Places are of second order in the step. Each turn may come up to a step late: the velocity
    stays zero from where it passes zero to the end of that step."""
    scenario = load_scenario("pendulum/settling")
    run = signals(scenario, {"recording.rate": 4000.0})
    rod, h = Rod.of(scenario.robot), scenario.tick
    points = rod.turning_points(2.5, coulomb=0.2, static=0.3)
    assert len(points) > 10
    q, moving = run["joint_position"][:, 0], run["joint_velocity"][:, 0] != 0
    assert np.abs(turning_points(q) - points).max() < 10 * h**2
    stop = sum(rod.swing_time(a, b, coulomb=0.2) for a, b in pairwise(points))
    last = run["time"][np.flatnonzero(moving)[-1]]
    assert -h <= last - stop <= len(points) * h
    assert (q[~moving][-100:] == q[-1]).all()
    assert abs(run["friction_torque"][-1, 0] + rod.weight * np.sin(q[-1])) < 1e-12
    assert abs(run["friction_loss"][-1] - 0.2 * np.abs(np.diff(points)).sum()) < 1e-5


def turning_points(q: Array) -> Array:
    """First, last, and wherever the direction changes."""
    places = q[np.concatenate([[True], np.diff(q) != 0])]
    ways = np.sign(np.diff(places))
    return places[np.concatenate([[True], ways[1:] != ways[:-1], [True]])]
