"""The exported MJCF in MuJoCo: the same mass matrix, bias, and acceleration as ours."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import casadi as cs
import numpy as np
import pytest

from armwright import (
    Blocks,
    Drive,
    ElasticAxis,
    ExtraFriction,
    Fidelity,
    Inertia,
    Joint,
    Limits,
    Link,
    Robot,
    library_names,
    load,
)
from armwright.block.declarations import Output
from armwright.export.mjcf import mjcf
from armwright.laws.compensators import JointSpring, PointSpring
from armwright.system import Setup, System
from tests.support.comparison import relative
from tests.support.evaluation import by_interpreter
from tests.support.exported_models import MujocoArm, stiff_and_dry
from tests.support.random_robots import random_pose, random_state, random_tree

RIGID = Fidelity(joints="rigid")
#: No set of solid bodies moves as this arm does: its inertias, as published, are too small.
IMPOSSIBLE = "puma560_armstrong3"
ROBOTS = {
    **{name: stiff_and_dry(load(name)) for name in library_names() if name != IMPOSSIBLE},
    "tree": random_tree(31, 9),
}
#: MuJoCo has a coordinate for each joint that follows others, and a constraint.
OPEN = {name: robot for name, robot in ROBOTS.items() if not any(one.mimic for one in robot.joints)}


def rotor_inertia(robot: Robot) -> np.ndarray:
    inertia = [motor.drive.motor_inertia for motor in robot.all_motors]
    return robot.gear_matrix.T @ np.diag(inertia) @ robot.gear_matrix


@pytest.mark.parametrize("robot", OPEN.values(), ids=OPEN.keys())
def test_mass_matrix_and_bias(robot: Robot, tmp_path: Path) -> None:
    """Rotors add ηᵀ J η; inertias that MuJoCo refuses are written as others that move alike."""
    compare(robot, MujocoArm(robot, tmp_path, fidelity=RIGID))


@pytest.mark.parametrize("robot", ROBOTS.values(), ids=ROBOTS.keys())
def test_read_by_ourselves(robot: Robot, tmp_path: Path) -> None:
    mjcf(robot, tmp_path / "a.xml", fidelity=RIGID)
    again = load(tmp_path / "a.xml")
    order = [robot.joint_names.index(name) for name in again.joint_names]
    assert sorted(order) == list(range(len(robot.joint_names)))
    q, v, a = random_state(robot, 5)
    evaluate, read = by_interpreter(robot), by_interpreter(again)
    (ours,), (theirs,) = evaluate("mass_matrix", (), (q,)), read("mass_matrix", (), (q[order],))
    assert relative(ours[np.ix_(order, order)], theirs) < 1e-12
    (ours,) = evaluate("inverse_dynamics", (), (q, v, a))
    (theirs,) = read("inverse_dynamics", (), (q[order], v[order], a[order]))
    assert relative(ours[order], theirs) < 1e-12


def compare(robot: Robot, theirs: MujocoArm) -> None:
    evaluate = by_interpreter(robot)
    q, v = random_state(robot, 5, 2)
    theirs.at(q, v)
    (M,) = evaluate("mass_matrix", (), (q,))
    assert relative(M + rotor_inertia(robot), theirs.mass_matrix()) < 1e-12
    (bias,) = evaluate("inverse_dynamics", (), (q, v, 0 * q))
    assert relative(bias, theirs.ours(theirs.data.qfrc_bias)) < 1e-12


def test_what_cannot_be_right_is_said(tmp_path: Path) -> None:
    theirs = MujocoArm(load(IMPOSSIBLE), tmp_path)
    (sentence,) = (line for line in theirs.lost if "motion changes" in line and "link3" in line)
    assert "0.319 kg m² are added: no other link can make up for them" in sentence


def test_poses_of_frames(tmp_path: Path) -> None:
    robot = load("rx90b")
    theirs, evaluate = MujocoArm(robot, tmp_path), by_interpreter(robot)
    q, v = random_state(robot, 6, 2)
    theirs.at(q, v)
    for frame in robot.frames:
        (pose,), site = evaluate("pose", (frame.name,), (q,)), theirs.data.site(frame.name)
        assert np.abs(pose[:3, 3] - site.xpos).max() < 1e-12
        assert np.abs(pose[:3, :3].ravel() - site.xmat).max() < 1e-12


def with_drives(robot: Robot, **changes: object) -> Robot:
    """All drives changed alike; no dry friction."""
    joints = [
        dataclasses.replace(
            joint,
            limits=Limits(),
            drive=dataclasses.replace(
                joint.drive or Drive(),
                friction={"viscous": 0.002},
                friction_law="coulomb",
                friction_side="motor",
                **changes,  # type: ignore[arg-type]
            ),
        )
        for joint in robot.joints
    ]
    return dataclasses.replace(robot, joints=tuple(joints))


def acceleration(setup: Setup, x: np.ndarray, v: np.ndarray) -> np.ndarray:
    system = System(setup)
    plant = system.plant
    found = cs.Function("a", [plant.x, plant.v, plant.dry], [system.acceleration])(x, v, 0)
    return np.array(found).ravel()


def setup_of(robot: Robot, **parts: object) -> Setup:
    return Setup("test", robot, duration=1.0, **parts)  # type: ignore[arg-type]


def sprung(at: str, axis: str, stiffness: float, damping: float = 0.0) -> ElasticAxis:
    return ElasticAxis(at, axis, spring={"stiffness": stiffness, "damping": damping})


def joint_spring(name: str, weights: list[float], **numbers: float) -> JointSpring:
    """With names of its own for what it gives out, so that there may be several."""
    own = {output: f"{name} {output}" for output in JointSpring.of(Output)}
    return JointSpring(name=name, weights=weights, connect=own, **numbers)


COUPLED = with_drives(load("rx90b"))
SETUPS = {
    "rigid, wrist coupled": (setup_of(COUPLED), ()),
    "motor-side springs behind a coupled wrist": (
        setup_of(with_drives(load("rx90b"), stiffness=4.0, damping=0.01)),
        tuple(f"joint{k}_rotor" for k in range(1, 7)),
    ),
    "joint-side springs behind a coupled wrist": (
        setup_of(
            with_drives(
                load("rx90b"), spring={"stiffness": 3e4, "damping": 20.0}, spring_law="linear"
            )
        ),
        tuple(f"joint{k}_rotor" for k in range(1, 7)),
    ),
    "elastic axes, friction of two joints": (
        setup_of(
            dataclasses.replace(
                with_drives(load("six_axis")),
                elastic=(
                    sprung("foundation", "x", 1e6, 300.0),
                    sprung("foundation", "ry", 2e5, 50.0),
                    sprung("LA", "rx", 4e4, 30.0),
                    sprung("LA", "rz", 5e4),
                ),
            ),
            frictions=(
                ExtraFriction("both", "coulomb", {"J1": 1.0, "J3": -2.0}, {"viscous": 3.0}),
            ),
        ),
        (),
    ),
    "springs that relieve": (
        setup_of(
            with_drives(load("six_axis")),
            blocks=Blocks(
                compensators=(
                    joint_spring("one", [0, 2, 0, 0, 0, 0], stiffness=40.0, rest=-0.3),
                    joint_spring(
                        "two", [0, 1, -1, 0, 0, 0], stiffness=30.0, rest=-1.0, damping=2.0
                    ),
                    joint_spring("three", [0, 1, 0, 0, 0, 0], stiffness=7.0, rest=0.5),
                    PointSpring(
                        name="rope",
                        link_a="base",
                        link_b="upper_arm_dh",
                        point_a=[0.1, 0.05, 0.9],
                        point_b=[0.0, 0.1, 0.3],
                        stiffness=900.0,
                        length=0.3,
                        preload=60.0,
                        damping=15.0,
                    ),
                ),
            ),
        ),
        (),
    ),
}


@pytest.mark.parametrize("setup, rotors", SETUPS.values(), ids=SETUPS.keys())
def test_acceleration(setup: Setup, rotors: tuple[str, ...], tmp_path: Path) -> None:
    """All of it at once: gravity, gears, rotors, springs, dampers."""
    theirs = MujocoArm(setup, tmp_path, rotors)
    rng = np.random.default_rng(8)
    n = len(theirs.order)
    # A motor is about where its joint is: a spring's deflection is small.
    x, v = rng.normal(size=(2, n))
    joints = len(setup.robot.moving_joints)
    if rotors:
        x[joints:] = setup.robot.gear_matrix @ x[:joints] + rng.normal(size=joints)
        v[joints:] = setup.robot.gear_matrix @ v[:joints] + rng.normal(size=joints)
    theirs.at(x, v)
    assert relative(acceleration(setup, x, v), theirs.ours(theirs.data.qacc)) < 1e-10


def test_play(tmp_path: Path) -> None:
    """Nothing within the gap, a spring beyond it."""
    spring = {"stiffness": 5e3, "gap": 0.01}
    robot = with_drives(load("two_axis"), spring=spring, spring_law="backlash")
    setup = setup_of(robot)
    theirs = MujocoArm(setup, tmp_path, ("joint1_rotor", "joint2_rotor"))
    for deflection in ([0.004, -0.008], [0.012, -0.03]):
        q, v = np.array([0.3, -0.5]), np.zeros(4)
        x = np.concatenate([q, robot.gear_matrix @ (q - deflection)])
        theirs.at(x, v)
        assert relative(acceleration(setup, x, v), theirs.ours(theirs.data.qacc)) < 1e-10


def test_a_motor_that_couples_branches(tmp_path: Path) -> None:
    """MuJoCo's mass matrix has no place for it, which is said; each joint still feels it."""
    robot = random_tree(3, 8, fixed=0.0)
    behind = {joint.child: joint for joint in robot.joints}

    def chain(name: str) -> set[str]:
        found, link = set(), robot.joint(name).child
        while link in behind:
            found.add(behind[link].name)
            link = behind[link].parent
        return found

    pairs = [(a, b) for a in robot.joint_names for b in robot.joint_names if a not in chain(b)]
    one, other = next((a, b) for a, b in pairs if b not in chain(a))
    drive = Drive(gear_ratio=20.0, motor_inertia=1e-3, coupling={other: 7.0})
    joints = tuple(
        dataclasses.replace(joint, drive=drive) if joint.name == one else joint
        for joint in robot.joints
    )
    coupled = dataclasses.replace(robot, joints=joints)
    theirs = MujocoArm(coupled, tmp_path)
    assert any("different branches" in line and f"'{one}'" in line for line in theirs.lost)
    q = random_state(robot, 9, 1)[0]
    theirs.at(q, 0 * q)
    (rigid,) = by_interpreter(robot)("mass_matrix", (), (q,))
    more = theirs.mass_matrix() - rigid
    expected = np.zeros(len(q))
    expected[robot.joint_names.index(one)] = 1e-3 * 20.0**2
    expected[robot.joint_names.index(other)] = 1e-3 * 7.0**2
    assert np.abs(more - np.diag(expected)).max() < 1e-10


#: Kind of a joint → a tensor that no solid has, and that can be mended across such a joint: the
#: moment about the joint's axis, z, is too large, or any moment.
BROKEN = {
    "revolute": np.diag([0.1, 0.15, 0.5]) + 0.02 * (np.ones((3, 3)) - np.eye(3)),
    "prismatic": np.diag([0.5, 0.1, 0.2]),
    "fixed": np.diag([0.1, 0.7, 0.2]) + 0.05 * (np.ones((3, 3)) - np.eye(3)),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_inertia_that_no_solid_has(kind: str, tmp_path: Path) -> None:
    """It is mended by what the joint does not feel, and the link before it makes up for that."""
    rng = np.random.default_rng(2)
    sound = Inertia(3.0, rng.normal(size=3), np.diag([3.0, 3.5, 4.0]))
    broken = Inertia(2.0, rng.normal(size=3), BROKEN[kind])
    links = tuple(
        Link(name, inertia)
        for name, inertia in (("base", broken), ("a", broken), ("b", sound), ("c", broken))
    )
    joints = tuple(
        Joint(f"to {child}", of, parent, child, random_pose(rng))  # type: ignore[arg-type]
        for of, parent, child in (
            ("revolute", "base", "a"),
            ("revolute", "a", "b"),
            (kind, "b", "c"),
        )
    )
    if kind != "revolute":  # a is on the base, whatever it is broken by
        joints = (dataclasses.replace(joints[0], kind="fixed"), *joints[1:])
    robot = Robot("broken", links, joints)
    theirs = MujocoArm(robot, tmp_path)
    first, second, third = (line for line in theirs.lost if "triangle inequality" in line)
    assert first.startswith("link 'c'") and "taken from link 'b': joint 'to c'" in first
    assert second.startswith("link 'a'") and "taken" not in second
    assert third.startswith("link 'base'") and "without effect" in third
    compare(robot, theirs)


def test_what_is_mended_in_the_puma(tmp_path: Path) -> None:
    lost = MujocoArm(load("puma560"), tmp_path).lost
    mended = [line for line in lost if "triangle inequality" in line]
    assert [line.partition(":")[0] for line in mended] == ["link 'link3'", "link 'link1'"]
    assert "0.00375 kg m² are added and taken from link 'link2'" in mended[0]
