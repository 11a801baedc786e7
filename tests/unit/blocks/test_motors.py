"""Motors, from command to torque."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest

from armwright import InputError, load
from armwright.blocks.motors import CurrentLag, CurrentLoop, CurrentMotor, IdealMotor
from tests.support.blocks import evaluate, expressions, site

TWO = site("two_axis")
R3 = site("manutec_r3")


def test_ideal():
    found = evaluate(IdealMotor(), TWO, commanded_motor_torque=[1.0, -2.0])
    np.testing.assert_array_equal(found["motor_torque"], [1.0, -2.0])


def test_current():
    found = evaluate(CurrentMotor(), TWO, commanded_motor_current=[1.0, -2.0])
    np.testing.assert_array_equal(found["motor_current"], [1.0, -2.0])
    np.testing.assert_allclose(found["motor_torque"], [0.9, -1.6])


def test_current_lag():
    block = CurrentLag(time_constant=[1e-3, 2e-3], torque_constant=0.5)
    found = evaluate(block, TWO, commanded_motor_current=[1.0, -2.0], current=[0.4, 0.6])
    np.testing.assert_allclose(found["current"], [600.0, -1300.0])
    np.testing.assert_allclose(found["motor_torque"], [0.2, 0.3])
    np.testing.assert_array_equal(found["motor_current"], [0.4, 0.6])


def test_current_loop():
    rng = np.random.default_rng(1)
    i, v, w, wanted = rng.normal(size=(4, 6))
    given = {"current": i, "voltage": v, "motor_velocity": w, "commanded_motor_current": wanted}
    found = evaluate(CurrentLoop(), R3, **given)
    drives = [joint.drive for joint in load("manutec_r3").moving_joints]
    k = np.array([drive.torque_constant for drive in drives])
    L = np.array([drive.electrical["inductance"] for drive in drives])
    C = np.array([drive.electrical["capacitance"] for drive in drives])
    np.testing.assert_allclose(found["current"], (-5 * v - k * w - 250 * i) / L, rtol=1e-13)
    np.testing.assert_allclose(found["voltage"], (i - wanted) / (10 * C), rtol=1e-13)
    np.testing.assert_allclose(found["motor_torque"], k * i, rtol=1e-15)


def test_current_loop_has_the_frequency_and_damping_that_the_robot_names():
    """s² + 2 D ω s + ω²."""
    symbols, results, _ = expressions(CurrentLoop(), R3, constants=True)
    states = cs.vertcat(symbols["current"], symbols["voltage"])
    A = cs.DM(cs.jacobian(cs.vertcat(results["current"], results["voltage"]), states)).full()
    for k, joint in enumerate(load("manutec_r3").moving_joints):
        block = A[np.ix_([k, k + 6], [k, k + 6])]
        frequency = np.sqrt(np.linalg.det(block))
        electrical = joint.drive.electrical
        assert frequency == pytest.approx(electrical["current_loop_frequency"], rel=1e-9)
        damping = -np.trace(block) / (2 * frequency)
        assert damping == pytest.approx(electrical["current_loop_damping"], rel=1e-9)


def test_given_numbers_come_before_those_of_the_robot():
    assert (CurrentMotor(torque_constant=0.1).parameters(TWO)["torque_constant"] == 0.1).all()


def test_a_torque_constant_that_nobody_knows():
    with pytest.raises(InputError) as error:
        CurrentMotor().parameters(site("panda"))
    assert str(error.value) == (
        "block 'current': parameter 'torque_constant' is missing (expected k in N m/A)"
    )
