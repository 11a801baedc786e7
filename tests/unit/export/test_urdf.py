"""What an exported URDF holds, and that nothing is lost without a word."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

from armwright import Drive, InputError, Limits, Pose, load
from armwright.export.writers import write_urdf
from armwright.robot.pose import rotation_from_rpy
from tests.support.full_robot import FULL, HOSTILE, full_robot, hostile_robot

#: Field of a drive → what the list says of it; None: URDF holds it.
SAID = {
    "gear_ratio": None,
    "motor_inertia": "joint 'elbow': motor inertia 0.0003 kg m², 0.046875 at the joint",
    "torque_constant": "joint 'elbow': torque constant 0.11 N m/A",
    "coupling": "joint 'elbow': the motor also turns with joint 'slide' (ratio 3.25)",
    "friction": "joint 'elbow': friction law 'lugre' (viscous 0.02, coulomb_positive 0.3, "
    "coulomb_negative 0.5, static_positive 0.7, static_negative 0.9, stribeck_velocity 0.015, "
    "stiffness 700) on the motor's side is kept as friction loss 5 N m and damping 3.125 "
    "N m s/rad only",
    "friction_law": "friction law 'lugre'",
    "friction_side": "on the motor's side",
    "stiffness": "joint 'elbow': gear stiffness 41 N m/rad, damping 0.013 N m s/rad, at the motor",
    "damping": "damping 0.013 N m s/rad",
    "spring": "joint 'elbow': spring law 'stiffening' (k_low 9, k_high 11, psi 0.25), at the joint",
    "spring_law": "spring law 'stiffening'",
    "torque_limit": "joint 'elbow': motor torque limit 2.75 N m",
    "current_limit": "joint 'elbow': motor current limit 17 A",
    "electrical": "joint 'elbow': electrical data (resistance 1.75)",
    "link": "joint 'elbow': the motor is mounted on link 'carriage'",
    "axis": "joint 'elbow': the motor turns about the axis (0.6, 0, 0.8) of its link",
}
#: The same of everything else that can be set.
SAID_OF_THE_REST = (
    "the named frames 'tip' are written as links without mass",
    "the tool frame is 'tip': URDF does not say which frame it is",
    "gravity [0.0, 1.5, -9.5] m/s²",
    "the description of the robot",
    "where its numbers come from (1 sources)",
    "link 'arm': hull, displaced volume 0.0077 m³",
    "joint 'glued': limits and drive of a joint that is fixed",
)


def with_drive(drive: Drive, joint: str = "elbow"):  # type: ignore[no-untyped-def]
    robot = full_robot()
    joints = tuple(
        dataclasses.replace(one, drive=drive) if one.name == joint else one for one in robot.joints
    )
    return dataclasses.replace(robot, joints=joints)


def test_every_field_of_a_drive_is_held_or_named(tmp_path: Path) -> None:
    assert set(SAID) == {field.name for field in dataclasses.fields(Drive)}
    spring = {"k_low": 9.0, "k_high": 11.0, "psi": 0.25}
    nonlinear = dataclasses.replace(FULL, spring=spring, spring_law="stiffening")
    lost = write_urdf(with_drive(nonlinear), tmp_path / "a.urdf").lost
    for words in filter(None, SAID.values()):
        assert any(words in line for line in lost), words
    assert set(lost) >= set(SAID_OF_THE_REST)
    assert load(tmp_path / "a.urdf").joint("elbow").drive.gear_ratio == FULL.gear_ratio


@pytest.mark.parametrize("field", [name for name, said in SAID.items() if said])
def test_a_field_alone(field: str, tmp_path: Path) -> None:
    """Said if it is set, and only then."""
    texts = {"friction_side": "joint", "friction_law": "lugre", "spring_law": "cubic"}
    value = texts.get(field, {"k_low": 9.0} if field == "spring" else getattr(FULL, field))
    before = set(write_urdf(with_drive(Drive(gear_ratio=2.0)), tmp_path / "a.urdf").lost)
    own = dataclasses.replace(Drive(gear_ratio=2.0), **{field: value})
    more = set(write_urdf(with_drive(own), tmp_path / "b.urdf").lost) - before
    assert len(more) == (field != "friction_side")


def test_the_list_is_at_the_head_of_the_file(tmp_path: Path) -> None:
    lost = write_urdf(full_robot(), tmp_path / "a.urdf").lost
    head = (tmp_path / "a.urdf").read_text().partition("-->")[0].splitlines()
    assert [line.strip() for line in head[3:]] == list(lost)
    plain = dataclasses.replace(
        full_robot(), frames=(), tool="hand", gravity=np.array([0, 0, -9.81]), description=""
    )
    links = tuple(dataclasses.replace(link, hull=None) for link in plain.links)
    joints = tuple(dataclasses.replace(joint, drive=None) for joint in plain.joints[:2])
    hand = dataclasses.replace(plain.joints[2], drive=None, limits=Limits())
    plain = dataclasses.replace(plain, links=links, joints=(*joints, hand), sources={})
    assert write_urdf(plain, tmp_path / "a.urdf").lost == ()
    assert "<!--" not in (tmp_path / "a.urdf").read_text()


def test_friction_of_the_motor_is_that_of_the_joint(tmp_path: Path) -> None:
    friction = {"viscous": 0.02, "coulomb": 0.3}
    write_urdf(with_drive(Drive(gear_ratio=-50.0, friction=friction)), tmp_path / "a.urdf")
    found = load(tmp_path / "a.urdf").joint("elbow").drive
    assert found.friction_side == "joint"
    assert found.friction == pytest.approx({"viscous": 0.02 * 2500, "coulomb": 0.3 * 50})
    model = pin.buildModelFromUrdf(str(tmp_path / "a.urdf"))
    index = model.joints[model.getJointId("elbow")].idx_v
    assert model.damping[index] == pytest.approx(50)
    assert np.asarray(model.upperDryFrictionLimit)[index] == pytest.approx(15)


@pytest.mark.parametrize(
    "friction, plain",
    [
        ({"viscous": 0.1, "coulomb": 0.3}, True),
        ({"coulomb": 0.3, "static": 0.3}, True),
        ({"coulomb": 0.3, "static": 0.2}, True),  # less than F_c is never held
        ({"coulomb": 0.3, "static": 0.31}, False),
        ({"coulomb": 0.3, "static_negative": 0.31}, False),
        ({"coulomb_positive": 0.3, "coulomb_negative": 0.3}, True),
        ({"coulomb_positive": 0.3, "coulomb_negative": 0.29}, False),
    ],
)
def test_friction_that_is_all_there_is(
    friction: dict[str, float], plain: bool, tmp_path: Path
) -> None:
    lost = write_urdf(with_drive(Drive(friction=friction)), tmp_path / "a.urdf").lost
    assert any("friction law" in line for line in lost) != plain


def test_limits_and_their_absence(tmp_path: Path) -> None:
    """ROS and Pinocchio refuse `inf`; readers of ours find it again."""
    write_urdf(full_robot(), tmp_path / "a.urdf")
    again = load(tmp_path / "a.urdf")
    assert again.joint("slide").limits == Limits(-math.inf, 0.6)
    assert again.joint("elbow").limits == full_robot().joint("elbow").limits
    assert "inf" not in (tmp_path / "a.urdf").read_text().partition("-->")[2]
    model = pin.buildModelFromUrdf(str(tmp_path / "a.urdf"))
    assert model.upperPositionLimit.tolist() == [0.6, 2.5]


def test_gimbal_lock(tmp_path: Path) -> None:
    """Pitch ±π/2, where roll and yaw are one angle: the rotation is still the same."""
    robot = full_robot()
    for roll, pitch, yaw in [(0.3, math.pi / 2, -1.2), (2.0, -math.pi / 2, 0.7), (1, 1.5707963, 2)]:
        origin = Pose(rotation_from_rpy((roll, pitch, yaw)), np.array([0.1, 0.2, 0.3]))
        joints = (*robot.joints[:2], dataclasses.replace(robot.joints[2], origin=origin))
        write_urdf(dataclasses.replace(robot, joints=joints), tmp_path / "a.urdf")
        again = load(tmp_path / "a.urdf").joint("glued").origin
        assert np.abs(again.rotation - origin.rotation).max() < 1e-15
        assert (again.translation == origin.translation).all()


def test_hostile_names(tmp_path: Path) -> None:
    robot = hostile_robot()
    write_urdf(robot, tmp_path / "a.urdf")
    again = load(tmp_path / "a.urdf")
    assert again.name == robot.name and again.joint_names == HOSTILE
    assert {frame.name for frame in robot.frames} <= {link.name for link in again.links}
    model = pin.buildModelFromUrdf(str(tmp_path / "a.urdf"))
    assert tuple(model.names)[1:] == HOSTILE


def test_names_that_are_taken(tmp_path: Path) -> None:
    """The joint that holds a frame gets another name than one that is there."""
    robot = full_robot()
    joints = (*robot.joints[:2], dataclasses.replace(robot.joints[2], name="tip_fixed"))
    write_urdf(dataclasses.replace(robot, joints=joints), tmp_path / "a.urdf")
    assert [joint.name for joint in load(tmp_path / "a.urdf").joints[2:]] == [
        "tip_fixed",
        "tip_fixed1",
    ]


@pytest.mark.parametrize("name", ["a\x00b", "a\x1bb", "\ud800", "\ufffe"])
def test_characters_that_xml_has_no_place_for(name: str) -> None:
    with pytest.raises(InputError, match="the name of a robot has a control character in it"):
        dataclasses.replace(full_robot(), name=name)


def test_where_it_goes(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"suffix '\.xml', expected \.urdf"):
        write_urdf(full_robot(), tmp_path / "a.xml")
    (tmp_path / "file").write_text("in the way of a folder")
    with pytest.raises(InputError, match="cannot be written"):
        write_urdf(full_robot(), tmp_path / "file" / "a.urdf")
