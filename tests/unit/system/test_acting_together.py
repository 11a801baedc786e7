"""Blocks that act on the arm in the same way add up; each has a signal of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import casadi as cs
import numpy as np
import pytest

from armwright import Blocks, InputError, Scenario, load
from armwright.arrays import Array
from armwright.block import Block, Output, Quantities
from armwright.block.fidelity import Fidelity
from armwright.blocks.disturbances import BaseMotion, JointTorque, Payload, ToolForce, TorqueChirp
from armwright.laws.compensators import JointSpring, PointSpring
from armwright.system import Recording, Start, System
from tests.unit.system.parts import setup


def falling(*blocks: Block, signals: tuple[str, ...] = ()) -> Scenario:
    """An arm on which nothing acts but the blocks and its weight."""
    return Scenario(
        name="together",
        robot=load("two_axis"),
        duration=0.2,
        tick=1e-3,
        blocks=Blocks(disturbances=blocks),
        fidelity=Fidelity(friction=False, joints="rigid"),
        start=Start((0.2, -0.1), at_rest=False),
        recording=Recording(("joint_position", "potential_energy", *signals)),
    )


def spring(name: str, stiffness: float) -> PointSpring:
    return PointSpring(
        name=name,
        link_a="base",
        point_a=[0.3, 0.0, 1.5],
        link_b="link1",
        point_b=[0.3, 0.0, 0.2],
        stiffness=stiffness,
        length=0.1,
    )


def payload(name: str, mass: float) -> Payload:
    return Payload(name=name, link="link2", mass=mass, centre=[0.1, 0.0, 0.2])


#: Two blocks, the one that does what both do, and the signals of one kind that they write.
PAIRS: dict[str, tuple[Block, Block, Block, str]] = {
    "joint torques": (
        JointTorque(name="push", torque=[300.0, 0.0]),
        JointTorque(name="pull", torque=[-100.0, 50.0]),
        JointTorque(torque=[200.0, 50.0]),
        "disturbance_joint_torque",
    ),
    "sampled joint torques": (
        JointTorque(name="push", torque=[300.0, 0.0], begin=0.1, rate=1000.0),
        JointTorque(name="pull", torque=[-100.0, 50.0], begin=0.1, rate=1000.0),
        JointTorque(torque=[200.0, 50.0], begin=0.1, rate=1000.0),
        "disturbance_joint_torque",
    ),
    "tool forces": (
        ToolForce(name="push", force_x=200.0),
        ToolForce(name="pull", force_x=100.0, force_z=-400.0),
        ToolForce(force_x=300.0, force_z=-400.0),
        "tool_force",
    ),
    "point springs": (
        spring("push", 3000.0),
        spring("pull", 1000.0),
        spring("both", 4000.0),
        "compensator_force",
    ),
    "joint springs": (
        JointSpring(name="push", weights=[1, 0], stiffness=300.0),
        JointSpring(name="pull", weights=[1, 0], stiffness=100.0),
        JointSpring(weights=[1, 0], stiffness=400.0),
        "compensator_joint_torque",
    ),
    "payloads": (payload("push", 30.0), payload("pull", 10.0), payload("both", 40.0), "payload"),
}


@pytest.mark.parametrize("kind", PAIRS)
def test_two_blocks_do_what_one_does_with_the_sum(kind: str) -> None:
    first, second, both, plain = PAIRS[kind]
    own = f"pull.{plain}"
    together = falling(first, second, signals=(plain, own)).simulate().data
    once = falling(both, signals=(plain,)).simulate().data
    alone = falling(first).simulate().data
    assert np.abs(once.joint_position.values - alone.joint_position.values).max() > 1e-4
    for name in ("joint_position", "potential_energy"):
        np.testing.assert_allclose(together[name].values, once[name].values, rtol=1e-9)
    np.testing.assert_allclose(
        together[plain].values + together[own].values, once[plain].values, rtol=1e-9
    )
    assert np.abs(together[own].values).max() > 0
    assert together[own].attrs["units"] == together[plain].attrs["units"]
    assert together[own].shape == together[plain].shape


def test_a_third_block_adds_up_too() -> None:
    blocks = [JointTorque(name=name, torque=[100.0, 0.0]) for name in ("one", "two", "three")]
    once = falling(JointTorque(torque=[300.0, 0.0])).simulate().data.joint_position.values
    every = falling(*blocks).simulate().data.joint_position.values
    np.testing.assert_allclose(every, once, rtol=1e-9)


def acting(*blocks: Block) -> Mapping[str, list[str]]:
    circuit = System(falling(*blocks)).circuit
    return {how: circuit.acting(how) for how in ("joint", "coordinate", "energy")}


def test_blocks_of_different_kinds_that_act_alike() -> None:
    chirp = TorqueChirp(name="chirp", side="joint", duration=0.1)
    assert acting(JointTorque(name="push", torque=1.0), chirp)["joint"] == [
        "disturbance_joint_torque",
        "chirp.disturbance_torque",
    ]
    # A point spring tells the joints' share in its force, a joint spring exerts a torque.
    assert acting(JointSpring(name="coil", weights=1, stiffness=1.0), spring("rod", 1.0)) == {
        "joint": ["compensator_joint_torque"],
        "coordinate": ["compensator_coordinate_force"],
        "energy": ["compensator_energy", "rod.compensator_energy"],
    }


class Told(Block):
    """Acts on the joints, or tells what it would do."""

    torque = Output("N m", "τ", size="joint", acts="joint")
    told = Output("N m", "τ", size="joint")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"torque": 1.0, "told": 1.0}


@pytest.mark.parametrize(
    ("one", "two", "signal"),
    [
        ({"torque": "a", "told": "shared"}, {"torque": "b", "told": "shared"}, "shared"),
        ({"torque": "a", "told": "b"}, {"torque": "b", "told": "c"}, "b"),
        ({"torque": "shared", "told": "shared"}, {}, "shared"),
    ],
    ids=["neither acts", "one acts", "of one block"],
)
def test_signals_that_do_not_act_are_written_once(
    one: dict[str, str], two: dict[str, str], signal: str
) -> None:
    with pytest.raises(InputError, match=f"signal '{signal}' is written twice"):
        System(setup(Told(name="one", connect=one), Told(name="two", connect=two)))


def test_only_one_block_moves_the_base() -> None:
    def moved(name: str) -> BaseMotion:
        return BaseMotion(name=name, axes=["z"], amplitude=0.1, frequency=1.0)

    with pytest.raises(InputError, match="signal 'base_position' is written twice"):
        System(falling(moved("ship"), moved("quay")))


def test_the_order_decides_who_has_the_plain_name() -> None:
    def sizes(*blocks: Block) -> tuple[Array, Array]:
        names = ("disturbance_joint_torque", f"{blocks[1].name}.disturbance_joint_torque")
        data = replace(falling(*blocks, signals=names), duration=0.01).simulate().data
        return data[names[0]].values[0], data[names[1]].values[0]

    push, pull = JointTorque(name="push", torque=3.0), JointTorque(name="pull", torque=1.0)
    assert sizes(push, pull)[0].tolist() == [3.0, 3.0]
    assert sizes(pull, push)[0].tolist() == [1.0, 1.0]
