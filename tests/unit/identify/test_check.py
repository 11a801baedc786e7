"""Logs that cannot answer, each with one thing wrong: the verdict names it."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from armwright import InputError, Log, Robot, identify, load
from armwright.arrays import Array
from armwright.identify.data_check import DataCheck, checked
from armwright.identify.problem import RigidProblem
from armwright.robot.changing import changed
from tests.support.excited import excited_log


@functools.cache
def _truth() -> Robot:
    bodies = {"links.link1.mass": 8.0, "links.link1.inertia": [0.2, 0.1, 0.2]}
    return changed(load("puma560"), {**bodies, "joints.*.limits.velocity": 20.0})


@functools.cache
def _problem() -> RigidProblem:
    return RigidProblem(_truth(), "motor_torque")


def _log(q: Array, torque: Array, step: float = 0.004) -> Log:
    time = np.arange(len(q)) * step
    signals = {"joint_position": q, "motor_torque": torque}
    return Log.from_arrays(time, signals, joints=_truth().joint_names)


@functools.cache
def _arrays() -> tuple[Array, Array]:
    log = excited_log(_truth(), noise=0.02, rate=250.0)
    return log["joint_position"], log["motor_torque"]


def _checked(q: Array, torque: Array, step: float = 0.004) -> DataCheck:
    return checked(_problem(), _log(q, torque, step))


def _says(found: DataCheck) -> list[str]:
    return [f"{one.what}, {one.where}" for one in found.findings if one.severity == "error"]


def test_a_good_log_can_answer() -> None:
    found = _checked(*_arrays())
    assert found.findings == ()
    assert len(found.unseen) < 6
    assert found.condition < 1000


def test_missing_values_are_named() -> None:
    q, torque = (one.copy() for one in _arrays())
    torque[100:104, 2] = np.nan
    found = _checked(q, torque)
    assert found.verdict == "cannot answer"
    assert "error: motor_torque of joint3: values are missing" in str(found)
    assert "4 of 2500, first at 0.4 s" in str(found)


def test_a_constant_column_is_named() -> None:
    q, torque = (one.copy() for one in _arrays())
    torque[:, 3] = 0.7
    assert _says(_checked(q, torque)) == ["the column never changes, motor_torque of joint4"]


def test_a_torque_with_the_wrong_sign_is_named() -> None:
    q, torque = (one.copy() for one in _arrays())
    torque[:, 1] *= -1.0
    assert _says(_checked(q, torque)) == ["the sign looks wrong, motor_torque of joint2"]


@pytest.mark.parametrize("joint", [0, 4])
def test_a_position_with_the_wrong_sign_is_named(joint: int) -> None:
    q, torque = (one.copy() for one in _arrays())
    q[:, joint] *= -1.0
    assert any(f"joint{joint + 1}" in one for one in _says(_checked(q, torque)))


def test_torques_in_other_units_are_named() -> None:
    q, torque = _arrays()
    said = _says(_checked(q, 1000.0 * torque))
    assert said[0] == "torques are of another size than described, motor_torque of joint1"
    one = torque.copy()
    one[:, 2] *= 1000.0
    assert _says(_checked(q, one)) == [
        "torques are of another size than described, motor_torque of joint3"
    ]


def test_positions_in_degrees_are_named() -> None:
    q, torque = _arrays()
    assert "degrees" in str(_checked(np.degrees(q), torque))


@pytest.mark.parametrize("factor", [0.5, 1.25])
def test_a_wrong_sampling_time_is_named_with_the_right_one(factor: float) -> None:
    found = _checked(*_arrays(), step=0.004 * factor)
    assert "inertia and gravity do not fit together, log, time" in _says(found)
    (right,) = (one.expected for one in found.findings if one.where == "log, time")
    assert float(str(right).split()[1]) == pytest.approx(0.004, rel=0.1)


@pytest.mark.parametrize("late", [0.01, -0.01])
def test_torques_that_come_late_or_early_are_named(late: float) -> None:
    q, torque = _arrays()
    time = np.arange(len(q)) * 0.004
    moved = np.stack([np.interp(time - late, time, one) for one in torque.T], axis=1)
    found = _checked(q, moved)
    word = "late" if late > 0 else "early"
    assert _says(found)[0] == f"torques come {word}, motor_torque"
    delay = next(one.got for one in found.findings if "torques come" in one.what)
    assert float(str(delay).split()[0]) == pytest.approx(10.0, abs=1.5)


def test_a_joint_that_does_not_move_is_named_with_what_would_show_its_numbers() -> None:
    found = checked(_problem(), excited_log(_truth(), noise=0.02, rate=250.0, still=(4,)))
    assert found.verdict == "can answer in part"
    assert [one.where for one in found.findings] == ["position of joint5"]
    hidden = {one.name: one.shown_by for one in found.unseen}
    assert "joint5" in hidden["Jm5"]


def test_a_motion_in_which_gravity_does_not_show_is_named() -> None:
    robot, still = _truth(), (1, 2, 3, 4, 5)
    found = checked(_problem(), excited_log(robot, noise=0.02, rate=250.0, still=still))
    assert "no motion that gravity shows in, positions" in _says(found)


def test_saturated_torques_are_named() -> None:
    q, torque = (one.copy() for one in _arrays())
    torque[:, 1] = np.clip(torque[:, 1], -0.3, 0.3)
    found = _checked(q, torque)
    assert "the torque saturates" in [one.what for one in found.findings]


def test_a_log_that_cannot_answer_is_refused_by_name() -> None:
    q, torque = (one.copy() for one in _arrays())
    torque[:, 1] *= -1.0
    with pytest.raises(
        InputError, match=r"motor_torque of joint2: the log cannot answer: the sign"
    ):
        identify.rigid(_truth(), _log(q, torque))


def test_a_perfect_residual_with_inertias_that_nobody_saw_is_no_success() -> None:
    fit = identify.rigid(_truth(), excited_log(_truth(), rate=250.0, still=(3, 4, 5)))
    assert all(one.valid for one in fit.validations)
    assert max(fit.validations[0].figures.values()) < 0.01
    assert not fit.success
    assert "combinations are not identified" in fit.verdict
    assert fit.parameters["joints.joint5.drive.motor_inertia"].knowledge == "prior"
