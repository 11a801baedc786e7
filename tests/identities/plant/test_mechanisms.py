"""Joints that nothing drives, that follow others, and axes that give way: against Pinocchio, which
gets the same bodies and joints written out by hand."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import numpy as np
import pinocchio as pin
import pytest

import armwright as aw
from armwright import ElasticAxis, Environment, Fidelity, Joint, Link, Motor, Plant, Pose, Robot
from armwright.blocks.controllers import CONTROLLERS
from armwright.blocks.references import REFERENCES
from armwright.plant.plant import wrench_on
from armwright.robot.changing import changed
from tests.identities.plant.arms import GRAVITY, arm, body, evaluated, pose, states
from tests.support.pinocchio_model import Peer, to_pinocchio

CLOSE = 1e-9
RIGID = Fidelity(joints="rigid", friction=False)


def of_bodies(peer: Peer, x: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """M and bias of the bodies."""
    q, w = peer.theirs(x), peer.theirs(v)
    mass = pin.crba(peer.model, peer.data, q)
    mass = np.triu(mass) + np.triu(mass, 1).T
    return peer.ours(mass), peer.ours(pin.nonLinearEffects(peer.model, peer.data, q, w))


def with_pendulum() -> Robot:
    """The arm with a pendulum that hangs from its tool."""
    robot = arm()
    hanging = Joint(
        "swing", "revolute", "fore", "bob", pose(7), np.array([1.0, 0, 0]), passive=True
    )
    return dataclasses.replace(
        robot, links=(*robot.links, Link("bob", body(7, 1.5))), joints=(*robot.joints, hanging)
    )


def test_a_pendulum_that_hangs_from_the_tool() -> None:
    robot = with_pendulum()
    plant = Plant(robot, RIGID)
    assert [one.role for one in plant.coordinates] == ["driven", "driven", "passive"]
    assert plant.motor_names == ("shoulder", "reach")
    peer = to_pinocchio(robot)
    eta = np.array([[50.0, 0, 0], [5.0, -30.0, 0]])
    rotors = eta.T @ np.diag([2e-4, 1e-4]) @ eta
    torque = np.array([0.7, -0.4])
    for x, v in states(plant):
        mass, bias = of_bodies(peer, x, v)
        expected = np.linalg.solve(mass + rotors, eta.T @ torque - bias)
        found = evaluated(plant, plant.acceleration, x, v, motor_torque=torque)
        np.testing.assert_allclose(found.ravel(), expected, rtol=CLOSE, atol=CLOSE)


def test_a_pendulum_swings_in_a_run() -> None:
    """Below a tool that stands still it has the period of its own inertia."""
    still = Joint("swing", "revolute", "base", "bob", Pose(), np.array([1.0, 0, 0]), passive=True)
    bob = aw.Inertia(2.0, [0, 0, -0.5], np.diag([0.1, 0.1, 0.01]))
    robot = Robot("pendulum", (Link("base"), Link("bob", bob)), (still,))
    scenario = aw.Scenario(
        "swing",
        robot,
        5.0,
        start=aw.Start(joint_position=(1e-3,), at_rest=False),
        recording=aw.Recording(("joint_position",)),
        integration=aw.Integration("rk4"),
    )
    data = scenario.simulate().data
    omega = np.sqrt(2.0 * 9.81 * 0.5 / (0.1 + 2.0 * 0.25))
    expected = 1e-3 * np.cos(omega * data["time"].values)
    assert np.abs(data["joint_position"].values[:, 0] - expected).max() < 1e-8
    assert data.sizes["motor"] == 0


def test_motors_do_not_tell_where_a_passive_joint_is() -> None:
    with pytest.raises(aw.InputError, match="joint 'swing': the motors do not determine where"):
        _ = Plant(with_pendulum(), RIGID).gears.inverse


URDF = """<robot name="gripper">
  <link name="base"/>
  <link name="palm"><inertial><origin xyz="0.1 0 0.05" rpy="0.1 0.2 0"/><mass value="2"/>
    <inertia ixx="0.02" ixy="0.001" ixz="0" iyy="0.03" iyz="0.002" izz="0.025"/></inertial></link>
  <link name="left"><inertial><origin xyz="0 0.02 0.04"/><mass value="0.4"/>
    <inertia ixx="0.002" ixy="0" ixz="0.0001" iyy="0.003" iyz="0" izz="0.0025"/></inertial></link>
  <link name="right"><inertial><origin xyz="0.01 -0.02 0.04"/><mass value="0.5"/>
    <inertia ixx="0.003" ixy="0" ixz="0" iyy="0.003" iyz="0.0002" izz="0.0025"/></inertial></link>
  <joint name="wrist" type="revolute"><parent link="base"/><child link="palm"/>
    <origin xyz="0 0 0.3" rpy="0.3 0.1 0"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" velocity="3" effort="50"/></joint>
  <joint name="finger" type="prismatic"><parent link="palm"/><child link="left"/>
    <origin xyz="0.05 0.02 0.1"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" velocity="3" effort="50"/></joint>
  <joint name="follower" type="revolute"><parent link="palm"/><child link="right"/>
    <origin xyz="0.05 -0.02 0.1"/><axis xyz="0 0 1"/><mimic joint="finger" multiplier="-1.7"
    offset="0.2"/><limit lower="-3" upper="3" velocity="3" effort="50"/></joint>
</robot>"""


def test_a_joint_of_a_urdf_that_mimics_another(tmp_path: Path) -> None:
    path = tmp_path / "gripper.urdf"
    path.write_text(URDF)
    robot = aw.load(path)
    assert robot.joint_names == ("wrist", "finger")
    model = pin.buildModelFromUrdf(str(path), mimic=True)
    data, plant, arm_ = model.createData(), Plant(robot), aw.compile(robot)
    assert model.nv == 2
    torque = np.array([1.5, -2.0])
    for q, v in states(plant):
        a = np.array([0.3, -0.8])
        needed = pin.rnea(model, data, q, v, a)
        np.testing.assert_allclose(arm_.inverse_dynamics(q, v, a), needed, rtol=0, atol=CLOSE)
        mass = pin.crba(model, data, q)
        mass = np.triu(mass) + np.triu(mass, 1).T
        np.testing.assert_allclose(arm_.mass_matrix(q), mass, atol=CLOSE)
        expected = np.linalg.solve(mass, torque - pin.nonLinearEffects(model, data, q, v))
        np.testing.assert_allclose(arm_.forward_dynamics(q, v, torque), expected, atol=1e-8)
        found = evaluated(plant, plant.acceleration, q, v, motor_torque=torque)
        np.testing.assert_allclose(found.ravel(), expected, rtol=CLOSE, atol=CLOSE)
        pin.framesForwardKinematics(model, data, q)
        frame = data.oMf[model.getFrameId("right")].homogeneous
        np.testing.assert_allclose(arm_.pose(q, "right"), frame, atol=CLOSE)
        np.testing.assert_allclose(arm_.energy(q, v).kinetic, 0.5 * v @ mass @ v, atol=CLOSE)
        Y = arm_.regressor(q, v, a)
        np.testing.assert_allclose(Y @ arm_.inertial_parameters, needed, atol=CLOSE)


def test_inverse_kinematics_of_a_gripper(tmp_path: Path) -> None:
    """As far as its palm; what lies behind a follower is refused."""
    path = tmp_path / "gripper.urdf"
    path.write_text(URDF)
    hand = aw.compile(aw.load(path))
    q = np.array([0.4, 0.1])
    found = hand.inverse_kinematics(hand.pose(q, "left")[:3, 3], q + 0.05, "left")
    np.testing.assert_allclose(hand.pose(found.q, "left")[:3, 3], hand.pose(q, "left")[:3, 3])
    with pytest.raises(aw.InputError, match="does not go through a joint that mimics another"):
        hand.inverse_kinematics(np.eye(4), frame="right")


STIFFENING = {"k_low": 300.0, "k_high": 2000.0, "psi": 0.05}


def nonlinear_axis() -> Robot:
    axis = ElasticAxis(
        "shoulder",
        "rx",
        "after",
        "bend",
        spring_law="stiffening",
        spring=STIFFENING,
        friction_law="smooth_coulomb",
        friction={"viscous": 0.4, "coulomb": 0.0, "transition_velocity": 1.0},
        inertia=body(5, 0.8),
    )
    return arm(elastic=(axis,))


def bent_by_hand() -> Robot:
    """The same tree as a robot without elastic axes."""
    robot = arm()
    shoulder, reach = robot.joints
    joints = (
        dataclasses.replace(shoulder, child="turned", drive=None),
        dataclasses.replace(reach, drive=None),
        Joint("bend", "revolute", "turned", "upper", Pose(), np.array([1.0, 0, 0])),
        Joint("body", "fixed", "upper", "weight"),
    )
    links = (*robot.links, Link("turned"), Link("weight", body(5, 0.8)))
    return dataclasses.replace(robot, links=links, joints=joints)


def stiffening(d: float) -> float:
    """S0 (A.7)."""
    low, high, psi = STIFFENING.values()
    k3 = (high - low) / (3 * psi**2)
    if abs(d) <= psi:
        return low * d + k3 * d**3
    return float(np.sign(d) * (low * psi + k3 * psi**3 + high * (abs(d) - psi)))


def test_a_nonlinear_elastic_axis_after_a_joint() -> None:
    """Gears, rotors and the law of the axis put together by hand."""
    plant = Plant(nonlinear_axis())
    names = [one.name for one in plant.coordinates]
    assert names == ["shoulder", "reach", "bend", "rotor of shoulder"]
    peer = to_pinocchio(bent_by_hand())
    torque = np.array([0.7, -0.4])
    for x, v in states(plant):
        x[2] *= 0.06  # on both sides of ψ
        mass, bias = np.zeros((4, 4)), np.zeros(4)
        mass[:3, :3], bias[:3] = of_bodies(peer, x[:3], v[:3])
        motor = np.array([5.0, -30.0, 0, 0])
        mass += 1e-4 * np.outer(motor, motor)
        mass[3, 3] += 2e-4
        gear = np.array([50.0, 0, 0, -1.0])
        force = torque[1] * motor - bias
        force[3] += torque[0] - 1e-3 * v[3]
        force -= gear * (4.0 * gear @ x + 2e-3 * gear @ v)
        force[2] -= stiffening(x[2]) + 0.4 * v[2]
        found = evaluated(plant, plant.acceleration, x, v, motor_torque=torque)
        expected = np.linalg.solve(mass, force)
        np.testing.assert_allclose(found.ravel(), expected, rtol=CLOSE, atol=CLOSE)


def test_elastic_axes_start_in_equilibrium() -> None:
    """A controller that knows nothing of them holds the arm, and nothing moves."""
    gains = {"proportional_gain": 20.0, "integral_gain": 50.0, "derivative_gain": 0.2}
    scenario = aw.Scenario(
        "resting",
        changed(nonlinear_axis(), {"joints.reach.coupling": {}}),
        0.3,
        blocks=aw.Blocks(
            reference=REFERENCES["hold"](name="reference", position=(0.3, 0.1)),
            controller=(CONTROLLERS["pid"](name="controller", rate=4000.0, **gains),),
        ),
        recording=aw.Recording(("coordinate_position",)),
        start=aw.Start(exact="motors"),
    )
    x = scenario.simulate().data["coordinate_position"].values
    assert abs(x[0, 2]) > 1e-3
    assert np.abs(x - x[0]).max() < 1e-9


@pytest.mark.parametrize("place", ["before", "on"])
def test_other_places_of_elastic_axes(place: str) -> None:
    at, origin = ("reach", Pose()) if place == "before" else ("upper", pose(9))
    axis = ElasticAxis(at, "rz", place, "give", origin, spring={"stiffness": 50.0})  # type: ignore[arg-type]
    robot = arm(elastic=(axis,))
    shoulder, reach = (dataclasses.replace(joint, drive=None) for joint in arm().joints)
    place_of_axis = reach.origin if place == "before" else origin
    rest = Pose() if place == "before" else origin.inverse() @ reach.origin
    by_hand = dataclasses.replace(
        arm(),
        links=(*arm().links, Link("between")),
        joints=(
            shoulder,
            dataclasses.replace(reach, parent="between", origin=rest),
            Joint("give", "revolute", "upper", "between", place_of_axis),
        ),
    )
    plant, peer = Plant(robot, Fidelity(drives=False)), to_pinocchio(by_hand)
    for x, v in states(plant):
        mass, bias = of_bodies(peer, x, v)
        expected = np.linalg.solve(mass, -bias - np.array([0, 0, 50.0 * x[2]]))
        found = evaluated(plant, plant.acceleration, x, v)
        np.testing.assert_allclose(found.ravel(), expected, rtol=CLOSE, atol=CLOSE)


def test_wrenches_on_frames_and_reactions_in_joints() -> None:
    robot = arm(elastic=(ElasticAxis("foundation", "ry", spring={"stiffness": 400.0}),))
    plant = Plant(robot, RIGID, Environment(wrenches=("tool", "upper")))
    shoulder, reach = (dataclasses.replace(joint, drive=None) for joint in arm().joints)
    rocking = Joint("rock", "revolute", "ground", "base", axis=np.array([0, 1.0, 0]))
    by_hand = dataclasses.replace(
        arm(), links=(*arm().links, Link("ground")), joints=(shoulder, reach, rocking)
    )
    peer = to_pinocchio(by_hand)
    rng = np.random.default_rng(3)
    for x, v in states(plant):
        push = {name: rng.normal(size=6) * 5 for name in ("tool", "upper")}
        given = {wrench_on(name): value for name, value in push.items()}
        a = evaluated(plant, plant.acceleration, x, v, **given).ravel()
        forces = pin.StdVec_Force()
        q, w, acceleration = peer.theirs(x), peer.theirs(v), peer.theirs(a)
        pin.framesForwardKinematics(peer.model, peer.data, q)
        outside = [pin.Force.Zero() for _ in range(peer.model.njoints)]
        for name, value in push.items():
            frame = peer.model.frames[peer.model.getFrameId(name)]
            at = pin.SE3(np.eye(3), peer.data.oMf[peer.model.getFrameId(name)].translation)
            world = at.act(pin.Force(value))
            outside[frame.parentJoint] += peer.data.oMi[frame.parentJoint].actInv(world)
        forces.extend(outside)
        torques = peer.ours(pin.rnea(peer.model, peer.data, q, w, acceleration, forces))
        eta = np.array([[50.0, 0, 0], [5.0, -30.0, 0]])
        rotors = eta.T @ np.diag([2e-4, 1e-4]) @ eta @ a
        spring = np.array([0, 0, 400.0 * x[2]])
        np.testing.assert_allclose(torques + rotors + spring, 0, atol=1e-8)
        for joint in ("shoulder", "reach"):
            number = peer.model.getJointId(joint)
            carried = pin.SE3(peer.data.oMi[number].rotation, np.zeros(3)).act(peer.data.f[number])
            found = evaluated(plant, plant.reaction(joint), x, v, **given).ravel()
            np.testing.assert_allclose(found, carried.vector, rtol=1e-8, atol=1e-8)


def test_a_base_that_is_moved_from_outside() -> None:
    """A moved base feels like other joints whose motion is known; what moves it is an output."""
    plant = Plant(arm(), Fidelity(drives=False), Environment(base_motion=("z", "ry")))
    shoulder, reach = (dataclasses.replace(joint, drive=None) for joint in arm().joints)
    by_hand = dataclasses.replace(
        arm(),
        links=(*arm().links, Link("ground"), Link("lifted")),
        joints=(
            shoulder,
            reach,
            Joint("lift", "prismatic", "ground", "lifted"),
            Joint("rock", "revolute", "lifted", "base", axis=np.array([0, 1.0, 0])),
        ),
    )
    peer, rng = to_pinocchio(by_hand), np.random.default_rng(1)
    torque = np.array([2.0, -3.0])
    for x, v in states(plant):
        p, rate, gain = rng.normal(size=(3, 2))
        moved = {"base_position": p, "base_velocity": rate, "base_acceleration": gain}
        a = evaluated(plant, plant.acceleration, x, v, motor_torque=torque, **moved).ravel()
        base = evaluated(plant, plant.base_forces(), x, v, motor_torque=torque, **moved).ravel()
        full = [peer.theirs(np.concatenate(pair)) for pair in ((x, p), (v, rate), (a, gain))]
        expected = peer.ours(pin.rnea(peer.model, peer.data, *full))
        np.testing.assert_allclose(np.concatenate([torque, base]), expected, atol=1e-8)


def test_one_motor_for_two_joints() -> None:
    """A belt turns both; two coordinates, one motor."""
    joints = tuple(dataclasses.replace(joint, drive=None) for joint in arm().joints)
    belt = Motor("belt", {"shoulder": 20.0, "reach": -8.0}, aw.Drive(motor_inertia=3e-4))
    plant = Plant(arm(joints=joints, motors=(belt,)))
    assert plant.motor_names == ("belt",)
    peer, row = to_pinocchio(arm(joints=joints)), np.array([20.0, -8.0])
    for x, v in states(plant):
        mass, bias = of_bodies(peer, x, v)
        expected = np.linalg.solve(mass + 3e-4 * np.outer(row, row), 0.6 * row - bias)
        found = evaluated(plant, plant.acceleration, x, v, motor_torque=[0.6])
        np.testing.assert_allclose(found.ravel(), expected, rtol=CLOSE, atol=CLOSE)


def test_gravity_is_what_the_robot_says() -> None:
    plant = Plant(arm())
    assert np.array_equal(evaluated(plant, plant.gravity, *states(plant)[0]).ravel(), GRAVITY)
