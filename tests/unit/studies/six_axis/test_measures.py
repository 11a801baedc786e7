"""Measures of errors, on signals that are known."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.signals import Run
from armwright.studies.six_axis.measures import (
    StepTest,
    amplitudes,
    at_rest,
    error,
    error_growth_at_limits,
    near_changes,
    roughness,
    static,
    unserved,
)
from armwright.studies.six_axis.runs import OUR_DIRECTION_CHANGES

T = np.arange(2001) / 200.0
STEPS = StepTest(np.array([1.0, 2.0, 1.0, 1.0, 1.0, 4.0]), np.arange(1.0, 7.0))
NAMES = (
    *("reference_joint_position", "joint_position", "measured_joint_position"),
    *("reference_joint_velocity", "joint_velocity", "measured_joint_velocity"),
    *("wanted_joint_torque", "joint_torque"),
    *("wanted_joint_acceleration", "commanded_joint_acceleration"),
)


def run(**signals: np.ndarray) -> Run:
    """Zeros but for what is given, (records, 6)."""
    records = {name: np.zeros((1, T.size, 6)) for name in NAMES}
    records |= {name: values[None] for name, values in signals.items()}
    own = dict.fromkeys(NAMES[-4:], "joint")
    joints = [f"j{k}" for k in range(6)]
    return Run.from_records(T, records, joints=joints, dimensions=own, single=True)


def pulse(joint: int, begin: float, end: float, height: float) -> np.ndarray:
    signal = np.zeros((T.size, 6))
    signal[(begin - 1e-9 <= T) & (end > T), joint] = height
    return signal


def test_an_error_is_reference_minus_actual_or_measured():
    up, down = pulse(0, 0, 11, 0.3), pulse(0, 0, 11, 0.1)
    made = run(reference_joint_velocity=up, joint_velocity=down, measured_joint_velocity=2 * down)
    assert error(made, "velocity")[0, 0] == pytest.approx(0.2)
    assert error(made, "velocity", measured=True)[0, 0] == pytest.approx(0.1)
    assert not error(made).any()


def test_the_largest_error_is_that_in_the_second_after_the_own_step():
    early = pulse(1, 1.5, 1.9, 9.0)
    own = pulse(1, 2.3, 2.4, -0.5)
    late = pulse(1, 3.0, 3.2, 7.0)
    made = run(joint_position=early + own + late)
    np.testing.assert_allclose(STEPS.largest(made), [0, 0.25, 0, 0, 0, 0])


def test_what_is_left_is_left_one_second_after_the_own_step():
    made = run(joint_position=pulse(5, 7.0, 7.01, 0.8) + pulse(4, 6.01, 7.0, 0.8))
    np.testing.assert_allclose(STEPS.left(made), [0, 0, 0, 0, 0, 0.2])


def test_amplitudes_are_those_of_the_noise_at_rest():
    """The largest of each joint, the mean of six; neither steps nor a static error count."""
    noise = np.zeros((T.size, 6))
    noise[1800, 0], noise[1802, 0] = 0.6, -0.6
    noise[:, 2] = 5.0
    made = run(measured_joint_position=noise, measured_joint_velocity=pulse(3, 1.0, 7.0, 3.0))
    assert amplitudes(made) == pytest.approx((0.1, 0.0))
    assert amplitudes(made, measured=False) == (0.0, 0.0)


def test_a_static_error_is_the_mean_of_the_whole_rest():
    made = run(reference_joint_position=pulse(3, 8.0, 9.0, 0.04) + pulse(2, 1.0, 7.9, 1.0))
    found = static(made)
    np.testing.assert_allclose(found, [0, 0, 0, 0.02, 0, 0], atol=1e-4)
    assert at_rest(made) == pytest.approx(0.04)


def test_the_highest_static_error_is_sought_wherever_a_joint_rests():
    """Before its own step, long after it, and in the end; not while it moves."""
    moving = pulse(1, 2.0, 3.0, 9.0)
    for rest, joint in ((pulse(4, 3.9, 4.0, -0.05), 4), (pulse(1, 3.8, 4.0, 0.04), 1)):
        found = STEPS.highest_static(run(joint_position=rest + moving))
        assert found == pytest.approx((np.abs(rest).max(), joint, 4.0))
    short_peak = pulse(0, 9.0, 9.01, 0.03)
    found = STEPS.highest_static(run(joint_position=moving + short_peak))
    assert found == pytest.approx((0.03, 0, 10.0))
    assert STEPS.highest_static(run(joint_position=moving)).size == 0.0


def test_what_the_limit_cuts_off():
    made = run(wanted_joint_torque=pulse(1, 2.0, 2.5, -8.0), joint_torque=pulse(1, 2.0, 2.5, -6.0))
    np.testing.assert_allclose(unserved(made), [0, 1.0, 0, 0, 0, 0], atol=1e-9)


def test_errors_that_grow_while_any_limit_is_met_are_told_from_others():
    """3 in joint 0 while y of joint 4 is cut off, 1 in joint 2 later."""
    made = run(
        joint_position=pulse(0, 2.0, 2.5, 3.0) + pulse(2, 7.0, 8.0, 1.0),
        wanted_joint_acceleration=pulse(4, 1.9, 2.2, 1.0),
    )
    assert error_growth_at_limits(made) == pytest.approx(0.75)


def test_roughness_is_the_change_in_10_ms():
    """A torque that alternates every 10 ms by ±1, and a ramp of 3 a second."""
    torque = np.zeros((T.size, 6))
    torque[:, 0] = np.where((np.arange(T.size) // 2) % 2, 1.0, -1.0)
    torque[:, 1] = 3.0 * T
    found = roughness(run(joint_torque=torque), "joint_torque")
    np.testing.assert_allclose(found, [2.0, 0.03, 0, 0, 0, 0], atol=1e-9)


def test_errors_near_changes_of_direction_are_compared_with_the_rest_of_the_way():
    """Three times as large in the 0.6 s after the changes."""
    t = np.arange(2201) / 200.0
    after = np.any([(c <= t) & (t < c + 0.6) for c in OUR_DIRECTION_CHANGES], axis=0)
    off = np.where(after, 0.3, 0.1)[:, None] * np.ones(6)
    zero = np.zeros((1, t.size, 6))
    records = {"joint_position": off[None], "reference_joint_position": zero}
    run = Run.from_records(t, records, joints=list("ABCDEF"), single=True)
    np.testing.assert_allclose(near_changes(run), 3.0)
