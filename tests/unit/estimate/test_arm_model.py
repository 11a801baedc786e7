"""What a filter takes for unknown: closed forms."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest

from armwright.estimate import FilterTuning, tool_position
from armwright.estimate.arm_model import arm_model
from armwright.estimate.flexible_arm import flexible_arm
from armwright.estimate.rest import at_rest
from armwright.estimate.sensors import acceleration_sensor, motor_sensor, torque_ripple
from tests.unit.estimate.arms import plant, sim1, uncalibrated

H, TUNING = 1e-3, FilterTuning()
SENSOR, MOTORS, RIPPLE = acceleration_sensor(sim1()), motor_sensor(sim1()), torque_ripple(sim1())
assert SENSOR is not None
ARM = flexible_arm(plant(), SENSOR)
FOUND = arm_model(ARM, H, MOTORS, RIPPLE, SENSOR.noise, TUNING)
TORQUE = np.array([5.0, -3.0])
#: Motors turn at 40 and −25 rad/s.
STATE = np.zeros(15)
STATE[6:8] = 40.0, -25.0
TURNING = np.array([40.0, 25.0])


def evaluated(expression: cs.SX, state: np.ndarray = STATE) -> np.ndarray:
    model = FOUND.model
    function = cs.Function("f", [model.state, model.input, model.parameters], [expression])
    p = np.append(FOUND.numbers(uncalibrated()), TUNING.drift_walk**2)
    return np.array(function(state, np.tile(TORQUE, 2), p))


def test_white_torques() -> None:
    """After h a rotor's velocity has the variance W² h/J², and its angle a quarter of h² of it."""
    Q = evaluated(FOUND.model.process_covariance)
    J = np.array([0.006, 0.003])
    speeds = np.diag(Q)[6:8]
    np.testing.assert_allclose(speeds, TUNING.motor_torque**2 * H / J**2, rtol=0.03)
    np.testing.assert_allclose(np.diag(Q)[2:4], speeds * H**2 / 4, rtol=0.03)


def test_torques_at_the_joints() -> None:
    """M⁻¹ W² M⁻ᵀ h in the links' velocities, with S0's M (A.2) at q = 0, mass and inertia."""
    Q = evaluated(FOUND.model.process_covariance)
    m2, l1, x2 = 110.0, 0.9, 0.38
    M12 = 16 + m2 * x2**2
    M = np.array([[7.5 + 90 * 0.42**2 + M12 + m2 * l1**2, M12], [M12, M12]])
    inverse = np.linalg.inv(M)
    expected = TUNING.joint_torque**2 * H * inverse @ inverse.T
    np.testing.assert_allclose(Q[4:6, 4:6], expected, rtol=0.02)


def test_ripple_keeps_its_variance_and_is_forgotten_over_its_angle() -> None:
    F, Q = evaluated(FOUND.model.transition_matrix), evaluated(FOUND.model.process_covariance)
    torque = 0.5 * 0.01**2 * TORQUE**2 + RIPPLE.constant + TUNING.friction**2
    for first, variance, angle in ((8, torque, np.pi / 2), (10, MOTORS.ripple.constant, np.pi)):
        place = range(first, first + 2)
        kept = F[place, place]
        np.testing.assert_allclose(kept, np.exp(-H * (TURNING / angle + 1)), rtol=1e-4)
        np.testing.assert_allclose(kept**2 * variance + Q[place, place], variance, rtol=1e-4)
    np.testing.assert_allclose(np.diag(Q)[12:], TUNING.drift_walk**2 * H)
    np.testing.assert_array_equal(F[12:, 12:], np.eye(3))


def test_ripple_acts_as_torque_and_as_error_of_the_sensor() -> None:
    F, measured = evaluated(FOUND.model.transition_matrix), FOUND.model.measured
    J = np.array([0.006, 0.003])
    np.testing.assert_allclose(F[[6, 7], [8, 9]], H / J, rtol=0.03)
    off = STATE.copy()
    off[10:] = 0.01, 0.02, 0.1, 0.2, 0.3
    change = (evaluated(measured, off) - evaluated(measured)).ravel()
    np.testing.assert_allclose(change, off[10:], atol=1e-12)


def test_at_rest_joints_follow_their_motors() -> None:
    """Wherever the motors are: joints are known against them, and only so."""
    P = at_rest(FOUND, MOTORS, RIPPLE, TORQUE, TUNING, drift=True)
    gear = np.array([180.0, 160.0])
    deflection = np.hstack([np.eye(2), -np.diag(1 / gear)])
    found = deflection @ P[:4, :4] @ deflection.T
    np.testing.assert_allclose(found, TUNING.deflection**2 * np.eye(2), rtol=1e-6, atol=1e-16)
    assert (np.diag(P)[:2] > 1e-8).all()
    np.testing.assert_allclose(np.diag(P)[6:8], np.diag(P)[4:6] * gear**2)
    np.testing.assert_allclose(np.diag(P)[12:], TUNING.drift**2)
    assert not np.diag(at_rest(FOUND, MOTORS, RIPPLE, TORQUE, TUNING, drift=False))[12:].any()


@pytest.mark.crosscheck
def test_rigid_joints() -> None:
    """There the accelerometer feels the torque at once: that before a sample, not that after."""
    rates = dict.fromkeys(("controller.rate", "feedforward.rate", "resolver.rate"), 1000.0)
    off = {"fidelity.joints": "rigid", "fidelity.ripple": False, "fidelity.noise": False}
    stiff = sim1().changed({**rates, **off, "reference.rate": 1000.0, "duration": 1.0})
    run = stiff.simulate()
    found = tool_position(stiff, run, drift=False)
    true = run.data.tool_position.values
    assert np.abs(found.tool_position - true).max() < 2e-6
    # Before the first sample there is no torque at all; that is forgotten soon.
    assert np.abs(found.filtered.innovation[100:, 2:]).max() < 1e-5
