"""A compensator whose map is computed from the arm: S4 (2.32)."""

from __future__ import annotations

import numpy as np
import pytest

from armwright import Blocks, Fidelity, InputError, Scenario, compile, load
from armwright.laws.compensators import TorqueMap, balancing_map
from armwright.system import Integration, Recording, Start

AT = np.array([0.3, 0.6, -0.9, 0.4, 0.7, 0.2])


def torque(found: TorqueMap, position: float) -> float:
    places, torques = zip(*found.points, strict=True)
    return float(np.interp(position, places, torques))


def test_it_is_the_weight_in_the_chosen_configuration() -> None:
    robot = load("rx90b")
    arm = compile(robot)
    found = balancing_map(robot, "joint2", AT, between=(-1.2, 1.4), count=201)
    assert (found.joint, len(found.points)) == ("joint2", 201)
    for position in (-1.2, -0.37, 0.6, 1.4):
        q = np.array([*AT[:1], position, *AT[2:]])
        weight = arm.gravity(q)[1]
        assert abs(torque(found, position) - weight) < 1e-3 * np.abs(arm.gravity(q)).max()
    elsewhere = np.array([0.3, 0.6, 0.4, 0.4, 0.7, 0.2])
    assert abs(torque(found, 0.6) - arm.gravity(elsewhere)[1]) > 5.0
    half = balancing_map(robot, "joint2", AT, between=(-1.2, 1.4), count=201, share=0.5)
    assert torque(half, 0.6) == pytest.approx(0.5 * torque(found, 0.6))


def test_the_joint_that_it_carries_does_not_begin_to_fall() -> None:
    """Without drives: with the others held by maps of their own, nothing moves."""
    robot, at = load("two_axis"), (0.3, -0.4)
    names = robot.joint_names

    def fallen(maps: tuple[TorqueMap, ...]) -> np.ndarray:
        scenario = Scenario(
            name="balanced",
            robot=robot,
            duration=0.05,
            tick=0.001,
            blocks=Blocks(compensators=maps),
            fidelity=Fidelity(friction=False, drives=False),
            start=Start(at, at_rest=False),
            integration=Integration("rk4", 1),
            recording=Recording(("joint_position",), 1000.0),
        )
        way = scenario.simulate().data["joint_position"].values
        return np.abs(way - way[0]).max(axis=0)

    around = [(q - 0.05, q + 0.05) for q in at]
    maps = tuple(
        balancing_map(robot, name, at, between=place, count=3)
        for name, place in zip(names, around, strict=True)
    )
    assert fallen(maps).max() < 1e-12
    assert fallen(maps[:1])[1] > 1e-3


def test_what_it_refuses() -> None:
    robot = load("two_axis")
    with pytest.raises(InputError, match=r"no such joint that moves by itself .*'knee'"):
        balancing_map(robot, "knee", [0, 0])
    endless = load("cart_pendulum")
    with pytest.raises(InputError, match=r"no range for the map .*-inf to inf in 41 points"):
        balancing_map(endless, endless.joint_names[1], [0, 0])
    with pytest.raises(InputError, match=r"'at' is not a position of the arm .*shape \(3,\)"):
        balancing_map(robot, "joint1", [0, 0, 0], between=(0, 1))
