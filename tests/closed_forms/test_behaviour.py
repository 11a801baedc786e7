"""What the mechanisms must do, found by integrating the compiled forward dynamics."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.special import ellipk

import armwright as aw
from tests.closed_forms import library, robots
from tests.closed_forms.arms import gimbal, nonplanar
from tests.closed_forms.arms.equations import Array

NONPLANAR = library.nonplanar_numbers(aw.load("two_link_nonplanar"))
HOLDING = nonplanar.holding_torque(NONPLANAR)


def simulate(arm: aw.Arm, q: Array, v: Array, tau: Array, step: float, steps: int) -> Array:
    """Classical Runge-Kutta under constant torques: (steps + 1, 2, n), positions and velocities."""

    def rate(state: Array) -> Array:
        return np.array([state[1], arm.forward_dynamics(state[0], state[1], tau)])

    states = np.empty((steps + 1, 2, q.size))
    states[0] = q, v
    for k in range(steps):
        s = states[k]
        k1 = rate(s)
        k2 = rate(s + step / 2 * k1)
        k3 = rate(s + step / 2 * k2)
        k4 = rate(s + step * k3)
        states[k + 1] = s + step / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return states


@cache
def nonplanar_arm() -> aw.Arm:
    return aw.compile("two_link_nonplanar")


def from_level_rest(tau: Array, step: float, steps: int) -> tuple[Array, Array]:
    """S1, section 2.5.3: positions and velocities from the level arm at rest."""
    states = simulate(nonplanar_arm(), np.zeros(2), np.zeros(2), tau, step, steps)
    return states[:, 0], states[:, 1]


def test_no_torque_swings_between_zero_and_minus_pi() -> None:
    """A pendulum let go level: its period is 4 √(J / m g d) K(½) with the elliptic integral K."""
    n = NONPLANAR
    inertia = n.m_arm * (4 * n.ly**2 + n.lz**2) / 12
    period = 4 * np.sqrt(inertia / HOLDING) * ellipk(0.5)
    q, _ = from_level_rest(np.zeros(2), period / 1000, 2000)
    assert np.abs(q[:, 0]).max() == 0
    assert q[:, 1].max() < 1e-8
    assert q[:, 1].min() == pytest.approx(-np.pi, abs=1e-8)
    assert q[[500, 1500], 1] == pytest.approx(-np.pi, abs=1e-8)
    assert q[[1000, 2000], 1] == pytest.approx(0, abs=1e-8)


def test_holding_torque_holds() -> None:
    q, v = from_level_rest(np.array([0.0, HOLDING]), 1e-3, 2000)
    assert max(np.abs(q).max(), np.abs(v).max()) < 1e-10


def test_more_torque_spins_up() -> None:
    """Both angles grow all the time, the work done is the energy gained."""
    tau = np.array([0.07, 1.5]) * HOLDING
    q, v = from_level_rest(tau, 2.5e-4, 6000)
    assert (np.diff(q, axis=0) > 0).all()
    assert q[-1, 1] > 4 * np.pi
    energy = sum(nonplanar_arm().energy(q, v))
    assert energy - energy[0] == pytest.approx(q @ tau, rel=1e-8, abs=1e-9)


def test_fast_column_keeps_the_arm_level() -> None:
    """S1 has any torques above the holding ones spin both axes. Not so: with enough torque on the
    column the centrifugal torque soon exceeds what is left of τ₂."""
    q, _ = from_level_rest(np.array([0.4, 1.1]) * HOLDING, 5e-4, 8000)
    assert q[-1, 0] > 4 * np.pi
    assert np.abs(q[:, 1]).max() < 0.6


def test_level_flywheel_precesses() -> None:
    """The heavy flywheel with its axis level goes round at m g l / (C φ̇) and does not sink."""
    n = gimbal.FlywheelNumbers()
    spin = 150.0
    arm = aw.compile(robots.gimballed_flywheel(n))
    start = np.array([0, np.pi / 2, 0])
    rate = gimbal.level_precession(n, spin)
    steady = simulate(arm, start, np.array([rate, 0, spin]), np.zeros(3), 1e-3, 2000)
    assert steady[:, 0, 1] == pytest.approx(np.pi / 2, abs=1e-9)
    assert steady[-1, 0, 0] == pytest.approx(2.0 * rate, rel=1e-9)
    dropped = simulate(arm, start, np.array([rate, 0, 0]), np.zeros(3), 1e-3, 200)
    assert dropped[-1, 0, 1] > np.pi / 2 + 0.5
