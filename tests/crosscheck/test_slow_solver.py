"""Integrators with fixed steps beside the slow solver, and that beside another engine."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest

from armwright import Blocks, load
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import CONTROLLERS
from armwright.blocks.motors import MOTORS
from armwright.blocks.references import REFERENCES
from armwright.robot import Drive, Robot
from armwright.simulation import simulate
from armwright.simulation.slow import solve
from armwright.simulation.slow.interval import Multistep
from armwright.system import Integration, Recording, Setup, System
from tests.crosscheck.r3.write_reference import FILE

pytestmark = pytest.mark.crosscheck

#: Of the springs behind the gears, at the joints: N m/rad and N m s/rad.
STIFFNESS = (20e3, 25e3, 15e3, 6e3, 4e3, 3e3)
DAMPING = (20.0, 25.0, 10.0, 3.0, 2.0, 1.0)
#: What the motors of the six-axis arm feel of it, at the joints, kg m².
LOAD = (2.0, 2.5, 1.2, 0.15, 0.15, 0.05)


def flexible_arm() -> Robot:
    """Six axes with elastic gears and LuGre friction in the motors."""
    robot = load("six_axis")
    joints = [
        replace(joint, drive=_flexible(joint.drive, k, d))
        for joint, k, d in zip(robot.joints, STIFFNESS, DAMPING, strict=True)
        if joint.drive is not None
    ]
    return replace(robot, joints=tuple(joints))


def _flexible(drive: Drive, stiffness: float, damping: float) -> Drive:
    coulomb, ratio = drive.friction["coulomb"], drive.gear_ratio
    bristles = coulomb / 0.02
    friction = {
        "coulomb": coulomb,
        "static": 1.4 * coulomb,
        "stribeck_velocity": 2.0,
        "stiffness": bristles,
        "damping": 0.4 * math.sqrt(bristles * drive.motor_inertia),
        "viscous": drive.friction["viscous"],
    }
    return replace(
        drive,
        stiffness=stiffness / ratio**2,
        damping=damping / ratio**2,
        friction_law="lugre",
        friction=friction,
    )


def sampled_loop(duration: float) -> Setup:
    """A path on which every joint turns around several times; loops at 1 and 4 kHz."""
    robot = flexible_arm()
    drives = [joint.drive for joint in robot.joints if joint.drive is not None]
    inertia = [
        a / drive.gear_ratio**2 + drive.motor_inertia for a, drive in zip(LOAD, drives, strict=True)
    ]
    gains = [
        60 * J / (drive.torque_constant or 1) for J, drive in zip(inertia, drives, strict=True)
    ]
    out, back = (0, 90, 0, 0, 0, 0), (-30, 110, -20, -30, 40, 20)
    stops = (out, (40, 60, 25, 40, -50, 60), back, (25, 80, 20, -10, 20, -40), out)
    reference = REFERENCES["joint_path"](
        name="reference",
        points=stops,
        degrees=True,
        speed=(1.8, 1.5, 1.8, 3.0, 3.0, 3.0),
        acceleration=(9.0, 8.0, 9.0, 20.0, 20.0, 20.0),
        rate=1000.0,
    )
    controller = CONTROLLERS["cascade"](
        name="controller",
        position_gain=12.0,
        velocity_gain=gains,
        integral_time=0.08,
        position_rate=1000.0,
        velocity_rate=4000.0,
    )
    return Setup(
        "six axes",
        robot,
        duration,
        tick=2.5e-4,
        blocks=Blocks(reference=reference, controller=(controller,)),
        recording=Recording(("tool_position", "motor_velocity"), 1000.0),
    )


def tool_error(setup: Setup, method: str, steps: int, truth: np.ndarray) -> float:
    """The largest distance, in m."""
    integration = Integration(method, steps)  # type: ignore[arg-type]
    run = simulate(replace(setup, integration=integration))
    found = run.data["tool_position"].to_numpy()
    return float(np.linalg.norm(found - truth, axis=1).max())


def test_a_flexible_arm_with_bristles_is_right_to_a_micrometre_and_second_order() -> None:
    setup = sampled_loop(3.0)
    signals = ("tool_position", "motor_velocity")
    found = solve(System(setup), setup.ticks + 1, signals, record_every=4)
    turns = np.diff(np.sign(found["motor_velocity"][10:]), axis=0) != 0
    assert np.all(np.count_nonzero(turns, axis=0) >= 3)
    for method in ("midpoint", "rk4"):
        errors = [tool_error(setup, method, n, found["tool_position"]) for n in (1, 2, 4)]
        assert errors[0] < 1e-6, method
        orders = np.log2(np.array(errors[:-1]) / errors[1:])
        assert np.all(np.abs(orders - 2.0) < 0.25), (method, errors, orders)


def test_ten_seconds_of_a_flexible_arm_with_bristles_are_right_to_a_micrometre() -> None:
    setup = sampled_loop(10.0)
    found = solve(System(setup), setup.ticks + 1, ["tool_position"], record_every=4)
    assert tool_error(setup, "midpoint", 1, found["tool_position"]) < 1e-6


def test_the_reference_does_not_depend_on_its_tolerance_or_method() -> None:
    setup = sampled_loop(0.75)
    choices: tuple[tuple[float, Multistep], ...] = ((1e-11, "adams"), (1e-10, "bdf"))
    fine, other = (
        solve(System(setup), setup.ticks + 1, ["tool_position"], tolerance=t, method=m)
        for t, m in choices
    )
    assert np.abs(fine["tool_position"] - other["tool_position"]).max() < 1e-9


def sticking_arm(peak: float) -> Setup:
    """Two rigid axes with dry friction, break-away over sliding torque `peak`; PID at 1 kHz."""
    robot = load("two_axis")
    joints = []
    for joint, coulomb in zip(robot.joints, (0.6, 0.45), strict=True):
        assert joint.drive is not None
        friction = {"coulomb": coulomb, "static": peak * coulomb, "viscous": 0.004}
        drive = replace(joint.drive, friction=friction, friction_law="coulomb", spring={})
        joints.append(replace(joint, drive=drive))
    reference = REFERENCES["joint_path"](
        name="reference",
        points=((0, 0), (25, -15), (10, 20), (10.05, 20), (0, 0)),
        degrees=True,
        speed=(0.8, 0.9),
        acceleration=(3.0, 3.0),
        rate=1000.0,
    )
    controller = CONTROLLERS["pid"](
        name="controller",
        proportional_gain=(3.0, 1.5),
        integral_gain=(10.0, 6.0),
        derivative_gain=(0.08, 0.05),
        rate=1000.0,
    )
    return Setup(
        "two axes",
        replace(robot, joints=tuple(joints)),
        3.0,
        tick=1e-3,
        blocks=Blocks(reference=reference, controller=(controller,)),
        fidelity=Fidelity(joints="rigid"),
        recording=Recording(("joint_position",), 1000.0),
    )


@pytest.mark.parametrize("peak", [1.0, 1.4])
def test_two_coupled_joints_that_stick_converge_to_the_reference(peak: float) -> None:
    """First order, as a step does not know when within it a joint stops or breaks away."""
    setup = sticking_arm(peak)
    energies = ("kinetic_energy", "potential_energy", "motor_work", "friction_loss")
    signals = ("joint_position", "joint_velocity", *energies)
    found = solve(System(setup), setup.ticks + 1, signals)
    stuck = np.abs(found["joint_velocity"]) < 1e-12
    assert np.all(np.count_nonzero(np.diff(stuck, axis=0), axis=0) >= 3)
    kinetic, potential, work, loss = (found[name][:, 0] for name in energies)
    balance = kinetic + potential - work + loss
    assert np.ptp(balance) < 1e-8 * np.ptp(potential)
    errors = []
    for steps in (1, 4, 64):
        run = simulate(replace(setup, integration=Integration("midpoint", steps)))
        ours = run.data["joint_position"].to_numpy()
        errors.append(float(np.abs(ours - found["joint_position"]).max()))
    assert errors[0] < 2e-4
    assert errors[1] < 2e-5
    assert errors[2] < 5e-7, errors


def test_the_manutec_r3_beside_an_engine_that_shares_nothing() -> None:
    """Elastic gears, current loops, dry friction that sticks, six axes coupled."""
    reference = REFERENCES["joint_ptp"](
        name="reference",
        begin=(-60, 20, 90, 0, -110, 0),
        end=(60, -70, -35, 45, 110, 45),
        degrees=True,
        speed=(3, 1.5, 5, 3.1, 3.1, 4.1),
        acceleration=(15, 15, 15, 60, 60, 60),
    )
    controller = CONTROLLERS["cascade"](
        name="controller", position_gain=5.0, velocity_gain=0.5, integral_time=0.05
    )
    setup = Setup(
        "r3",
        load("manutec_r3"),
        2.5,
        tick=1e-3,
        blocks=Blocks(
            reference=reference,
            controller=(controller,),
            motor=MOTORS["current_loop"](name="motor"),
        ),
    )
    stored = json.loads(FILE.read_text())["full"]
    names = {
        "joint_angle": "joint_position",
        "joint_speed": "joint_velocity",
        "motor_angle": "motor_position",
        "motor_speed": "motor_velocity",
        "current": "motor_current",
    }
    every = round((stored["time"][1] - stored["time"][0]) / setup.tick)
    found = solve(System(setup), setup.ticks + 1, tuple(names.values()), record_every=every)
    for theirs, ours in names.items():
        assert np.abs(found[ours] - stored[theirs]).max() < 2e-8, ours
