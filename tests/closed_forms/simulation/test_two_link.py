"""S1, section 2.5.3: how the two-link arm must behave, as the library's scenarios."""

from __future__ import annotations

import numpy as np
from scipy.special import ellipk

from armwright import load, load_scenario
from tests.closed_forms import library
from tests.closed_forms.arms import nonplanar
from tests.support.simulations import energy, signals

NUMBERS = library.nonplanar_numbers(load("two_link_nonplanar"))
HOLDING = nonplanar.holding_torque(NUMBERS)


def test_free_arm_swings_between_zero_and_minus_pi() -> None:
    """Its period is 4 √(J / m g d) K(½)."""
    run = signals("two-link/free")
    q, t = run["joint_position"], run["time"]
    assert not q[:, 0].any()
    assert np.abs([q[:, 1].max(), q[:, 1].min() + np.pi]).max() < 1e-5
    inertia = NUMBERS.m_arm * (4 * NUMBERS.ly**2 + NUMBERS.lz**2) / 12
    half = 2 * np.sqrt(inertia / HOLDING) * ellipk(0.5)
    turns = np.arange(half, t[-1], 2 * half)
    assert len(turns) >= 3
    assert np.abs(np.interp(turns, t, q[:, 1]) + np.pi).max() < 1e-5
    assert np.ptp(energy(run)) < 1e-5


def test_balanced_arm_stays() -> None:
    scenario = load_scenario("two-link/balanced")
    assert np.allclose(scenario.blocks.disturbances[0].values["torque"], [0, HOLDING], rtol=1e-15)
    run = signals(scenario)
    assert np.abs(run["joint_position"]).max() < 1e-10
    assert np.abs(run["joint_velocity"]).max() < 1e-10


def test_spinning_arm_gains_what_the_torques_do() -> None:
    scenario = load_scenario("two-link/spinning")
    torque = np.array(scenario.blocks.disturbances[0].values["torque"])
    run = signals(scenario)
    q = run["joint_position"]
    assert (np.diff(q, axis=0) > 0).all()
    assert q[-1, 1] > 4 * np.pi
    gained, work = energy(run) - energy(run)[0], q @ torque
    assert np.abs(gained - work).max() < 1e-6 * work.max()


def test_fast_column_keeps_the_arm_nearly_level() -> None:
    """Torques above the holding ones that do not spin the arm, as the description says."""
    changes = {"joint_torque.torque": [7.0, 19.4], "duration": 4.0}
    q = signals("two-link/spinning", changes)["joint_position"]
    assert q[-1, 0] > 4 * np.pi
    assert np.abs(q[:, 1]).max() < 0.6
