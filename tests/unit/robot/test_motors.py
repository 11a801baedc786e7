"""Motors: which there are, and what turns with which joints."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.robot import Drive, Motor, library_names, load
from tests.unit.robot.gripper import gripper


def test_drives_of_joints_come_first():
    robot = gripper()
    assert [motor.name for motor in robot.all_motors] == ["lift", "m1", "m2"]
    assert robot.all_motors[0] == Motor("lift", {"lift": 100.0}, robot.joint("lift").drive)
    assert robot.all_motors[1:] == robot.motors
    assert robot.gear_matrix.tolist() == [[100, 0, 0, 0], [0, 80, -300, 0], [0, 0, 300, 0]]
    assert robot.passive_joints == ("flap",)


def test_without_explicit_motors_joints_have_ideal_ones():
    robot = gripper(plain=True)
    ideal = Motor("bend", {"bend": 1.0}, Drive())
    assert [motor.name for motor in robot.all_motors] == ["lift", "bend", "open"]
    assert robot.all_motors[1] == ideal
    assert robot.gear_matrix.tolist() == [[100, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]
    assert robot.passive_joints == ("flap",)


def test_joints_that_no_explicit_motor_names_are_passive():
    robot = replace(gripper(), motors=(Motor("m", {"open": 2.0}),))
    assert robot.passive_joints == ("bend", "flap")
    assert robot.gear_matrix.shape == (2, 4)


@pytest.mark.parametrize("name", library_names())
def test_the_library_has_one_motor_for_each_joint_that_is_not_passive(name):
    robot = load(name)
    driven = [k for k, one in enumerate(robot.moving_joints) if not one.passive]
    expected = np.eye(len(robot.joint_names))
    for k, joint in enumerate(robot.moving_joints):
        if joint.drive is not None:
            expected[k, k] = joint.drive.gear_ratio
            for other, ratio in joint.drive.coupling.items():
                expected[k, robot.joint_names.index(other)] = ratio
    assert robot.gear_matrix.tolist() == expected[driven].tolist()
    names = tuple(motor.name for motor in robot.all_motors)
    assert names == tuple(robot.joint_names[k] for k in driven)
    assert set(robot.passive_joints) == set(robot.joint_names) - set(names)


@pytest.mark.parametrize(
    "motor, message",
    [
        (
            Motor("m", {"elbow": 1.0}),
            "motor 'm': turns with a joint that does not exist or does not move by itself "
            "(got 'elbow', expected one of ['lift', 'bend', 'open', 'flap'])",
        ),
        (
            Motor("m", {"follow": 1.0}),
            "motor 'm': turns with a joint that does not exist or does no",
        ),
        (
            Motor("m", {"bend": 0.0}),
            "motor 'm': turns with no joint (got along = {'bend': 0.0}, expected at least one"
            " ratio that is not 0)",
        ),
        (
            Motor("m", {"flap": 3.0}),
            "motor 'm': drives a joint that is said to be passive (got 'flap', expected a "
            "joint without passive = true)",
        ),
        (
            Motor("lift", {"lift": 3.0}),
            "robot 'gripper': motor name is used twice (got 'lift'). The motor of a joint's "
            "drive has the joint's name.",
        ),
        (
            Motor("m", {"bend": 3.0}, Drive(2.0)),
            "motor 'm': has a gear ratio or a coupling in its drive (got gear_ratio 2, "
            "coupling {}, expected all ratios in along)",
        ),
        (
            Motor("m", {"bend": 3.0}, link="hand"),
            "motor 'm': is mounted on a link that does not exist (got 'hand', expected one of"
            " ['base', 'arm',",
        ),
        (
            Motor("m", {"bend": 3.0, "open": 1.0}, Drive(friction_side="joint")),
            "motor 'm': has friction or a law of elasticity on the joint's side, but turns "
            "with several (got joints ['bend', 'open'], expected one joint, or friction on "
            "the motor's side and a linear stiffness)",
        ),
    ],
)
def test_what_cannot_be(motor, message):
    with pytest.raises(InputError, match=re.escape(message)):
        replace(gripper(), motors=(motor,))


def test_numbers_are_checked():
    with pytest.raises(InputError, match="motor 'm', ratio of joint 'j': not finite"):
        Motor("m", {"j": float("inf")})
    with pytest.raises(InputError, match="motor 'm': axis is not a unit vector"):
        Motor("m", {"j": 1.0}, axis=np.array([0, 0, 2.0]))


def test_a_zero_gear_ratio_is_still_a_finding():
    robot = gripper(plain=True)
    joints = (replace(j, drive=Drive(0.0)) if j.name == "lift" else j for j in robot.joints)
    (finding,) = replace(robot, joints=tuple(joints)).check()
    assert finding.what == "gear ratio is zero"


def test_findings():
    motor = Motor("m", {"bend": 5000.0, "open": 9000.0}, Drive(motor_inertia=-1.0))
    assert [str(finding) for finding in replace(gripper(), motors=(motor,)).check()] == [
        "error: motor 'm': motor_inertia is negative (got -1.0, expected zero or more). Leave it "
        "out if it is unknown.",
        "warning: motor 'm' along joint 'bend': implausible gear ratio (got 5000, expected 1 to "
        "2000). It is motor speed to joint speed, both in rad/s.",
    ]


def test_a_rotor_is_enough_to_move():
    robot = gripper(plain=True)
    links = (replace(k, inertia=None) if k.name in ("left", "right") else k for k in robot.links)
    robot = replace(robot, links=tuple(links))
    assert [finding.where for finding in robot.check()] == ["joint 'open'"]
    rotor = Motor("m", {"open": 300.0}, Drive(motor_inertia=1e-5))
    assert replace(robot, motors=(rotor,)).check() == ()
