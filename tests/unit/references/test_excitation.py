"""Chirps, multisines, Fourier series."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from armwright import InputError
from armwright.block import Block
from armwright.blocks.references import REFERENCES
from armwright.blocks.references.multisine import RandomMultisine
from armwright.blocks.references.waves import Multisine, with_low_peaks
from tests.support.references import Motion, at_times, site_of, slope, tabled

CENTRE, AMPLITUDE = np.array([0.2, -0.1]), np.array([0.3, 0.5])
CHIRP = {
    "centre": CENTRE,
    "amplitude": AMPLITUDE,
    "first_frequency": 0.5,
    "last_frequency": 8.0,
    "duration": 4.0,
}
MULTISINE = {"centre": CENTRE, "amplitude": AMPLITUDE, "period": 2.0, "band": [0.5, 10.0]}
FOURIER = {
    "centre": CENTRE,
    "frequency": 0.25,
    "sine": np.random.default_rng(1).normal(size=(2, 5)),
    "cosine": np.random.default_rng(2).normal(size=(2, 5)),
}
ALL: dict[str, dict[str, Any]] = {"chirp": CHIRP, "multisine": MULTISINE, "fourier": FOURIER}


def make(kind: str, **settings: Any) -> Block:
    return REFERENCES[kind](**{"name": "shake", **ALL[kind], **settings})


def moved(kind: str, times: np.ndarray, **settings: Any) -> Motion:
    return at_times(make(kind, **settings), site_of("two_axis"), times)


@pytest.mark.parametrize("fade", [0.0, 0.7])
@pytest.mark.parametrize("kind", ALL)
def test_derivatives_agree_with_differences(kind: str, fade: float) -> None:
    h = 1e-4
    times = np.arange(0.01, 3.99, h)
    q, v, a = moved(kind, times, fade=fade)
    assert np.abs(slope(q, h) - v[2:-2]).max() < 1e-8 * np.abs(v).max()
    error = np.abs(slope(v, h) - a[2:-2]).max(axis=1) / np.abs(a).max()
    # Where it has faded in, the jerk jumps.
    assert np.quantile(error, 0.999) < 1e-8 and error.max() < (1e-4 if fade else 1e-8)


@pytest.mark.parametrize("kind", ALL)
def test_fading_makes_start_and_end_smooth(kind: str) -> None:
    times = np.arange(-0.2, 5.2, 1e-3)
    q, v, a = moved(kind, times, fade=0.5, start_time=0.5)
    before = times <= 0.5
    assert np.abs(q[before] - CENTRE).max() < 1e-12
    assert np.abs(v[before]).max() < 1e-12 and np.abs(a[before]).max() < 1e-12
    if kind == "chirp":
        after = times >= 4.5
        assert np.abs(q[after] - CENTRE).max() < 1e-12
        assert np.abs(v[after]).max() < 1e-11 and np.abs(a[after]).max() < 1e-8
    # No jump anywhere: halving the step halves the largest change.
    finer = moved(kind, np.arange(-0.2, 5.2, 5e-4), fade=0.5, start_time=0.5)
    for part, fine in zip((q, v, a), finer, strict=True):
        ratio = np.abs(np.diff(part, axis=0)).max() / np.abs(np.diff(fine, axis=0)).max()
        assert ratio == pytest.approx(2, rel=0.05)


@pytest.mark.parametrize("kind", ALL)
def test_without_fading_it_waits_where_it_begins(kind: str) -> None:
    q, v, a = moved(kind, np.array([0.0, 0.4999, 0.5, 0.5001]), start_time=0.5)
    assert np.abs(q[:2] - q[2]).max() < 1e-12 and np.abs(q[3] - q[2]).max() < 0.01
    assert not v[:2].any() and not a[:2].any() and v[2].all()


@pytest.mark.parametrize("sweep", ["linear", "logarithmic"])
def test_chirp_sweeps_its_frequency(sweep: str) -> None:
    times = np.linspace(0, 4, 40_001)
    q, _, _ = moved("chirp", times, sweep=sweep)
    d = (q - CENTRE) / AMPLITUDE
    assert np.abs(d[:, 0] - d[:, 1]).max() < 1e-12
    assert 0.999 < d.max() <= 1 and -1 <= d.min() < -0.999
    rising = times[:-1][(d[:-1, 0] < 0) & (d[1:, 0] >= 0)]
    found = 1 / np.diff(rising)
    middle = (rising[1:] + rising[:-1]) / 2
    expected = 0.5 + 7.5 * middle / 4 if sweep == "linear" else 0.5 * 16 ** (middle / 4)
    assert np.abs(found / expected - 1).max() < 0.06 and len(found) > 6


def test_chirp_down_and_at_one_frequency() -> None:
    times = np.linspace(0, 4, 401)
    up = moved("chirp", times).velocity
    down = moved("chirp", times, first_frequency=8.0, last_frequency=0.5).velocity
    assert np.abs(down[0]).max() == pytest.approx(16 * np.abs(up[0]).max())
    one = moved("chirp", times, first_frequency=2.0, last_frequency=2.0)
    assert (
        np.abs(one.position - CENTRE - np.outer(np.sin(4 * math.pi * times), AMPLITUDE))[:-1].max()
        < 1e-12
    )


def test_chirp_stays_where_it_ends() -> None:
    q, v, a = moved("chirp", np.array([3.999_999, 4.0, 9.0]))
    assert np.abs(q[1] - q[0]).max() < 1e-4 and np.array_equal(q[1], q[2])
    assert not v[1:].any() and not a[1:].any() and v[0].all()


@pytest.mark.parametrize("kind", ["multisine", "fourier"])
def test_periodic_motions_repeat(kind: str) -> None:
    period = 2.0 if kind == "multisine" else 4.0
    times = np.linspace(0, period, 101)
    for once, again in zip(moved(kind, times), moved(kind, times + 3 * period), strict=True):
        assert np.abs(once - again).max() < 1e-11 * np.abs(once).max()


@pytest.mark.parametrize("kind", ["multisine", "fourier"])
def test_tables_and_equations_agree(kind: str) -> None:
    """A block with a rate is worked out before the run."""
    rate = 100.0
    block = make(kind, fade=0.3, start_time=0.1, rate=rate)
    rows = tabled(block, site_of("two_axis", 60.0, rate))
    assert len(rows.position) == 6002
    times = np.arange(6002) / rate
    for ours, theirs in zip(rows, moved(kind, times, fade=0.3, start_time=0.1), strict=True):
        assert np.abs(ours - theirs).max() < 1e-10 * np.abs(theirs).max()


def test_fourier_series_is_that_of_the_source() -> None:
    """Swevers et al. 1997, written out."""
    times = np.linspace(0, 7, 71)
    q, v, a = moved("fourier", times)
    w = 2 * math.pi * 0.25
    for i in range(2):
        expected = np.zeros((3, len(times)))
        expected[0] = CENTRE[i]
        for k in range(1, 6):
            s, c = FOURIER["sine"][i, k - 1], FOURIER["cosine"][i, k - 1]
            sine, cosine = np.sin(k * w * times), np.cos(k * w * times)
            expected[0] += s / (w * k) * sine - c / (w * k) * cosine
            expected[1] += s * cosine + c * sine
            expected[2] += k * w * (c * cosine - s * sine)
        for part, truth in zip((q, v, a), expected, strict=True):
            assert np.abs(part[:, i] - truth).max() < 1e-12 * max(1, np.abs(truth).max())


def test_fourier_coefficients_in_degrees() -> None:
    given = {"sine": np.degrees(FOURIER["sine"]), "cosine": np.degrees(FOURIER["cosine"])}
    block = make("fourier", centre=np.degrees(CENTRE), degrees=True, **given)
    times = np.linspace(0, 4, 9)
    found = at_times(block, site_of("two_axis"), times)
    assert np.abs(found.position - moved("fourier", times).position).max() < 1e-12


def multisine(**settings: Any) -> RandomMultisine:
    block = make("multisine", **settings)
    assert isinstance(block, RandomMultisine)
    return block


@pytest.mark.parametrize("flat", ["position", "velocity", "acceleration"])
def test_multisine_has_the_spectrum_that_was_asked_for(flat: str) -> None:
    n = 4096
    motion = moved("multisine", 2.0 * np.arange(n) / n, flat=flat)
    inside = np.arange(1, 21)
    for name in Motion._fields:
        lines = np.abs(np.fft.rfft(getattr(motion, name) - CENTRE * (name == "position"), axis=0))
        assert np.abs(np.delete(lines, inside, axis=0)).max() < 1e-9 * lines.max()
        even = np.ptp(lines[inside], axis=0) < 1e-9 * lines.max(axis=0)
        assert np.all(even == (name == flat))


def test_multisine_with_a_given_spectrum() -> None:
    n, wanted = 1024, np.array([1, 0, 2, 0.5])
    motion = moved("multisine", 2.0 * np.arange(n) / n, band=[1.0, 2.5], spectrum=wanted)
    lines = np.abs(np.fft.rfft(motion.position[:, 0]))[2:6]
    assert np.abs(lines / lines.max() - wanted / 2).max() < 1e-12


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("count", [5, 20, 80])
def test_clipping_keeps_crest_factors_low(seed: int, count: int) -> None:
    low = multisine(seed=seed, band=[0.5, 0.5 * count], flat="position")
    assert low.crest_factors(3).max() < 1.75
    random = low.changed({"rounds": 0})
    assert isinstance(random, RandomMultisine)
    assert np.all(random.crest_factors(3) > low.crest_factors(3))


def test_the_amplitude_is_reached_and_not_exceeded() -> None:
    q = moved("multisine", np.linspace(0, 2, 50_001)).position
    reached = np.abs(q - CENTRE).max(axis=0) / AMPLITUDE
    assert np.all(reached <= 1) and np.all(reached > 0.98)


def test_phases_depend_on_seed_and_joint_alone() -> None:
    block = multisine()
    two, six = block.waves(2), block.waves(6)
    for a, b in zip(two, six, strict=False):
        assert np.array_equal(a.phases, b.phases)
    assert np.array_equal(multisine(name="other").waves(2)[1].phases, two[1].phases)
    assert not np.allclose(two[0].phases, two[1].phases)
    assert not np.allclose(multisine(seed=2).waves(1)[0].phases, two[0].phases)


def test_crest_factor_of_a_cosine_and_of_equal_phases() -> None:
    cosine = Multisine(np.array([7]), np.ones(1), np.zeros(1))
    assert cosine.crest_factor == pytest.approx(math.sqrt(2), rel=0.02)
    k = np.arange(1, 33)
    assert Multisine(k, np.ones(32), np.zeros(32)).crest_factor == pytest.approx(8.0, rel=0.02)
    better = with_low_peaks(k, np.ones(32), np.random.default_rng(0), 100)
    assert better.crest_factor < 1.7


def test_peak_is_a_bound_for_any_phases() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        k = np.sort(rng.choice(np.arange(1, 40), 8, replace=False))
        wave = Multisine(k, rng.uniform(0, 1, 8), rng.uniform(0, 6, 8))
        t = np.linspace(0, 1, 40_001)[:, None]
        value = np.abs(np.cos(2 * math.pi * k * t + wave.phases) @ wave.amplitudes).max()
        assert 0.98 * wave.peak <= value <= wave.peak


WRONG: dict[str, tuple[str, dict[str, Any], str]] = {
    "amplitude": (
        "chirp",
        {"amplitude": [0.1, -0.1]},
        "'amplitude' does not fit (got (0.1, -0.1), expected at least 0 for each joint)",
    ),
    "frequency": (
        "chirp",
        {"first_frequency": 0.0},
        "'first_frequency' does not fit (got 0.0, expected finite, more than 0 Hz)",
    ),
    "duration": (
        "chirp",
        {"duration": math.inf},
        "'duration' does not fit (got inf, expected finite, more than 0 s)",
    ),
    "too fast for the rate": (
        "chirp",
        {"rate": 16.0},
        "'last_frequency' does not fit (got frequencies up to 8 Hz, expected less than 8 Hz, half "
        "of the block's rate)",
    ),
    "fade": (
        "chirp",
        {"fade": 3.0},
        "'fade' does not fit (got 3.0, expected at most 2 s, half of it all)",
    ),
    "centre": (
        "chirp",
        {"centre": [0]},
        "'centre' does not fit (got (0,), expected 2 numbers, one for each of joint1, joint2)",
    ),
    "sweep": (
        "chirp",
        {"sweep": "log"},
        "unknown 'sweep' (got 'log', expected one of linear, logarithmic)",
    ),
    "band": (
        "multisine",
        {"band": [2, 1]},
        "'band' does not fit (got (2, 1), expected lowest and highest frequency in Hz, more than "
        "0)",
    ),
    "empty band": (
        "multisine",
        {"band": [0.6, 0.9]},
        "no frequency is in the band (got no multiple of 0.5 Hz, expected at least one). Widen "
        "'band', or set a longer 'period'.",
    ),
    "many": (
        "multisine",
        {"band": [0.5, 25.5]},
        "too many frequencies for a block in continuous time (got 51, expected at most 50, or a "
        "rate)",
    ),
    "spectrum": (
        "multisine",
        {"band": [0.5, 1.0], "spectrum": [1, -1]},
        "'spectrum' does not fit (got (1, -1), expected 2 amplitudes, one for each frequency, "
        "none below 0 and not all 0)",
    ),
    "seed": ("multisine", {"seed": -1}, "'seed' does not fit (got -1, expected 0 or more)"),
    "rounds": (
        "multisine",
        {"rounds": -1},
        "'rounds' does not fit (got -1, expected finite, at least 0)",
    ),
    "coefficients": (
        "fourier",
        {"sine": [[1, 2]]},
        "'sine' does not fit (got ((1, 2),), expected 2 rows of as many numbers, one row for each "
        "of joint1, joint2)",
    ),
    "other coefficients": (
        "fourier",
        {"cosine": [[1], [2]]},
        "'cosine' does not fit (got 1 harmonics, expected 5, as many as in 'sine')",
    ),
}


@pytest.mark.parametrize(("kind", "given", "text"), WRONG.values(), ids=WRONG.keys())
def test_errors_say_what_is_wrong(kind: str, given: dict[str, Any], text: str) -> None:
    with pytest.raises(InputError) as caught:
        block = make(kind, **given)
        at_times(block, site_of("two_axis", rate=block.rate), [0.0])
    assert str(caught.value) == f"block 'shake': {text}"
