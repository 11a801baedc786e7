"""A filter that finds numbers of springs itself, and one that sits in the loop."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from armwright import InputError, Run, load_scenario
from armwright.blocks.controllers import Sum, ToolFeedback
from armwright.estimate import ToolObserver
from armwright.estimate.followed import belief
from armwright.robot import load
from armwright.scenario import Scenario
from tests.unit.estimate.arms import observer, sim1

STIFFNESS = "joints.*.spring.k_high"
TRUE = np.array([8e5, 2.5e5])


@cache
def shaken() -> Run:
    """Motors shake the arm while its joints go from one place to another; the filter is told."""
    run = (
        load_scenario("two-axis/joints")
        .changed(
            {
                "torque_chirp.amplitude": (4.0, 2.0),
                "torque_chirp.last_frequency": 20.0,
                "torque_chirp.duration": 2.5,
                "recording.signals": [
                    "measured_motor_position",
                    "motor_torque",
                    "disturbance_motor_torque",
                    "accelerometer",
                    "tool_position",
                ],
            }
        )
        .simulate()
        .data
    )
    torque = run["motor_torque"] + run["disturbance_motor_torque"].values
    return Run(run.assign(commanded_motor_torque=torque))


@cache
def following() -> ToolObserver:
    return ToolObserver(sim1(), followed=[STIFFNESS])


def test_stiffness_that_is_believed_too_high_is_found() -> None:
    paths = tuple(f"joints.joint{k}.drive.spring.k_high" for k in (1, 2))
    assert following().followed == paths
    wrong = sim1().changed(
        {f"joints.joint{k + 1}.spring.k_high": 1.15 * value for k, value in enumerate(TRUE)}
    )
    found = following().believing(wrong.robot).estimate(shaken())
    first, last = (found.part("numbers")[k] / TRUE for k in (0, -1))
    np.testing.assert_allclose(first, 1.15, atol=0.1)
    np.testing.assert_allclose(last, 1.0, atol=0.04)
    deviation = found.part_deviation("numbers")[[0, -1]] / TRUE
    assert (deviation[0] < 0.35).all()
    assert (deviation[1] < 0.1 * deviation[0]).all()
    true = shaken().data.tool_position.values
    told = observer().believing(wrong.robot).estimate(shaken())
    off = [np.abs(one.tool_position - true)[-500:].max() for one in (found, told)]
    assert off[0] < 0.3 * off[1]


def test_springs_that_are_not_known_sag_by_what_is_not_known() -> None:
    """Joints at rest and stiffness hang together: the covariance is that of many arms."""
    scenario, rng = sim1(), np.random.default_rng(0)
    motors = shaken().data.measured_motor_position.values[0]
    begin = following()._begin(
        motors, np.zeros(2), {**following()._numbers, **following()._calibrated({})}, drift=True
    )
    arms = []
    for factors in rng.normal(1.0, 0.01, (40, 2)):
        changes = {
            f"joints.joint{k + 1}.spring.k_high": value for k, value in enumerate(factors * TRUE)
        }
        other = observer().believing(scenario.changed(changes).robot)
        known = {**other._numbers, **other._calibrated({})}
        arms.append([*other._start(motors, known)[:2], *(factors * TRUE)])
    drawn = np.cov(np.array(arms).T) * 30.0**2
    P = begin.covariance[np.ix_([0, 1, 15, 16], [0, 1, 15, 16])]
    slopes, expected = (M[:2, 2:] @ np.linalg.inv(M[2:, 2:]) for M in (P, drawn))
    np.testing.assert_allclose(slopes, expected, rtol=0.05, atol=1e-3 * np.abs(expected).max())


def test_numbers_stay_within_their_limits_and_walk_slowly() -> None:
    robot = load("two_axis")
    names = ["joints.joint1.drive.spring.k_low", "joints.joint1.drive.friction.fd"]
    nominal = np.array([4e5, 0.006])
    told = belief(robot, names, nominal, 0.3 * nominal, 0.5 * nominal, 1e-3)
    assert 0 < told["least"][0] < 0.1 * nominal[0]
    assert told["least"][1] == 0.0
    np.testing.assert_allclose(told["most"], 3.4 * nominal)
    np.testing.assert_allclose(np.sqrt(told["walk"] * 3600e3), 0.5 * nominal)


@pytest.mark.parametrize("path", ["links.link1.mass", "joints.joint1.drive.gear_ratio"])
def test_other_numbers_are_refused(path: str) -> None:
    with pytest.raises(InputError, match="cannot follow this number"):
        ToolObserver(sim1(), followed=[path])


def in_the_loop(scenario: Scenario, run: Run) -> Scenario:
    pid, *others = scenario.blocks.controller
    moved = type(pid).made(
        dict(pid.values),
        name=pid.name,
        rate=pid.rate,
        connect={"reference_motor_position": "shifted"},
    )
    feedback = ToolFeedback(
        name="feedback",
        rate=1000.0,
        bandwidth=5.0,
        connect={"measured_tool_position": "estimated_tool_position"},
    )
    connect = {"input": "reference_motor_position", "other": "motor_shift", "output": "shifted"}
    added = Sum(name="added", unit="rad", rate=4000.0, connect=connect)
    blocks = (moved, *others, observer().block(run), feedback, added)
    signals = (*scenario.recording.signals, "estimated_tool_position")
    return scenario.with_blocks(controller=blocks).changed({"recording.signals": signals})


@pytest.mark.crosscheck
def test_the_filter_in_the_loop_is_the_filter_of_its_run() -> None:
    """It knows at once what the other knows afterwards."""
    short = sim1().changed({"duration": 0.8})
    run = in_the_loop(short, short.simulate()).simulate()
    after = observer().estimate(run)
    there = run.data.estimated_tool_position.values
    np.testing.assert_allclose(there, after.tool_position, atol=1e-9)
    assert np.abs(there - run.data.tool_position.values).max() < 1e-4


def test_a_sensor_that_is_slower_than_the_filter_is_refused() -> None:
    """In a loop its last value would count again and again, as if it were new."""
    slow = sim1().changed({"accelerometer.rate": 500.0, "duration": 0.01})
    with pytest.raises(InputError, match=r"accelerometer: the filter runs in a loop only as often"):
        ToolObserver(slow).block(slow.simulate())
