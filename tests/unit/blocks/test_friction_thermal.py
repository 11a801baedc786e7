"""The temperature of a joint that its friction heats."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from armwright import Drive, load
from armwright.laws.friction import Thermal
from armwright.report.friction.rig import rig
from armwright.system import Recording
from tests.support.blocks import evaluate, setting

NUMBERS = {"heat_capacity": 500.0, "thermal_resistance": 0.4}
MOTION = {
    "friction_torque": [3.0, -2.0],
    "motor_velocity": [7.0, -5.0],
    "joint_velocity": [2.0, 1.0],
}


@pytest.mark.parametrize(
    ("side", "power"), [("motor", [21.0, 10.0]), ("joint", [6.0, -2.0]), ("robot", [21.0, 10.0])]
)
def test_balance_of_heat(side, power):
    where = setting("two_axis")
    sides = [(joint.drive or Drive()).friction_side for joint in where.plant.robot.moving_joints]
    assert sides == ["motor", "motor"]
    found = evaluate(Thermal(**NUMBERS, side=side), where, **MOTION, rise=[10.0, 0.0])
    expected = (np.array(power) - np.array([10.0, 0.0]) / 0.4) / 500.0
    np.testing.assert_allclose(found["rise"], expected, rtol=1e-14)
    np.testing.assert_allclose(found["joint_temperature"], [303.15, 293.15], rtol=1e-15)


def test_each_joint_has_the_side_that_the_robot_says():
    robot = load("two_axis")
    first, *others = robot.joints
    moved = dataclasses.replace(first.drive or Drive(), friction_side="joint")
    robot = dataclasses.replace(robot, joints=(dataclasses.replace(first, drive=moved), *others))
    found = evaluate(Thermal(**NUMBERS), setting(robot), **MOTION)
    np.testing.assert_allclose(found["rise"], [6.0 / 500.0, 10.0 / 500.0], rtol=1e-14)


def heated(pull, **numbers):
    scenario = rig("coulomb", {"coulomb": 2.0, "static": 2.0, "viscous": 4.0}, pull, duration=4.0)
    block = Thermal(**numbers)
    kept = Recording(("joint_temperature", "joint_velocity", "friction_loss"), 100.0)
    scenario = dataclasses.replace(
        scenario, disturbances=(*scenario.disturbances, block), recording=kept
    )
    return scenario.simulate().data


def test_all_of_the_loss_becomes_heat():
    """A joint that gives nothing to the air."""
    data = heated({"swing": 5.0, "frequency": 9.0}, heat_capacity=0.5, thermal_resistance=1e9)
    heat = 0.5 * (data["joint_temperature"].to_numpy().ravel() - 293.15)
    loss = data["friction_loss"].to_numpy().ravel()
    assert loss[-1] > 1.0
    np.testing.assert_allclose(heat, loss, atol=2e-3 * loss[-1])


def test_a_joint_at_steady_speed_warms_up_exponentially():
    """T = T_a + P R (1 − e^(−t/RC)) once the speed, F = F_c + α₂ v, is reached."""
    data = heated({"mean": 6.0}, heat_capacity=0.5, thermal_resistance=2.0)
    time, v = data["time"].to_numpy(), data["joint_velocity"].to_numpy()[:, 0]
    T = data["joint_temperature"].to_numpy()[:, 0]
    late = time >= 3.0
    np.testing.assert_allclose(v[late], 1.0, rtol=1e-4)
    final, fading = 6.0 * 1.0 * 2.0, np.exp(-(time[late] - 3.0) / (0.5 * 2.0))
    expected = 293.15 + final + (T[late][0] - 293.15 - final) * fading
    np.testing.assert_allclose(T[late], expected, atol=1e-3)
