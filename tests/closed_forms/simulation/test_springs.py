"""Springs in long steps: the solution of the difference equation itself, in closed form."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import load_scenario
from tests.closed_forms.simulation.pendulums import Torsion
from tests.support.simulations import signals


@pytest.mark.parametrize(("method", "beta"), [("midpoint", 1 / 12), ("implicit", 1 / 4)])
@pytest.mark.parametrize("tick", [2e-3, 1e-2, 2e-2])
def test_vibration_has_the_frequency_of_newmark(method: str, beta: float, tick: float) -> None:
    """Pushed from rest Δ_n = a (1 − cos nθ), cos θ = 1 − Ω²/(2 + 2βΩ²), Ω = ωh. Newmark 1959."""
    scenario = load_scenario("pendulum/flexible")
    changes = {"tick": tick, "integration.method": method, "recording.rate": 1 / tick}
    run = signals(scenario, changes)
    torsion = Torsion.of(scenario.robot)
    w = np.sqrt(torsion.stiffness * (1 / torsion.load + 1 / torsion.rotor))
    square = (w * tick) ** 2
    angle = np.arccos(1 - square / (2 + 2 * beta * square))
    deflection = 30.0 / (torsion.load * w**2) * (1 - np.cos(angle * np.arange(len(run["time"]))))
    assert run["spring_deflection"][:, 0] == pytest.approx(50 * deflection, abs=1e-10)


@pytest.mark.parametrize("stiffness", [1e2, 1e4, 1e8])
def test_implicit_takes_springs_of_any_stiffness(stiffness: float) -> None:
    """Steps of up to 100 vibrations: motor and load turn as if they were one."""
    changes = {"joints.1.stiffness": stiffness, "integration.method": "implicit"}
    scenario = load_scenario("pendulum/flexible").changed(changes)
    run = signals(scenario)
    rigid = 30.0 * run["time"] ** 2 / (2 * Torsion.of(scenario.robot).inertia)
    limit = 2 * 30.0 / (50**2 * stiffness) + 1e-9
    assert np.abs(run["joint_position"][:, 0] - rigid).max() < limit
    assert np.abs(run["motor_position"][:, 0] / 50 - rigid).max() < limit
