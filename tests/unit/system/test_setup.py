"""The blocks of a setup: in which order they come, and others in their places."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from armwright import Blocks, InputError, Scenario, load
from armwright.blocks.controllers import Cascade
from armwright.blocks.disturbances import JointTorque
from armwright.blocks.motors import CurrentLag
from armwright.blocks.references.hold import Hold
from armwright.blocks.sensors import Encoder
from armwright.laws.compensators import JointSpring
from armwright.system import Setup
from tests.unit.system.parts import gain

ALL = Blocks(
    reference=Hold(name="reference"),
    controller=(Cascade(name="loops", position_gain=5.0, velocity_gain=0.5),),
    motor=CurrentLag(name="motor"),
    sensors=(Encoder(name="encoder", rate=1000.0),),
    disturbances=(JointTorque(name="push", torque=1.0),),
    compensators=(JointSpring(name="spring", weights=[1.0, 0.0], stiffness=1.0),),
    others=(gain("gain", "here", "there"),),
)


def test_blocks_come_in_the_order_of_the_signal_flow_with_assemblies_taken_apart() -> None:
    loops = [part.name for part in ALL.controller[0].parts()]
    assert len(loops) > 1
    around = ["push", "spring", "gain"]
    assert [b.name for b in ALL] == ["encoder", "reference", *loops, "motor", *around]
    assert list(Blocks()) == []


@pytest.mark.parametrize("kind", [Setup, Scenario])
def test_other_blocks_leave_the_rest_as_it_was(kind: type[Setup]) -> None:
    one = kind("all", load("two_axis"), 0.1, blocks=ALL, seed=3)
    other = one.with_blocks(sensors=(), motor=None)
    assert type(other) is kind and other.seed == 3
    assert other.blocks.sensors == () and other.blocks.motor is None
    assert other.blocks.controller is ALL.controller and other.blocks.others is ALL.others
    assert one.blocks is ALL


def test_two_blocks_of_one_name() -> None:
    setup = Setup("all", load("two_axis"), 0.1, blocks=ALL)
    with pytest.raises(InputError, match="scenario 'all': two blocks are called 'push'"):
        setup.with_blocks(others=(gain("push", "here", "there"),))


def test_a_robot_of_which_nothing_moves_is_told() -> None:
    rod = aw.Link("rod", aw.Inertia(1.0, [0, 0, 0], np.eye(3)))
    joint = aw.Joint("weld", "fixed", "base", "rod")
    robot = aw.Robot("block", (aw.Link("base"), rod), (joint,))
    with pytest.raises(InputError, match=r"robot 'block': nothing of the robot moves"):
        aw.Scenario("still", robot, 0.1).simulate()
