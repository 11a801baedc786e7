"""Closed loops beside Exudyn and MuJoCo, and over a minute."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import mujoco
import numpy as np
import pytest

import armwright as aw
from armwright import Plant, Scenario
from armwright.export.mjcf import mjcf
from armwright.system.setup import Integration, Recording, Start
from tests.support.loops import NO_NUMBERS, numbers

pytestmark = pytest.mark.crosscheck
ENERGY = ("kinetic_energy", "potential_energy")


def falling(duration: float, tick: float, **how: object) -> Scenario:
    return Scenario(
        "falling",
        aw.load("four_bar"),
        duration,
        tick=tick,
        start=Start(joint_position=(1.0, -0.5, 1.3), at_rest=False),
        integration=Integration(tolerance=10.0, **how),  # type: ignore[arg-type]
        recording=Recording(signals=("joint_position", "joint_velocity", *ENERGY), rate=100.0),
    )


def test_a_loop_stays_closed_and_keeps_its_energy_for_a_minute() -> None:
    data = falling(60.0, 5e-4).simulate().data
    own = numbers(Plant(aw.load("four_bar")))
    gaps = [np.abs(own.at(x, NO_NUMBERS)[0]).max() for x in data["joint_position"].values[::10]]
    assert max(gaps) < 1e-9
    energy = sum(data[name].values.ravel() for name in ENERGY)
    assert np.ptp(energy) < 2e-4 * np.abs(energy).max()


def test_a_four_bar_falls_as_in_exudyn() -> None:
    pytest.importorskip("exudyn", reason="exudyn is not installed")
    theirs = _exudyn(1.0, 20_000)
    ours = falling(1.0, 1e-4, method="rk4").simulate().data["joint_position"].values[:, 0]
    assert np.abs(ours[:100] - theirs[:100]).max() < 1e-6


def test_a_four_bar_falls_as_in_mujoco_as_far_as_its_constraints_are_stiff(tmp_path: Path) -> None:
    scenario = falling(0.5, 1e-3)
    mjcf(scenario, tmp_path / "four_bar.xml")
    run = scenario.simulate().data["joint_position"].values
    # Softer ones let the closure open; stiffer ones than this do not get nearer in our step.
    for stiff, most in ((4e-2, 5e-2), (1e-3, 1e-3)):
        model = mujoco.MjModel.from_xml_path(str(tmp_path / "four_bar.xml"))
        model.opt.timestep = 1e-4
        model.eq_solref[:] = [stiff, 1.0]
        state = mujoco.MjData(model)
        mujoco.mj_resetDataKeyframe(model, state, 0)
        found = []
        for _ in range(50):
            found.append(state.qpos.copy())
            mujoco.mj_step(model, state, 100)
        assert np.abs(np.array(found) - run[:50]).max() < most


def _exudyn(duration: float, steps: int) -> np.ndarray:
    """The crank's angle 100 times a second; bodies at their centres, hinges in space."""
    import exudyn as exu
    from exudyn.rigidBodyUtilities import RigidBodyInertia
    from exudyn.utilities import SensorBody

    robot = aw.load("four_bar")
    system = falling(duration, 1e-3)
    position = dataclasses.replace(system, duration=0.01).simulate().data["joint_position"]
    arm, q = aw.compile(robot), position.values[0]
    mbs = exu.SystemContainer().AddSystem()
    numbers_of = {"ground": mbs.CreateGround()}
    for link in robot.links[1:]:
        pose, inertia = arm.pose(q, link.name), link.inertia
        assert inertia is not None
        tensor = np.array(inertia.tensor)
        if link.name == "crank":
            tensor[2, 2] += 0.002  # the motor's rotor
        numbers_of[link.name] = mbs.CreateRigidBody(
            inertia=RigidBodyInertia(
                mass=inertia.mass, inertiaTensor=tensor, com=[0, 0, 0], inertiaTensorAtCOM=True
            ),
            referencePosition=list(pose[:3, :3] @ inertia.centre + pose[:3, 3]),
            referenceRotationMatrix=pose[:3, :3],
            gravity=list(robot.gravity),
        )
    loop = robot.loops[0]
    pins = [(j.parent, j.child, arm.pose(q, j.child)[:3, 3]) for j in robot.joints]
    there = arm.pose(q, loop.first.link) @ loop.first.pose.matrix()
    pins.append((loop.first.link, loop.second.link, there[:3, 3]))
    for k, (one, other, place) in enumerate(pins):
        if k < 3:
            mbs.CreateRevoluteJoint(
                itemNumbers=[numbers_of[one], numbers_of[other]],
                position=list(place),
                axis=[0, 0, 1],
                useGlobalFrame=True,
            )
        else:  # in the plane, the two others of a ball are enough, and nothing is redundant
            mbs.CreateSphericalJoint(
                itemNumbers=[numbers_of[one], numbers_of[other]],
                position=list(place),
                constrainedAxes=[1, 1, 0],
                useGlobalFrame=True,
            )
    sensor = mbs.AddSensor(
        SensorBody(
            bodyNumber=numbers_of["crank"],
            storeInternal=True,
            outputVariableType=exu.OutputVariableType.Rotation,
        )
    )
    mbs.Assemble()
    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = steps
    settings.timeIntegration.endTime = duration
    settings.timeIntegration.verboseMode = 0
    settings.timeIntegration.generalizedAlpha.spectralRadius = 1.0
    settings.timeIntegration.newton.relativeTolerance = 1e-10
    settings.solutionSettings.sensorsWritePeriod = 0.01
    settings.solutionSettings.writeSolutionToFile = False
    mbs.SolveDynamic(settings)
    found = np.array(mbs.GetSensorStoredData(sensor))
    angle = np.unwrap(found[:, 3])
    return angle - angle[0] + q[0]
