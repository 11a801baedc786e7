"""Full gear matrices: power, and where springs sit between motors and joints."""

from __future__ import annotations

from dataclasses import replace

import casadi as cs
import numpy as np
import pytest

from armwright import Blocks, ExtraFriction, Scenario, load
from armwright.blocks.disturbances import JointTorque
from armwright.laws.transmission import in_series, on_motor_side, shaft_stiffness
from armwright.plant import Plant
from armwright.plant.plant import MOTOR_TORQUE
from armwright.robot.changing import changed
from armwright.system import Recording

RNG = np.random.default_rng(7)


def wrist(**springs: dict[str, float]) -> Plant:
    """The RX90B, whose motor 6 turns with joints 5 and 6, with springs in some joints."""
    robot = load("rx90b")
    for joint, spring in springs.items():
        paths = {f"joints.{joint}.{key}": value for key, value in spring.items()}
        robot = changed(robot, paths)
    return Plant(robot)


def stiffness_at_joints(plant: Plant) -> np.ndarray:
    """Joint torques per joint angle while the motors are held: Σ k g gᵀ."""
    n = plant.arrangement.joints
    total = np.zeros((n, n))
    for part in plant.elements:
        if part.law.family != "spring":
            continue
        slopes = np.array(cs.evalf(part.slope(part.displacement))).ravel()
        for row, k in zip(part.rows, slopes, strict=True):
            g = np.array([float(row.get(j, 0.0)) for j in range(n)])
            total += k * np.outer(g, g)
    return total


def test_power_is_the_same_on_both_sides() -> None:
    plant = wrist()
    gear = plant.gears.matrix
    assert gear[5, 4] == 45.0
    torque, velocity = RNG.normal(size=(2, 6))
    others = [symbol for name, symbol in plant.inputs.items() if name != MOTOR_TORQUE]
    symbols = [plant.inputs[MOTOR_TORQUE], *others]
    applied = cs.Function("applied", symbols, [cs.vertcat(*plant.applied())])
    joint = np.array(applied(torque, *(0 for _ in others))).ravel()
    np.testing.assert_allclose(joint, gear.T @ torque, rtol=1e-14)
    motor = np.array(cs.evalf(plant.of_motors(cs.SX(velocity)))).ravel()
    assert joint @ velocity == pytest.approx(torque @ motor, rel=1e-13)


def test_springs_before_the_coupling_make_a_full_stiffness_matrix() -> None:
    """K_arm = ηᵀ K_motor η.  S4 (2.29)."""
    k = {"joint4": 2.0, "joint5": 3.0, "joint6": 5.0}
    plant = wrist(**{joint: {"stiffness": value} for joint, value in k.items()})
    K_motor = np.diag([0.0, 0.0, 0.0, *k.values()])
    expected = plant.gears.matrix.T @ K_motor @ plant.gears.matrix
    assert expected[4, 5] != 0.0
    np.testing.assert_allclose(stiffness_at_joints(plant), expected, rtol=1e-13)


def test_dominant_springs_on_either_side() -> None:
    """k₄ and k₅ on the motors' side, k₆ on the link's: symmetric and not diagonal.  S4 (3.13).

    Here motor 5 turns with joint 4, too, as in S4's wrist.
    """
    plant = wrist(
        joint4={"stiffness": 2.0},
        joint5={"coupling.joint4": 30.0, "stiffness": 3.0},
        joint6={"spring": {"law": "linear", "stiffness": 8e3}},
    )
    gear = plant.gears.matrix
    expected = gear.T @ np.diag([0, 0, 0, 2.0, 3.0, 0]) @ gear + np.diag([0, 0, 0, 0, 0, 8e3])
    assert expected[3, 4] != 0.0 and expected[4, 5] == 0.0
    np.testing.assert_allclose(stiffness_at_joints(plant), expected, rtol=1e-12, atol=1e-9)


def test_shafts_and_steps_of_a_gear() -> None:
    """K = G J / L of a steel tube; a spring behind a step of 1 : r is r² softer for the motor."""
    G = 2.1e11 / 2.6
    J = np.pi * (0.02**4 - 0.01**4) / 32
    assert shaft_stiffness(0.3, 0.02, 0.01) == pytest.approx(G * J / 0.3, rel=1e-12)
    assert on_motor_side(900.0, 30.0) == pytest.approx(1.0)
    assert in_series(2.0, 2.0, 1.0) == pytest.approx(0.5)


def test_friction_along_a_sum_of_joints_acts_on_each_of_them() -> None:
    """S3's seventh friction: driven by q̇₅ + q̇₆, with the same torque on joints 5 and 6."""
    robot = changed(load("rx90b"), {"gravity": [0, 0, 0]})
    extra = ExtraFriction("wrist", "coulomb", {"joint5": 1, "joint6": 1}, {"coulomb": 2.0})
    push = JointTorque(torque=[0, 0, 0, 0, 1.9, 1.9])
    scenario = Scenario(
        name="wrist",
        robot=robot,
        duration=0.2,
        tick=0.001,
        frictions=(extra,),
        blocks=Blocks(disturbances=(push,)),
        recording=Recording(("joint_velocity",)),
    )
    for joint in robot.joint_names:
        scenario = scenario.changed({f"joints.{joint}.friction": {"law": "smooth_coulomb"}})
    scenario = scenario.changed({"joints.*.friction.transition_velocity": 1.0})
    held = scenario.simulate().data["joint_velocity"].values
    assert np.abs(held[:, 4] + held[:, 5]).max() < 1e-9
    free = replace(scenario, frictions=()).simulate().data["joint_velocity"].values
    assert np.abs(free[:, 4] + free[:, 5]).max() > 1e-3
