"""The temperature of a joint that its friction heats."""

from __future__ import annotations

import dataclasses

import numpy as np

from armwright import load_scenario
from armwright.laws.friction import Thermal
from armwright.plant.arrangement import ExtraFriction
from armwright.report.friction.rig import rig
from armwright.system import Recording
from tests.support.blocks import evaluate, site

NUMBERS = {"heat_capacity": 500.0, "thermal_resistance": 0.4}


def test_balance_of_heat():
    where = site("two_axis")
    motion = {"friction_torque": [3.0, -2.0], "friction_velocity": [7.0, -5.0]}
    found = evaluate(Thermal(**NUMBERS), where, **motion, rise=[10.0, 0.0])
    expected = (np.array([21.0, 10.0]) - np.array([10.0, 0.0]) / 0.4) / 500.0
    np.testing.assert_allclose(found["rise"], expected, rtol=1e-14)
    np.testing.assert_allclose(found["joint_temperature"], [303.15, 293.15], rtol=1e-15)


def test_friction_on_either_side_and_along_both_joints_becomes_heat():
    """The third law, along the sum of the joints' velocities, heats the first joint."""
    law = {"law": "coulomb", "coulomb": 0.05, "viscous": 1e-3}
    scenario = load_scenario("two-axis/joints").changed(
        {
            "joints.1.friction": {**law, "side": "motor"},
            "joints.2.friction": {**law, "side": "joint"},
            "duration": 1.0,
        }
    )
    names = scenario.robot.joint_names
    both = ExtraFriction("both", "coulomb", dict.fromkeys(names, 1.0), {"viscous": 5.0})
    scenario = dataclasses.replace(
        scenario,
        frictions=(both,),
        recording=Recording(("joint_temperature", "friction_torque", "friction_loss"), 100.0),
    )
    thermal = Thermal(name="thermal", heat_capacity=0.5, thermal_resistance=1e9)
    data = scenario.with_blocks(others=(thermal,)).simulate().data
    assert data["friction_torque"].dims == ("time", "friction") and data.sizes["friction"] == 3
    heat = 0.5 * (data["joint_temperature"].to_numpy() - 293.15)
    loss = data["friction_loss"].to_numpy()
    assert heat[-1].min() > 2e-3 * loss[-1] > 1e-4
    np.testing.assert_allclose(heat.sum(axis=1), loss, atol=2e-3 * loss[-1])


def heated(pull, **numbers):
    scenario = rig("coulomb", {"coulomb": 2.0, "static": 2.0, "viscous": 4.0}, pull, duration=4.0)
    block = Thermal(**numbers)
    kept = Recording(("joint_temperature", "joint_velocity", "friction_loss"), 100.0)
    scenario = dataclasses.replace(scenario, recording=kept)
    blocks = (*scenario.blocks.disturbances, block)
    return scenario.with_blocks(disturbances=blocks).simulate().data


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
