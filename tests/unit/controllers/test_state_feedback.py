"""Feedback of the whole state: every joint acts on every motor, within the limits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from armwright import InputError, Robot, load
from armwright.blocks.controllers import StateFeedback
from tests.support.blocks import evaluate, site

Q, V, QD, VD, FF = np.random.default_rng(3).normal(size=(5, 7, 2))
FF = FF[:, :1]
K = np.array([[9.0, 50.0, 12.0, 20.0]])


def _cart() -> Robot:
    """The cart has a motor, the rod on it has none."""
    robot = load("cart_pendulum")
    joints = tuple(replace(joint, passive=joint.kind == "revolute") for joint in robot.joints)
    return replace(robot, joints=joints)


def test_the_torque_is_the_gains_times_the_departure_within_its_limit() -> None:
    found = evaluate(
        StateFeedback(gain=K, torque_limit=60.0),
        site(_cart()),
        measured_joint_position=Q,
        measured_joint_velocity=V,
        reference_joint_position=QD,
        reference_joint_velocity=VD,
        feedforward=FF,
    )
    wanted = FF - np.hstack([Q - QD, V - VD]) @ K.T
    assert (np.abs(wanted) > 60).any() and (np.abs(wanted) < 60).any()
    torque = found["commanded_motor_torque"]
    np.testing.assert_allclose(torque, np.clip(wanted, -60, 60), rtol=1e-12)
    np.testing.assert_array_equal(found["limited"], np.abs(wanted) > 60)


@pytest.mark.parametrize("gain", [[[1.0, 2.0]], [1.0, 2.0, 3.0, 4.0], [[1.0, np.nan, 0.0, 0.0]]])
def test_gains_that_do_not_fit_are_refused(gain: list[object]) -> None:
    with pytest.raises(InputError, match="gain"):
        evaluate(
            StateFeedback(gain=gain),
            site(_cart()),
            measured_joint_position=Q,
            measured_joint_velocity=V,
        )
