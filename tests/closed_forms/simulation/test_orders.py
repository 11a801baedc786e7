"""Every integrator has the order that it claims, measured against closed solutions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from armwright import load_scenario
from tests.closed_forms.simulation.pendulums import Motion, Rod, Torsion
from tests.support.simulations import orders, signals

Array = np.ndarray

#: scenario → longer one of two ticks (s), and what else is changed.
SETTINGS: dict[str, tuple[float, dict[str, Any]]] = {
    "swing": (2e-3, {"start.joint_position": (1.5,)}),
    "flexible": (2e-3, {}),
    "damped": (2e-3, {}),
    "driven": (0.1, {}),
}
#: Viscous friction without sticking, which rk4 refuses.
VISCOUS = {"law": "smooth_coulomb", "viscous": 8e-4, "transition_velocity": 1.0}


def error(name: str, method: str, tick: float, rate: float) -> tuple[float, float]:
    """Of position and velocity, the largest of a run."""
    changes = {
        **SETTINGS[name][1],
        "tick": tick,
        "integration.method": method,
        "recording.rate": rate,
        "recording.signals": ["joint_position", "joint_velocity"],
    }
    if name == "driven" and method == "rk4":
        changes["joints.1.friction"] = VISCOUS
    scenario = load_scenario(f"pendulum/{name}").changed(changes)
    run = signals(scenario)
    exact = _exact(name, scenario.robot, run["time"])
    return (
        float(np.abs(run["joint_position"][:, 0] - exact.position).max()),
        float(np.abs(run["joint_velocity"][:, 0] - exact.velocity).max()),
    )


def _exact(name: str, robot: Any, t: Array) -> Motion:
    if name == "swing":
        return Rod.of(robot).swing(1.5, t)
    torsion = Torsion.of(robot)
    return torsion.against_friction(10.0, t) if name == "driven" else torsion.pushed(30.0, t)[0]


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize(("method", "order"), [("midpoint", 2), ("implicit", 2), ("rk4", 4)])
def test_order(name: str, method: str, order: int) -> None:
    """For undamped springs `midpoint` has positions of fourth order: β = 1/12 does that."""
    tick = SETTINGS[name][0]
    errors = [error(name, method, tick / k, rate=1 / tick) for k in (1, 2)]
    position, velocity = (orders(side)[0] for side in zip(*errors, strict=True))
    expected = 4 if (name, method) == ("flexible", "midpoint") else order
    assert position == pytest.approx(expected, abs=0.2)
    assert velocity == pytest.approx(order, abs=0.2)


def test_midpoint_is_exact_under_a_constant_torque() -> None:
    """A parabola: no method of second order may miss it, wherever the torque begins and ends."""
    changes = {
        "fidelity.friction": False,
        "duration": 1.0,
        "tick": 0.01,
        "joint_torque.begin": 0.2,
        "joint_torque.end": 0.6,
        "recording.signals": ["joint_position"],
        "recording.rate": 100.0,
    }
    run = signals("pendulum/driven", changes)
    t, a = run["time"], 10 / 3
    exact = a * (np.clip(t - 0.2, 0, 0.4) ** 2 / 2 + 0.4 * np.clip(t - 0.6, 0, None))
    assert np.abs(run["joint_position"][:, 0] - exact).max() < 1e-13


def test_rk4_is_exact_under_a_constant_torque_that_ends() -> None:
    changes = {
        "fidelity.friction": False,
        "integration.method": "rk4",
        "duration": 0.5,
        "tick": 0.01,
        "joint_torque.end": 0.2,
        "recording.signals": ["joint_velocity"],
        "recording.rate": 100.0,
    }
    run = signals("pendulum/driven", changes)
    exact = 10 / 3 * np.clip(run["time"], 0, 0.2)
    assert np.abs(run["joint_velocity"][:, 0] - exact).max() < 1e-13
