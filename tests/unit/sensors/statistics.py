"""What noise has to look like; limits are four to five standard errors."""

from __future__ import annotations

import numpy as np

from armwright.block import Block, Site
from tests.support.blocks import evaluate

TICKS = np.arange(10_000.0)[:, None]


def drawn(block: Block, where: Site, output: str, **given: object) -> np.ndarray:
    """(ticks, channels): an output at many ticks, all else the same."""
    return evaluate(block, where, **{"tick": TICKS, "seed": [1.0], **given})[output]


def assert_white(noise: np.ndarray, sigma: float) -> None:
    """Mean 0, standard deviation sigma, Gaussian, nothing in common with the ticks before."""
    n = len(noise)
    assert np.abs(noise.mean(axis=0)).max() < 4 * sigma / np.sqrt(n)
    np.testing.assert_allclose(noise.std(axis=0), sigma, rtol=4 / np.sqrt(2 * n))
    fourth = ((noise / sigma) ** 4).mean()
    assert abs(fourth - 3.0) < 4 * np.sqrt(96 / noise.size)
    for lag in (1, 2, 3, 10, 100):
        together = (noise[lag:] * noise[:-lag]).mean(axis=0) / sigma**2
        assert np.abs(together).max() < 5 / np.sqrt(n), f"lag {lag}"


def assert_independent(*sources: np.ndarray) -> None:
    """All channels of all sources, and their squares."""
    channels = np.concatenate(sources, axis=1)
    for values in (channels, channels**2):
        correlations = np.corrcoef(values.T) - np.eye(channels.shape[1])
        assert np.abs(correlations).max() < 5 / np.sqrt(len(channels))
