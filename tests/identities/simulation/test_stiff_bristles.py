"""LuGre friction of any stiffness: at full speed, through reversals, and until it rests."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Scenario, load_scenario
from armwright.robot.changing import changed
from armwright.system import Recording, Start
from tests.support.simulations import signals

COULOMB, STATIC, VISCOUS = 0.16, 0.24, 8e-4
#: Below this damping friction never gives energy away: α₂ F_c/(F_s − F_c).  Barabanov, Ortega 2000.
PASSIVE = VISCOUS * COULOMB / (STATIC - COULOMB)
#: Of rotor and load, behind the gear.
INERTIA = 1.2e-3


def spinning(stiffness: float, damping: float, joints: str) -> Scenario:
    """The motor at 3000 rpm brakes in its friction; with springs it swings back and forth."""
    law = {"law": "lugre", "side": "motor", "coulomb": COULOMB, "static": STATIC}
    friction = {
        **law,
        "stribeck_velocity": 1.0,
        "stiffness": stiffness,
        "damping": damping,
        "viscous": VISCOUS,
    }
    robot = changed(load_scenario("pendulum/braked").robot, {"joints.1.friction": friction})
    recorded = ("motor_velocity", "motor_position", "friction_torque", "friction_loss")
    scenario = Scenario(
        name="spinning",
        robot=robot,
        duration=4.0,
        start=Start((0.0,), (6.3,), at_rest=False),
        recording=Recording(recorded),
    )
    return scenario.changed({"fidelity.joints": joints})


@pytest.mark.parametrize("joints", ["rigid", "flexible"])
@pytest.mark.parametrize("damping", [0.0, PASSIVE])
@pytest.mark.parametrize("stiffness", [1e2, 1e4, 1e6, 1e8])
def test_friction_stays_within_its_bounds(stiffness: float, damping: float, joints: str) -> None:
    """Steps of 0.25 ms, where bristles vibrate at up to 46 kHz. |σ₀ z| never exceeds F_s."""
    run = signals(spinning(stiffness, damping, joints))
    speed, torque = run["motor_velocity"][:, 0], run["friction_torque"][:, 0]
    fast = np.abs(speed) > 20.0
    sliding = np.sign(speed) * COULOMB + VISCOUS * speed
    assert fast.sum() > 500
    assert np.abs(torque - sliding)[fast].max() < 1e-6
    assert np.abs(torque - VISCOUS * speed).max() < STATIC * 1.01
    assert (np.diff(run["friction_loss"]) > -1e-3).all()
    assert np.abs(speed[-1000:]).max() < 10.0


def way_to_rest() -> float:
    """∫ J v / (g(v) + α₂ v) dv: how far the motor turns until it rests, bristles left out."""
    v = np.linspace(0.0, 6.3 * 50, 2_000_001)
    g = COULOMB + (STATIC - COULOMB) * np.exp(-(v**2))
    return float(np.trapezoid(INERTIA * v / (g + VISCOUS * v), v))


@pytest.mark.parametrize("damping", [0.0, PASSIVE])
@pytest.mark.parametrize("stiffness", [1e3, 1e4, 1e6, 1e8])
def test_load_stops_where_it_must_and_rests(stiffness: float, damping: float) -> None:
    """At rest it moves less than the bristles bend, whatever the step is to their vibration."""
    position = signals(spinning(stiffness, damping, "rigid"))["motor_position"][:, 0]
    assert position[-1] == pytest.approx(way_to_rest(), abs=0.02)
    assert np.ptp(position[-1000:]) < STATIC / stiffness


@pytest.mark.parametrize("method", ["midpoint", "implicit"])
def test_braking_in_long_steps_ends_where_it_must(method: str) -> None:
    """188 rad of sliding in steps of 1 ms."""
    changes = {"tick": 1e-3, "integration.method": method}
    position = signals(spinning(1e5, 0.0, "rigid"), changes)["motor_position"][:, 0]
    assert position[-1] == pytest.approx(way_to_rest(), abs=2e-3)
