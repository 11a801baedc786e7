"""An observer of the arm's motion: its equations, its poles, and what it does not need."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from armwright.blocks.controllers import MotionObserver
from tests.support.blocks import evaluate, site
from tests.support.motors import motor_inertias

ROBOT = aw.load("rx90b")
ARM = aw.compile(ROBOT)
Q, V, TAU, D, E = np.random.default_rng(5).normal(size=(5, 4, 6))
W = np.array([20.0, 30.0, 40.0, 50.0, 60.0, 70.0])


def observed(error, lacking=0.0):
    return evaluate(
        MotionObserver(natural_frequency=W.tolist()),
        site(ROBOT),
        measured_joint_position=Q + error,
        commanded_joint_torque=TAU,
        position=Q,
        velocity=V,
        lacking=lacking + np.zeros_like(Q),
    )


def test_without_an_error_it_moves_as_the_model_does():
    """By another way to the acceleration: M and n of the compiled arm, and the rotors."""
    M = ARM.mass_matrix(Q) + motor_inertias(ROBOT)
    n = ARM.inverse_dynamics(Q, V, np.zeros(6))
    expected = np.linalg.solve(M, (TAU - n)[..., None])[..., 0]
    found = observed(0.0, D)
    np.testing.assert_allclose(found["velocity"], expected + D, rtol=1e-9, atol=1e-9)
    np.testing.assert_array_equal(found["position"], V)
    assert not found["lacking"].any()


def test_errors_correct_it_as_three_poles_at_the_same_place_do():
    """(s + ω)³ = s³ + 3ω s² + 3ω² s + ω³, about a model that is exact."""
    still, off = observed(0.0), observed(E)
    for name, gain in (("position", 3 * W), ("velocity", 3 * W**2), ("lacking", W**3)):
        np.testing.assert_allclose(off[name] - still[name], gain * E, rtol=1e-6)


def test_it_puts_out_what_it_keeps():
    found = observed(E, D)
    np.testing.assert_array_equal(found["observed_joint_position"], Q)
    np.testing.assert_array_equal(found["observed_joint_velocity"], V)
    np.testing.assert_array_equal(found["lacking_joint_acceleration"], D)


@pytest.mark.crosscheck
def test_a_wrong_payload_leaves_no_error_at_rest():
    """Before the first step, at 1 s, the arm has come to rest below its reference."""
    signals = ["joint_position", "joint_velocity", "observed_joint_position"]
    signals += ["observed_joint_velocity", "lacking_joint_acceleration"]
    changes = {"duration": 1.0, "links.output_shaft.mass": 4.18, "recording.signals": signals}
    heavier = aw.load_scenario("six-axis/observed").changed(changes).simulate()
    last = {name: heavier.data[name].values[-1] for name in heavier.data.data_vars}
    np.testing.assert_allclose(last["observed_joint_position"], last["joint_position"], atol=1e-4)
    np.testing.assert_allclose(last["observed_joint_velocity"], last["joint_velocity"], atol=2e-3)
    assert np.abs(last["lacking_joint_acceleration"]).max() > 0.5
