from __future__ import annotations

import math

import numpy as np
import pytest

from armwright.errors import InputError
from armwright.robot import Mimic, rotation_from_rpy
from armwright.robot.contents import UNLIMITED
from armwright.robot.formats import urdf

ARM = """<?xml version="1.0"?>
<robot name="arm">
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="base"/>
  <link name="rod">
    <inertial>
      <origin xyz="0.1 0 0" rpy="0.3 0.2 0.1"/>
      <mass value="2"/>
      <inertia ixx="0.01" ixy="0.001" ixz="0.002" iyy="0.02" iyz="0.003" izz="0.025"/>
    </inertial>
    <visual><origin xyz="0 0 0.5"/><geometry><box size="1 2 3"/></geometry></visual>
    <visual><geometry><mesh filename="package://arm/rod.stl" scale="1 1 -1"/></geometry></visual>
    <collision><geometry><sphere radius="1"/></geometry></collision>
  </link>
  <link name="slide"/>
  <link name="wheel"/>
  <link name="plate"/>
  <joint name="hinge" type="revolute">
    <origin xyz="0 0 0.5" rpy="1.5707963267948966 0 0"/>
    <parent link="base"/><child link="rod"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="2" velocity="3" effort="4"/>
    <dynamics damping="0.5" friction="0.25"/>
  </joint>
  <joint name="rail" type="prismatic">
    <parent link="rod"/><child link="slide"/>
    <limit upper="0.4" velocity="1e20" effort="inf"/>
    <mimic joint="hinge" multiplier="2"/>
  </joint>
  <joint name="spin" type="continuous">
    <parent link="slide"/><child link="wheel"/><axis xyz="0 0 1"/><limit effort="1" velocity="2"/>
  </joint>
  <joint name="weld" type="fixed"><parent link="wheel"/><child link="plate"/><axis xyz="0 0 0"/>
  </joint>
  <transmission name="t">
    <joint name="hinge"/><actuator name="m"><mechanicalReduction>50</mechanicalReduction></actuator>
  </transmission>
</robot>
"""


def test_links_joints_limits_and_drives():
    robot = urdf.parse(ARM)
    assert robot.joint_names == ("hinge", "spin"), "the rail follows the hinge"
    assert [joint.kind for joint in robot.joints] == [
        "revolute",
        "prismatic",
        "revolute",
        "fixed",
    ]
    hinge, rail, spin, _ = robot.joints
    assert (hinge.limits.lower, hinge.limits.upper) == (-1, 2)
    assert (hinge.limits.velocity, hinge.limits.effort) == (3, 4)
    assert (rail.limits.lower, rail.limits.upper) == (0, 0.4), "a missing limit is zero in URDF"
    assert rail.limits.velocity == rail.limits.effort == math.inf
    assert rail.axis.tolist() == [1, 0, 0], "URDF's default axis"
    assert (spin.limits.lower, spin.limits.effort) == (-math.inf, 1)
    assert hinge.drive.gear_ratio == 50
    assert dict(hinge.drive.friction) == {"viscous": 0.5, "coulomb": 0.25}
    assert hinge.drive.friction_side == "joint" and spin.drive is None
    assert robot.tool == "plate" and robot.base == "base"
    assert rail.mimic == Mimic("hinge", 2.0)
    assert robot.sources == {"joints.spin.limits": UNLIMITED}


def test_inertia_is_turned_into_link_axes():
    inertia = urdf.parse(ARM).link("rod").inertia
    R = rotation_from_rpy([0.3, 0.2, 0.1])
    tensor = np.array([[0.01, 0.001, 0.002], [0.001, 0.02, 0.003], [0.002, 0.003, 0.025]])
    assert inertia.tensor == pytest.approx(R @ tensor @ R.T, abs=1e-15)
    assert inertia.centre.tolist() == [0.1, 0, 0]


def test_visual_shapes_are_kept_and_mesh_names_stay_text():
    box, mesh = urdf.parse(ARM).link("rod").shapes
    assert box.size == (1, 2, 3) and box.pose.translation.tolist() == [0, 0, 0.5]
    assert mesh.mesh == "package://arm/rod.stl" and mesh.size == (1, 1, -1)


def change(old, new):
    assert old in ARM
    return ARM.replace(old, new, 1)


@pytest.mark.parametrize(
    "text, message",
    [
        ("", r"arm.urdf: line 1: not valid XML: no element found"),
        (ARM[:900], r"arm.urdf: line \d+: not valid XML"),
        ("<mujoco/>", r"arm.urdf: mujoco \(line 1\): not a URDF file \(got <mujoco>, expected <ro"),
        (
            change('type="continuous"', 'type="floating"'),
            r"joint 'spin' \(line 29\): type 'floating' moves in six ways at once \(got 'floating'"
            r", expected revolute, continuous, prismatic or fixed\). Chain joints of one axis",
        ),
        (change('type="fixed"', 'type="glued"'), r"unknown joint type \(got 'glued', expected rev"),
        (change('xyz="0 1 0"', 'xyz="0 0 0"'), r"joint 'hinge' \(line 18\): axis is zero"),
        (change('xyz="0 1 0"', 'xyz="0 2 0"'), r"axis is not a unit vector \(got \[0.0, 2.0, 0.0"),
        (change('xyz="0 1 0"', 'xyz="0 1"'), r"axis \(line 20\): attribute 'xyz' has the wrong nu"),
        (change('value="2"', 'value="two"'), r"attribute 'value' is not a usable number \(got 'tw"),
        (change('value="2"', 'value="nan"'), r"not a usable number \(got 'nan', expected a finite"),
        (change('value="2"', 'value="1e99"'), r"not a usable number \(got '1e99'"),
        (change('<mass value="2"/>', ""), r"inertial \(line 6\): <mass> is missing"),
        (change(' ixx="0.01"', ' ixxx="0.01"'), r"inertia \(line 9\): attribute 'ixx' is missing"),
        (change('<parent link="rod"/>', ""), r"joint 'rail' \(line 24\): <parent> is missing"),
        (change('<link name="base"/>', "<link/>"), r"link \(line 4\): attribute 'name' is missing"),
        (change('<link name="base"/>', ""), r"joint 'hinge': parent link does not exist"),
        (change('<link name="slide"/>', '<link name="rod"/>'), r"link or frame name is used twice"),
        (change('<child link="wheel"/>', '<child link="rod"/>'), r"link 'rod': moved by two joint"),
        (change('<parent link="base"/>', '<parent link="plate"/>'), r"links form a cycle"),
    ],
)
def test_errors_say_where_and_what(text, message):
    with pytest.raises(InputError, match=message):
        urdf.parse(text, "arm.urdf")
