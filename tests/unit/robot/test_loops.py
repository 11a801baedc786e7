"""Loops in descriptions: files, paths, messages, and rigid parallelograms in fewer coordinates."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import armwright as aw
from armwright import InputError, Plant, Pose
from armwright.robot import LoopClosure, LoopEnd
from armwright.robot.changing import changed, value_at
from armwright.robot.formats import mjcf, mjcf_write
from armwright.robot.loading import LIBRARY
from tests.identities.plant.arms import evaluated

FOUR_BAR = (LIBRARY / "four_bar.toml").read_text()


def read(tmp_path: Path, text: str) -> aw.Robot:
    (tmp_path / "robot.toml").write_text(text)
    return aw.load(tmp_path / "robot.toml")


def test_a_robot_with_loops_is_written_and_read_again(tmp_path: Path) -> None:
    robot = aw.load("four_bar")
    turned = Pose(aw.robot.rotation_about([0, 0, 1], 0.3), np.array([0.1, 0, 0]))
    more = LoopClosure("slide", "prismatic", LoopEnd("crank", turned), LoopEnd("rocker"), [1, 0, 0])
    robot = replace(robot, loops=(*robot.loops, more))
    robot.save(tmp_path / "saved.toml")
    again = aw.load(tmp_path / "saved.toml")
    assert [loop.name for loop in again.loops] == ["closure", "slide"]
    np.testing.assert_allclose(again.loops[1].first.pose.matrix(), turned.matrix(), atol=1e-15)
    assert again.loops[1].axis.tolist() == [1, 0, 0] and again.loops[0] == robot.loops[0]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('first = { link = "coupler"', 'first = { link = "wheel"', "link does not exist"),
        ('link = "coupler", xyz = [0.5', 'link = "rocker", xyz = [0.5', "closes nothing"),
        ('name = "closure"', 'name = "crank"', "name of a loop is used twice"),
        ('kind = "revolute"\nfirst', 'kind = "glue"\nfirst', "input should be 'revolute'"),
        ("xyz = [0.4, 0, 0] }", "xyz = [0.4, 0, 0] }\naxis = [0, 0, 2]", "not a unit vector"),
        ('kind = "revolute"\nfirst', 'kind = "parallelogram"\nfirst', "not a rigid parallelogram"),
    ],
)
def test_what_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in FOUR_BAR
    with pytest.raises(InputError, match=message):
        read(tmp_path, FOUR_BAR.replace(old, new))


def test_frames_of_loops_have_paths() -> None:
    robot = changed(aw.load("four_bar"), {"loops.closure.first.translation": [0.52, 0, 0]})
    assert value_at(robot, "loops.closure.first.translation").tolist() == [0.52, 0, 0]
    assert robot.loops[0].second == aw.load("four_bar").loops[0].second
    with pytest.raises(InputError, match=r"unknown value of a loop \(got 'first.mass'"):
        changed(robot, {"loops.closure.first.mass": 1})


def test_a_loop_that_cannot_be_closed_is_found() -> None:
    robot = aw.load("four_bar")
    assert robot.check() == ()
    (finding,) = changed(robot, {"joints.rocker.translation": [2.0, 0, 0]}).check()
    assert finding.severity == "error"
    assert (finding.where, finding.what) == ("loop 'closure'", "cannot be closed")
    assert finding.got.startswith("a gap of 0.9 (m, rad)")


@pytest.mark.parametrize(
    "call",
    [
        lambda arm: arm.forward_dynamics([0] * 3, [0] * 3, [0] * 3),
        lambda arm: arm.inverse_kinematics(np.eye(4)),
        lambda arm: arm.reactions([0] * 3, [0] * 3, [0] * 3),
    ],
)
def test_an_arm_that_would_ignore_loops_says_so(call: object) -> None:
    message = r"robot 'four_bar': .* does not support closed loops \(got loop 'closure'"
    with pytest.raises(InputError, match=message):
        call(aw.compile("four_bar"))  # type: ignore[operator]


def test_mjcf_brings_bodies_together_as_they_are_drawn() -> None:
    """Not in the zero position: `ref` says what the drawn one counts as."""
    text = """<mujoco><compiler angle='radian'/><worldbody>
      <body name='a'><joint name='a' axis='0 0 1' ref='0.3'/><geom size='.1' mass='1'/>
        <body name='b' pos='1 0 0'><joint name='b' pos='0.1 0 0' axis='0 0 1'/>
          <geom size='.1' mass='1'/></body></body>
      <body name='c' pos='0 1 0'><joint name='c' axis='0 0 1'/><geom size='.1' mass='1'/></body>
      </worldbody><equality>
      <connect name='pin' body1='b' body2='c' anchor='0.5 0.2 0'/>
      <weld body1='a' body2='c' active='false'/></equality></mujoco>"""
    robot = mjcf.parse(text)
    (loop,) = robot.loops
    assert (loop.name, loop.kind) == ("pin", "spherical")
    arm = aw.compile(robot)
    first, second = (arm.pose([0.3, 0, 0], e.link) @ e.pose.matrix() for e in loop.ends)
    np.testing.assert_allclose(first[:3, 3], [1.5, 0.2, 0], atol=1e-12)
    np.testing.assert_allclose(second[:3, 3], first[:3, 3], atol=1e-12)


def test_mjcf_holds_hinges_as_two_points() -> None:
    robot = aw.load("four_bar")
    again = mjcf.parse(mjcf_write.text(robot))
    assert [loop.kind for loop in again.loops] == ["spherical", "spherical"]
    structure = Plant(again).arrangement.loop_structure
    assert structure is not None and len(structure.rows) == 2
    slide = replace(robot, loops=(replace(robot.loops[0], kind="prismatic"),))
    assert any("prismatic closure between link" in text for text in mjcf_write.lost(slide))


def linkage(kind: str) -> str:
    """Lower arm and lever turn about one axis; rod and lever move the upper arm."""
    bars = {"lower": 0.5, "lever": 0.2, "upper": 0.7, "rod": 0.5}
    text = 'name = "linkage"\ngravity = [0, -9.81, 0]\n[[links]]\nname = "base"\n'
    for name, length in bars.items():
        text += f'[[links]]\nname = "{name}"\nmass = {2 * length}\n'
        text += (
            f"centre = [{0.4 * length}, 0.03, 0]\ninertia = [0.01, 0.05, {0.05 + length / 20}]\n"
        )
    for name, parent, x in (
        ("lower", "base", 0.0),
        ("lever", "base", 0.0),
        ("upper", "lower", 0.5),
        ("rod", "lever", 0.2),
    ):
        text += f'[[joints]]\nname = "{name}"\nkind = "revolute"\nparent = "{parent}"\n'
        text += f'child = "{name}"\norigin = {{ xyz = [{x}, 0, 0], rpy = [0, 0, 0.3] }}\n'
        text += "passive = true\n" if x else "drive = { motor_inertia = 0.1 }\n"
    text += f'[[loops]]\nname = "closure"\nkind = "{kind}"\n'
    text += 'first = { link = "upper", xyz = [0.2, 0, 0] }\n'
    return text + 'second = { link = "rod", xyz = [0.5, 0, 0] }\n'


def test_a_parallelogram_in_minimal_coordinates_moves_as_the_loop_does(tmp_path: Path) -> None:
    closed, least = (read(tmp_path, linkage(kind)) for kind in ("revolute", "parallelogram"))
    assert least.joint_names == ("lower", "lever") and not least.loops
    assert least.joint("upper").mimic.entries == {"lower": -1.0, "lever": 1.0}  # type: ignore[union-attr]
    least.save(tmp_path / "least.toml")
    assert aw.load(tmp_path / "least.toml") == least
    full, short = Plant(closed), Plant(least)
    q, v, torque = np.array([1.1, 0.4]), np.array([1.5, -0.7]), np.array([8.0, -3.0])
    rows = [least.joint(name).mimic for name in ("upper", "rod")]
    named, speeds = (dict(zip(least.joint_names, one, strict=True)) for one in (q, v))
    x = np.append(q, [row.position(named) for row in rows])  # type: ignore[union-attr]
    w = np.append(v, [row.position(speeds) - row.offset for row in rows])  # type: ignore[union-attr]
    assert full.loops is not None
    assert np.abs(full.loops.numbers.at(x, (np.zeros(0),) * 2)[0]).max() < 1e-12
    ours = evaluated(full, full.acceleration, x, w, motor_torque=torque).ravel()[:2]
    theirs = evaluated(short, short.acceleration, q, v, motor_torque=torque).ravel()
    np.testing.assert_allclose(ours, theirs, rtol=1e-8)
