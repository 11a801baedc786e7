"""Steps of a flexible arm against a fine solution."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm

from armwright.estimate.arm_model import following, held, transition
from armwright.estimate.flexible_arm import flexible_arm
from armwright.estimate.model import slope
from tests.unit.estimate.arms import plant

ARM = flexible_arm(plant())
TORQUE = np.array([-4.0, -3.0])
#: Both springs bent and moving, both motors turning.
STATE = np.array([0.2, -0.1, 0.203 * 180, -0.096 * 160, 0.3, -0.4, 0.35 * 180, -0.3 * 160])


def function(expression: cs.SX) -> cs.Function:
    nothing = cs.SX.zeros(2)
    return cs.Function(
        "f",
        [ARM.state, ARM.motor_torque],
        [cs.substitute([expression], [ARM.joint_torque], [nothing])[0]],
    )


RATE = function(ARM.rate)


def fine(x: np.ndarray, h: float, torque: np.ndarray = TORQUE) -> np.ndarray:
    found = solve_ivp(
        lambda _, y: np.array(RATE(y, torque)).ravel(),
        (0.0, h),
        x,
        method="DOP853",
        rtol=1e-13,
        atol=1e-14,
    )
    return found.y[:, -1]


def step(h: float) -> np.ndarray:
    return np.array(function(following(ARM.state, ARM.rate, h))(STATE, TORQUE)).ravel()


def test_a_step_is_of_fourth_order() -> None:
    """At 1 ms a step is exact to 1e-9 of what changes in it."""
    errors = [np.abs(step(h) - fine(STATE, h)).max() for h in (4e-3, 2e-3, 1e-3)]
    assert np.log2(errors[0] / errors[1]) > 4.5 and np.log2(errors[1] / errors[2]) > 4.5
    change = np.abs(step(1e-3) - STATE).max()
    assert errors[2] < 1e-6 * change


def test_two_terms_of_the_series_would_not_do() -> None:
    """After 0.1 s alone x + h a + h²/2 A a has lost 10 µrad, as much as a filter shall find."""
    h, t = 1e-3, 0.1
    taylor = ARM.state + h * ARM.rate
    taylor += 0.5 * h**2 * cs.mtimes(slope(ARM.rate, ARM.state), ARM.rate)
    second, fourth = function(taylor), function(following(ARM.state, ARM.rate, h))
    x, y = STATE, STATE
    for _ in range(round(t / h)):
        x, y = (np.array(f(s, TORQUE)).ravel() for f, s in ((second, x), (fourth, y)))
    exact = fine(STATE, t)
    assert np.abs(y - exact)[:2].max() < 2e-8
    assert np.abs(x - exact)[:2].max() > 1e-5


def test_transition_is_that_of_the_step() -> None:
    """F against differences of fine solutions, each column in the size of its state."""
    h = 1e-3
    F = np.array(function(transition(ARM.state, ARM.rate, h))(STATE, TORQUE))
    sizes = np.array([1e-5] * 2 + [1e-3] * 2 + [1e-3] * 2 + [1e-1] * 2)
    steps = np.diag(0.01 * sizes)
    numeric = np.array([(fine(STATE + d, h) - fine(STATE - d, h)) / (2 * d.max()) for d in steps]).T
    scaled = (F - numeric) * sizes / sizes[:, None]
    assert np.abs(scaled).max() < 2e-3
    A = np.array(function(slope(ARM.rate, ARM.state))(STATE, TORQUE))
    np.testing.assert_allclose((F - expm(h * A)) * sizes / sizes[:, None], 0, atol=1e-3)


def test_held_torque() -> None:
    """Γ against differences of fine solutions."""
    h = 1e-3
    G = np.array(function(held(ARM.state, ARM.rate, ARM.motor_torque, h))(STATE, TORQUE))
    numeric = np.array(
        [(fine(STATE, h, TORQUE + d) - fine(STATE, h, TORQUE - d)) / 0.2 for d in 0.1 * np.eye(2)]
    ).T
    moved = np.abs(numeric).max()
    np.testing.assert_allclose(G, numeric, rtol=0, atol=2e-3 * moved)
    assert np.diag(G[2:4]) == pytest.approx(np.diag(numeric[2:4]), rel=0.01)
