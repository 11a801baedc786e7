"""Simulated side by side: MuJoCo with the exported file, and we ourselves."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import mujoco
import numpy as np
import pytest

from armwright import Integration, Limits, Scenario, Start, load, load_scenario
from tests.support.exported_models import MujocoArm
from tests.support.simulations import signals

RK4 = Integration("rk4")


def test_puma_falling_with_its_rotors_and_viscous_friction(tmp_path: Path) -> None:
    robot = load("puma560")
    joints = tuple(
        dataclasses.replace(
            joint,
            limits=Limits(),
            drive=dataclasses.replace(
                joint.drive,
                friction_law="smooth_coulomb",  # without its dry part: rk4 does not stick
                friction={
                    "viscous": 0.1 * joint.drive.friction["viscous"],
                    "transition_velocity": 1.0,
                },
            ),
        )
        for joint in robot.joints
    )
    robot = dataclasses.replace(robot, joints=joints)
    start = Start((0.1, 0.5, -0.4, 0.2, 0.7, -0.3), (1.0, -0.5, 0.8, 2.0, -1.0, 3.0))
    scenario = Scenario("fall", robot, 1.0, tick=5e-4, start=start, integration=RK4)
    ours = signals(scenario)["joint_position"]
    theirs = MujocoArm(scenario, tmp_path)
    end = theirs.run(np.array(start.joint_position), np.array(start.joint_velocity), 1.0)
    assert np.abs(ours[-1] - ours[0]).max() > 0.3
    assert np.abs(ours[-1] - end).max() < 1e-9


@pytest.mark.parametrize("name", ["pendulum/flexible", "pendulum/damped"])
def test_two_inertias_and_a_spring(name: str, tmp_path: Path) -> None:
    scenario = dataclasses.replace(load_scenario(name), integration=RK4)
    run = signals(scenario.changed({"duration": 1.0}))
    theirs = MujocoArm(scenario, tmp_path, ("axis_rotor",))
    still = np.zeros(2)
    joint, motor = theirs.run(still, still, 1.0, force=np.array([30.0, 0.0]))
    assert abs(run["joint_position"][-1, 0]) > 1
    assert abs(run["joint_position"][-1, 0] - joint) < 1e-9
    assert abs(run["motor_position"][-1, 0] - motor) < 1e-7


def test_braked_by_dry_friction(tmp_path: Path) -> None:
    """With the file's own integrator, which is of first order: slides alike, stops and stays.

    MuJoCo's friction is a soft constraint: the last of the way it slows down more gently.
    """
    scenario = load_scenario("pendulum/braked")
    run = signals(scenario)
    theirs = MujocoArm(scenario, tmp_path)
    mujoco.mj_resetDataKeyframe(theirs.model, theirs.data, 0)
    for time, position, velocity in zip(
        run["time"], run["joint_position"][:, 0], run["joint_velocity"][:, 0], strict=True
    ):
        while theirs.data.time < time - 1e-9:
            mujoco.mj_step(theirs.model, theirs.data)
        assert abs(theirs.data.qpos[0] - position) < 5e-4
        assert abs(theirs.data.qvel[0] - velocity) < (3e-4 if velocity > 0.05 else 2e-2)
    assert run["joint_velocity"][-1, 0] == 0 and abs(theirs.data.qvel[0]) < 1e-9


def test_motors_drive_it(tmp_path: Path) -> None:
    """Controls are motor torques, through gears, a coupled wrist and springs alike."""
    robot = load("rx90b")
    theirs = MujocoArm(robot, tmp_path)
    theirs.at(np.zeros(6), np.zeros(6))
    torque = np.array([0.3, -0.2, 0.1, 0.05, 0.07, -0.03])
    theirs.data.ctrl[:] = torque
    mujoco.mj_forward(theirs.model, theirs.data)
    expected = robot.gear_matrix.T @ torque
    assert np.abs(theirs.ours(theirs.data.qfrc_actuator) - expected).max() < 1e-12


def test_it_starts_where_a_run_starts(tmp_path: Path) -> None:
    scenario = load_scenario("r3/one-axis")
    (joint,) = scenario.robot.joint_names
    theirs = MujocoArm(scenario, tmp_path, (f"{joint}_rotor",))
    mujoco.mj_resetDataKeyframe(theirs.model, theirs.data, theirs.model.key("start").id)
    recorded = ["joint_position", "motor_position"]
    run = signals(scenario, {"duration": 0.01, "recording.signals": recorded})
    position = theirs.ours(theirs.data.qpos)
    assert abs(position[0] - run["joint_position"][0, 0]) < 1e-12
    assert abs(position[1] - run["motor_position"][0, 0]) < 1e-9
    step = scenario.tick / scenario.integration.steps
    assert theirs.model.opt.timestep == pytest.approx(step, rel=1e-12)
