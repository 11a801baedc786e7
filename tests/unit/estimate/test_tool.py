"""The tool's position from runs of S0's arm: what the observer takes and refuses."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import armwright as aw
from armwright import InputError, Run
from armwright.estimate import ToolObserver, rigid_tool_position, tool_position
from tests.unit.estimate.arms import calibration, observer, run_of, sim1, sim3


def without(run: Run, *signals: str) -> Run:
    return Run(run.data.drop_vars(signals))


@pytest.mark.crosscheck
def test_same_numbers_by_both_ways_and_twice() -> None:
    once = tool_position(sim1(), run_of("sim1"))
    again = observer().estimate(run_of("sim1"))
    np.testing.assert_array_equal(once.tool_position, again.tool_position)
    np.testing.assert_array_equal(once.filtered.surprise, again.filtered.surprise)
    assert once.tool_position.shape == once.deviation.shape == (len(once.time), 3)
    assert once.part("drift").shape == (len(once.time), 3)


def test_one_code_serves_other_springs_and_friction() -> None:
    """The same numbers as from a filter that is made for that robot."""
    softer = {"joints.*.spring.k_low": 1e5, "joints.*.friction.fc": 0.3}
    other = sim1().changed(softer).robot
    by_number = observer().believing(other).estimate(run_of("sim1"), drift=False)
    by_code = ToolObserver(sim1(), other).estimate(run_of("sim1"), drift=False)
    np.testing.assert_array_equal(by_number.tool_position, by_code.tool_position)
    own = observer().estimate(run_of("sim1"), drift=False)
    assert np.abs(by_number.tool_position - own.tool_position).max() > 1e-4


def test_believes_what_the_controller_does() -> None:
    model = sim1().changed({"model.joints.*.spring.k_low": 1e5})
    believed = tool_position(model, run_of("sim1"), drift=False)
    assert model.model is not None
    same = observer().believing(model.model).estimate(run_of("sim1"), drift=False)
    np.testing.assert_array_equal(believed.tool_position, same.tool_position)


def test_without_the_accelerometer_it_does_not_matter() -> None:
    """Sim1 and Sim3 differ in the accelerometer alone."""
    first, third = (
        observer().estimate(run_of(name), accelerometer=False) for name in ("sim1", "sim3")
    )
    np.testing.assert_array_equal(first.tool_position, third.tool_position)
    assert first.filtered.freedom.max() == 2


@pytest.mark.crosscheck
def test_an_arm_without_accelerometer() -> None:
    bare = sim1().with_blocks(sensors=sim1().blocks.sensors[:1])
    found = tool_position(bare, run_of("sim1"), accelerometer=False)
    same = observer().estimate(run_of("sim1"), accelerometer=False)
    np.testing.assert_allclose(found.tool_position, same.tool_position, rtol=0, atol=1e-10)
    with pytest.raises(InputError, match="there is no accelerometer"):
        tool_position(bare, run_of("sim1"))


def test_calibration_is_that_of_the_scenario() -> None:
    found = tool_position(sim3(), run_of("sim3"), drift=False, calibrated=True)
    same = observer().estimate(run_of("sim3"), drift=False, calibration=calibration())
    np.testing.assert_array_equal(found.tool_position, same.tool_position)
    np.testing.assert_array_equal(found.part("drift")[-1], [0.1, 0.0, 0.1])


def test_slower_accelerometer() -> None:
    """Held values between its samples are not taken for new ones."""
    slow = sim1().changed({"accelerometer.rate": 250.0})
    found = tool_position(slow, run_of("sim1"), drift=False)
    np.testing.assert_array_equal(found.filtered.freedom[:9], [5, 2, 2, 2, 5, 2, 2, 2, 5])


def test_rigid_kinematics() -> None:
    """x = l₁ sin q₁ + l₂ cos(q₁ + q₂), z = l₁ cos q₁ − l₂ sin(q₁ + q₂).  S0 (1.2)"""
    q1, q2 = (run_of("sim1").data.measured_motor_position.values / [180, 160]).T
    found = rigid_tool_position(sim1().robot, run_of("sim1"))
    np.testing.assert_allclose(found[:, 0], 0.9 * np.sin(q1) + 1.1 * np.cos(q1 + q2), atol=1e-12)
    np.testing.assert_allclose(found[:, 2], 0.9 * np.cos(q1) - 1.1 * np.sin(q1 + q2), atol=1e-12)


@pytest.mark.parametrize(
    ("run", "words"),
    [
        (lambda: without(run_of("sim1"), "accelerometer"), "did not record 'accelerometer'"),
        (
            lambda: without(run_of("sim1"), "commanded_motor_torque", "motor_torque"),
            "did not record 'commanded_motor_torque'.*commanded_motor_torque or motor_torque",
        ),
        (lambda: Run(run_of("sim1").data.isel(time=slice(None, None, 2))), "one every 0.001 s"),
        (lambda: Run(run_of("sim1").data.isel(time=slice(1))), "1 samples"),
        (lambda: Run(run_of("sim1").data.expand_dims(run=[0, 1])), "one run at a time"),
    ],
)
def test_refuses_runs(run, words: str) -> None:
    with pytest.raises(InputError, match=words):
        observer().estimate(run())


def test_refuses_what_is_not_finite() -> None:
    data = run_of("sim1").data.copy(deep=True)
    data.accelerometer[7, 2] = np.nan
    with pytest.raises(InputError, match=r"nan at \[7, 4\]"):
        observer().estimate(Run(data))


@pytest.mark.parametrize(
    "changes",
    [{"links.link2.mass": 100.0}, {"joints.1.gear_ratio": 181.0}, {"gravity": [0, 0, -1]}],
)
def test_refuses_another_arm(changes: dict) -> None:
    with pytest.raises(InputError, match=r"made for another arm.*springs and friction only"):
        observer().believing(sim1().changed(changes).robot)


def test_refuses_a_robot_of_another_shape() -> None:
    robot = sim1().robot
    elsewhere = dataclasses.replace(robot.joints[1], origin=aw.Pose(translation=[0, 0, 1]))
    longer = dataclasses.replace(robot, joints=(robot.joints[0], elsewhere))
    with pytest.raises(InputError, match="made for another arm"):
        observer().believing(longer)


PHIS = {"phi1": 0.01, "phi2": 0.5, "phi3": 10.0}


@pytest.mark.parametrize(
    "changes", [{"friction_side": "joint"}, {"friction_law": "sigmoid", "friction": PHIS}]
)
def test_refuses_another_law_or_side(changes: dict) -> None:
    robot = sim1().robot
    assert robot.joints[1].drive is not None
    drive = dataclasses.replace(robot.joints[1].drive, **changes)
    joint = dataclasses.replace(robot.joints[1], drive=drive)
    with pytest.raises(InputError, match="made for another arm"):
        observer().believing(dataclasses.replace(robot, joints=(robot.joints[0], joint)))


def test_other_words_are_the_same_arm() -> None:
    other = dataclasses.replace(sim1().robot, name="other", description="words")
    own, same = (one.estimate(run_of("sim1")) for one in (observer(), observer().believing(other)))
    np.testing.assert_array_equal(same.tool_position, own.tool_position)


def test_refuses_friction_with_states() -> None:
    lugre = {"law": "lugre", "coulomb": 0.3, "static": 0.4, "stiffness": 5, "damping": 0.02}
    for law in (lugre, {"law": "coulomb", "coulomb": 0.3}):
        with pytest.raises(InputError, match=r"friction that sticks.*tanh_stribeck"):
            ToolObserver(sim1(), sim1().changed({"joints.2.friction": law}).robot)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"angle": [0, 0, 0]}, "calibration 'angle'.*position_error, angle_error, drift"),
        ({"drift": [0.1, 0.1]}, "calibration 'drift'.*three numbers"),
        ({"drift": [0.1, np.nan, 0.1]}, "calibration 'drift'"),
    ],
)
def test_refuses_calibrations(given: dict, words: str) -> None:
    with pytest.raises(InputError, match=words):
        observer().estimate(run_of("sim1"), calibration=given)
