"""At which instant recorded torques, velocities and accelerations count: balances of rotors."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from armwright.arrays import Array


def _rms(values: Array) -> Array:
    found: Array = np.sqrt(np.mean(values**2, axis=0))
    return found


@pytest.mark.crosscheck
def test_rotors_torques_balance_at_every_record_and_over_every_tick() -> None:
    """J θ̈ = τ + K Δ + D Δ̇ − friction. The torque that is recorded holds until the next tick: with
    that of the end, or with central differences of velocities, 3 to 9 % of J θ̈ are left."""
    scenario = aw.load_scenario("six-axis-line")
    signals = ["motor_torque", "motor_velocity", "motor_acceleration", "joint_velocity"]
    signals += ["spring_deflection", "friction_torque"]
    rate = 1 / scenario.tick
    run = scenario.changed(
        {"recording.signals": signals, "recording.rate": rate, "duration": 2.0}
    ).simulate()
    torque, v, a, joint, deflection, friction = (run.data[name].values for name in signals)
    drives = [one.drive for one in scenario.robot.moving_joints if one.drive is not None]
    J, K, D, ratio = np.array(
        [(one.motor_inertia, one.stiffness, one.damping, one.gear_ratio) for one in drives]
    ).T
    inner = K * deflection + D * (ratio * joint - v) - friction
    size = _rms(J * a)
    assert (_rms(torque + inner - J * a) < 1e-9 * size).all()
    mean = (inner[1:] + inner[:-1]) / 2
    rise = J * np.diff(v, axis=0) * rate
    assert (_rms(torque[:-1] + mean - rise) < 1e-3 * size).all()
    assert (_rms(torque[1:] + mean - rise) > 0.03 * size).all()
    central = J * (v[2:] - v[:-2]) * rate / 2
    assert (_rms((torque + inner)[1:-1] - central) > 0.02 * size).all()
