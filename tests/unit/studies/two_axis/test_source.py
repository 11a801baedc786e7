"""S0's equations as the study writes them, against their own derivatives and inverses."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from armwright import InputError, Run, load
from armwright.studies.two_axis import source
from armwright.studies.two_axis.measures import motion_remainder
from armwright.studies.two_axis.source import Mounting, TwoAxisNumbers, expected_reading
from tests.unit.studies.two_axis.conftest import Setups

N = TwoAxisNumbers.of(load("two_axis"))
RANDOM = np.random.default_rng(3)
Q, V, A = RANDOM.uniform(-np.pi, np.pi, (3, 200, 2))
STEP = 1e-5


@pytest.mark.parametrize("elbow_up", [True, False])
def test_inverse_kinematics_leads_back(elbow_up: bool) -> None:
    points = source.forward(N, Q)
    angles = source.inverse(N, points, elbow_up=elbow_up)
    np.testing.assert_allclose(source.forward(N, angles), points, atol=1e-9)
    assert (np.cos(angles[:, 1]) * (1 if elbow_up else -1) >= 0).all()


@pytest.mark.parametrize("point", [(2.01, 0.0), (0.1, 0.0), (0.0, 0.0), (np.nan, 1.0)])
def test_out_of_reach_is_an_error(point: tuple[float, float]) -> None:
    points = np.array([(1.0, 1.0), point])
    with pytest.raises(InputError, match=r"the tool does not get there \(got .* m from the first"):
        source.inverse(N, points, elbow_up=True)


def test_jacobian_and_its_rate() -> None:
    J = source.jacobian(N, Q)
    for i, step in enumerate(STEP * np.eye(2)):
        change = source.forward(N, Q + step) - source.forward(N, Q - step)
        np.testing.assert_allclose(J[:, :, i], change / (2 * STEP), atol=1e-9)
    change = source.jacobian(N, Q + STEP * V) - source.jacobian(N, Q - STEP * V)
    rate = source.jacobian_rate(N, Q, V)
    np.testing.assert_allclose(rate, change / (2 * STEP), atol=1e-8)


def test_a_reading_is_what_the_sensors_own_path_says() -> None:
    """Second differences of where the sensor is, in its own axes, with gravity and drift."""
    mounting = Mounting(0.04, -0.05, 0.3, (0.1, -0.2))
    found = expected_reading(N, Q, V, A, mounting).whole
    h = 1e-4

    def place(t: float) -> np.ndarray:
        q = Q + V * t + A * t**2 / 2
        turn = q.sum(axis=1)
        right = np.stack([np.cos(turn), -np.sin(turn)], axis=1)
        up = np.stack([np.sin(turn), np.cos(turn)], axis=1)
        return source.forward(N, q) + mounting.x * right + mounting.z * up

    moving = (place(h) - 2 * place(0) + place(-h)) / h**2 + [0.0, -9.81]
    turn = Q.sum(axis=1) + mounting.angle
    right = np.stack([np.cos(turn), -np.sin(turn)], axis=1)
    up = np.stack([np.sin(turn), np.cos(turn)], axis=1)
    expected = np.stack([(moving * right).sum(axis=1), (moving * up).sum(axis=1)], axis=1)
    np.testing.assert_allclose(found, expected + mounting.drift, atol=1e-4)


def test_springs_are_smooth_and_odd() -> None:
    for p in N.springs:
        x = p["psi"] * np.array([0.2, 0.999999, 1.000001, 3.0])
        torque = source.spring(p, x)
        np.testing.assert_array_equal(source.spring(p, -x), -torque)
        slope = (source.spring(p, x + 1e-9) - source.spring(p, x - 1e-9)) / 2e-9
        np.testing.assert_allclose(slope[1:], p["k_high"], rtol=1e-4)
        assert p["k_low"] < slope[0] < p["k_high"]


def test_dry_friction_rises_to_a_peak_and_falls_to_its_asymptote() -> None:
    """What is left without f_d v, towards f_c μ."""
    for p in N.frictions:
        velocity = np.linspace(0.0, 400.0, 4001)
        dry = source.friction(p, velocity) - p["fd"] * velocity
        peak = int(np.argmax(dry))
        assert dry[0] == 0
        assert (np.diff(dry[: peak + 1]) > 0).all() and (np.diff(dry[peak:]) < 1e-12).all()
        assert dry[peak] > 1.1 * dry[-1]
        assert dry[-1] == pytest.approx(p["fc"] * p["mu"])


@pytest.mark.parametrize("part", ["m", "j", "xi", "jm", "eta", "g"])
def test_another_arm_does_not_meet_the_motion(short: Setups, part: str) -> None:
    """The check of (1.9) feels every number: 1 % is a billion times more than what is left over."""
    run = short.runs["square-sim2"]
    assert motion_remainder(N, run).part < 1e-12
    other = motion_remainder(dataclasses.replace(N, **{part: 1.01 * getattr(N, part)}), run)
    right = motion_remainder(N, run)
    assert max(other.joints / right.joints, other.motors / right.motors) > 1e7


def test_what_is_left_over_at_the_motors_counts_on_the_joints_side(short: Setups) -> None:
    """1 N m at a motor is η N m at its joint, beside a spring's torque that is a joint's too."""
    run = short.runs["square-sim1"]
    off = run.data["motor_torque"] + np.array([0.0, 0.01])
    left = motion_remainder(N, Run(run.data.assign(motor_torque=off)))
    assert left.motors == pytest.approx(0.01 * N.eta[1], rel=1e-9)
    assert left.part == pytest.approx(0.01 * N.eta[1] / left.torque, rel=1e-9)
    assert left.joints < 1e-9
