"""Friction laws beside the same equations written out, and solved by LSODA."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from armwright import load_scenario
from tests.closed_forms.simulation.pendulums import Rod
from tests.support.simulations import orders, signals

Array = np.ndarray
#: (v, z) → torque and ż.
Law = Callable[[Array, Array], tuple[Array, Array]]

DRY = {"coulomb": 0.2, "static": 0.3, "stribeck_velocity": 0.5}
LAWS = {
    "lugre": {**DRY, "stiffness": 100.0, "damping": 0.5, "viscous": 0.3},
    "smooth_coulomb": {**DRY, "transition_velocity": 0.05, "viscous": 0.05},
}
START, DURATION = 2.5, 2.5


def bristles(v: Array, z: Array) -> tuple[Array, Array]:
    rate = v - 100.0 * np.abs(v) * z / _stribeck(v)
    return 100.0 * z + 0.5 * rate + 0.3 * v, rate


def smooth(v: Array, z: Array) -> tuple[Array, Array]:
    """Where Stribeck's curve falls its slope is negative: less friction with more speed."""
    return _stribeck(v) * np.tanh(v / 0.05) + 0.05 * v, 0 * z


def _stribeck(v: Array) -> Array:
    return 0.2 + 0.1 * np.exp(-((v / 0.5) ** 2))


def exact(rod: Rod, law: Law, times: Array) -> tuple[Array, Array]:
    """Positions and friction torques of the pendulum."""

    def rate(_: float, y: Array) -> list[float]:
        q, v, z = y
        torque, z_dot = law(v, z)
        return [v, -(rod.weight * np.sin(q) + torque) / rod.inertia, z_dot]

    span, first = (0.0, DURATION), [START, 0.0, 0.0]
    found = solve_ivp(rate, span, first, "LSODA", times, rtol=1e-12, atol=1e-14)
    q, v, z = found.y
    return q, law(v, z)[0]


@pytest.mark.parametrize(
    ("law", "equations", "method", "order"),
    [
        ("lugre", bristles, "midpoint", 2),
        ("lugre", bristles, "implicit", 2),
        ("lugre", bristles, "rk4", 2),
        ("smooth_coulomb", smooth, "midpoint", 2),
        ("smooth_coulomb", smooth, "rk4", 4),
    ],
)
def test_order_with_friction(law: str, equations: Law, method: str, order: int) -> None:
    """A pendulum that swings through, turns back, and comes to rest or nearly so."""
    changes = {
        "joints.1.friction": {"law": law, "side": "joint", **LAWS[law]},
        "integration.method": method,
        "duration": DURATION,
        "recording.rate": 100.0,
        "recording.signals": ["joint_position", "friction_torque"],
    }
    scenario = load_scenario("pendulum/settling").changed(changes)
    runs = [signals(scenario, {"tick": tick}) for tick in (1e-3, 5e-4)]
    position, torque = exact(Rod.of(scenario.robot), equations, runs[0]["time"])
    assert position.min() < -0.3
    places = [np.abs(run["joint_position"][:, 0] - position).max() for run in runs]
    torques = [np.abs(run["friction_torque"][:, 0] - torque).max() for run in runs]
    assert places[1] < 2e-5
    assert torques[1] < 1e-3
    assert orders(places)[0] == pytest.approx(order, abs=0.3)
    assert orders(torques)[0] == pytest.approx(order, abs=0.5)
