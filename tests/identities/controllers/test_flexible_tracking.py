"""Feed-forward from an exact model: the arm follows without any feedback to speak of."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import FlexibleFeedforward, InverseDynamicsFeedforward, Pid
from armwright.blocks.references.joint_ptp import JointPtp
from armwright.robot.changing import changed
from armwright.system import Recording
from tests.identities.controllers.loops import SmoothMove, recorded, scenario

TICK = 2.5e-4
#: Ramps of 0.2 s, on the clock.
PTP = JointPtp(name="reference", begin=[0, 0], end=[0.4, -0.3], speed=0.8, acceleration=4)
SMOOTH = SmoothMove(name="reference", height=[0.4, -0.3], duration=0.8)
TINY = {"proportional_gain": 1e-6}
GAINS = {"proportional_gain": [20.0, 15.0], "derivative_gain": [0.3, 0.2]}
SIGNALS = (
    "joint_position",
    "reference_joint_position",
    "tool_position",
    "reference_tool_position",
    "motor_position",
    "reference_motor_position",
)


def run(*controller, reference, **fields):
    recording = Recording(SIGNALS)
    robot = fields.pop("robot", "two_axis")
    loop = scenario(
        robot, *controller, reference=reference, tick=TICK, recording=recording, **fields
    )
    return recorded(loop)


def joint_error(found):
    return np.abs(found["joint_position"] - found["reference_joint_position"]).max()


def tool_error(found):
    return np.linalg.norm(found["tool_position"] - found["reference_tool_position"], axis=1).max()


@pytest.mark.parametrize("feedforward", [InverseDynamicsFeedforward, FlexibleFeedforward])
def test_a_rigid_arm_follows_without_feedback(feedforward):
    found = run(feedforward(), Pid(name="controller", **TINY), reference=PTP, duration=1.0)
    assert np.abs(found["joint_position"]).max() > 0.39
    assert joint_error(found) < 1e-6


@pytest.mark.crosscheck
def test_a_flexible_arm_follows_better_along_a_trapezoidal_profile():
    """Jumps of the acceleration make the gears swing; the sag of the gears is made up for."""
    pid = Pid(name="controller", **GAINS)
    errors = {
        type(forward).__name__: tool_error(
            run(forward, pid, reference=PTP, duration=1.0, fidelity=Fidelity())
        )
        for forward in (InverseDynamicsFeedforward(), FlexibleFeedforward())
    }
    assert errors["InverseDynamicsFeedforward"] > 5e-3
    assert errors["FlexibleFeedforward"] < errors["InverseDynamicsFeedforward"] / 4


@pytest.mark.crosscheck
def test_a_flexible_arm_follows_a_smooth_path_within_20_microns():
    """All effects of the arm on: springs that stiffen, damping, friction, gravity."""
    rate = 1 / TICK
    pid = Pid(name="controller", rate=rate, **GAINS)
    errors = [
        tool_error(run(forward, pid, reference=SMOOTH, duration=1.0, fidelity=Fidelity()))
        for forward in (
            InverseDynamicsFeedforward(rate=rate),
            FlexibleFeedforward(rate=rate),
            FlexibleFeedforward(rate=rate, jerk="difference"),
        )
    ]
    assert errors[0] > 6e-3 > 6e-4 > errors[1] > 1e-4 > 2e-5 > errors[2]


def test_feedback_does_not_pull_the_deflection_out_of_the_gears():
    """Without friction the motors are where they should be to a hundredth of their deflection."""
    rate = 1 / TICK
    found = run(
        FlexibleFeedforward(rate=rate, jerk="difference"),
        Pid(name="controller", rate=rate, **GAINS),
        reference=SMOOTH,
        duration=1.0,
        fidelity=Fidelity(friction=False),
    )
    eta = aw.load("two_axis").gear_matrix
    deflection = np.abs(found["motor_position"] - found["joint_position"] @ eta.T).max(axis=0)
    missed = np.abs(found["motor_position"] - found["reference_motor_position"]).max(axis=0)
    assert (missed < 0.01 * deflection).all()


@pytest.mark.crosscheck
def test_a_wrong_model_costs_what_it_is_wrong_by():
    """S0, Sim2: 20 % in stiffness, 50 % in friction."""
    robot = aw.load("two_axis")
    changes = {}
    for k, joint in enumerate(robot.moving_joints, start=1):
        spring, friction = joint.drive.spring, joint.drive.friction
        changes |= {f"joints.{k}.spring.{n}": 1.2 * spring[n] for n in ("k_low", "k_high")}
        changes |= {f"joints.{k}.friction.{n}": 0.5 * friction[n] for n in ("fd", "fc")}
    rate = 1 / TICK
    controller = (
        FlexibleFeedforward(rate=rate, jerk="difference"),
        Pid(name="controller", rate=rate, **GAINS),
    )
    right, wrong = (
        tool_error(
            run(*controller, reference=SMOOTH, duration=1.0, fidelity=Fidelity(), model=model)
        )
        for model in (None, changed(robot, changes))
    )
    rigid = tool_error(
        run(
            InverseDynamicsFeedforward(rate=rate),
            controller[1],
            reference=SMOOTH,
            duration=1.0,
            fidelity=Fidelity(),
        )
    )
    assert 20 * right < wrong < rigid / 2
