"""What passes through joints: against Pinocchio, and by cutting arms free by hand."""

from __future__ import annotations

import dataclasses

import numpy as np
import pinocchio as pin
import pytest

from armwright import (
    Blocks,
    ElasticAxis,
    Environment,
    Fidelity,
    Frame,
    Inertia,
    InputError,
    Joint,
    Link,
    Plant,
    Pose,
    Robot,
    Scenario,
    compile,
    load,
)
from armwright.blocks.disturbances import ToolForce
from armwright.laws.compensators import PointSpring
from armwright.plant.plant import wrench_on
from armwright.system import Integration, Recording, Start
from tests.identities.plant.arms import arm, evaluated, states
from tests.support.pinocchio_model import Peer, to_pinocchio
from tests.support.random_robots import random_state, random_tree

CLOSE = 1e-9


def through(peer: Peer, joint: str) -> np.ndarray:
    """Pinocchio's `data.f` after `rnea`, turned into world axes."""
    number = peer.model.getJointId(joint)
    return pin.SE3(peer.data.oMi[number].rotation, np.zeros(3)).act(peer.data.f[number]).vector


def moved(peer: Peer, q: np.ndarray, v: np.ndarray, a: np.ndarray, push: dict[str, np.ndarray]):  # type: ignore[no-untyped-def]
    """rnea with wrenches on frames, world axes."""
    model, data = peer.model, peer.data
    pin.framesForwardKinematics(model, data, q)
    outside = [pin.Force.Zero() for _ in range(model.njoints)]
    for name, value in push.items():
        frame = model.frames[model.getFrameId(name)]
        at = pin.SE3(np.eye(3), data.oMf[model.getFrameId(name)].translation)
        outside[frame.parentJoint] += data.oMi[frame.parentJoint].actInv(at.act(pin.Force(value)))
    forces = pin.StdVec_Force()
    forces.extend(outside)
    return pin.rnea(model, data, q, v, a, forces)


@pytest.mark.parametrize("seed", range(4))
def test_every_joint_of_a_tree_against_pinocchio(seed: int) -> None:
    """Fixed joints among them: the peer has joints in their place that are held."""
    robot = random_tree(seed, 5, fixed=0.3)
    held = dataclasses.replace(
        robot,
        joints=tuple(
            one if one.moves else dataclasses.replace(one, kind="revolute") for one in robot.joints
        ),
    )
    peer = to_pinocchio(held)
    motion = random_state(robot, seed)
    named = [dict(zip(robot.joint_names, part, strict=True)) for part in motion]
    full = [
        peer.theirs(np.array([part.get(j.name, 0.0) for j in held.joints if j.moves]))
        for part in named
    ]
    push = {"probe": np.random.default_rng(seed).normal(size=6) * 20}
    moved(peer, *full, push)
    every = [joint.name for joint in robot.joints]
    assert any(not joint.moves for joint in robot.joints) or seed != 0
    ours = compile(robot)
    moving = ours.reactions(*motion, wrenches=push)
    found = ours.reactions(*motion, every, wrenches=push)
    same = found[[every.index(name) for name in robot.joint_names]]
    np.testing.assert_allclose(moving, same, rtol=CLOSE, atol=CLOSE)
    expected = np.array([through(peer, joint) for joint in every])
    np.testing.assert_allclose(found, expected, rtol=CLOSE, atol=CLOSE)


def test_moments_along_the_axes_are_the_joint_torques() -> None:
    robot = random_tree(1, 3, prismatic=0.0)
    found, motion = compile(robot), random_state(robot, 3)
    rows = found.reactions(*motion)
    axes = [found.pose(motion[0], j.child)[:3, :3] @ j.axis for j in robot.moving_joints]
    along = [row[3:] @ axis for row, axis in zip(rows, axes, strict=True)]
    torques = found.inverse_dynamics(*motion)
    np.testing.assert_allclose(along, torques, rtol=CLOSE, atol=CLOSE)
    batch = found.reactions(*(np.stack([part, part]) for part in motion), robot.joint_names[1:2])
    np.testing.assert_allclose(batch, rows[None, 1:2].repeat(2, 0), rtol=CLOSE)


def test_a_joint_that_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match=r"no joint of that name \(got 'knee'"):
        compile("puma560").reactions(np.zeros(6), np.zeros(6), np.zeros(6), ["knee"])


def test_two_links_cut_free_by_hand() -> None:
    """Point masses on two arms, and a hand at the end that is bolted on."""
    m1, m2, m3, l1, l2, g = 3.0, 2.0, 0.5, 0.7, 0.4, 9.81
    y = np.array([0, 1.0, 0])
    robot = Robot(
        "two",
        (
            Link("base"),
            Link("upper", Inertia(m1, [l1, 0, 0], np.zeros((3, 3)))),
            Link("fore", Inertia(m2, [l2, 0, 0], np.zeros((3, 3)))),
            Link("hand", Inertia(m3, [0, 0, -0.1], np.zeros((3, 3)))),
        ),
        (
            Joint("shoulder", "revolute", "base", "upper", axis=y),
            Joint("elbow", "revolute", "upper", "fore", Pose(translation=[l1, 0, 0]), y),
            Joint("flange", "fixed", "fore", "hand", Pose(translation=[l2, 0, 0])),
        ),
        (Frame("tool", "hand"),),
        "tool",
        [0, 0, -g],
    )
    q, v, a = np.array([0.4, -1.1]), np.array([1.7, -2.3]), np.array([3.0, 5.0])
    push = np.array([4.0, -6.0, 9.0, 0.3, 0.2, -0.1])

    def turn(angle: float) -> np.ndarray:
        c, s = np.cos(angle), np.sin(angle)
        return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])

    def swung(r: np.ndarray, rate: float, gain: float) -> np.ndarray:
        return np.cross(gain * y, r) - rate**2 * (r - y * (y @ r))

    elbow = turn(q[0]) @ [l1, 0, 0]
    hand = elbow + turn(q.sum()) @ [l2, 0, 0]
    mass3 = hand + turn(q.sum()) @ [0, 0, -0.1]
    at_elbow = swung(elbow, v[0], a[0])
    acceleration = {
        name: at_elbow + swung(point - elbow, v.sum(), a.sum())
        for name, point in (("hand", hand), ("mass3", mass3))
    }
    up = np.array([0, 0, g])
    needs = [
        (elbow, m1 * (at_elbow + up)),
        (hand, m2 * (acceleration["hand"] + up)),
        (mass3, m3 * (acceleration["mass3"] + up)),
    ]

    def cut(at: np.ndarray, bodies: list[tuple[np.ndarray, np.ndarray]]) -> np.ndarray:
        force = sum(f for _, f in bodies) - push[:3]
        moment = sum(np.cross(point - at, f) for point, f in bodies)
        return np.concatenate([force, moment - push[3:] - np.cross(hand - at, push[:3])])

    expected = [cut(np.zeros(3), needs), cut(elbow, needs[1:]), cut(hand, needs[2:])]
    joints = ["shoulder", "elbow", "flange"]
    found = compile(robot).reactions(q, v, a, joints, wrenches={"tool": push})
    np.testing.assert_allclose(found, expected, rtol=CLOSE, atol=CLOSE)


def test_an_arm_on_a_soft_foundation_with_gears_and_pushes() -> None:
    """Springs, rotors and wrenches act on the plant; what its joints carry follows by the motion.
    Of the elastic axis, too."""
    robot = arm(
        elastic=(ElasticAxis("foundation", "ry", name="rock", spring={"stiffness": 400.0}),)
    )
    plant = Plant(robot, environment=Environment(wrenches=("tool", "upper")))
    shoulder, reach = (dataclasses.replace(joint, drive=None) for joint in arm().joints)
    rocking = Joint("rock", "revolute", "ground", "base", axis=np.array([0, 1.0, 0]))
    by_hand = dataclasses.replace(
        arm(), links=(*arm().links, Link("ground")), joints=(shoulder, reach, rocking)
    )
    peer, rng = to_pinocchio(by_hand), np.random.default_rng(3)
    for x, v in states(plant, 3):
        push = {name: rng.normal(size=6) * 5 for name in ("tool", "upper")}
        given = {wrench_on(name): value for name, value in push.items()}
        given["motor_torque"] = rng.normal(size=2)
        a = evaluated(plant, plant.acceleration, x, v, **given).ravel()
        moved(peer, *(peer.theirs(part[:3]) for part in (x, v, a)), push)
        for joint in ("shoulder", "reach", "rock"):
            found = evaluated(plant, plant.reaction(joint), x, v, **given).ravel()
            np.testing.assert_allclose(found, through(peer, joint), rtol=CLOSE, atol=1e-8)


def around(robot: Robot) -> tuple[Joint, ...]:
    """The joints between which the spring pulls, and one on either side."""
    return robot.moving_joints[:4]


def hung() -> Scenario:
    """An arm without drives that falls, pulled by a spring between shoulder and forearm."""
    spring = PointSpring(
        link_a="shoulder",
        point_a=[0.1, 0.2, 0.3],
        link_b="forearm",
        point_b=[0.0, 0.1, 0.05],
        stiffness=4000.0,
        length=0.2,
        preload=150.0,
        damping=10.0,
    )
    push = ToolForce(force_x=20.0, force_y=-10.0, force_z=30.0)
    signals = [f"reaction_moment of {joint.name}" for joint in around(load("rx90b"))]
    signals += [f"rotation of {joint.child}" for joint in around(load("rx90b"))]
    signals += ["reaction_force of joint2", "compensator_pull"]
    return Scenario(
        name="falling",
        robot=load("rx90b"),
        duration=0.02,
        tick=0.001,
        blocks=Blocks(compensators=(spring,), disturbances=(push,)),
        fidelity=Fidelity(friction=False, drives=False),
        start=Start((0.3, 0.6, -0.9, 0.4, 0.7, 0.2), at_rest=False),
        integration=Integration("rk4", 1),
        recording=Recording(tuple(signals), 1000.0),
    )


def test_joints_that_nothing_drives_carry_no_moment_along_their_axes() -> None:
    """A run's own signals, with a spring between two links that bypasses the joints between."""
    scenario = hung()
    data = scenario.simulate().data
    for joint in around(scenario.robot):
        turn = data[f"rotation of {joint.child}"].values.reshape(-1, 3, 3).transpose(0, 2, 1)
        moment = data[f"reaction_moment of {joint.name}"]
        along = np.einsum("ti,tij,j->t", moment.values, turn, joint.axis)
        assert np.abs(along).max() < 1e-9 * np.abs(moment.values).max()
    pull = data["compensator_pull"].values[:, :3]
    assert np.linalg.norm(pull, axis=1).min() > 100.0
    force = data["reaction_force of joint2"]
    assert (force.dims, force.attrs["units"]) == (("time", "axis"), "N")
    assert moment.attrs["units"] == "N m"
