"""Joints may have any names: laws of friction and elasticity are found for them all the same."""

from __future__ import annotations

import dataclasses

import numpy as np

from armwright import Robot, Scenario, load

HOSTILE = 'left/arm:joint "1" & <more> ' + "x" * 80


def renamed(robot: Robot, name: str) -> Robot:
    first, *others = robot.joints
    return dataclasses.replace(robot, joints=(dataclasses.replace(first, name=name), *others))


def test_a_run_is_the_same_under_any_name() -> None:
    robot = load("two_axis")  # with friction and springs in its drives
    positions = []
    for name in ("joint1", HOSTILE):
        scenario = Scenario("names", renamed(robot, name), duration=0.01)
        assert isinstance(scenario.notes(), tuple)
        positions.append(scenario.simulate().data["joint_position"].values)
    assert np.array_equal(*positions)
