"""How certain the numbers are, where residuals are not independent of each other.

Residuals of an arm are coloured: filters, friction at low speed and ripple make neighbours alike.
For least squares with weights, π − π̂ = (YᵀY)⁻¹ Yᵀ e, so that the covariance is
(YᵀY)⁻¹ Yᵀ Ω Y (YᵀY)⁻¹ with Ω the covariance of e, which is taken to be stationary: its spectra,
between all channels, are those of the residuals, smoothed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.identify.estimators import RowSource, Solution, residuals_of

#: Correlations within so many deviations of zero, over so many lags, count as none.
_NOISE, _QUIET = 2.0, 5
#: Of the residuals' variance, what the fit leaves at least.
_LEAST_LEFT = 0.1


@dataclass(frozen=True, eq=False)
class Uncertainty:
    """`covariance` of the values; `effective_samples`: independent ones that the residuals of all
    channels amount to; `residuals` (rows, channels)."""

    covariance: Array
    effective_samples: float
    residuals: Array
    lags: int


def uncertainty_of(
    solution: Solution, rows: RowSource, instruments: RowSource | None = None
) -> Uncertainty:
    """`instruments`: the rows that stood in place of Y, if any did."""
    residuals = residuals_of(solution, rows)
    n, channels = residuals.shape
    size = 2 * n
    scaled = residuals / np.maximum(solution.deviations, 1e-300)
    lags = max(_memory(scaled[:, k]) for k in range(channels))
    columns, transforms = _transforms(solution, instruments or rows, size)
    left = np.stack(
        [
            _left_over(solution.bread[np.ix_(own, own)], transform)
            for own, transform in zip(columns, transforms, strict=True)
        ],
        axis=1,
    )
    spectra = _spectra(scaled, left, lags, size)
    meat = np.zeros((len(solution.values),) * 2)
    for j in range(channels):
        for k in range(j, channels):
            part = np.real(transforms[j].conj().T @ (spectra[:, j, k, None] * transforms[k]))
            meat[np.ix_(columns[j], columns[k])] += part
            if k != j:
                meat[np.ix_(columns[k], columns[j])] += part.T
    covariance = solution.bread @ meat @ solution.bread.T + solution.hidden @ solution.hidden.T
    effective = sum(_effective(scaled[:, k], lags) for k in range(channels))
    return Uncertainty(0.5 * (covariance + covariance.T), effective, residuals, lags)


def _left_over(bread: Array, transform: Array) -> Array:
    """The part of noise at each frequency that a fit leaves in the residuals: 1 − h, h the leverage
    of the frequency."""
    leverage = np.real(np.einsum("fi,ij,fj->f", transform.conj(), bread, transform))
    left: Array = 1.0 - np.minimum(leverage, 1.0)
    return left


def _memory(residual: Array) -> int:
    """The lag from which on there is no correlation: Politis 2003, Adaptive bandwidth choice."""
    rho = _correlation(residual)
    limit = _NOISE * np.sqrt(np.log10(residual.size) / residual.size)
    quiet = np.convolve(np.abs(rho[1:]) < limit, np.ones(_QUIET), mode="valid") == _QUIET
    first = int(np.argmax(quiet)) if quiet.any() else residual.size // 8
    return max(2 * first, 1)


def _correlation(residual: Array) -> Array:
    n = residual.size
    transform = np.fft.rfft(residual, 2 * n)
    gamma = np.fft.irfft(np.abs(transform) ** 2)[: max(n // 4, 2)]
    rho: Array = gamma / max(gamma[0], 1e-300)
    return rho


def _effective(residual: Array, lags: int) -> float:
    """Rows that count, over the sum of all correlations."""
    rho = _correlation(residual)[1 : lags + 1]
    total = 1.0 + 2.0 * float(np.sum(_taper(lags)[: rho.size] * rho))
    return np.count_nonzero(residual) / max(total, 1.0 / residual.size)


def _taper(lags: int) -> Array:
    """Flat, then falling to zero, for the lags 1, 2, …: Politis' trapezoid has less bias than a
    window that falls from the start."""
    shape: Array = np.clip(2.0 * (1.0 - np.arange(1, lags + 1) / (lags + 1.0)), 0.0, 1.0)
    return shape


def _spectra(scaled: Array, left: Array, lags: int, size: int) -> Array:
    """(frequencies, channels, channels), smoothed and made positive. A fit takes most noise away at
    the frequencies of the motion; what is left is divided by the part that is left, both smoothed
    alike."""
    n = len(scaled)
    transform = np.fft.rfft(scaled, size, axis=0)
    cross = np.einsum("fj,fk->fjk", transform.conj(), transform)
    used = np.fft.rfft(scaled != 0, size, axis=0)
    pairs = np.fft.irfft(np.einsum("fj,fk->fjk", used.conj(), used), size, axis=0)
    gamma = np.fft.irfft(cross, size, axis=0) / np.maximum(np.round(pairs), n / 20)
    window = np.zeros(size)
    window[0] = 1.0
    window[1 : lags + 1] = _taper(lags)
    window[-lags:] = _taper(lags)[::-1]
    spectra = np.fft.rfft(gamma * window[:, None, None], axis=0)
    kept = np.fft.irfft(left, size, axis=0) * window[:, None]
    share = np.sqrt(np.maximum(np.real(np.fft.rfft(kept, axis=0)), _LEAST_LEFT))
    spectra = spectra / (share[:, :, None] * share[:, None, :])
    spectra = 0.5 * (spectra + np.conj(np.swapaxes(spectra, 1, 2)))
    values, vectors = np.linalg.eigh(spectra)
    found: Array = np.einsum("fij,fj,fkj->fik", vectors, np.maximum(values, 0.0), vectors.conj())
    return found


def _transforms(
    solution: Solution, rows: RowSource, size: int
) -> tuple[list[list[int]], list[Array]]:
    """Of each channel's weighted rows, with Parseval's factors in them."""
    blocks = list(rows())
    found = blocks[0].regressor
    columns, transforms = [], []
    factor = np.full(size // 2 + 1, np.sqrt(2.0 / size))
    factor[0] = factor[-1] = np.sqrt(1.0 / size)
    for channel, own in enumerate(found.sparsity):
        Y = np.concatenate([block.of(channel)[0] for block in blocks])
        scaled = Y / max(solution.deviations[channel], 1e-300)
        transforms.append(np.fft.rfft(scaled, size, axis=0) * factor[:, None])
        columns.append(list(own))
    return columns, transforms
