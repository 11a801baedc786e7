"""Where a drive's rotor rides: in files, in findings, and where it is left out."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import armwright as aw
from armwright import Drive, InputError, Joint, Link, Motor, Robot
from armwright.robot.changing import changed
from armwright.robot.contents import LINKS, PLANT, left_out
from armwright.robot.formats import mjcf_write, toml
from tests.support.documents import ROOT

PAGE = (ROOT / "docs" / "rotors.md").read_text(encoding="utf-8")
AXIS = np.array([0.6, 0.0, 0.8])


def mounted(name: str = "puma560") -> Robot:
    """A library robot whose motors ride on the links before their joints, about a skew axis."""
    robot = aw.load(name)
    joints = tuple(
        replace(one, drive=replace(one.drive, link=one.parent, axis=AXIS)) if one.drive else one
        for one in robot.joints
    )
    return replace(robot, joints=joints)


@pytest.mark.parametrize("form", ["bodies", "standard", "modified"])
def test_files_hold_the_mounting(form: str, tmp_path) -> None:
    robot = mounted()
    robot.save(tmp_path / "a.toml", form)
    again = aw.load(tmp_path / "a.toml")
    q = np.linspace(0.3, 1.1, 6)
    one, other = aw.compile(robot), aw.compile(again)
    for before, after in zip(robot.all_motors, again.all_motors, strict=True):
        assert after.link == before.link
        here = one.pose(q, before.link)[:3, :3] @ before.axis
        there = other.pose(q, after.link)[:3, :3] @ after.axis
        np.testing.assert_allclose(there, here, atol=1e-12)


def test_a_file_says_it_in_the_drive() -> None:
    robot = toml.parse(
        """
        name = "one"
        [[links]]
        name = "base"
        [[links]]
        name = "rod"
        mass = 1.0
        [[joints]]
        name = "hinge"
        kind = "revolute"
        parent = "base"
        child = "rod"
        [joints.drive]
        motor_inertia = 1e-4
        link = "rod"
        axis = [0, 1, 0]
        """
    )
    (motor,) = robot.all_motors
    assert (motor.link, motor.axis.tolist()) == ("rod", [0, 1, 0])
    found = [str(one) for one in robot.check() if "rotors" in str(one)]
    assert found == [
        "error: link 'rod': has less inertia than the rotors in it about the axis of 'hinge' (got 0"
        " kg m², expected at least 0.0001 kg m²). A link's inertia counts its rotors in, as if they"
        " stood still."
    ]


@pytest.mark.parametrize(
    ("motors", "drive", "message"),
    [
        (
            (),
            Drive(link="nowhere"),
            "motor 'hinge': is mounted on a link that does not exist (got 'nowhere', expected one "
            "of ['base', 'rod'])",
        ),
        (
            (Motor("m", {"hinge": 1.0}, Drive(link="rod")),),
            None,
            "motor 'm': has a mounting link in its drive (got 'rod', expected link and axis beside "
            "the drive)",
        ),
    ],
)
def test_a_wrong_mounting_is_explained(motors, drive, message: str) -> None:
    with pytest.raises(InputError) as error:
        Robot(
            "one",
            (Link("base"), Link("rod")),
            (Joint("hinge", "revolute", "base", "rod", drive=drive),),
            motors=motors,
        )
    assert str(error.value) == message


def test_who_leaves_the_couplings_out_says_so() -> None:
    robot = mounted()
    (said,) = (part for part in left_out(robot, LINKS) if part.startswith("couplings"))
    assert said == ("couplings of the rotors with the links that they ride on: joints.*.drive.link")
    assert not [part for part in left_out(robot, PLANT) if "rotor" in part]
    lost = mjcf_write.lost(robot)
    assert any("the motor is mounted on link" in line for line in lost)


def test_the_mounting_is_no_value_that_runs_may_differ_in() -> None:
    with pytest.raises(InputError, match=r"unknown value of a joint \(got 'link', expected one of"):
        changed(mounted(), {"joints.1.link": 3.0})


def test_the_page_about_rotors_runs() -> None:
    names: dict = {}
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(block, "rotors.md", "exec"), names)
    np.testing.assert_allclose(
        names["S"][0], [2e-3, 0, 0, 4e-4, 4.5e-4, 4e-4], rtol=1e-6, atol=1e-9
    )
    (said,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    head = """
name = "one"
links = [{ name = "base" }, { name = "turret" }]
[[joints]]
name = "axis1"
kind = "revolute"
parent = "base"
child = "turret"
"""
    (motor,) = toml.parse(head + said).all_motors
    assert (motor.link, motor.axis.tolist()) == ("turret", [0, 0, 1])
