"""From motion to triangles: the regressor evaluated, filtered, thinned out and reduced, in blocks.

A block of samples is evaluated in vector lanes, passes a filter that both sides of Y π = y share,
and goes into one QR decomposition per channel, all while it is in the cache; Y is never there as a
whole. R has everything that least squares with any weights of the channels needs, with the
condition number of Y; YᵀY would have its square.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import lapack

from armwright.arrays import Array
from armwright.identify.motion import Motion
from armwright.identify.regressor import Regressor

#: Samples that are evaluated together.
_BLOCK = 1000
#: The filter's length in samples that are kept: a Hann window, zero at their Nyquist frequency.
_LENGTH = 4
#: Dry friction may stick below this part of the largest speed along its row; rows are left out
#: where it may for more than this part of the samples in their middle.
_SLOW, _RESTING = 0.01, 0.5
#: A joint that is never faster is at rest, in rad/s or m/s.
_AT_REST = 1e-4
#: Columns that LAPACK's tpqrt treats together; more are slower for so few of them.
_PANEL = 4


@dataclass(frozen=True, eq=False)
class Triangle:
    """R of [Y | y] of one channel: `columns` of the regressor, then y. `samples`: how many rows
    that count are behind it."""

    columns: tuple[int, ...]
    matrix: Array
    samples: int


@dataclass(frozen=True, eq=False)
class Rows:
    """Filtered rows of all channels, (n, …) as `Regressor.compiled` gives them. `used`:
    (n, channels), where a channel's friction slides; where it may stick, rows are zero."""

    regressor: Regressor
    values: Array
    used: NDArray[np.bool_]

    def of(self, channel: int) -> tuple[Array, Array]:
        """Y (n, columns of the channel) and y (n,)."""
        part = self.values[:, self.regressor.places[channel]]
        return part[:, :-1], part[:, -1]


def thinning(motion: Motion, rate: float | None = None) -> int:
    """How many samples make one row. `rate`: rows per second; the window halves what changes at a
    quarter of it, by default at the cut-off of positions."""
    wanted = rate if rate is not None else 4.0 * motion.cutoff
    return max(1, int(1.0 / (motion.step * wanted)))


def filtered_rows(found: Regressor, motion: Motion, thin: int) -> Iterator[Rows]:
    """Block by block; every row is a weighted mean of 4 `thin` samples."""
    window = _window(thin)
    size = max(_BLOCK // thin, 1) * thin
    width, channels = found.places[-1].stop, len(found.channels)
    tail, resting = np.zeros((0, _LENGTH, width)), np.zeros((0, channels))
    out = np.empty((size, width))
    last = motion.samples // thin * thin
    for first in range(0, last, size):
        s = slice(first, min(first + size, last))
        place = out[: s.stop - s.start]
        found.compiled(motion.q[s], motion.v[s], motion.a[s], motion.effort[s], out=place)
        still = _still(found, motion, s)
        if thin == 1:
            yield _rows(found, place, still)
            continue
        # Shares of each group of samples in the four rows that it belongs to.
        shares = np.matmul(window, place.reshape(-1, thin, width))
        shares = np.concatenate([tail, shares])
        resting = np.concatenate([resting, still.reshape(-1, thin, channels).mean(axis=1)])
        n = len(shares) - _LENGTH + 1
        if n > 0:
            values = sum(shares[k : k + n, k] for k in range(_LENGTH))
            # The middle two of the four groups have five sixths of the window.
            yield _rows(found, np.asarray(values), 0.5 * (resting[1 : n + 1] + resting[2 : n + 2]))
            tail, resting = shares[n:], resting[n:]
        else:
            tail = shares


def _still(found: Regressor, motion: Motion, s: slice) -> Array:
    """(samples, channels): 1 where some dry friction of a channel may stick, else 0."""
    if not len(found.sliding):
        return np.zeros((s.stop - s.start, len(found.channels)))
    slow = np.abs(found.sliding) @ np.maximum(_SLOW * motion.fastest, _AT_REST)
    still = np.abs(motion.v[s] @ found.sliding.T) <= slow
    return np.asarray((still @ found.acting.T) > 0, dtype=np.float64)


def _rows(found: Regressor, values: Array, resting: Array) -> Rows:
    used = resting <= _RESTING
    if not used.all():
        for channel, place in enumerate(found.places):
            values[~used[:, channel], place] = 0.0
    return Rows(found, values, used)


def filtered(values: Array, thin: int) -> Array:
    """Signals (samples, size) as the rows see them."""
    if thin == 1:
        return values
    groups = values[: len(values) // thin * thin].reshape(-1, thin, values.shape[1])
    shares = np.matmul(_window(thin), groups)
    n = len(shares) - _LENGTH + 1
    found: Array = np.sum([shares[k : k + n, k] for k in range(_LENGTH)], axis=0)
    return found


def row_times(motion: Motion, thin: int) -> Array:
    """When each row is: the middle of its samples."""
    if thin == 1:
        return motion.time
    groups = motion.samples // thin
    first = np.arange(groups - _LENGTH + 1) * thin
    times: Array = motion.time[0] + motion.step * (first + 0.5 * (_LENGTH * thin - 1))
    return times


def _window(thin: int) -> Array:
    """(4, thin): the Hann window by groups of samples, with the sum 1."""
    n = _LENGTH * thin
    window = np.sin(np.pi * (np.arange(n) + 0.5) / n) ** 2
    shaped: Array = (window / window.sum()).reshape(_LENGTH, thin)
    return shaped


def reduced(found: Regressor, motion: Motion, thin: int) -> tuple[Triangle, ...]:
    """One triangle for each channel."""
    triangles = [np.zeros((p.stop - p.start,) * 2, order="F") for p in found.places]
    count = np.zeros(len(found.channels), dtype=int)
    for rows in filtered_rows(found, motion, thin):
        count += rows.used.sum(axis=0)
        for k, place in enumerate(found.places):
            block = np.asfortranarray(rows.values[:, place])
            triangles[k] = updated(triangles[k], block)
    return tuple(
        Triangle(columns, np.triu(R), max(int(n), 1))
        for columns, R, n in zip(found.sparsity, triangles, count, strict=True)
    )


def updated(R: Array, block: Array) -> Array:
    """The triangle of what was and what is new; both are written over."""
    panel = min(_PANEL, R.shape[0])
    found: Array
    found, *_, failure = lapack.dtpqrt(0, panel, R, block, overwrite_a=True, overwrite_b=True)
    assert failure == 0
    return found
