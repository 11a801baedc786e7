"""A cascade whose integral is in its position loop is a PID: S3's controller."""

from __future__ import annotations

import numpy as np
import pytest

import armwright as aw
from armwright.blocks.controllers import Cascade, Pid
from armwright.blocks.references.steps import Steps
from tests.identities.controllers.loops import recorded, scenario


@pytest.mark.parametrize("rate", [None, 1000.0])
def test_a_cascade_without_integral_time_is_a_pid(rate: float | None) -> None:
    """K_p = c k k_v, K_i = c k k_i, K_d = c k for a motor constant c; also how the arm is held."""
    constant = np.array([j.drive.torque_constant for j in aw.load("two_axis").joints if j.drive])
    k, kv, ki = np.array([1.0, 0.8]), 12.0, 40.0
    cascade = Cascade(
        name="controller",
        rate=rate,
        position_gain=kv,
        position_integral_gain=ki,
        velocity_gain=k,
        current_limit=1e6,
    )
    pid = Pid(
        name="controller",
        rate=rate,
        proportional_gain=constant * k * kv,
        integral_gain=constant * k * ki,
        derivative_gain=constant * k,
        torque_limit=1e6,
    )
    reference = Steps(name="reference", heights=[0.1, -0.05], times=[0.1, 0.2])
    fields = {"reference": reference, "duration": 1.5}
    ours, theirs = (
        recorded(scenario("two_axis", one, **fields))["joint_position"] for one in (cascade, pid)
    )
    np.testing.assert_allclose(ours, theirs, atol=1e-10)
    assert np.ptp(ours[:, 0]) > 0.09
    assert np.abs(ours[:90]).max() < 1e-9
