"""What lies between the errors and the torque of inverse-dynamics control."""

from __future__ import annotations

import numpy as np

import armwright as aw
from armwright.blocks.controllers import ComputedTorque
from tests.support.blocks import evaluate, site
from tests.support.motors import motor_inertias

ROBOT = aw.load("rx90b")
ARM = aw.compile(ROBOT)
Q, V, QD, VD, AD, W = np.random.default_rng(3).normal(size=(6, 5, 6))
BLOCK = ComputedTorque(
    natural_frequency=5.0, damping_ratio=0.8, acceleration_limit=20.0, torque_limit=60.0
)


def parts():
    return evaluate(
        BLOCK,
        site(ROBOT),
        measured_joint_position=Q,
        measured_joint_velocity=V,
        reference_joint_position=QD,
        reference_joint_velocity=VD,
        reference_joint_acceleration=AD,
        additional_joint_acceleration=W,
    )


def test_accelerations_before_and_after_their_limit():
    found = parts()
    wanted = AD + 8.0 * (VD - V) + 25.0 * (QD - Q) + W
    assert (np.abs(wanted) > 20).any() and (np.abs(wanted) < 20).any()
    np.testing.assert_allclose(found["wanted_joint_acceleration"], wanted, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(
        found["commanded_joint_acceleration"], np.clip(wanted, -20, 20), rtol=1e-12, atol=1e-12
    )


def test_parts_of_the_torque():
    """M of the limited acceleration, rotors included, and what there is without acceleration."""
    found = parts()
    y = found["commanded_joint_acceleration"]
    inertial = (ARM.mass_matrix(Q) @ y[..., None])[..., 0] + y @ motor_inertias(ROBOT)
    bias = ARM.inverse_dynamics(Q, V, np.zeros(6))
    close = {"rtol": 1e-9, "atol": 1e-9}
    np.testing.assert_allclose(found["inertial_joint_torque"], inertial, **close)
    np.testing.assert_allclose(found["bias_joint_torque"], bias, **close)
    np.testing.assert_allclose(found["wanted_joint_torque"], inertial + bias, **close)


def test_torques_before_and_after_their_limit():
    found = parts()
    wanted = found["wanted_joint_torque"]
    assert (np.abs(wanted) > 60).any() and (np.abs(wanted) < 60).any()
    np.testing.assert_allclose(found["commanded_joint_torque"], np.clip(wanted, -60, 60))
