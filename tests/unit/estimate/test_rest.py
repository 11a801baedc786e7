"""Where an arm hangs in its springs."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest

from armwright.estimate.flexible_arm import arm_alone, flexible_arm
from armwright.estimate.rest import Rest
from armwright.system import numbers
from tests.unit.estimate.arms import run_of, sim1

SETUP = arm_alone(sim1(), sim1().robot, 1e-3, None)
FREE = frozenset(name for name in numbers(SETUP) if name.startswith("spring."))
ARM = flexible_arm(SETUP, FREE)
REST = Rest(ARM)


def test_equals_the_start_of_a_run() -> None:
    """The simulation finds its first values in another way."""
    data = run_of("sim1").data
    motors, joints = data.motor_position.values[0], data.joint_position.values[0]
    found = REST(motors, numbers(SETUP))
    np.testing.assert_allclose(found, np.concatenate([joints, motors]), rtol=0, atol=1e-11)


def test_nothing_moves_with_other_springs() -> None:
    """Softer springs, from far away: the joints do not accelerate, and sag more."""
    motors = np.array([0.4 * 180, -0.3 * 160])
    soft = {name: 0.3 * v if ".k_" in name else v for name, v in numbers(SETUP).items()}
    sagged, stiff = REST(motors, soft), REST(motors, numbers(SETUP))
    np.testing.assert_array_equal(sagged[2:], motors)
    rate = cs.Function(
        "rate",
        [ARM.state, ARM.motor_torque, ARM.joint_torque, ARM.system.values.symbol],
        [ARM.rate],
    )
    state = np.concatenate([sagged, np.zeros(4)])
    found = np.array(rate(state, [0, 0], [0, 0], ARM.system.values.vector(soft))).ravel()
    assert found[4:6] == pytest.approx(0, abs=1e-8)
    assert (np.abs(sagged - stiff)[:2] > 1e-3).all()
