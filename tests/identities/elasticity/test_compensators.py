"""Springs beside the drives: forces are what their energy says, and energy is kept."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from armwright import Blocks, Robot, Scenario, load
from armwright.block.block import Block
from armwright.block.fidelity import Fidelity
from armwright.laws.compensators import JointSpring, PointSpring, TorqueMap
from armwright.system import Integration, Recording, Start

ENERGIES = ("kinetic_energy", "potential_energy", "joint_position")
START = (0.3, 0.6, -0.9, 0.4, 0.7, 0.2)


def falling(robot: Robot, compensators: tuple[Block, ...], steps: int) -> Scenario:
    """An arm without drives that falls, held by nothing but its compensators."""
    return Scenario(
        name="falling",
        robot=robot,
        duration=0.5,
        tick=0.001,
        blocks=Blocks(compensators=compensators),
        fidelity=Fidelity(friction=False, drives=False),
        start=Start(START, at_rest=False),
        integration=Integration("rk4", steps),
        recording=Recording(ENERGIES, 1000.0),
    )


COMPENSATORS: dict[str, tuple[Block, ...]] = {
    "between two points": (
        PointSpring(
            link_a="shoulder",
            point_a=[0.1, 0.2, 0.3],
            link_b="forearm",
            point_b=[0.0, 0.1, 0.05],
            stiffness=4000.0,
            length=0.2,
            preload=150.0,
        ),
    ),
    "between two bodies": (JointSpring(weights=[0, 1, 1, 0, 0, 0], stiffness=80.0, rest=0.4),),
    "a map of torques": (
        TorqueMap(joint="joint2", points=((-1.0, 40.0), (0.2, -20.0), (0.7, 30.0), (2.0, 60.0))),
    ),
}


@pytest.mark.parametrize("kind", COMPENSATORS)
def test_energy_is_kept_to_the_order_of_the_integrator(kind: str) -> None:
    drifts = []
    for steps in (2, 4):
        run = falling(load("rx90b"), COMPENSATORS[kind], steps).simulate()
        total = (run.data["kinetic_energy"] + run.data["potential_energy"]).values
        assert np.ptp(run.data["kinetic_energy"].values) > 10.0
        drifts.append(float(np.ptp(total) / abs(total[0])))
    assert drifts[1] < 1e-6
    if kind != "a map of torques":  # it has kinks, where the fourth order is lost
        assert drifts[1] < drifts[0] / 10


@pytest.mark.parametrize("kind", COMPENSATORS)
def test_a_compensator_makes_a_difference(kind: str) -> None:
    robot = load("rx90b")
    without = falling(robot, (), 1).simulate().data["joint_position"].values
    held = falling(robot, COMPENSATORS[kind], 1).simulate().data["joint_position"].values
    assert np.abs(held - without).max() > 0.05


def test_a_damped_spring_across_a_joint_brings_it_to_its_angle() -> None:
    """Weightless, from 0.6 rad to where the spring is relaxed."""
    robot = replace(load("rx90b"), gravity=[0, 0, 0])
    spring = JointSpring(weights=[0, 1, 0, 0, 0, 0], stiffness=2e4, rest=0.7, damping=600.0)
    run = falling(robot, (spring,), 4).changed({"duration": 1.5}).simulate()
    position = run.data["joint_position"].values[:, 1]
    assert position[0] == START[1]
    assert np.abs(position[-500:] - 0.7).max() < 5e-6
