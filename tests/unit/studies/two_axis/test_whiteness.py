"""White noise is taken for white, and what is not white is not."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.studies.two_axis.whiteness import BOUND, Noise, farthest_off

SIGMA, COUNT = 0.02, 6000


def noise(seed: int) -> np.ndarray:
    return SIGMA * np.random.default_rng(seed).standard_normal(COUNT)


def test_white_noise_agrees() -> None:
    assert all(Noise.of(noise(seed)).agrees(SIGMA) for seed in range(50))


def moving_average(x: np.ndarray) -> np.ndarray:
    y = x + 0.1 * np.roll(x, 7)
    return SIGMA * y / y.std()


def uniform(x: np.ndarray) -> np.ndarray:
    return SIGMA * np.sqrt(3) * np.random.default_rng(1).uniform(-1, 1, x.size)


def skewed(x: np.ndarray) -> np.ndarray:
    y = np.random.default_rng(1).chisquare(60, x.size)
    return SIGMA * (y - y.mean()) / y.std()


@pytest.mark.parametrize(
    "spoil",
    [
        moving_average,
        uniform,
        skewed,
        lambda x: x + 0.08 * SIGMA,
        lambda x: 1.05 * x,
        lambda x: x + 0.3 * SIGMA * np.sin(0.01 * np.arange(x.size)),
    ],
)
def test_other_noise_does_not(spoil: object) -> None:
    for seed in range(10):
        assert not Noise.of(spoil(noise(seed))).agrees(SIGMA)


def test_correlation_is_that_of_the_past() -> None:
    x = noise(0)
    found = Noise.of(x)
    expected = [np.corrcoef(x[k:], x[:-k])[0, 1] for k in range(1, 21)]
    np.testing.assert_allclose(found.correlation, expected, atol=2e-3)


def test_each_noise_is_judged_by_its_own_number_of_samples() -> None:
    """A correlation of 0.05 is nothing in 400 samples, and much in 40 000; the short noise beside
    it does not excuse the long one."""
    brief, long = (np.random.default_rng(4).standard_normal(count) for count in (400, 40_000))
    drawn = long + 0.05 * np.roll(long, 3)
    noises = [Noise.of(x / x.std()) for x in (brief, drawn)]
    assert [noise.agrees(1.0) for noise in noises] == [True, False]
    assert max(noise.largest_correlation for noise in noises) < noises[0].correlation_bound
    assert farthest_off(noise.standard_errors(1.0) for noise in noises)["correlation"] > 2 * BOUND
