"""Controllers that know a model of the arm."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import armwright as aw
from armwright.block.fidelity import Fidelity
from armwright.block.quantities import NO_LIMIT
from armwright.blocks.controllers import ComputedTorque, InverseDynamicsFeedforward
from armwright.robot import Drive, Inertia
from tests.support.blocks import evaluate, site
from tests.support.motors import motor_inertias

ROBOT = aw.load("rx90b")
ARM = aw.compile(ROBOT)
WHERE = site(ROBOT)
Q, V, QD, VD, AD = np.random.default_rng(8).normal(size=(5, 4, 6))
ETA = ROBOT.gear_matrix
WIDE = {"torque_limit": 1e9}


def torque(block, where=WHERE):
    return evaluate(
        block,
        where,
        measured_joint_position=Q,
        measured_joint_velocity=V,
        reference_joint_position=QD,
        reference_joint_velocity=VD,
        reference_joint_acceleration=AD,
    )


def feedforward(where):
    found = evaluate(
        InverseDynamicsFeedforward(),
        where,
        reference_joint_position=QD,
        reference_joint_velocity=VD,
        reference_joint_acceleration=AD,
    )
    return found["feedforward_motor_torque"]


def heavier(robot):
    links = (
        replace(link, inertia=Inertia(2 * i.mass, i.centre, 2 * i.tensor)) if i else link
        for link in robot.links
        for i in [link.inertia]
    )
    return replace(robot, links=tuple(links))


def test_computed_torque_is_inverse_dynamics():
    w, zeta = np.array([5.0, 6.0, 7.0, 8.0, 9.0, 10.0]), 0.7
    block = ComputedTorque(natural_frequency=w.tolist(), damping_ratio=zeta, **WIDE)
    found = torque(block)
    y = AD + 2 * zeta * w * (VD - V) + w**2 * (QD - Q)
    expected = ARM.inverse_dynamics(Q, V, y) + y @ motor_inertias(ROBOT)
    np.testing.assert_allclose(found["commanded_joint_torque"], expected, rtol=1e-9, atol=1e-9)
    assert not found["torque_limited"].any() and not found["acceleration_limited"].any()


def test_computed_torque_without_motors():
    found = torque(ComputedTorque(motor_inertia=False, **WIDE))["commanded_joint_torque"]
    y = AD + 20 * (VD - V) + 100 * (QD - Q)
    np.testing.assert_allclose(found, ARM.inverse_dynamics(Q, V, y), rtol=1e-9, atol=1e-9)
    bare = site(ROBOT, fidelity=Fidelity(drives=False))
    np.testing.assert_allclose(
        torque(ComputedTorque(**WIDE), bare)["commanded_joint_torque"], found
    )


def test_computed_torque_limits_first_acceleration_then_torque():
    block = ComputedTorque(acceleration_limit=50.0, torque_limit=30.0)
    found = torque(block)
    wanted = AD + 20 * (VD - V) + 100 * (QD - Q)
    y = np.clip(wanted, -50, 50)
    needed = ARM.inverse_dynamics(Q, V, y) + y @ motor_inertias(ROBOT)
    expected = np.clip(needed, -30, 30)
    np.testing.assert_allclose(found["commanded_joint_torque"], expected, rtol=1e-9, atol=1e-9)
    np.testing.assert_array_equal(found["acceleration_limited"], np.abs(wanted) > 50)
    np.testing.assert_array_equal(found["torque_limited"], np.abs(needed) > 30)
    assert 0 < found["torque_limited"].mean() < 1 and 0 < found["acceleration_limited"].mean() < 1


def test_torque_limits_are_the_efforts_of_the_joints():
    assert ComputedTorque().parameters(WHERE)["torque_limit"].tolist() == [
        320,
        320,
        170,
        50,
        35,
        20,
    ]
    unknown = site("manutec_r3")
    assert (ComputedTorque().parameters(unknown)["torque_limit"] == NO_LIMIT).all()


def test_the_controllers_model_is_not_the_arm():
    model = heavier(ROBOT)
    block = ComputedTorque(motor_inertia=False, **WIDE)
    found = torque(block, site(ROBOT, model=model))["commanded_joint_torque"]
    np.testing.assert_allclose(found, 2 * torque(block)["commanded_joint_torque"], rtol=1e-9)


def test_feedforward():
    links = np.linalg.solve(ETA.T, ARM.inverse_dynamics(QD, VD, AD)[..., None])[..., 0]
    J = np.array([joint.drive.motor_inertia for joint in ROBOT.moving_joints])
    expected = links + J * (AD @ ETA.T)
    np.testing.assert_allclose(feedforward(WHERE), expected, rtol=1e-9, atol=1e-12)


def test_feedforward_at_the_joints_is_inverse_dynamics_with_motors():
    at_joints = feedforward(WHERE) @ ETA
    expected = ARM.inverse_dynamics(QD, VD, AD) + AD @ motor_inertias(ROBOT)
    np.testing.assert_allclose(at_joints, expected, rtol=1e-9, atol=1e-9)


def test_feedforward_of_a_scenario_without_gravity_and_drives():
    light = aw.compile(replace(ROBOT, gravity=np.zeros(3)))
    found = feedforward(site(ROBOT, fidelity=Fidelity(gravity=False, drives=False)))
    np.testing.assert_allclose(found, light.inverse_dynamics(QD, VD, AD), rtol=1e-9, atol=1e-9)


def test_gear_without_inverse():
    """Both motors turn with the same sum of the joints."""
    first, second = aw.load("two_axis").joints
    drives = Drive(30.0, coupling={"joint2": 60.0}), Drive(60.0, coupling={"joint1": 30.0})
    joints = (replace(first, drive=drives[0]), replace(second, drive=drives[1]))
    robot = replace(aw.load("two_axis"), joints=joints)
    message = "robot 'two_axis', joint 'joint1': the motors do not determine where this joint is"
    with pytest.raises(aw.InputError, match=message):
        evaluate(InverseDynamicsFeedforward(), site(robot))


def test_a_motor_that_turns_with_nothing():
    first, *rest = aw.load("two_axis").joints
    stuck = replace(first, drive=Drive(gear_ratio=0.0))
    robot = replace(aw.load("two_axis"), joints=(stuck, *rest))
    with pytest.raises(aw.InputError, match="the gears do not connect every motor with a joint"):
        site(robot)
