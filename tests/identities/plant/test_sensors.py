"""Sensors on frames of an arm that rocks on its foundation."""

from __future__ import annotations

import dataclasses

import casadi as cs
import numpy as np
import pinocchio as pin
import pytest

import armwright as aw
from armwright import ElasticAxis, Joint, Link
from armwright.blocks.sensors import Accelerometer, LaserTracker
from armwright.laws.compensators import PointSpring
from armwright.robot import rotation_about
from armwright.system import System
from tests.identities.plant.arms import arm, pose
from tests.support.pinocchio_model import to_pinocchio

SHIFT, TURN, TARGET = [0.02, -0.03, 0.05], [0.1, -0.2, 0.3], [0.1, 0.2, -0.1]


@pytest.mark.parametrize("frame", ["", "upper"])
def test_accelerometer_and_tracker_on_an_elastic_foundation(frame: str) -> None:
    """In a run: what the sensor shows, from the motion of the coordinates, by Pinocchio."""
    axes = (
        ElasticAxis("foundation", "rx", spring={"stiffness": 300.0, "damping": 1.0}),
        ElasticAxis("foundation", "z", spring={"stiffness": 900.0}),
    )
    settings = {"position_error": SHIFT, "angle_error": TURN, "frame": frame, "noise": 0.0}
    sensor = Accelerometer(rate=4000.0, **settings)
    tracker = LaserTracker(rate=4000.0, frame=frame, target_offset=TARGET, noise=0.0)
    signals = (
        *("joint_position", "joint_velocity", "joint_acceleration", "elastic_position"),
        *("elastic_velocity", "accelerometer", "measured_tool_position", "coordinate_position"),
        *(f"acceleration of {frame or 'tool'}", f"angular_velocity of {frame or 'tool'}"),
    )
    scenario = aw.Scenario(
        "rocking",
        arm(elastic=axes),
        0.1,
        blocks=aw.Blocks(sensors=(sensor, tracker)),
        fidelity=aw.Fidelity(drives=False),
        start=aw.Start(joint_position=(0.4, 0.2), joint_velocity=(0.5, -0.3), at_rest=False),
        recording=aw.Recording(signals, 1000.0),
    )
    data = scenario.simulate().data
    peer, joints = _by_hand(), list(scenario.robot.joint_names)
    turn = np.eye(3)
    for axis, angle in zip(np.eye(3), TURN, strict=True):
        turn = rotation_about(axis, angle) @ turn
    where = peer.model.getFrameId(frame or "tool")
    for k in (1, 30, 100):
        row = data.isel(time=k)
        x = np.concatenate([row["joint_position"], row["elastic_position"]])
        v = np.concatenate([row["joint_velocity"], row["elastic_velocity"]])
        mass, bias = _mass_and_bias(peer, x, v)
        spring = np.array([0, 0, 300.0 * x[2] + v[2], 900.0 * x[3]])
        a = np.linalg.solve(mass, -bias - spring)
        assert np.abs(row["joint_acceleration"].values - a[: len(joints)]).max() < 1e-9
        q, w, g = (peer.theirs(one) for one in (x, v, a))
        pin.forwardKinematics(peer.model, peer.data, q, w, g)
        pin.updateFramePlacements(peer.model, peer.data)
        at = peer.data.oMf[where]
        world = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        moving = pin.getFrameClassicalAcceleration(peer.model, peer.data, where, world)
        speed = pin.getFrameVelocity(peer.model, peer.data, where, world)
        lever = at.rotation @ SHIFT
        place = moving.linear + np.cross(moving.angular, lever)
        place += np.cross(speed.angular, np.cross(speed.angular, lever))
        shown = (at.rotation @ turn).T @ (place + scenario.robot.gravity)
        assert np.abs(row["accelerometer"].values - shown).max() < 1e-9
        target = at.translation + at.rotation @ TARGET
        assert np.abs(row["measured_tool_position"].values - target).max() < 1e-9
        omega = row[f"angular_velocity of {frame or 'tool'}"].values
        assert np.abs(omega - speed.angular).max() < 1e-9


def _by_hand():  # type: ignore[no-untyped-def]
    robot = arm()
    joints = [dataclasses.replace(joint, drive=None) for joint in robot.joints]
    rock = Joint("rock", "revolute", "ground", "rocked", axis=np.array([1.0, 0, 0]))
    lift = Joint("lift", "prismatic", "rocked", "base")
    links = (*robot.links, Link("ground"), Link("rocked"))
    return to_pinocchio(dataclasses.replace(robot, links=links, joints=(*joints, rock, lift)))


def _mass_and_bias(peer, x, v):  # type: ignore[no-untyped-def]
    q, w = peer.theirs(x), peer.theirs(v)
    mass = pin.crba(peer.model, peer.data, q)
    mass = np.triu(mass) + np.triu(mass, 1).T
    return peer.ours(mass), peer.ours(pin.nonLinearEffects(peer.model, peer.data, q, w))


def test_a_spring_between_points_loads_elastic_axes() -> None:
    """It pulls a rigid arm against the ground: the foundation feels it."""
    axis = ElasticAxis("foundation", "ry", spring={"stiffness": 400.0})
    spring = PointSpring(
        link_a="foundation (ground)",
        link_b="fore",
        point_a=[0.6, 0.2, -0.5],
        point_b=pose(1).translation.tolist(),
        stiffness=500.0,
        length=0.1,
    )
    scenario = aw.Scenario(
        "pulled",
        arm(elastic=(axis,)),
        0.05,
        blocks=aw.Blocks(compensators=(spring,)),
        fidelity=aw.Fidelity(drives=False),
        start=aw.Start(joint_position=(0.4, 0.2), at_rest=False),
        recording=aw.Recording(("kinetic_energy", "potential_energy"), 1000.0),
        integration=aw.Integration("rk4"),
    )
    system = System(scenario)
    circuit, x = system.circuit, system.plant.x
    energy = circuit.value("compensator_energy")
    pull = cs.Function("pull", [x], [circuit.value("compensator_coordinate_force")])
    slope = cs.Function("slope", [x], [cs.gradient(energy, x)])
    for at in ([0.4, 0.2, 0.01], [-0.3, 0.1, -0.02]):
        np.testing.assert_allclose(np.array(pull(at)), -np.array(slope(at)), atol=1e-10)
        assert abs(float(pull(at)[2])) > 1.0
    data = scenario.simulate().data
    total = (data["kinetic_energy"] + data["potential_energy"]).values
    assert data["kinetic_energy"].values.max() > 0.01
    assert np.abs(total - total[0]).max() < 1e-9 * np.abs(total[0])
