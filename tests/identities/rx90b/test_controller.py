"""The controller is S3's: PI at 1 kHz, velocity and current at 4 kHz, feed-forward."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Run, Scenario

pytestmark = pytest.mark.crosscheck

KP, KI = 60.0, 900.0
KD = np.array([0.26, 0.31, 0.23, 0.063, 0.095, 0.11])
INERTIA = np.array([1.3e-3, 1.5e-3, 1.1e-3, 2.1e-4, 3.2e-4, 3.7e-4])
FORWARD = np.array([0.53, 0.63, 0.46, 0.35, 0.32, 0.36])
BACKWARD = np.array([0.56, 0.58, 0.49, 0.37, 0.34, 0.39])
VISCOUS = np.array([0.0038, 0.0046, 0.0042, 0.0037, 0.003, 0.0046])


@pytest.fixture(scope="module")
def signals(ticks: Run, scenario: Scenario) -> dict[str, np.ndarray]:
    """Of every tick up to the reversal; references on the motors' side."""
    some = ticks.data.sel(time=slice(0, 3.5))
    data = {str(name): some[name].values for name in some.data_vars}
    gear = scenario.robot.gear_matrix
    for name in ("position", "velocity", "acceleration"):
        data[f"reference_motor_{name}"] = data[f"reference_joint_{name}"] @ gear.T
    return data


def test_currents_are_those_of_a_pid_with_feed_forward(signals: dict[str, np.ndarray]) -> None:
    """S3, section 5 and figure 4, sample by sample; at the start the integral holds the arm."""
    r, v, a = (
        signals[f"reference_motor_{name}"] for name in ("position", "velocity", "acceleration")
    )
    error = r - signals["motor_position"]
    friction = np.where(v >= 0, FORWARD, BACKWARD) * np.tanh(v / 0.4) + VISCOUS * v
    held, expected = np.zeros(6), []
    for k in range(len(r)):
        if k % 4 == 0:
            integral = KI * 1e-3 * error[:k:4].sum(axis=0)
            held = KD * (v[k] + KP * error[k] + integral)
        expected.append(held - KD * signals["motor_velocity"][k] + INERTIA * a[k] + friction[k])
    found = signals["commanded_motor_current"]
    holding = found[0] - expected[0]
    np.testing.assert_allclose(found - holding, expected, atol=1e-9)
    assert np.abs(found - holding).max() > 0.5


def test_the_current_loop_halves_its_error_with_each_of_its_samples(
    signals: dict[str, np.ndarray],
) -> None:
    command, current = signals["commanded_motor_current"], signals["motor_current"]
    np.testing.assert_allclose(current[1:], 0.5 * (current[:-1] + command[:-1]), atol=1e-12)


def test_references_change_a_thousand_times_a_second(signals: dict[str, np.ndarray]) -> None:
    changes = np.flatnonzero(np.diff(signals["reference_joint_position"], axis=0).any(axis=1)) + 1
    assert changes.size > 2900 and not (changes % 4).any()
