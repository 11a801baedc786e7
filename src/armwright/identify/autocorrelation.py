"""How certain least squares are when residuals hang together from sample to sample."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.optimize import nnls

from armwright.arrays import Array

#: Lags by which a random walk is told from white noise.
WALKING = 12


def sandwich(rows: Array, meat: Array) -> Array:
    """(AᵀA)⁻¹ S (AᵀA)⁻¹, S the covariance of Aᵀe."""
    inner = np.linalg.pinv(rows.T @ rows)
    found: Array = inner @ meat @ inner
    return found


def coloured(rows: Array, residual: Array, segments: Sequence[slice], lags: int) -> Array:
    """(p, p) of the least-squares solution for `rows` (m, p): S is the long-run covariance of the
    scores, with Bartlett weights up to `lags` (Newey and West 1987). `segments`: rows that follow
    each other in time."""
    m, p = rows.shape
    parts = [rows[one] * residual[one, None] for one in segments]
    found: Array = sandwich(rows, long_run(parts, lags)) * (m / max(m - p, 1))
    return found


def wandering(rows: Array, residual: Array, segments: Sequence[slice]) -> Array:
    """The same for residuals that are white noise and a random walk, each segment less its mean: as
    of integrals, where noise of the velocity stays white and noise of the torque wanders. How much
    there is of each is read off Var(eₖ₊ₗ − eₖ) = 2σ² + l ς²."""
    white, walk = _white_and_walk([residual[one] for one in segments])
    meat = np.zeros((rows.shape[1],) * 2)
    for one in segments:
        own = rows[one]
        # Of a walk from row to row, through its independent steps.
        steps = np.cumsum((own - own.mean(axis=0))[::-1], axis=0)[::-1]
        centred = own - own.mean(axis=0)
        meat += white * centred.T @ centred + walk * steps[1:].T @ steps[1:]
    m, p = rows.shape
    found: Array = sandwich(rows, meat) * (m / max(m - p, 1))
    return found


def long_run(parts: Sequence[Array], lags: int) -> Array:
    """Σ over lags of the autocovariances of series (·, p), summed, not averaged."""
    total: Array = np.asarray(sum(part.T @ part for part in parts))
    for lag in range(1, lags + 1):
        weight = 1 - lag / (lags + 1)
        for part in parts:
            if len(part) > lag:
                product = part[lag:].T @ part[:-lag]
                total = total + weight * (product + product.T)
    return total


def memory(gap: Array) -> int:
    """For how many samples residuals hang together: twice until they have lost 95 %."""
    n = len(gap)
    longest = 0
    for k in range(gap.shape[1]):
        own = gap[:, k] - gap[:, k].mean()
        power = np.fft.irfft(np.abs(np.fft.rfft(own, 2 * n)) ** 2)[:n]
        if power[0] > 0:
            below = np.flatnonzero(power < 0.05 * power[0])
            longest = max(longest, int(below[0]) if below.size else n)
    return min(2 * longest, n // 5)


def effective_samples(parts: Sequence[Array], lags: int) -> float:
    """How many independent samples the residuals (·,) amount to, for a mean."""
    count = sum(map(len, parts))
    spread = sum(float(part @ part) for part in parts)
    if spread == 0:
        return float(count)
    level = float(long_run([part[:, None] for part in parts], lags)[0, 0])
    return float(np.clip(count * spread / max(level, 1e-300), 1.0, count))


def _white_and_walk(parts: Sequence[Array]) -> tuple[float, float]:
    """σ² and ς² per row."""
    left, right = [], []
    for lag in range(1, WALKING + 1):
        moved = [part[lag:] - part[:-lag] for part in parts if len(part) > lag]
        count = sum(map(len, moved))
        if count:
            right.append(sum(float(one @ one) for one in moved) / count)
            left.append((2.0, float(lag)))
    if not left:
        return 0.0, 0.0
    # Long lags are known less well.
    weights = 1 / np.sqrt(np.arange(1, len(left) + 1))
    found, _ = nnls(np.array(left) * weights[:, None], np.array(right) * weights)
    return float(found[0]), float(found[1])
