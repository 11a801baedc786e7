"""From a log to a fit, on motions whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import InputError, Log, Robot, identify, load
from armwright.identify.columns import with_static_friction
from armwright.identify.problem import RigidProblem
from armwright.robot.changing import changed
from tests.support.combined import combined
from tests.support.excited import excited_log, fourier_motion, motor_torques


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


@pytest.mark.crosscheck
def test_the_torques_of_a_coupled_wrist_go_through_its_gears() -> None:
    """Motor 6 of the TX40 turns with joints 5 and 6, and carries both."""
    truth = with_static_friction(load("tx40"), "coulomb")
    truth = changed(
        truth,
        {
            f"joints.joint{k}.drive.friction.{name}": 0.001 * k
            for k in range(1, 7)
            for name in ("viscous", "coulomb_positive", "coulomb_negative")
        },
    )
    problem = RigidProblem(load("tx40"), "motor_torque")
    known = problem.solve(problem.motion(excited_log(truth, rate=250.0))).combinations
    true = combined(truth, known)
    big = np.abs(true) > 1e-2 * np.abs(true).max()
    assert known.values[big] == pytest.approx(true[big], rel=1e-2)
    for k in (5, 6):
        place = known.names.index(f"Fv{k}")
        assert known.values[place] == pytest.approx(0.001 * k, rel=2e-2)


def test_a_standstill_says_nothing_of_friction() -> None:
    """At rest dry friction is what it needs to be: here half of it, in one direction."""
    truth = with_static_friction(load("two_axis"), "coulomb")
    table = {"viscous": 0.002, "coulomb_positive": 0.05, "coulomb_negative": 0.05}
    names = truth.joint_names
    truth = changed(
        truth,
        {f"joints.{j}.drive.friction.{k}": v for j in names for k, v in table.items()},
    )
    time = np.arange(4000) * 0.004
    slowing = np.clip((time - 8.0) / 2.0, 0.0, 1.0)
    rate = 0.5 * (1.0 + np.cos(np.pi * slowing))
    warped = np.concatenate([[0.0], np.cumsum(0.5 * (rate[1:] + rate[:-1]) * 0.004)])
    q, v, a = fourier_motion(2, warped, seed=0)
    v, a = v * rate[:, None], a * rate[:, None] ** 2 + v * np.gradient(rate, time)[:, None]
    torque = motor_torques(truth, q, v, a)
    torque[rate == 0] += 0.05 + 0.025  # of -0.05, which is the model's friction at rest
    stuck = Log.from_arrays(time, {"joint_position": q, "motor_torque": torque}, joints=names)
    problem = RigidProblem(truth, "motor_torque")
    known = problem.solve(problem.motion(stuck, 10.0)).combinations
    for k in (1, 2):
        for name in (f"Fc⁺{k}", f"Fc⁻{k}"):
            assert known.values[known.names.index(name)] == pytest.approx(0.05, rel=0.1)
