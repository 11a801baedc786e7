"""Joints that follow others, and joints that nothing drives."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import armwright as aw
from armwright.errors import InputError
from armwright.robot import Drive, Joint, Limits, Mimic
from armwright.robot.changing import changed
from tests.support.mimics import positions_of_all, released
from tests.unit.robot.gripper import gripper


def with_joint(name, **changes):
    robot = gripper(plain=True)
    joints = (replace(j, **changes) if j.name == name else j for j in robot.joints)
    return replace(robot, joints=tuple(joints))


def test_joint_vectors_list_what_moves_by_itself():
    robot = gripper()
    assert robot.joint_names == ("lift", "bend", "open", "flap")
    assert [joint.name for joint in robot.moving_joints] == list(robot.joint_names)
    assert robot.joint("follow").moves


def test_positions_of_all_joints_follow():
    robot = with_joint("follow", mimic=Mimic("open", -2.0, 0.1))
    A, a = positions_of_all(robot)
    assert A @ [1, 2, 3, 4] + a == pytest.approx([1, 2, -5.9, 3, 4])
    assert released(robot).joint_names == ("lift", "bend", "follow", "open", "flap")


def test_content_has_the_new_fields():
    a, b = gripper(), with_joint("follow", mimic=Mimic("open", 0.25))
    assert len({one.fingerprint() for one in (a, b, gripper(plain=True))}) == 3
    assert gripper() == a and hash(gripper()) == hash(a)


@pytest.mark.parametrize(
    "name, changes, message",
    [
        (
            "follow",
            {"mimic": Mimic("opn")},
            "joint 'follow': mimics a joint that does not exist (got 'opn', expected one of "
            "['lift', 'bend', 'open', 'flap'])",
        ),
        (
            "follow",
            {"mimic": Mimic("follow")},
            "joint 'follow': mimics itself (got 'follow'",
        ),
        (
            "open",
            {"mimic": Mimic("follow")},
            "joint 'follow': mimics a joint that itself mimics 'follow' (got 'open', expected"
            " one of ['lift', 'bend', 'flap']). Name the joint that moves by itself, with the"
            " product of the multipliers.",
        ),
        (
            "open",
            {"kind": "fixed"},
            "joint 'follow': mimics a joint that does not move (got 'open'",
        ),
        (
            "follow",
            {"kind": "fixed"},
            "joint 'follow': mimics another, but does not move (got kind",
        ),
        (
            "follow",
            {"passive": True},
            "joint 'follow': both passive and mimics another (expected one of them). A joint "
            "that mimics another has no freedom of its own.",
        ),
        (
            "follow",
            {"drive": Drive()},
            "joint 'follow': mimics another, but has a drive (expected no drive)",
        ),
        (
            "flap",
            {"drive": Drive()},
            "joint 'flap': passive, but has a drive (expected no drive)",
        ),
        (
            "flap",
            {"kind": "fixed"},
            "joint 'flap': passive, but does not move (got kind 'fixed')",
        ),
        (
            "lift",
            {"drive": Drive(coupling={"follow": 2.0})},
            "joint 'lift': drive is coupled to a joint that does not exist or does not move "
            "by itself (got 'follow', expected the name of another joint that moves by "
            "itself)",
        ),
        (
            "lift",
            {"drive": Drive(coupling={"flap": 2.0})},
            "motor 'lift': drives a joint that is said to be passive (got 'flap', expected a "
            "joint without passive = true)",
        ),
    ],
)
def test_what_cannot_be(name, changes, message):
    with pytest.raises(InputError, match=re.escape(message)):
        with_joint(name, **changes)


def test_numbers_must_be_finite():
    with pytest.raises(InputError, match="multiplier of a joint that mimics another: not finite"):
        Mimic("open", float("nan"))


@pytest.mark.parametrize(
    "changes, text",
    [
        (
            {"mimic": Mimic("open", 1.0, 0.01)},
            "warning: joint 'follow': leaves its limits where the joint that it mimics is within "
            "its own (got 0.01 to 0.05, for joint 'open', expected within 0 to 0.04). Check "
            "multiplier and offset, or the limits of both.",
        ),
        (
            {"mimic": Mimic("open", 0.0)},
            "warning: joint 'follow': mimics joint 'open' but never moves (got multiplier 0, "
            "expected a multiplier that is not zero). Fix the joint if it should not move.",
        ),
        (
            {"limits": Limits(1.0, -1.0)},
            "error: joint 'follow': limits are swapped (got lower 1, upper -1, expected lower below"
            " upper). Swap them.",
        ),
    ],
)
def test_findings(changes, text):
    (finding,) = with_joint("follow", **changes).check()
    assert str(finding) == text


def test_limits_that_agree_up_to_rounding_are_fine():
    robot = with_joint("follow", mimic=Mimic("open", -1.0), limits=Limits(-0.03999, 0.0))
    assert robot.check() == () == gripper().check()


def test_a_joint_moves_what_follows_it():
    """Only the follower's link has mass."""
    robot = gripper(plain=True)
    light = tuple(replace(k, inertia=None) if k.name == "left" else k for k in robot.links)
    assert replace(robot, links=light).check() == ()
    light = tuple(replace(k, inertia=None) if k.name == "right" else k for k in light)
    (finding,) = replace(robot, links=light).check()
    assert (finding.what, finding.where) == ("moves nothing that has mass", "joint 'open'")


def test_equations_refuse_followers_and_say_what_to_do():
    message = (
        r"robot 'gripper', joint 'follow': joints that mimic others are not supported here \(got "
        r"mimics 'open', expected joints that move by themselves\). Leave out what it mimics"
    )
    with pytest.raises(InputError, match=message):
        aw.equations.derive(gripper(plain=True))


def test_a_star_leaves_joints_without_motors_alone():
    robot = changed(gripper(plain=True), {"joints.*.motor_inertia": 0.1})
    assert [joint.name for joint in robot.joints if joint.drive] == ["lift", "bend", "open"]
    robot = changed(gripper(), {"joints.*.motor_inertia": 0.1})
    assert [joint.name for joint in robot.joints if joint.drive] == ["lift"]
    robot = changed(gripper(), {"joints.*.limits.velocity": 2})
    assert robot.joint("flap").limits.velocity == 2
    with pytest.raises(InputError, match="joint 'flap': passive, but has a drive"):
        changed(gripper(), {"joints.flap.motor_inertia": 0.1})


def test_joint_has_neither_by_default():
    joint = Joint("j", "revolute", "a", "b")
    assert joint.mimic is None and joint.passive is False
