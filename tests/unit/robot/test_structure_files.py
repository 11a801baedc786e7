"""Followers, passive joints, motors and elastic axes in files of all kinds."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.robot import (
    Drive,
    ElasticAxis,
    Frame,
    Joint,
    Link,
    Mimic,
    Motor,
    Pose,
    Robot,
    load,
    model,
)
from armwright.robot.contents import UNLIMITED
from armwright.robot.formats import mjcf, toml, urdf
from armwright.robot.formats.parts import PARTS, PartTables
from tests.support.mimics import positions_of_all, released
from tests.unit.robot.gripper import gripper
from tests.unit.robot.test_round_trips import same

ARM = """
name = "arm"
[units]
angle = "deg"
length = "mm"
[[links]]
name = "base"
[[links]]
name = "rod"
[[links]]
name = "slide"
[[joints]]
name = "hinge"
kind = "revolute"
parent = "base"
child = "rod"
[[joints]]
name = "rail"
kind = "prismatic"
parent = "rod"
child = "slide"
"""
AXIS = '[[elastic]]\naxis = "rx"\n'


def test_toml_holds_all_of_it(tmp_path):
    assert gripper().save(tmp_path / "a.toml") == ()
    assert load(tmp_path / "a.toml") == gripper()


@pytest.mark.parametrize("form", ["standard", "modified"])
def test_a_dh_table_holds_what_is_not_in_joint_frames(form, tmp_path):
    robot = gripper()
    kept = tuple(axis for axis in robot.elastic if axis.at != "bend")
    robot = replace(
        robot, elastic=kept, tool="left", frames=(Frame("boom", "arm", robot.joints[1].origin),)
    )
    robot.save(tmp_path / "a.toml", form)
    again = load(tmp_path / "a.toml")
    assert [j.mimic for j in again.joints] != [None] * 5
    for joint in robot.joints:
        twin = again.joint(joint.name)
        assert (twin.mimic, twin.passive) == (joint.mimic, joint.passive)
    assert same(
        again.gear_matrix[:, [again.joint_names.index(n) for n in robot.joint_names]],
        robot.gear_matrix,
    )
    # The link's frame is another one; frame, axis of elasticity and rotor are still in one place.
    frame, axis = again.frame("boom"), again.elastic[1]
    assert same(axis.origin.matrix(), frame.pose.matrix(), 1e-12)
    assert same(replace(axis, origin=Pose()), replace(kept[1], origin=Pose()))
    assert same(frame.pose.rotation.T @ again.motors[0].axis, robot.motors[0].axis, 1e-12)


@pytest.mark.parametrize("form", ["standard", "modified"])
def test_axes_in_joint_frames_go_into_a_dh_table_only_if_the_frames_stay(form, tmp_path):
    with pytest.raises(InputError) as error:
        gripper().save(tmp_path / "a.toml", form)
    assert str(error.value) == (
        "elastic axis 'bend.rx' (rx, before 'bend'): the joint's frame in a D-H table is another "
        "one, where this axis is not x, y or z (expected form 'bodies', which keeps all frames)"
    )
    rows = f"name='x'\n[dh]\nconvention='{form}'\nrows=[{{ a = 0.5 }}, {{ a = 0.3 }}]\n"
    axis = ElasticAxis("joint2", "rx", spring={"stiffness": 1e5})
    replace(toml.parse(rows), elastic=(axis,)).save(tmp_path / "a.toml", form)
    assert load(tmp_path / "a.toml").elastic == (axis,)


def test_rows_of_a_dh_table_may_be_passive_or_follow():
    robot = toml.parse(
        "name='x'\n[dh]\nconvention='standard'\nrows=[{},{},{}]\n"
        "[[joints]]\nname='joint2'\nmimic={joint='joint1', multiplier=2}\n"
        "[[joints]]\nname='joint3'\npassive=true\n"
    )
    assert robot.joint("joint2").mimic == Mimic("joint1", 2.0)
    assert robot.passive_joints == ("joint3",)


def test_units_of_followers_and_elastic_axes():
    robot = toml.parse(
        ARM
        + 'mimic = { joint = "hinge", multiplier = 0.5, offset = 100 }\n'
        + AXIS
        + 'on = "rod"\norigin.xyz = [0, 200, 0]\nstiffness = 3\nmass = 2\ncentre = [50, 0, 0]\n'
        + '[[elastic]]\naxis = "y"\nat = "hinge"\nspring = { stiffness = 3, damping = 1 }\n'
    )
    assert robot.joint("rail").mimic == Mimic("hinge", 0.5, 0.1), "multipliers are in m/rad"
    on, at = robot.elastic
    assert on.origin.translation.tolist() == [0, 0.2, 0] and on.inertia.centre[0] == 0.05
    assert on.spring == {"stiffness": 3.0} and on.place == "on"
    assert (at.at, at.place, at.spring_law) == ("hinge", "before", "linear")
    turning = toml.parse(
        ARM.replace('"prismatic"', '"revolute"') + 'mimic = { joint = "hinge", offset = 90 }\n'
    )
    assert turning.joint("rail").mimic.offset == math.pi / 2


def test_motors_have_the_keys_of_a_drive():
    robot = toml.parse(
        ARM + "[[motors]]\nname = 'm'\nalong = { hinge = 80, rail = 3 }\nmotor_inertia = 1e-4\n"
        "friction = { law = 'lugre', coulomb = 2 }\nlink = 'rod'\naxis = [1, 0, 0]\n"
    )
    drive = Drive(motor_inertia=1e-4, friction_law="lugre", friction={"coulomb": 2.0})
    assert robot.motors == (Motor("m", {"hinge": 80.0, "rail": 3.0}, drive, "rod", [1, 0, 0]),)


@pytest.mark.parametrize(
    "text, message",
    [
        ("passive = 1\n", r"joints\[2\] 'rail'.passive: input should be a valid boolean"),
        ("mimic = { multiplier = 2 }\n", r"joints\[2\] 'rail'.mimic.joint: is missing"),
        ("mimic = { joint = 'rod' }\n", r"arm.toml: joint 'rail': mimics a joint that does not ex"),
        ("[[motors]]\nname = 'm'\n", r"motor 'm': turns with no joint"),
        (
            "[[motors]]\nname = 'm'\nalong = { hinge = 1 }\ngear_ratio = 3\n",
            r"motors\[1\] 'm'.gear_ratio: unknown key",
        ),
        (
            "[[motors]]\nname = 'm'\nalong = { hinge = 1 }\naxis = [0, 0, 0]\n",
            r"motor 'm': axis is zero",
        ),
        (
            AXIS,
            r"arm.toml: elastic axis 'rx': has no place \(expected one of before, after, on, at and"
            r" foundation = true\)",
        ),
        (
            AXIS + "before = 'hinge'\nfoundation = true\n",
            r"elastic axis 'rx': has several places \(got before, foundation, expected one of",
        ),
        (AXIS + "at = 'hinge'\n", r"elastic axis 'hinge.rx' \(rx, before 'hinge'\): has no stiffn"),
        (
            AXIS + "at = 'hinge'\nstiffness = 1\nspring = { law = 'cubic' }\n",
            r"elastic axis 'hinge.rx': has both a spring table and the short form of one \(got "
            r"spring, stiffness, expected stiffness in the spring table\)",
        ),
        (
            AXIS + "at = 'hinge'\nstiffness = 1\ncentre = [1, 0, 0]\n",
            r"elastic axis 'hinge.rx': has centre but no mass \(expected mass \(kg\)\)",
        ),
        (AXIS + "at = 'hing'\nstiffness = 1\n", r"no such joint \(got 'hing'"),
        (
            AXIS + "after = 'hinge'\nstiffness = 1\norigin.xyz = [1, 0, 0]\n",
            r"an origin is only for an axis on a link \(got place 'after', expected on\)",
        ),
        (
            AXIS.replace("rx", "a") + "at = 'hinge'\n",
            r"elastic\[1\].axis: input should be 'x', 'y'",
        ),
    ],
)
def test_errors_say_where_and_what(text, message):
    with pytest.raises(InputError, match=message):
        toml.parse(ARM + text, "arm.toml")


LOST = (
    "motor 'm1': turns with joint 'bend' (ratio 80), 'open' (ratio -300); motor inertia 2e-05 kg m²"
    "; gear stiffness 5 N m/rad, at the motor; motor torque limit 3 N m; friction law 'coulomb' "
    "(coulomb 0.01); mounted on link 'arm'",
    "motor 'm2': turns with joint 'open' (ratio 300)",
    "joint 'flap': passive, nothing drives it",
    "elastic axis 'foundation.z' (z, at 'foundation'): spring law 'linear' (stiffness 1e+06, "
    "damping 200)",
    "elastic axis 'bend.rx' (rx, before 'bend'): spring law 'linear' (stiffness 200000)",
    "elastic axis 'bearing' (rx, after 'bend'): spring law 'linear' (stiffness 300000)",
    "elastic axis 'boom' (rz, on 'arm'): spring law 'cubic' (stiffness 10000, cubic 1e+06); "
    "friction law 'lugre' (coulomb 0.3); a body of 0.5 kg",
)


@pytest.mark.parametrize("suffix", [".urdf", ".xacro", ".xml"])
def test_other_formats_hold_followers_and_say_what_is_lost(suffix, tmp_path):
    lost = gripper().save(tmp_path / f"a{suffix}")
    assert lost[-len(LOST) :] == LOST
    again = load(tmp_path / f"a{suffix}")
    assert again.joint("follow") == gripper().joint("follow")
    assert {*again.sources.values()} <= {UNLIMITED}


CHAIN = """<robot name="r">
  <link name="a"/><link name="b"/><link name="c"/><link name="d"/>
  <joint name="one" type="continuous"><parent link="a"/><child link="b"/></joint>
  <joint name="two" type="continuous"><parent link="b"/><child link="c"/>
    <mimic joint="one" multiplier="2" offset="0.1"/></joint>
  <joint name="three" type="continuous"><parent link="c"/><child link="d"/>
    <mimic joint="two" multiplier="-3" offset="0.5"/><dynamics damping="1"/></joint>
</robot>"""


def test_urdf_chains_of_followers_lead_to_the_joint_at_their_head():
    robot = urdf.parse(CHAIN)
    assert robot.joint_names == ("one",)
    assert robot.joint("three").mimic == Mimic("one", -6.0, -3 * 0.1 + 0.5)
    assert robot.sources["joints.three.drive"] == (
        "left out: friction and gear of a joint that mimics another"
    )
    assert {*robot.sources} == {
        "joints.three.drive",
        *(f"joints.{name}.limits" for name in ("one", "two", "three")),
    }


@pytest.mark.parametrize(
    "old, new, message",
    [
        (
            'joint="one"',
            'joint="three"',
            "joint 'two': joints mimic each other in a circle (got two → three → two, "
            "expected one joint that moves by itself)",
        ),
        (
            'joint="one"',
            'joint="two"',
            "joint 'two': joints mimic each other in a circle (got two →",
        ),
        (
            'multiplier="2"',
            'multiplier="x"',
            "mimic (line 5): attribute 'multiplier' is not a usabl",
        ),
    ],
)
def test_urdf_followers_that_cannot_be(old, new, message):
    with pytest.raises(InputError, match=re.escape(message)):
        urdf.parse(CHAIN.replace(old, new))


def test_a_urdf_that_names_a_joint_it_does_not_have():
    """Published files do: the joint moves by itself, and the sources say so."""
    robot = urdf.parse(CHAIN.replace('joint="one"', 'joint="zero"'))
    assert robot.joint("two").mimic is None
    assert "mimic joint 'zero', which does not exist" in robot.sources["joints.two"]


def test_whatever_a_fixed_joint_of_a_urdf_mimics_means_nothing():
    robot = urdf.parse(CHAIN.replace('name="three" type="continuous"', 'name="three" type="fixed"'))
    assert robot.joint("three").mimic is None


TIED = """<mujoco>
  <compiler angle="degree"/>
  <worldbody><body name="a"><joint name="one" axis="0 1 0" ref="20"/><geom size="1"/>
    <body name="b"><joint name="two" axis="1 0 0" ref="-10" damping="2"/><geom size="1"/>
      <body name="c"><joint name="three" type="slide" ref="0.3"/><geom size="1"/></body></body>
  </body></worldbody>
  <equality>
    <joint joint1="two" joint2="one" polycoef="0.2 -1.5 0 0 0"/>
    <joint joint1="three" joint2="two" polycoef="0.1 0.5"/>
  </equality>
</mujoco>"""


def violations(model, q):
    """Of MuJoCo's equalities, where the joints are at the positions q."""
    mujoco = pytest.importorskip("mujoco")
    data = mujoco.MjData(model)
    data.qpos[:] = q
    mujoco.mj_forward(model, data)
    return data.efc_pos[data.efc_type == mujoco.mjtConstraint.mjCNSTR_EQUALITY]


def test_mjcf_equalities_hold_as_mujoco_has_them():
    mujoco = pytest.importorskip("mujoco")
    robot = mjcf.parse(TIED)
    assert robot.joint_names == ("one",)
    assert robot.joint("two").mimic.multiplier == -1.5
    assert robot.joint("three").mimic.joint == "one"
    assert list(robot.sources) == ["joints.two.drive"]
    A, a = positions_of_all(robot)
    model = mujoco.MjModel.from_xml_string(TIED)
    for q in (0.0, 0.7):
        assert violations(model, A @ [q] + a) == pytest.approx([0, 0], abs=1e-12)
    assert np.abs(violations(model, A @ [0.7] + a + 0.1)).min() > 0.04


def test_mjcf_followers_are_written_as_mujoco_reads_them(tmp_path):
    mujoco = pytest.importorskip("mujoco")
    robot = gripper(plain=True)
    joints = (replace(j, mimic=Mimic("open", 0.5, 0.02)) if j.mimic else j for j in robot.joints)
    robot = replace(robot, joints=tuple(joints))
    robot.save(tmp_path / "a.xml")
    assert load(tmp_path / "a.xml").joint("follow") == robot.joint("follow")
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "a.xml"))
    names = [model.joint(k).name for k in range(model.njnt)]
    A, a = positions_of_all(robot)
    q = dict(zip(released(robot).joint_names, A @ [0.1, 0.2, 0.03, 0.4] + a, strict=True))
    assert violations(model, [q[name] for name in names]) == pytest.approx([0], abs=1e-12)


@pytest.mark.parametrize(
    "old, new, note",
    [
        ("0.2 -1.5 0 0 0", "0.2 -1.5 0.1 0 0", "ties it to joint 'one' by a curve"),
        (' joint2="one"', "", "locks it"),
    ],
)
def test_mjcf_equalities_that_are_left_out(old, new, note):
    robot = mjcf.parse(TIED.replace(old, new))
    assert robot.joint_names == ("one", "two")
    assert robot.sources["joints.two"] == f"left out: the file {note}"


def test_mjcf_equalities_that_are_off_or_too_many():
    robot = mjcf.parse(TIED.replace('<joint joint1="two"', '<joint active="false" joint1="two"'))
    assert robot.joint_names == ("one", "two") and not robot.sources
    twice = '<equality><joint joint1="three" joint2="one"/></equality></mujoco>'
    robot = mjcf.parse(TIED.replace("</mujoco>", twice))
    assert robot.sources["joints.three"] == ("left out: the file also ties it to joint 'one'")
    with pytest.raises(InputError, match=r"joint \(line 8\): no such joint \(got 'on'\)"):
        mjcf.parse(TIED.replace('joint2="one"', 'joint2="on"'))


def test_order_of_followers_in_the_tree_is_no_loss(tmp_path):
    links = (Link("a"), Link("b"), Link("c"))
    joints = (
        Joint("two", "revolute", "a", "b", mimic=Mimic("one")),
        Joint("one", "revolute", "b", "c"),
    )
    lost = Robot("r", links, joints).save(tmp_path / "a.xml")
    assert not any("order" in line for line in lost)


def test_every_part_of_a_robot_has_its_place_in_files() -> None:
    assert set(PARTS) == set(PartTables.model_fields) == {"frames", "motors", *model.PARTS}
