"""Low-pass and notch: frequency responses against their formulas."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import signal

from armwright import InputError
from armwright.block import Memory, Parameter, State
from armwright.blocks.controllers import LowPass, Notch
from tests.support.blocks import evaluate, run, site

RATE = 1000.0
HERE = site("two_axis")
SAMPLED = site("two_axis", rate=RATE)
F = np.array([0.1, 1.0, 20.0, 49.0, 50.0, 51.0, 120.0, 400.0])
LOW = {"cutoff_frequency": [50.0, 120.0]}
BUTTERWORTH = np.sqrt(0.5)
DEEP = {"frequency": [50.0, 120.0], "bandwidth": 15.0}


def state_space(block, where):
    """A, B, C, D of the first element: the results for unit inputs and unit states."""
    kept = [*block.of(State), *block.of(Memory)]
    names = [*kept, "input"]
    columns = [evaluate(block, where, **{name: [1.0, 0.0]}) for name in names]
    rows = np.array([[c[name][0] for c in columns] for name in (*kept, "output")])
    n = len(kept)
    return rows[:n, :n], rows[:n, n:], rows[n:, :n], rows[n:, n:]


def response(block, where, f):
    """G(2πif), or G(e^(2πif/rate)) of a sampled filter."""
    A, B, C, D = state_space(block, where)
    s = 2j * np.pi * f
    at = np.exp(s * where.period) if where.period else s
    return np.array([(C @ np.linalg.solve(z * np.eye(len(A)) - A, B) + D)[0, 0] for z in at])


def low_pass(f, order, zeta=BUTTERWORTH):
    s = 1j * f / 50.0
    return 1 / (s + 1) if order == 1 else 1 / (s**2 + 2 * zeta * s + 1)


def notch(f, residual=0.0):
    s = 2j * np.pi * f
    w = 2 * np.pi * 50.0
    both = s**2 + w**2
    return (both + 2 * np.pi * residual * s) / (both + 2 * np.pi * 15.0 * s)


def warped(f, exact_at=50.0):
    """The frequency at which the continuous filter does what the sampled one does at f."""
    return exact_at * np.tan(np.pi * f / RATE) / np.tan(np.pi * exact_at / RATE)


@pytest.mark.parametrize(
    ("make", "formula"),
    [
        (lambda **s: LowPass(order=1, **LOW, **s), lambda f: low_pass(f, 1)),
        (lambda **s: LowPass(**LOW, **s), lambda f: low_pass(f, 2)),
        (
            lambda **s: LowPass(**LOW, damping_ratio=1.118, **s),
            lambda f: low_pass(f, 2, zeta=1.118),
        ),
        (lambda **s: Notch(**DEEP, **s), notch),
        (lambda **s: Notch(**DEEP, residual_bandwidth=3.0, **s), lambda f: notch(f, 3.0)),
    ],
)
def test_frequency_response(make, formula):
    np.testing.assert_allclose(response(make(), HERE, F), formula(F), rtol=1e-12, atol=1e-12)
    sampled = response(make(rate=RATE), SAMPLED, F)
    np.testing.assert_allclose(sampled, formula(warped(F)), rtol=1e-9, atol=1e-12)
    slow = F[:3]
    np.testing.assert_allclose(sampled[:3], formula(slow), rtol=0.01)


@pytest.mark.parametrize("rate", [None, RATE])
def test_butterworth_passes_half_of_the_power_at_its_cut_off(rate):
    where = SAMPLED if rate else HERE
    for order in (1, 2):
        gain = response(LowPass(order=order, **LOW, rate=rate), where, np.array([50.0]))
        np.testing.assert_allclose(np.abs(gain) ** 2, 0.5, rtol=1e-12)


@pytest.mark.parametrize(
    ("block", "zeros", "poles"),
    [
        (LowPass(**LOW, rate=RATE), *signal.butter(2, 50.0, fs=RATE)),
        (LowPass(order=1, **LOW, rate=RATE), *signal.butter(1, 50.0, fs=RATE)),
    ],
)
def test_samples_are_those_of_scipy(block, zeros, poles):
    u = np.random.default_rng(3).normal(size=(40, 2))
    found = run(block, SAMPLED, 40, input=u)["output"]
    expected = signal.lfilter(zeros, poles, u[:, 0])
    np.testing.assert_allclose(found[:, 0], expected, rtol=1e-9, atol=1e-12)


def test_filters_near_the_sample_rate_are_stable():
    """Where Euler steps would explode."""
    for block in (
        LowPass(cutoff_frequency=490.0, rate=RATE),
        Notch(frequency=490.0, bandwidth=900.0, rate=RATE),
    ):
        A, *_ = state_space(block, SAMPLED)
        assert np.abs(np.linalg.eigvals(A)).max() < 1.0


def test_half_of_the_power_passes_a_bandwidth_apart():
    edges = np.sqrt(50.0**2 + 7.5**2) + np.array([-7.5, 7.5])
    gain = response(Notch(**DEEP), HERE, edges)
    np.testing.assert_allclose(np.abs(gain) ** 2, 0.5, rtol=1e-12)


def test_filters_keep_states_or_memories_in_the_units_of_the_signal():
    states = LowPass(unit="rad", size="joint").of(State)
    assert [(s.unit, s.size, s.linear) for s in states.values()] == [
        ("rad", "joint", False),
        ("rad/s", "joint", False),
    ]
    assert [s.linear for s in LowPass(order=1).of(State).values()] == [True]
    sampled = Notch(unit="A", rate=RATE)
    assert sampled.of(State) == {} and [m.unit for m in sampled.of(Memory).values()] == ["A", "A"]
    again = sampled.changed({"frequency": 60.0})
    assert again.of(Memory).keys() == sampled.of(Memory).keys() == {"past_1", "past_2"}
    assert LowPass(unit="rad").of(Parameter)["cutoff_frequency"].unit == "Hz"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: LowPass(order=3), "block 'low_pass': 'order' (got 3, expected 1 or 2)"),
        (
            lambda: LowPass(order="2", name="calm"),
            "block 'calm': 'order' (got '2', expected 1 or 2)",
        ),
        (
            lambda: LowPass(order=1, damping_ratio=0.5),
            "block 'low_pass': unknown setting (got 'damping_ratio', expected one of "
            "cutoff_frequency, unit, size, order)",
        ),
        (
            lambda: LowPass(cutoff_frequency=0.0),
            "block 'low_pass': 'cutoff_frequency' is too small (got 0.0, expected more than 0 Hz)",
        ),
        (
            lambda: LowPass(cutoff_frequency=[50.0, 500.0], rate=RATE).parameters(SAMPLED),
            "block 'low_pass': 'cutoff_frequency' is too high for the block's rate (got [50.0, "
            "500.0] Hz at 1000 Hz, expected less than 500 Hz)",
        ),
        (
            lambda: Notch(frequency=600.0, rate=RATE).parameters(SAMPLED),
            "block 'notch': 'frequency' is too high for the block's rate (got [600.0, 600.0] Hz at "
            "1000 Hz, expected less than 500 Hz)",
        ),
        (
            lambda: Notch(residual_bandwidth=-1.0),
            "block 'notch': 'residual_bandwidth' is too small (got -1.0, expected at least 0 Hz)",
        ),
    ],
)
def test_wrong_settings(make, message):
    with pytest.raises(InputError) as error:
        make()
    assert str(error.value) == message
