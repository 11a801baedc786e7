"""Walls: periods, restitution, energy and friction in closed form, of any stiffness."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from armwright.blocks.catalogue import CATALOGUE
from tests.support.simulations import signals
from tests.support.walls import MASS, SPEED, before_a_wall, restitution

pytestmark = pytest.mark.crosscheck

STIFFNESSES = (1e3, 1e4, 1e6)


@pytest.mark.parametrize("stiffness", STIFFNESSES)
def test_a_mass_stays_half_a_period_and_leaves_as_fast(stiffness: float) -> None:
    """δ = v/ω sin ωt: it turns back after π/ω with the same speed; largest force v √(k m)."""
    tick = min(1e-3, 0.02 * np.sqrt(MASS / stiffness))
    run = signals(before_a_wall({"stiffness": stiffness}, duration=0.3, tick=tick))
    force = run["contact_force"]
    contact = np.pi * np.sqrt(MASS / stiffness)
    back = run["joint_position"][-1, 0] + SPEED * (run["time"][-1] - 2 * 0.01037 / SPEED - contact)
    assert back == pytest.approx(0.0, abs=2e-4 * SPEED * contact)
    assert run["joint_velocity"][-1, 0] == pytest.approx(-SPEED, rel=1e-12)
    assert force.max() == pytest.approx(SPEED * np.sqrt(stiffness * MASS), rel=1e-3)
    assert force.min() == 0.0


@pytest.mark.parametrize("method", ["midpoint", "implicit"])
@pytest.mark.parametrize("stiffness", [1e3, 1e6, 1e9])
def test_no_bounce_creates_energy(stiffness: float, method: str) -> None:
    """At steps of 1 ms, up to 22 rad of the wall's own vibration each; rounding is all there is."""
    run = signals(before_a_wall({"stiffness": stiffness}, method=method))
    energy = (run["kinetic_energy"] + run["potential_energy"]).ravel()
    assert energy == pytest.approx(energy[0], rel=1e-12)
    damped = signals(before_a_wall({"stiffness": stiffness, "damping": 3.0}, method=method))
    energy = (damped["kinetic_energy"] + damped["potential_energy"]).ravel()
    assert np.diff(energy).max() <= 1e-12 * energy[0]
    assert energy[-1] < 0.99 * energy[0]


@pytest.mark.parametrize("stiffness", STIFFNESSES)
@pytest.mark.parametrize("damping", [0.5, 5.0])
def test_what_damping_leaves_of_the_speed(stiffness: float, damping: float) -> None:
    """The coefficient of restitution does not depend on mass or stiffness."""
    tick = min(1e-3, 0.02 * np.sqrt(MASS / stiffness))
    wall = {"stiffness": stiffness, "damping": damping}
    run = signals(before_a_wall(wall, duration=0.3, tick=tick))
    left = -run["joint_velocity"][-1, 0] / SPEED
    assert left == pytest.approx(restitution(damping, SPEED), abs=2e-4)


def test_a_wall_does_not_pull() -> None:
    """With so much damping that it would: the mass leaves, and slower than it came."""
    run = signals(before_a_wall({"stiffness": 1e5, "damping": 200.0}, duration=1.0, tick=1e-4))
    assert run["contact_force"].min() == 0.0
    speed = run["joint_velocity"][:, 0]
    assert -0.1 * SPEED < speed[-1] < 0.0 and (np.diff(speed) <= 1e-15).all()


@pytest.mark.parametrize("stiffness", STIFFNESSES)
def test_friction_brakes_with_its_part_of_the_force(stiffness: float) -> None:
    """Pressed with N against the wall a mass that slides along it loses μ N t/m of its speed, and
    then creeps to rest."""
    push = CATALOGUE["disturbance"]["tool_force"](name="push", force_x=30.0)
    wall = {"stiffness": stiffness, "damping": 3.0, "friction_coefficient": 0.2}
    scenario = before_a_wall(
        wall, velocity=(0.0, 4.0), duration=1.6, blocks={"disturbances": (push,)}
    )
    run = signals(scenario)
    speed, time = run["joint_velocity"][:, 1], run["time"]
    slides = (time > 0.9) & (time < 1.2)
    slope = np.polyfit(time[slides], speed[slides], 1)[0]
    assert slope == pytest.approx(-0.2 * 30.0 / MASS, rel=4e-3)
    assert np.diff(np.abs(speed)).max() < 1e-12 and abs(speed[-1]) < 1e-3
    assert run["contact_force"][-1] == pytest.approx(30.0, rel=1e-3)


def test_the_force_sensor_feels_what_passes_through_its_joint() -> None:
    """At the tip the wall alone; in the slide also what accelerates the mass; in turned axes."""
    sensors = tuple(
        CATALOGUE["sensor"]["force_sensor"](
            name=f"at {place}",
            rate=1000.0,
            joint=joint,
            connect={f"measured_tool_{what}": f"{what} at {place}" for what in ("force", "moment")},
        )
        for place, joint in (("tip", ""), ("slide", "y"))
    )
    push = CATALOGUE["disturbance"]["joint_torque"](name="push", torque=[10.0, 0.0])
    recorded = ("contact_force", "joint_acceleration", "force at tip", "force at slide")
    scenario = before_a_wall(
        {"stiffness": 1e4},
        blocks={"sensors": sensors, "disturbances": (push,)},
        recorded=recorded,
        duration=0.2,
    )
    run = signals(scenario)
    contact, tip = run["contact_force"], run["force at tip"]
    assert contact.max() > 10.0
    # The tip's y axis points to −x of the world, its x axis to y.
    assert tip == pytest.approx(np.outer(contact, [0.0, -1.0, 0.0]), abs=1e-9)
    through = MASS * run["joint_acceleration"][:, 0] + contact
    assert -run["force at slide"][:, 1] == pytest.approx(through, abs=1e-9)
    assert run["force at slide"][:, 2] == pytest.approx(9.81 * MASS, rel=1e-3)


def test_linear_models_have_the_wall_in_them() -> None:
    """In contact the mass vibrates with √(k/m), in front of the wall it drifts."""
    own = np.sqrt(8e3 / MASS)
    for torque, x, frequency in ((40.0, 0.01537, own), (0.0, 0.0, 0.0)):
        push = CATALOGUE["disturbance"]["joint_torque"](name="push", torque=[torque, 0.0])
        scenario = before_a_wall({"stiffness": 8e3}, blocks={"disturbances": (push,)})
        model = aw.linearise(scenario, [x, 0.0], inputs="force", outputs="joint_position")
        assert np.abs(np.linalg.eigvals(model.A)).max() == pytest.approx(frequency, abs=1e-4)
