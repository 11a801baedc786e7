"""A real Stäubli TX40 on an exciting trajectory: motor positions and torques at 5 kHz."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Log, identify, load
from armwright.fit import Fit
from tests.support.real_data import real_data

pytestmark = pytest.mark.crosscheck
PERIOD = 2e-4


def tx40_log() -> Log:
    position, torque = (
        np.loadtxt(real_data("tx40") / f"{name}.csv", delimiter=",", skiprows=1)
        for name in ("pos_read_data", "curr_data")
    )
    signals = {"motor_position": position, "motor_torque": torque}
    time = PERIOD * np.arange(len(position))
    return Log.from_arrays(time, signals, joints=load("tx40").joint_names)


@pytest.fixture(scope="module")
def log() -> Log:
    return tx40_log()


@pytest.fixture(scope="module")
def fit(log: Log) -> Fit:
    return identify.rigid(load("tx40"), log)


def test_it_has_58_combinations_of_84_numbers(fit: Fit) -> None:
    assert fit.combinations.matrix.shape == (58, 84)
    assert fit.condition < 50


def test_torques_that_were_held_back_are_predicted(fit: Fit) -> None:
    (torques,) = fit.validations
    assert torques.valid, str(torques)
    assert max(list(torques.figures.values())[:3]) < 0.15


def test_friction_brakes_and_is_known_to_a_few_percent(fit: Fit) -> None:
    known = fit.combinations
    for joint in range(1, 7):
        k = known.names.index(f"Fv{joint}")
        assert known.values[k] > 10 * known.errors[k]
        for way in "⁺⁻":
            k = known.names.index(f"Fc{way}{joint}")
            assert known.values[k] > 4 * known.errors[k]


def test_residuals_hang_together_and_that_is_counted(fit: Fit) -> None:
    assert 100 < fit.effective_samples < 0.5 * fit.samples


def test_two_halves_of_the_log_agree_within_their_errors(log: Log) -> None:
    """Combinations that both halves see well: friction and large inertias."""
    halves = [
        identify.rigid(load("tx40"), log.cut(a, b), hold_back=0.0).combinations
        for a, b in ((0.0, 4.5), (4.5, 9.0))
    ]
    errors = np.hypot(*(one.errors for one in halves))
    off = (halves[0].values - halves[1].values) / errors
    assert np.sqrt(np.mean(off**2)) < 2.5


def test_the_fitted_robot_is_one_that_can_exist_and_predicts_as_well(fit: Fit, log: Log) -> None:
    for finding in fit.robot.check():
        assert finding.severity != "error", str(finding)
    predicted = fit.predict(log)["motor_torque"].values
    moving = slice(5000, 40000)
    off = np.nanstd((log["motor_torque"] - predicted)[moving], axis=0)
    assert (off < 0.35 * log["motor_torque"][moving].std(axis=0)).all()


def test_exchanged_signs_of_a_motor_are_found(log: Log) -> None:
    torque = log["motor_torque"].copy()
    torque[:, 3] *= -1.0
    wrong = Log.from_arrays(
        log.time,
        {"motor_position": log["motor_position"], "motor_torque": torque},
        joints=load("tx40").joint_names,
    )
    said = str(identify.check(load("tx40"), wrong))
    assert "cannot answer" in said
    assert "joint4" in said
