"""From a log to a fit, on motions whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError, Robot, identify, load
from armwright.robot.changing import changed
from tests.support.combined import combined
from tests.support.excited import excited_log


@pytest.fixture(scope="module")
def truth() -> Robot:
    """A PUMA whose link 1 is a body that can exist."""
    robot = load("puma560")
    return changed(robot, {"links.link1.mass": 8.0, "links.link1.inertia": [0.2, 0.1, 0.2]})


def _nominal(truth: Robot) -> Robot:
    factors = np.random.default_rng(5).uniform(0.8, 1.25, 6)
    return changed(
        truth,
        {
            f"links.link{k + 1}.mass": truth.link(f"link{k + 1}").inertia.mass * f  # type: ignore[union-attr]
            for k, f in enumerate(factors)
        },
    )


def test_without_noise_every_combination_is_that_of_the_truth(truth: Robot) -> None:
    fit = identify.rigid(_nominal(truth), excited_log(truth))
    known = fit.combinations
    true = combined(truth, known)
    size = np.maximum(np.abs(true), 1e-3 * np.abs(true).max())
    assert len(known.names) == 58
    assert np.abs((known.values - true) / size).max() < 2e-2
    assert all(one.valid for one in fit.validations)


def test_with_noise_truth_is_within_its_standard_errors(truth: Robot) -> None:
    fit = identify.rigid(_nominal(truth), excited_log(truth, noise=0.05))
    known = fit.combinations
    true = combined(truth, known)
    off = (known.values - true) / known.errors
    assert np.abs(off).max() < 5
    assert 0.5 < np.sqrt(np.mean(off**2)) < 1.6


def test_the_fitted_robot_can_exist_and_predicts_what_the_truth_does(truth: Robot) -> None:
    log = excited_log(truth, noise=0.02)
    fit = identify.rigid(_nominal(truth), log)
    for link in fit.robot.links:
        if link.inertia is not None and link.inertia.mass:
            moments = np.linalg.eigvalsh(link.inertia.tensor)
            assert moments[0] > 0
            assert moments[2] < moments[0] + moments[1]
    other = excited_log(truth, seed=7)
    verdict = fit.validate(other, "motor_torque", "torques", 0.05)
    assert verdict.valid, str(verdict)


def test_a_number_in_which_torques_are_not_linear_is_refused(truth: Robot) -> None:
    with pytest.raises(InputError, match=r"not linear in this number.*gear_ratio"):
        identify.rigid(
            truth,
            excited_log(truth, duration=2.0),
            free=["joints.joint1.drive.gear_ratio", "joints.joint1.drive.motor_inertia"],
        )
