"""Walls and force control: what they refuse, and what is said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import armwright as aw
from armwright.blocks.catalogue import CATALOGUE
from tests.support.simulations import signals
from tests.support.walls import before_a_wall


def test_a_wall_needs_a_direction() -> None:
    wall = CATALOGUE["disturbance"]["wall"](name="table", outward=[0.0, 0, 0], stiffness=1e4)
    scenario = before_a_wall({"stiffness": 1e3}).with_blocks(disturbances=(wall,))
    with pytest.raises(aw.InputError) as caught:
        scenario.simulate()
    assert str(caught.value) == (
        "block 'table': 'outward' has no direction (got [0.0, 0.0, 0.0], expected a vector out of "
        "the wall, such as [-1, 0, 0])"
    )


@pytest.mark.parametrize("axes", [(), ("x", "x"), ("rx",), "x"])
def test_force_axes_are_axes_of_the_task(axes: Any) -> None:
    with pytest.raises(aw.InputError, match=r"block 'hybrid_force': 'force_axes' .*out of x, y, z"):
        CATALOGUE["controller"]["hybrid_force"](force=10.0, force_axes=axes, rate=1000.0)


def test_the_perturbation_method_refuses_walls() -> None:
    scenario = before_a_wall({"stiffness": 1e4})
    with pytest.raises(aw.InputError, match=r"block 'wall': the perturbation method does not take"):
        scenario.simulate(method="perturbation")


def test_rounding_range_and_offset_of_the_force_sensor() -> None:
    """Counts of 0.5 N beside an offset of 0.2 N, up to 8 N."""
    settings = {"offset": [0.0, -0.2, 0.0], "resolution": 0.5, "range": 8.0}
    sensor = CATALOGUE["sensor"]["force_sensor"](name="force", rate=1000.0, **settings)
    recorded = ("contact_force", "measured_tool_force")
    scenario = before_a_wall(
        {"stiffness": 1e4}, blocks={"sensors": (sensor,)}, recorded=recorded, duration=0.2
    )
    run = signals(scenario)
    force, shown = run["contact_force"], -run["measured_tool_force"][:, 1]
    assert force.max() > 10.0
    wanted = np.minimum(np.ceil((force + 0.2) / 0.5 - 0.5) * 0.5, 8.0)
    assert shown == pytest.approx(wanted)


def test_the_bandwidth_of_the_force_sensor() -> None:
    """63 % of a step of the force after 1/(2πf)."""
    sensor = CATALOGUE["sensor"]["force_sensor"](name="force", rate=1000.0, bandwidth=5.0)
    recorded = ("contact_force", "measured_tool_force")
    scenario = before_a_wall(
        {"stiffness": 1e4}, blocks={"sensors": (sensor,)}, recorded=recorded, duration=0.2
    )
    run = signals(scenario)
    force, shown = run["contact_force"], -run["measured_tool_force"][:, 1]
    keep, found = np.exp(-2 * np.pi * 5.0 * 1e-3), 0.0
    for k, one in enumerate(force):
        found = keep * found + (1 - keep) * one
        assert shown[k] == pytest.approx(found, abs=1e-9)


def test_joints_that_stick_hold_against_a_wall() -> None:
    """Pressed into a wall and let go: Coulomb friction of 5 N keeps as much of the wall's force
    at most."""
    free = before_a_wall({"stiffness": 1e4, "damping": 1.0}, duration=1.0)
    friction = aw.Drive(gear_ratio=1.0, motor_inertia=1e-6, friction={"coulomb": 5.0})
    x, y = free.robot.joints
    robot = replace(free.robot, joints=(replace(x, drive=friction), y))
    push = CATALOGUE["disturbance"]["joint_torque"](name="push", torque=[20.0, 0.0], end=0.5)
    wall = free.blocks.disturbances[0]
    scenario = replace(free, robot=robot).with_blocks(disturbances=(wall, push))
    run = signals(scenario)
    force = run["contact_force"]
    assert 15.0 <= force[499] <= 25.0
    assert 0.0 <= force[-1] <= 5.0 + 1e-6
    assert run["joint_velocity"][-1, 0] == 0.0
