"""What the filter's arm is made of: the plant, compensators on it, an accelerometer."""

from __future__ import annotations

import dataclasses

import casadi as cs
import numpy as np
import pytest

import armwright as aw
from armwright import Blocks, InputError
from armwright.block.block import Block
from armwright.block.declarations import Input, Output, State
from armwright.estimate.flexible_arm import flexible_arm
from armwright.estimate.sensors import acceleration_sensor
from armwright.laws.compensators import JointSpring, PointSpring, TorqueMap
from armwright.laws.friction import SmoothCoulomb, loaded
from armwright.plant import Plant
from armwright.system import Setup, System
from tests.unit.estimate.arms import plant, sim1, sim3

COMPENSATORS = (
    JointSpring(weights=[1.0, 0.5], stiffness=300.0, rest=0.1, damping=4.0, name="spring"),
    PointSpring(
        link_a="base",
        link_b="link2",
        point_b=[0.1, 0.0, 0.3],
        stiffness=1e4,
        length=0.4,
        preload=50.0,
        damping=30.0,
        connect={"compensator_joint_torque": "share", "compensator_energy": "elongation energy"},
    ),
    TorqueMap(
        joint="joint2",
        points=((-1.0, 5.0), (0.0, 20.0), (2.0, -30.0)),
        connect={"compensator_joint_torque": "mapped", "compensator_energy": "mapped energy"},
    ),
)
LOADED = loaded(SmoothCoulomb)
STATE = np.random.default_rng(3).normal(size=8)


@pytest.mark.parametrize("compensators", [(), COMPENSATORS])
def test_accelerates_as_in_simulations(compensators: tuple[Block, ...]) -> None:
    """Whatever acts in the scenario's circuit acts in the filter."""
    setup = Setup("idle", sim1().robot, 1.0, blocks=Blocks(compensators=compensators))
    system = System(setup)
    arm = flexible_arm(plant(), compensators=compensators)
    own = cs.Function("own", [arm.state, arm.motor_torque, arm.joint_torque], [arm.rate])
    there = cs.vertcat(system.plant.x, system.plant.v)
    simulated = cs.Function("simulated", [there], [system.acceleration])
    found = np.array(own(STATE, [0, 0], [0, 0])).ravel()
    np.testing.assert_array_equal(found[:4], STATE[4:])
    np.testing.assert_allclose(found[4:], np.array(simulated(STATE)).ravel(), rtol=1e-12)


def test_accelerometer_on_another_frame() -> None:
    """The first link's frame lies on its axis: whatever the arm does, it feels gravity alone."""
    elsewhere = sim3().changed({"accelerometer.frame": "link1"})
    sensor = acceleration_sensor(elsewhere)
    assert sensor is not None
    arm = flexible_arm(plant(), sensor)
    assert arm.accelerometer is not None
    names = [arm.state, arm.motor_torque, arm.joint_torque, *arm.free.values()]
    sensed = cs.Function("sensed", names, [arm.accelerometer])
    still = np.zeros(8)
    numbers = [np.zeros(3), np.zeros(3), np.array([0.1, 0.2, 0.3])]
    assert list(arm.free) == [f"accelerometer.{n}" for n in sensor.calibration]
    found = np.array(sensed(still, [5, 0], [0, 9], *numbers)).ravel()
    np.testing.assert_allclose(found, np.array([0.1, 0.2, 0.3 - 9.81]), atol=1e-12)


def loaded_robot(share: float) -> aw.Robot:
    """S0's arm with friction that grows by this share of what the gears carry."""
    robot = sim1().robot
    numbers = {"coulomb": 0.3, "transition_velocity": 0.1, "load_coefficient": share}
    joints = []
    for joint in robot.joints:
        assert joint.drive is not None
        drive = dataclasses.replace(joint.drive, friction_law=LOADED.kind, friction=numbers)
        joints.append(dataclasses.replace(joint, drive=drive))
    return dataclasses.replace(robot, joints=tuple(joints))


def test_load_that_springs_carry() -> None:
    """Bent springs push the motors on; friction that feels them, all the less."""
    bent = [0.01, 0.01, 0.0, 0.0, 0.0, 0.0, 5.0, 5.0]
    found = []
    for share in (0.0, 1e-3):
        arm = flexible_arm(Plant(loaded_robot(share), laws=(LOADED,)))
        rate = cs.Function("rate", [arm.state, arm.motor_torque, arm.joint_torque], [arm.rate])
        found.append(np.array(rate(bent, [0, 0], [0, 0])).ravel())
    np.testing.assert_array_equal(found[0][:6], found[1][:6])
    assert (found[1][6:] < found[0][6:]).all()


def test_refuses_a_load_of_the_last_step() -> None:
    rigid = dataclasses.replace(sim1().fidelity, joints="rigid")
    with pytest.raises(InputError, match="more states than positions and velocities"):
        flexible_arm(Plant(loaded_robot(1e-3), rigid, laws=(LOADED,)))


class Sluggish(Block):
    """Keeps something."""

    kind = "sluggish"

    torque = Output("N m", size="joint", acts="joint")
    state = State("N m", size="joint")

    def equations(self, x):
        return {"torque": x.state, "state": -x.state}


class Inertial(Block):
    """Feels what it does itself."""

    kind = "inertial"

    joint_acceleration = Input("rad/s²", size="joint")
    torque = Output("N m", size="joint", acts="joint")

    def equations(self, x):
        return {"torque": -x.joint_acceleration}


class Pushing(Block):
    """Acts at the tool."""

    kind = "pushing"

    force = Output("N", size="axis", acts="tool")

    def equations(self, x):
        return {"force": 1.0}


class Foreign(Block):
    """Listens to another block."""

    kind = "foreign"

    wind = Input("m/s", size="one")
    torque = Output("N m", size="joint", acts="joint")

    def equations(self, x):
        return {"torque": x.wind}


@pytest.mark.parametrize(
    ("block", "words"),
    [
        (Sluggish(), "block 'sluggish'.*a filter cannot take this compensator"),
        (Inertial(), "block 'inertial'.*follow at once from the arm's positions and velocities"),
        (Pushing(), "block 'pushing'"),
        (Foreign(), "input 'wind'.*nothing writes 'wind'.*a filter knows no other blocks"),
    ],
)
def test_refuses_compensators(block: Block, words: str) -> None:
    with pytest.raises(InputError, match=words):
        flexible_arm(plant(), compensators=(block,))
