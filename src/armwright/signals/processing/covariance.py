"""How far a sum of noise times known factors may be from zero, when the noise is not white."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.signals.processing.stretches import Flags


def covariance_of_sums(factors: Array, noise: Array, used: Flags) -> tuple[Array, float]:
    """Of Σ_tc factors[t, c, a] noise[t, c], for all a and b.

    `factors` (samples, channels, sums), `noise` (samples, channels), zero where not `used`
    (samples,). The noise is stationary: its covariances over lags are estimated, with the
    trapezoidal window of Politis & Romano 1995, which ends where they are lost in chance. Beside
    it, of how many squares of each channel's noise the estimate is the mean at any frequency.
    """
    n, channels = noise.shape
    size = 1 << int(np.ceil(np.log2(2 * n)))
    spectrum = np.fft.rfft(noise, size, axis=0)
    columns = np.fft.rfft(factors, size, axis=0)
    there = np.abs(np.fft.rfft(used.astype(np.float64), size)) ** 2
    pairs = np.maximum(np.fft.irfft(there, size)[:n], 1.0)
    own = np.fft.irfft(np.abs(spectrum) ** 2, size, axis=0)[:n] / pairs[:, None]
    window = _window(own / np.maximum(own[0], 1e-300), int(used.sum()))
    lags = window.size
    both = np.concatenate([np.arange(lags), -np.arange(1, lags)])
    taper = np.concatenate([window, window[1:]])
    total = np.zeros((factors.shape[2],) * 2)
    for c in range(channels):
        for d in range(channels):
            noises = np.fft.irfft(np.conj(spectrum[:, c]) * spectrum[:, d], size)[both]
            noises = noises / pairs[np.abs(both)] * taper
            products = np.fft.irfft(
                np.conj(columns[:, c, :, None]) * columns[:, d, None, :], size, axis=0
            )[both]
            total += np.einsum("l,lab->ab", noises, products)
    total = (total + total.T) / 2
    # The estimate may leave the positive matrices; white noise is then the least one can say.
    white = np.einsum("tca,c,tcb->ab", factors, own[0], factors)
    squares = 2 * int(used.sum()) / float((taper**2).sum())
    return (total if np.linalg.eigvalsh(total)[0] > 0 else white), squares


def _window(correlations: Array, count: int) -> Array:
    """One up to a lag m beyond which no channel correlates more than by chance, then falling to
    zero at 2 m."""
    n = len(correlations)
    chance = 2 * np.sqrt(np.log10(max(count, 10)) / count)
    quiet = (np.abs(correlations) < chance).all(axis=1)
    needed = max(5, round(np.sqrt(np.log10(max(count, 10)))))
    m = n // 8
    for k in range(1, n // 8):
        if quiet[k : k + needed].all():
            m = k
            break
    lag = np.arange(min(2 * m + 1, n))
    return np.asarray(np.clip(2 - lag / m, 0.0, 1.0))
