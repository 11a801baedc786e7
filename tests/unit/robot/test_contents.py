"""What a description holds, and what of it models leave out."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import armwright as aw
from armwright.robot import Drive, ElasticAxis
from armwright.robot.contents import ARM, LINKS, PLANT, left_out
from armwright.robot.formats import mjcf


def test_every_part_of_a_description_is_told_with_its_path() -> None:
    """Joint 1 alone has a spring in its gear; what the rotors weigh is told at the joints."""
    robot = aw.load("underwater_two_link")
    first, second = robot.joints
    drive = replace(first.drive or Drive(), gear_ratio=50.0, motor_inertia=2e-3, stiffness=3.0)
    axis = ElasticAxis("joint2", "rx", spring={"stiffness": 10.0})
    robot = replace(robot, joints=(replace(first, drive=drive), second), elastic=(axis,))
    assert left_out(robot, LINKS) == (
        "inertia of the rotors (at the joints 5 kg m², 0 kg m²): joints.joint1.drive.motor_inertia",
        "friction: joints.*.drive.friction",
        "springs of the gears: joints.joint1.drive.stiffness",
        f"elastic axes: elastic.{axis.name}",
        "water around the links: links.link1.hull, links.link2.hull",
    )
    assert left_out(robot, ARM) == left_out(robot, LINKS)[:-1]
    assert left_out(robot, PLANT) == ()
    assert left_out(aw.load("scara"), PLANT) == ()


def test_the_rotors_amount_is_what_the_mass_matrix_of_the_plant_has_more() -> None:
    robot = aw.load("puma560_armstrong3")
    plant = aw.Plant(robot, aw.Fidelity(joints="rigid"))
    (words,) = (part for part in left_out(robot, LINKS) if part.startswith("inertia of"))
    told = [float(word) for word in re.findall(r"([\d.]+) kg m²", words)]
    ratios = plant.gears.matrix
    np.testing.assert_allclose(told, np.diag(ratios.T * plant.motor_inertia @ ratios), rtol=5e-3)
    assert max(told) == pytest.approx(4.71, abs=0.005)


MODEL = """<mujoco><worldbody><body name="a"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
<joint name="j" stiffness="3"/><geom size="0.1"/></body></worldbody>
<actuator><position joint="j"/><motor joint="j"/><general tendon="t"/></actuator>
<tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon></mujoco>"""


def test_what_a_file_has_and_the_robot_has_not() -> None:
    """Motors at joints are read."""
    assert left_out(mjcf.parse(MODEL), PLANT) == (
        "joints.j: the file has a spring in it",
        "actuator: actuators other than motors at joints (2: position, general)",
        "tendon: tendons (1)",
    )
