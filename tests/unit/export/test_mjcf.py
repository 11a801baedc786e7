"""What an exported MJCF holds, and that nothing is lost without a word."""

from __future__ import annotations

import dataclasses
import struct
from pathlib import Path

import mujoco
import numpy as np
import pytest

from armwright import (
    Drive,
    ElasticAxis,
    Fidelity,
    Inertia,
    InputError,
    Link,
    Robot,
    Start,
    load,
    load_scenario,
)
from armwright.export.mjcf import mjcf
from armwright.robot.shape import Shape
from armwright.system import Setup
from tests.support.exported_models import MujocoArm
from tests.support.full_robot import FULL, HOSTILE, full_robot, hostile_robot
from tests.support.random_robots import random_state, random_tree

RIGID = Fidelity(joints="rigid")
#: Field of a drive → what the list says of it; None: MJCF holds it.
SAID = {
    "gear_ratio": None,
    "motor_inertia": None,
    "torque_constant": "joint 'elbow': torque constant 0.11 N m/A",
    "coupling": None,
    "friction": "joint 'elbow': friction law 'lugre' (coulomb_positive 0.3, coulomb_negative 0.5, "
    "static_positive 0.7, static_negative 0.9, stribeck_velocity 0.015, stribeck_exponent 2, "
    "stiffness 700, damping 0, viscous 0.02, quadratic 0) on the motor's side is kept as friction "
    "loss 0.4 N m and damping 0.02 N m s/rad only",
    "friction_law": "friction law 'lugre'",
    "friction_side": "on the motor's side",
    "stiffness": None,
    "damping": None,
    "spring": "joint 'elbow': spring law 'stiffening' (k_low 900, k_high 1100, psi 0.25, damping 3)"
    " is kept as stiffness 900 N m/rad and damping 3 N m s/rad only",
    "spring_law": "spring law 'stiffening'",
    "torque_limit": None,
    "current_limit": "joint 'elbow': motor current limit 17 A",
    "electrical": "joint 'elbow': electrical data (resistance 1.75)",
    "link": "joint 'elbow': the motor is mounted on link 'carriage'",
    "axis": "joint 'elbow': the motor turns about the axis (0.6, 0, 0.8) of its link",
}
#: The same of everything else that can be set.
SAID_OF_THE_REST = (
    "the description of the robot",
    "where its numbers come from (1 sources)",
    "link 'arm': hull, displaced volume 0.0077 m³",
    "link 'arm': mesh 'package://a.stl' is missing, or of a kind MuJoCo does not read",
    "joint 'elbow': velocity limit 3.5 rad/s",
    "joint 'elbow': effort limit 66 N m, because a spring pushes it",
    "joint 'glued': limits and drive of a joint that is fixed",
    "joint 'glued': fixed joints have no names",
)


def with_drive(drive: Drive) -> Robot:
    robot = full_robot()
    joints = tuple(
        dataclasses.replace(one, drive=drive) if one.name == "elbow" else one
        for one in robot.joints
    )
    return dataclasses.replace(robot, joints=joints)


def test_every_field_of_a_drive_is_held_or_named(tmp_path: Path) -> None:
    assert set(SAID) == {field.name for field in dataclasses.fields(Drive)}
    spring = {"k_low": 900.0, "k_high": 1100.0, "psi": 0.25, "damping": 3.0}
    nonlinear = dataclasses.replace(FULL, spring=spring, spring_law="stiffening")
    lost = MujocoArm(with_drive(nonlinear), tmp_path, ("elbow_rotor",)).lost
    for words in filter(None, SAID.values()):
        assert any(words in line for line in lost), words
    assert set(lost) >= set(SAID_OF_THE_REST)
    unused = "joint 'elbow': gear stiffness 41 N m/rad, damping 0.013 N m s/rad, at the motor"
    assert unused in lost  # the law stands in its place
    assert len(lost) == len(SAID_OF_THE_REST) + 8


def test_behind_a_spring(tmp_path: Path) -> None:
    """The motor is a body of its own; the gear is in the tendon that is the spring."""
    theirs = MujocoArm(full_robot(), tmp_path, ("elbow_rotor",))
    model = theirs.model
    assert model.body("elbow_rotor").inertia.tolist() == [FULL.motor_inertia] * 3
    (spring,) = range(model.ntendon)
    assert model.tendon(spring).name == "elbow_spring"
    assert (model.tendon_stiffness[spring], model.tendon_damping[spring]) == (41.0, 0.013)
    assert model.tendon_lengthspring[spring].tolist() == [0, 0]
    joints = [model.joint(k).name for k in model.wrap_objid]
    coefficients = dict(zip(joints, model.wrap_prm, strict=True))
    assert coefficients == {"slide": 3.25, "elbow": -12.5, "elbow_rotor": -1.0}
    joint, motor = model.joint("elbow_rotor"), model.actuator("elbow_motor")
    assert (joint.damping[0], joint.frictionloss[0]) == (0.02, 0.4)
    assert motor.trnid[0] == joint.id and motor.gear[0] == 1
    assert motor.ctrlrange.tolist() == [-2.75, 2.75]
    assert not model.jnt_actfrclimited.any()


def test_behind_a_rigid_gear(tmp_path: Path) -> None:
    """A motor that turns with two joints is a tendon; it adds to both, and between them."""
    theirs = MujocoArm(full_robot(), tmp_path, fidelity=RIGID)
    model = theirs.model
    tendon, friction = model.tendon("elbow_motor").id, model.tendon("elbow_friction").id
    assert model.tendon_armature[tendon] == FULL.motor_inertia
    assert model.tendon_damping[friction] == 0.02
    assert model.tendon_frictionloss[friction] == 0.4
    motor = model.actuator("elbow_motor")
    assert motor.trntype[0] == mujoco.mjtTrn.mjTRN_TENDON and motor.trnid[0] == tendon
    assert model.jnt_actfrcrange[model.joint("elbow").id].tolist() == [-66, 66]
    assert "what fidelity.joints = 'rigid' switches off" in theirs.lost
    assert any("gear stiffness 41 N m/rad" in line for line in theirs.lost)


def test_a_gear_of_one_joint(tmp_path: Path) -> None:
    plain = dataclasses.replace(
        FULL, coupling={}, friction={"viscous": 0.02, "coulomb": 0.3}, friction_law="coulomb"
    )
    theirs = MujocoArm(with_drive(plain), tmp_path, fidelity=RIGID)
    joint, motor = theirs.model.joint("elbow"), theirs.model.actuator("elbow_motor")
    assert joint.armature[0] == pytest.approx(3e-4 * 12.5**2)
    assert joint.damping[0] == pytest.approx(0.02 * 12.5**2)
    assert joint.frictionloss[0] == pytest.approx(0.3 * 12.5)
    assert motor.gear[0] == -12.5
    assert theirs.model.ntendon == 0
    assert not any("friction" in line for line in theirs.lost)


def test_limits_gravity_and_tool(tmp_path: Path) -> None:
    theirs = MujocoArm(full_robot(), tmp_path, ("elbow_rotor",))
    model = theirs.model
    assert model.joint("elbow").range.tolist() == [-1.25, 2.5]
    assert model.joint("slide").limited[0] == 1 and model.joint("slide").range[1] == 0.6
    assert load(tmp_path / "arm.xml").joint("slide").limits.lower == -np.inf
    assert model.opt.gravity.tolist() == [0.0, 1.5, -9.5]
    assert model.site("tip").pos.tolist() == [0.0, 0.1, 0.4]
    assert "The tool is site 'tip'." in theirs.text
    still = MujocoArm(full_robot(), tmp_path, ("elbow_rotor",), Fidelity(gravity=False))
    assert not still.model.opt.gravity.any()


def test_a_tool_that_is_a_link_gets_a_site(tmp_path: Path) -> None:
    robot = dataclasses.replace(full_robot(), tool="hand")
    theirs = MujocoArm(robot, tmp_path, ("elbow_rotor",))
    assert "The tool is site 'tool'." in theirs.text
    assert theirs.model.site("tool").bodyid[0] == theirs.model.body("hand").id


def test_the_list_is_at_the_head_of_the_file(tmp_path: Path) -> None:
    lost = mjcf(full_robot(), tmp_path / "a.xml")
    first = (tmp_path / "a.xml").read_text()
    head = first.partition("-->")[0].splitlines()
    assert [line.strip() for line in head[-len(lost) :]] == lost
    mjcf(full_robot(), tmp_path / "a.xml")
    assert (tmp_path / "a.xml").read_text() == first


def test_the_start_is_in_the_order_of_mujocos_joints(tmp_path: Path) -> None:
    robot = random_tree(31, 9)  # its joints are listed in another order than that of the tree
    position, velocity = (tuple(part) for part in random_state(robot, 2, 2))
    start = Start(position, velocity, at_rest=False)
    theirs = MujocoArm(Setup("tree", robot, duration=1.0, start=start), tmp_path)
    assert theirs.order.tolist() != list(range(9))
    key = theirs.model.key("start")
    assert theirs.ours(key.qpos).tolist() == list(position)
    assert theirs.ours(key.qvel).tolist() == list(velocity)


def test_what_is_around_the_arm_is_named(tmp_path: Path) -> None:
    lost = mjcf(load_scenario("r3/one-axis"), tmp_path / "a.xml")
    for role in ("reference", "controller", "motor"):
        assert any(line.startswith(f"{role} '") for line in lost)


def test_a_spring_without_a_rotor_is_left_out(tmp_path: Path) -> None:
    drive = dataclasses.replace(FULL, motor_inertia=0.0)
    theirs = MujocoArm(with_drive(drive), tmp_path)
    assert any("stiffness 41 N m/rad" in line and "no inertia" in line for line in theirs.lost)


def test_play_has_no_damping_there(tmp_path: Path) -> None:
    """MuJoCo's would act within the gap, too."""
    spring = {"stiffness": 900.0, "gap": 0.01, "damping": 4.0}
    drive = dataclasses.replace(FULL, spring=spring, spring_law="backlash")
    theirs = MujocoArm(with_drive(drive), tmp_path, ("elbow_rotor",))
    assert theirs.model.tendon_lengthspring.tolist() == [[-0.01, 0.01]]
    assert not theirs.model.tendon_damping.any()
    assert "joint 'elbow': damping 4 N m s/rad while the teeth touch" in theirs.lost


def test_hostile_names(tmp_path: Path) -> None:
    """Generated names give way to those that are there."""
    robot = hostile_robot()
    mjcf(robot, tmp_path / "a.xml")
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "a.xml"))
    names = [model.joint(k).name for k in range(model.njnt)]
    assert tuple(names[: len(HOSTILE)]) == HOSTILE
    assert {"x_rotor_2", "x_motor_rotor", "x_rotor_rotor"} <= set(names)
    assert model.nq == 2 * len(HOSTILE) == 2 * model.nu == 2 * model.ntendon
    assert {model.site(k).name for k in range(model.nsite)} >= {f.name for f in robot.frames}
    again = load(tmp_path / "a.xml")
    assert again.name == robot.name


@pytest.mark.parametrize("role", ["base", "arm"])
def test_a_link_with_the_name_of_mujocos_root(role: str, tmp_path: Path) -> None:
    robot = full_robot()

    def renamed(name: str) -> str:
        return "world" if name == role else name

    links = tuple(dataclasses.replace(link, name=renamed(link.name)) for link in robot.links)
    joints = tuple(
        dataclasses.replace(joint, parent=renamed(joint.parent), child=renamed(joint.child))
        for joint in robot.joints
    )
    theirs = MujocoArm(
        dataclasses.replace(robot, links=links, joints=joints), tmp_path, ("elbow_rotor",)
    )
    said = [line for line in theirs.lost if "link 'world'" in line]
    if role == "base":
        assert "link 'world': its inertia, without effect as it does not move" in said
    else:
        assert "link 'world' is called 'world_link': the name is MuJoCo's own" in said
        assert theirs.model.body("world_link").mass[0] == 2.0


def test_meshes_that_are_there(tmp_path: Path) -> None:
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=np.float32)
    faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    triangles = [struct.pack("<3f", 0, 0, 0) + corners[list(f)].tobytes() + b"\0\0" for f in faces]
    stl = b"\0" * 80 + struct.pack("<I", len(faces)) + b"".join(triangles)
    (tmp_path / "part é.stl").write_bytes(stl)
    shapes = (
        Shape("mesh", (1.0, 1.0, 1.0), mesh="part é.stl"),
        Shape("mesh", (1.0, 1.0, 1.0), mesh="missing.stl"),
        Shape("mesh", (1.0, 1.0, 1.0), mesh="drawing.dae"),
    )
    (tmp_path / "drawing.dae").write_text("<COLLADA/>")
    base = Link("base", Inertia(1.0, np.zeros(3), np.eye(3)), shapes)
    robot = dataclasses.replace(full_robot(), links=(base, *full_robot().links[1:]))
    theirs = MujocoArm(robot, tmp_path, ("elbow_rotor",))
    assert theirs.model.nmesh == 1
    left_out = [line for line in theirs.lost if "link 'base': mesh" in line]
    assert len(left_out) == 2


def test_where_it_goes(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"suffix '\.urdf', expected \.xml"):
        mjcf(full_robot(), tmp_path / "a.urdf")
    (tmp_path / "file").write_text("in the way of a folder")
    with pytest.raises(InputError, match="cannot be written"):
        mjcf(full_robot(), tmp_path / "file" / "a.xml")


def test_elastic_axes_that_are_switched_off(tmp_path: Path) -> None:
    axis = ElasticAxis("foundation", "rx", name="tilt", spring={"stiffness": 3e4})
    robot = dataclasses.replace(load("two_axis"), elastic=(axis,))
    said = "elastic axis 'tilt' (rx, at 'foundation'): spring law 'linear' (stiffness 30000)"
    assert said in mjcf(robot, tmp_path / "a.xml", fidelity=Fidelity(elastic=False))
    assert said not in mjcf(robot, tmp_path / "b.xml")
