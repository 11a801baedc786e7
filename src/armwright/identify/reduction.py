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
#: The filter's length in groups of samples, each of which makes a row: a Hann window, so that
#: neighbouring rows share half of their samples.
_LENGTH = 2
#: Dry friction may stick below this part of the largest speed along its row; rows are left out
#: where it may for more than this part of their samples.
_SLOW, _RESTING = 0.01, 0.5
#: A joint that is never faster is at rest, in rad/s or m/s.
_AT_REST = 1e-4
#: Thinned rows that are reduced together, at least.
_TOGETHER = 1000
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
class RegressorRows:
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
    """How many samples make one row. `rate`: rows per second; the window halves what changes at
    half of it, by default at the cut-off of positions."""
    wanted = rate if rate is not None else _LENGTH * motion.cutoff
    return max(1, int(1.0 / (motion.step * wanted) + 1e-6))


def filtered_rows(found: Regressor, motion: Motion, thin: int) -> Iterator[RegressorRows]:
    """Block by block; every row is a weighted mean of 2 `thin` samples."""
    size = max(_BLOCK // thin, 1) * thin
    last = motion.samples // thin * thin
    still = _still(found, motion)
    if thin == 1:
        for first in range(0, last, size):
            s = slice(first, min(first + size, last))
            out = np.empty((s.stop - s.start, found.places[-1].stop))
            yield _rows(found, _evaluated(found, motion, s, out), still[s])
        return
    groups = still[:last].reshape(-1, thin, still.shape[1]).mean(axis=1)
    resting = 0.5 * (groups[1:] + groups[:-1])
    window, before, done = _window(thin), 0, 0
    out = np.empty((size + (_LENGTH - 1) * thin, found.places[-1].stop))
    for first in range(0, last, size):
        s = slice(first, min(first + size, last))
        _evaluated(found, motion, s, out[before : before + s.stop - s.start])
        whole = out[: before + s.stop - s.start]
        n = len(whole) // thin - _LENGTH + 1
        if n > 0:
            values = _averaged(whole, window, thin, n)
            yield _rows(found, values, resting[done : done + n])
            done += n
        before = min((_LENGTH - 1) * thin, len(whole))
        out[:before] = whole[len(whole) - before :].copy()


def _evaluated(found: Regressor, motion: Motion, s: slice, out: Array) -> Array:
    length = np.array([motion.mean])
    found.compiled(motion.q[s], motion.v[s], motion.a[s], motion.effort[s], length, out=out)
    return out


def _averaged(values: Array, window: Array, thin: int, n: int) -> Array:
    """n weighted means of samples, each `thin` later: products with views of the same memory."""
    row, column = values.strides
    views = np.lib.stride_tricks.as_strided(
        values, (n, window.size, values.shape[1]), (thin * row, row, column), writeable=False
    )
    found: Array = np.matmul(window[None], views)[:, 0]
    return found


def gathered(blocks: Iterator[RegressorRows]) -> Iterator[RegressorRows]:
    """Thinned rows of several blocks together: LAPACK takes longer for many short ones."""
    waiting: list[RegressorRows] = []
    for block in blocks:
        waiting.append(block)
        if sum(len(one.values) for one in waiting) >= _TOGETHER:
            yield _joined(waiting)
            waiting = []
    if waiting:
        yield _joined(waiting)


def _joined(blocks: list[RegressorRows]) -> RegressorRows:
    if len(blocks) == 1:
        return blocks[0]
    values = np.concatenate([one.values for one in blocks])
    return RegressorRows(blocks[0].regressor, values, np.concatenate([one.used for one in blocks]))


def _still(found: Regressor, motion: Motion) -> Array:
    """(samples, channels): 1 where some dry friction of a channel may stick, else 0."""
    if not len(found.sliding):
        return np.zeros((motion.samples, len(found.channels)))
    slow = np.abs(found.sliding) @ np.maximum(_SLOW * motion.fastest, _AT_REST)
    still = (np.abs(motion.v @ found.sliding.T) <= slow).astype(np.float64)
    return np.minimum(still @ found.acting.T.astype(np.float64), 1.0)


def _rows(found: Regressor, values: Array, resting: Array) -> RegressorRows:
    used = resting <= _RESTING
    if not used.all():
        for channel, place in enumerate(found.places):
            values[~used[:, channel], place] = 0.0
    return RegressorRows(found, values, used)


def filtered(values: Array, thin: int) -> Array:
    """Signals (samples, size) as the rows see them."""
    if thin == 1:
        return values
    n = len(values) // thin - _LENGTH + 1
    return _averaged(np.ascontiguousarray(values), _window(thin), thin, n)


def row_times(motion: Motion, thin: int) -> Array:
    """When each row is: the middle of its samples."""
    if thin == 1:
        return motion.time
    groups = motion.samples // thin
    first = np.arange(groups - _LENGTH + 1) * thin
    times: Array = motion.time[0] + motion.step * (first + 0.5 * (_LENGTH * thin - 1))
    return times


def _window(thin: int) -> Array:
    """Hann's, with the sum 1."""
    n = _LENGTH * thin
    window: Array = np.sin(np.pi * (np.arange(n) + 0.5) / n) ** 2
    window /= window.sum()
    return window


def reduced(found: Regressor, motion: Motion, thin: int) -> tuple[Triangle, ...]:
    """One triangle for each channel."""
    triangles = [np.zeros((p.stop - p.start,) * 2, order="F") for p in found.places]
    count = np.zeros(len(found.channels), dtype=int)
    for rows in gathered(filtered_rows(found, motion, thin)):
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
