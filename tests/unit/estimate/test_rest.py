"""Where an arm hangs in its springs."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest

from armwright.estimate.flexible_arm import flexible_arm
from armwright.estimate.rest import RestPosition
from tests.unit.estimate.arms import plant, run_of

NUMBERS = plant().numbers
ARM = flexible_arm(plant(*(path for path in NUMBERS if ".spring." in path)))
REST = RestPosition(ARM)


def test_equals_the_start_of_a_run() -> None:
    """The simulation finds its first values in another way."""
    data = run_of("sim1").data
    motors, joints = data.motor_position.values[0], data.joint_position.values[0]
    found = REST(motors, NUMBERS)
    np.testing.assert_allclose(found, np.concatenate([joints, motors]), rtol=0, atol=1e-11)


def test_nothing_moves_with_other_springs() -> None:
    """Softer springs, from far away: the joints do not accelerate, and sag more."""
    motors = np.array([0.4 * 180, -0.3 * 160])
    soft = {name: 0.3 * v if ".k_" in name else v for name, v in NUMBERS.items()}
    sagged, stiff = REST(motors, soft), REST(motors, NUMBERS)
    np.testing.assert_array_equal(sagged[2:], motors)
    rate = cs.Function(
        "rate",
        [ARM.state, ARM.motor_torque, ARM.joint_torque, cs.vertcat(*ARM.free.values())],
        [ARM.rate],
    )
    state = np.concatenate([sagged, np.zeros(4)])
    found = np.array(rate(state, [0, 0], [0, 0], ARM.numbers(soft))).ravel()
    assert found[4:6] == pytest.approx(0, abs=1e-8)
    assert (np.abs(sagged - stiff)[:2] > 1e-3).all()
