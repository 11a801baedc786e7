"""Feedback from where the tool is, as a tracker measures it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from armwright import InputError, Scenario, load, load_scenario
from armwright.arm import compile as compile_arm
from armwright.blocks.controllers import Sum, ToolFeedback
from armwright.blocks.sensors import LaserTracker
from armwright.simulation import simulate_together
from tests.support.blocks import evaluate, site

#: rad/s
BANDWIDTH = 5.0


def followed_by_a_tracker(bandwidth: float, limit: float = 0.02) -> Scenario:
    """The controller believes in stiffer gears than there are, and nothing makes noise."""
    scenario = load_scenario("two-axis/line").changed(
        {
            "model.joints.*.spring.k_low": 1e6,
            "model.joints.*.spring.k_high": 1e6,
            "fidelity.noise": False,
            "fidelity.ripple": False,
        }
    )
    pid, *others = scenario.blocks.controller
    moved = type(pid).made(
        dict(pid.values), name=pid.name, rate=pid.rate, connect={"reference_motor_position": "r"}
    )
    feedback = ToolFeedback(rate=1000.0, bandwidth=bandwidth, shift_limit=limit)
    connect = {"input": "reference_motor_position", "other": "motor_shift", "output": "r"}
    added = Sum(name="added", unit="rad", rate=4000.0, connect=connect)
    sensors = (*scenario.blocks.sensors, LaserTracker(rate=1000.0, noise=0.0))
    signals = (*scenario.recording.signals, "joint_shift")
    blocks = (moved, *others, feedback, added)
    return scenario.with_blocks(controller=blocks, sensors=sensors).changed(
        {"recording.signals": signals}
    )


@pytest.mark.crosscheck
def test_it_takes_out_what_gears_give_way_by() -> None:
    """The arm starts where it shall be, with motors elsewhere than the controller thinks, and ends
    at rest. No more than the limit is shifted."""
    asked = (followed_by_a_tracker(k) for k in (0.0, BANDWIDTH))
    limited = followed_by_a_tracker(BANDWIDTH, 1e-4)
    data = simulate_together([*asked, limited]).data
    off = np.linalg.norm(data.tool_position - data.reference_tool_position, axis=2)
    assert off[0, -1] > 1e-3
    assert off[1, -1] < 0.05 * off[0, -1]
    assert off[1].max() < off[0].max()
    assert np.abs(data.joint_shift.values[2]).max() == pytest.approx(1e-4)
    assert not data.joint_shift.values[0].any()


def test_only_joints_with_motors_are_shifted() -> None:
    """Two links, the second one without a motor: by the column of the first alone."""
    robot = load("two_link_nonplanar")
    second = robot.moving_joints[1]
    free = replace(second, passive=True, drive=None)
    hanging = replace(robot, joints=tuple(free if one is second else one for one in robot.joints))
    q, off, size, rate = np.array([0.4, -0.9]), np.array([0.01, 0.0, -0.02]), 0.02, 100.0
    arm = compile_arm(robot)
    place = arm.pose(q)[:3, 3]
    moved = [arm.pose(q + step)[:3, 3] for step in ([1e-6, 0.0], [-1e-6, 0.0])]
    column = (moved[0] - moved[1]) / 2e-6
    block = ToolFeedback(rate=rate, bandwidth=5.0, singular_size=size, shift_limit=1.0)
    found = evaluate(
        block,
        site(hanging, rate=rate),
        reference_joint_position=q,
        measured_tool_position=place - off,
    )
    expected = 5.0 / rate * (column @ off) / (column @ column + size**2)
    np.testing.assert_allclose(found["shift"], [expected, 0.0], rtol=1e-6)


def test_loops_are_refused() -> None:
    with pytest.raises(InputError, match="feedback from the tool does not support closed loops"):
        evaluate(ToolFeedback(rate=100.0), site("four_bar"))
