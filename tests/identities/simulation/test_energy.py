"""What nothing takes away stays: energy and angular momentum of arms that fall freely."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from armwright import Scenario, compile, load, load_scenario
from armwright.system import Recording, Start
from tests.support.simulations import energy, orders, signals

POSTURE = (0.3, -0.4, 0.2, 0.5, 0.7, -0.3)
RECORDED = ("joint_position", "joint_velocity", "kinetic_energy", "potential_energy")


def falling(robot: Any, **settings: Any) -> Scenario:
    """No motor torques, no friction."""
    scenario = Scenario(
        name="falling",
        robot=robot,
        duration=10.0,
        tick=1e-3,
        start=Start(POSTURE, at_rest=False),
        recording=Recording(RECORDED, rate=100.0),
    )
    return scenario.changed({"fidelity.friction": False, **settings})


def drift(scenario: Scenario, changes: dict[str, Any]) -> float:
    """The largest change of the energy, as a share of the largest kinetic energy."""
    run = signals(scenario, changes)
    return float(np.abs(energy(run) - energy(run)[0]).max() / run["kinetic_energy"].max())


@pytest.mark.parametrize("drives", [True, False])
def test_rigid_arm_keeps_its_energy(drives: bool) -> None:
    """For 10 s, rk4 at 1 ms. Without its motors' inertia the wrist turns at up to 50 rad/s."""
    scenario = falling(load("puma560")).changed({"fidelity.drives": drives})
    assert drift(scenario, {"integration.method": "rk4"}) < 3e-9


@pytest.mark.parametrize("drives", [True, False])
def test_midpoint_drifts_little(drives: bool) -> None:
    """One evaluation of the dynamics per step, at 62.5 µs."""
    scenario = falling(load("puma560")).changed({"fidelity.drives": drives})
    assert drift(scenario, {"integration.steps": 16}) < (3e-8 if drives else 5e-7)


@pytest.mark.parametrize("method", ["midpoint", "rk4"])
def test_momentum_about_the_vertical_stays(method: str) -> None:
    """Neither weight nor joints exert a torque about the first axis: (M v)₁ is constant. At first
    the column turns; then it is the bent arm that carries the momentum around."""
    robot = load("puma560")
    scenario = falling(robot).changed(
        {
            "fidelity.drives": False,
            "start.joint_velocity": (2.0, 0.0, 0.0, 0.0, 0.0, 0.0),
            "duration": 2.0,
            "tick": 2.5e-4,
            "integration.method": method,
        }
    )
    run = signals(scenario)
    q, v = run["joint_position"], run["joint_velocity"]
    momentum = np.einsum("ki,ki->k", compile(robot).mass_matrix(q)[:, 0], v)
    assert np.ptp(v[:, 0]) > 0.5
    assert np.ptp(momentum) / momentum[0] < {"midpoint": 5e-6, "rk4": 1e-11}[method]


@pytest.mark.parametrize(("method", "order"), [("midpoint", 2), ("implicit", 2), ("rk4", 5)])
def test_flexible_arm_drifts_with_the_order_of_the_integrator(method: str, order: int) -> None:
    """Springs between motors and links, undamped; the arm is let go with straight springs. What rk4
    takes from an oscillation is of fifth order: the amplification's |R(iωh)|² = 1 − (ωh)⁶/72 + …"""
    springs = {f"joints.{i}.damping": 0.0 for i in range(1, 7)}
    robot = load_scenario("six-axis-line").changed(springs).robot
    scenario = falling(robot).changed({"duration": 1.0, "integration.method": method})
    errors = [drift(scenario, {"integration.steps": n}) for n in (2, 4)]
    assert orders(errors)[0] == pytest.approx(order, abs=0.2)
    assert errors[-1] < {"midpoint": 3e-6, "implicit": 3e-6, "rk4": 1e-8}[method]
