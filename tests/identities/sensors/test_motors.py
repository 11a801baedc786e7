"""Torque ripple and torque-speed limits in runs."""

from __future__ import annotations

import numpy as np

import armwright as aw
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import ComputedTorque
from armwright.blocks.motors import TorqueRipple, TorqueSpeedLimit
from tests.identities.sensors.runs import move, recorded
from tests.support.motors import motor_inertias
from tests.support.probes import Constant

RIPPLE = TorqueRipple(current_ripple=0.05, current_order=6, ripple_1=0.1, order_1=12, phase_1=0.3)
MOTION = ("joint_position", "joint_velocity", "joint_acceleration")


def test_ripple_turns_the_motors_beside_their_own_torque() -> None:
    """M q̈ + c + g + ηᵀ J η q̈ = ηᵀ (τ + τ_r)."""
    signals = (*MOTION, "motor_position", "motor_torque", "ripple_motor_torque")
    rigid = Fidelity(friction=False, joints="rigid")
    run = recorded(move("two_axis", (), signals, disturbances=(RIPPLE,), fidelity=rigid))
    robot = aw.load("two_axis")
    a = run["joint_acceleration"]
    needed = aw.compile(robot).inverse_dynamics(run["joint_position"], run["joint_velocity"], a)
    needed = needed + a @ motor_inertias(robot)
    ripple = run["ripple_motor_torque"]
    given = (run["motor_torque"] + ripple) @ robot.gear_matrix
    np.testing.assert_allclose(given, needed, rtol=0, atol=1e-8 * np.abs(needed).max())
    theta, tau = run["motor_position"], run["motor_torque"]
    expected = 0.05 * np.sin(6 * theta) * tau + 0.1 * np.sin(12 * theta + 0.3)
    np.testing.assert_allclose(ripple, expected, rtol=1e-9, atol=1e-9)
    assert np.ptp(ripple, axis=0).min() > 0.1


def test_ripple_switched_off_is_no_ripple() -> None:
    signals = ("joint_position",)
    off = Fidelity(friction=False, ripple=False)
    without = recorded(move("two_axis", (), signals))
    smooth = recorded(move("two_axis", (), signals, disturbances=(RIPPLE,), fidelity=off))
    rippled = recorded(move("two_axis", (), signals, disturbances=(RIPPLE,)))
    np.testing.assert_array_equal(smooth["joint_position"], without["joint_position"])
    assert np.abs(rippled["joint_position"] - without["joint_position"]).max() > 1e-6


def test_a_motor_gives_less_the_faster_it_turns() -> None:
    """Without weight and friction a constant command takes it to its maximum speed and beyond:
    there the other motor's reaction alone drives it."""
    motor = TorqueSpeedLimit(name="motor", base_speed=20.0, maximum_speed=40.0)
    signals = ("motor_velocity", "motor_torque", "motor.limited")
    free = Fidelity(friction=False, joints="rigid", gravity=False)
    run = recorded(
        move(
            "two_axis",
            (),
            signals,
            controller=(Constant(torque=[20.0, 5.0]),),
            motor=motor,
            fidelity=free,
            duration=1.0,
        )
    )
    speed, torque = run["motor_velocity"], run["motor_torque"]
    limit = np.array([25.0, 14.0]) * np.clip((40.0 - speed) / 20.0, 0, 1)
    np.testing.assert_allclose(torque, np.minimum([20.0, 5.0], limit), atol=1e-9)
    np.testing.assert_array_equal(run["motor.limited"], limit < [20.0, 5.0])
    fast = speed[:, 0] > 40.0
    assert fast.any() and not torque[fast, 0].any()


def test_a_limit_that_is_never_reached_changes_nothing() -> None:
    signals = ("joint_position", "motor_torque")
    control = (ComputedTorque(natural_frequency=5.0),)
    plain = recorded(move("two_axis", (), signals, controller=control))
    motor = TorqueSpeedLimit(peak_torque=1e3, base_speed=1e3, maximum_speed=2e3)
    limited = recorded(move("two_axis", (), signals, controller=control, motor=motor))
    for name in signals:
        np.testing.assert_allclose(limited[name], plain[name], rtol=1e-12, atol=1e-14)
