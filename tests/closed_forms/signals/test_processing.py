"""Filters, resampling and differences against their closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.signal import lfilter

from armwright import InputError, Log
from armwright.arrays import Array
from armwright.signals.processing.covariance import covariance_of_sums
from armwright.signals.processing.differentiation import derivative, second_derivative
from armwright.signals.processing.filtering import low_passed
from armwright.signals.processing.resampling import interpolated, resampled

RATE = 1000.0
TIME = np.arange(4000) / RATE
MIDDLE = slice(1000, 3000)


def _wave(frequency: float, time: Array = TIME) -> Array:
    return np.stack([np.cos(2 * np.pi * frequency * time), np.sin(2 * np.pi * frequency * time)], 1)


@pytest.mark.parametrize("order", [2, 4])
@pytest.mark.parametrize("frequency", [5.0, 15.0, 20.0, 30.0, 60.0])
def test_the_low_pass_has_its_gain_and_no_phase(frequency: float, order: int) -> None:
    cutoff = 20.0
    ratio = np.tan(np.pi * frequency / RATE) / np.tan(np.pi * cutoff / RATE)
    gain = 1 / (1 + (np.sqrt(2) - 1) * ratio ** (2 * order))
    seen = low_passed(TIME, _wave(frequency), cutoff, order)
    assert seen[MIDDLE] == pytest.approx(gain * _wave(frequency)[MIDDLE], abs=1e-6)


def test_the_low_pass_is_the_same_backwards_in_time() -> None:
    noise = np.random.default_rng(1).normal(size=(4000, 2))
    there, back = low_passed(TIME, noise, 30.0), low_passed(TIME, noise[::-1], 30.0)[::-1]
    assert there == pytest.approx(back, abs=1e-9)


@pytest.mark.parametrize("samples", [200, 4000])
def test_cubic_motion_passes_the_low_pass_up_to_its_ends(samples: int) -> None:
    time = TIME[:samples]
    motion = (1 - 3 * time + 5 * time**2 - 2 * time**3)[:, None]
    assert low_passed(time, motion, 20.0) == pytest.approx(motion, rel=1e-6, abs=1e-6)


def test_a_gap_does_not_smear_what_is_beside_it() -> None:
    broken = _wave(3.0)
    broken[1500:1520] = np.nan
    seen = low_passed(TIME, broken, 20.0)
    assert np.array_equal(np.isnan(seen), np.isnan(broken))
    assert seen[:1500] == pytest.approx(low_passed(TIME[:1500], _wave(3.0)[:1500], 20.0), abs=1e-12)
    assert seen[1520:] == pytest.approx(low_passed(TIME[1520:], _wave(3.0)[1520:], 20.0), abs=1e-9)


def test_missing_rows_are_a_gap_too() -> None:
    kept = np.r_[0:1500, 1520:4000]
    seen = low_passed(TIME[kept], _wave(3.0)[kept], 20.0)
    assert seen[:1500] == pytest.approx(low_passed(TIME[:1500], _wave(3.0)[:1500], 20.0), abs=1e-12)


@pytest.mark.parametrize(("function", "power"), [(derivative, 1), (second_derivative, 2)])
def test_differences_are_of_fourth_order(function: object, power: int) -> None:
    errors = []
    for rate in (50.0, 100.0):
        time = np.arange(int(2 * rate)) / rate
        omega = 2 * np.pi
        truth = np.cos(omega * time + 1 + power * np.pi / 2)[:, None] * omega**power
        errors.append(np.abs(function(time, np.cos(omega * time + 1)[:, None]) - truth).max())  # type: ignore[operator]
    assert errors[0] / errors[1] == pytest.approx(16, rel=0.25)


@pytest.mark.parametrize("function", [derivative, second_derivative])
def test_differences_are_exact_for_quartic_motion(function: object) -> None:
    time = np.arange(30) * 0.1
    exact = {derivative: 4 * time**3 - 3 * time**2, second_derivative: 12 * time**2 - 6 * time}
    seen = function(time, (time**4 - time**3)[:, None])  # type: ignore[operator]
    assert seen[:, 0] == pytest.approx(exact[function], abs=1e-9)  # type: ignore[index]


def test_interpolation_is_of_fourth_order() -> None:
    errors = []
    for rate in (50.0, 100.0):
        time = np.arange(int(2 * rate) + 1) / rate
        at = np.linspace(0.5, 1.5, 997)
        errors.append(np.abs(interpolated(time, _wave(1.0, time), at) - _wave(1.0, at)).max())
    assert errors[0] / errors[1] == pytest.approx(16, rel=0.1)


def test_uneven_steps_come_back_even() -> None:
    rng = np.random.default_rng(2)
    time = TIME + rng.uniform(-0.4, 0.4, TIME.size) / RATE
    at = np.arange(time[0] + 0.1, 3.8, 1 / RATE)
    assert resampled(time, _wave(7.0, time), at) == pytest.approx(_wave(7.0, at), abs=1e-6)


def test_a_lower_rate_has_no_aliases() -> None:
    """230 Hz would look like 30 Hz at a rate of 200 Hz."""
    at = np.arange(0.0, 3.999, 1 / 200)
    seen = resampled(TIME, _wave(7.0) + _wave(230.0), at)
    inner = slice(100, 700)
    assert seen[inner] == pytest.approx(_wave(7.0, at)[inner], abs=2e-4)


def test_position_and_torque_filtered_alike_keep_their_equation() -> None:
    """τ = J q̈ + d q̇ holds after the filter, though each side alone has changed."""
    rng = np.random.default_rng(3)
    frequencies, phases = rng.uniform(1, 30, 6), rng.uniform(0, 6, 6)
    wave = 2 * np.pi * np.outer(TIME, frequencies) + phases
    omega = 2 * np.pi * frequencies
    torque = (-np.sin(wave) * omega**2 * 0.3 + np.cos(wave) * omega * 2.0).sum(1)
    log = Log.from_arrays(
        TIME,
        {"joint_position": np.sin(wave).sum(1)[:, None], "joint_torque": torque[:, None]},
        joints=("a",),
    )
    done = log.differentiated(cutoff=15.0, alike=("joint_torque",))
    rebuilt = 0.3 * done["joint_acceleration"] + 2.0 * done["joint_velocity"]
    scale = np.abs(done["joint_torque"]).max()
    assert rebuilt[MIDDLE] == pytest.approx(done["joint_torque"][MIDDLE], abs=1e-4 * scale)
    assert np.abs(done["joint_torque"][MIDDLE, 0] - torque[MIDDLE]).max() > 0.1 * scale


def test_uneven_steps_are_refused_by_the_filter_with_what_to_do() -> None:
    time = TIME.copy()
    time[50] += 0.3 / RATE
    with pytest.raises(InputError, match=r"steps are uneven.*30 %|30%.*log\.resampled\(1000\)"):
        low_passed(time, _wave(1.0), 20.0)


@pytest.mark.parametrize("cutoff", [0.0, -1.0, 460.0, np.nan])
def test_a_cutoff_beyond_the_rate_is_refused(cutoff: float) -> None:
    with pytest.raises(InputError, match=r"no such cutoff.*at most 450 Hz"):
        low_passed(TIME, _wave(1.0), cutoff)


def test_the_covariance_of_a_sum_knows_that_noise_is_slow() -> None:
    """Correlated by 0.9ᵏ over k samples, it has nineteen times what white noise has."""
    n, keep = 20_000, 0.9
    rng = np.random.default_rng(4)
    noise = lfilter([1.0], [1.0, -keep], rng.normal(size=(n, 2)), axis=0)
    factors = np.zeros((n, 2, 1))
    factors[:, 0, 0] = np.sin(2 * np.pi * np.arange(n) / 2000)
    found, squares = covariance_of_sums(factors, noise, np.ones(n, dtype=bool))
    lags = np.arange(-200, 201)
    slow = (keep ** np.abs(lags)).sum() / (1 - keep**2)
    assert found[0, 0] == pytest.approx(slow * (factors**2).sum(), rel=0.25)
    assert 50 < squares < n
