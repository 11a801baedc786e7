"""Least squares on triangles and rows: ordinary, weighted, robust, with instruments.

All solve Y π ≈ y over all channels and give the same `Solution`. The triangles come from
`reduction.py`; only what weighs single rows, or needs instruments, goes through the rows again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import scipy.linalg

from armwright.arrays import Array
from armwright.identify.reduction import RegressorRows, Triangle, updated

#: Weights and numbers have settled when no channel's deviation changes by more than this part.
_SETTLED, _ROUNDS = 1e-4, 50
#: Huber's bound: residuals beyond so many deviations count as if they were there; 95 % efficient
#: for normal ones. The deviation is taken from the median, which outliers do not move.
_BOUND, _MEDIAN = 1.345, 1.4826
#: Robust numbers have settled when none moves by more than this part of its standard error.
_ALMOST = 1e-2
#: Singular values below this part of the largest one tell nothing.
_RANK = 1e-10

RowSource = Callable[[], Iterable[RegressorRows]]


@dataclass(frozen=True, eq=False)
class Solution:
    """`values`: π. `deviations`: rms of the residual, by channel, what weights come from. `bread`:
    (YᵀY)⁻¹ of the weighted rows, or (ZᵀY)⁻¹: π̂ − π = bread Yᵀ e. `condition`: of Y, weighted, with
    columns of length 1. `hidden` (n, k): directions of π that the rows do not show at all, each as
    long as a standard error that is as good as infinite."""

    values: Array
    deviations: Array
    bread: Array
    condition: float
    hidden: Array
    samples: int


def least_squares(triangles: Sequence[Triangle], size: int, *, weighted: bool = True) -> Solution:
    """Ordinary, or each channel weighted by the inverse of its residual's deviation, iterated."""
    deviations = np.ones(len(triangles))
    solution = _solved(triangles, size, deviations)
    for _ in range(_ROUNDS if weighted else 0):
        before, deviations = deviations, solution.deviations
        solution = _solved(triangles, size, deviations)
        if np.abs(solution.deviations - before).max() <= _SETTLED * deviations.max():
            break
    return solution


def robust(triangles: Sequence[Triangle], size: int, rows: RowSource) -> Solution:
    """Iteratively reweighted: Huber's weights, so that what the model does not have (a collision, a
    reversal that sticks) moves little. Each round goes through the rows once."""
    solution = least_squares(triangles, size)
    for _ in range(_ROUNDS):
        before = solution
        residuals = residuals_of(solution, rows)
        spread = np.array([_MEDIAN * np.median(np.abs(r[r != 0])) for r in residuals.T])
        solution = _solved(_reweighted(solution, rows, spread, triangles), size, spread)
        change = np.abs(solution.values - before.values) / np.sqrt(np.diag(solution.bread))
        if change.max() <= _ALMOST:
            break
    return solution


def instrumental(
    solution: Solution, rows: RowSource, instruments: RowSource, size: int
) -> Solution:
    """Zᵀ (y − Y π) = 0 with the rows Z of a motion that noise has not touched: Janot, Vandanjon,
    Gautier, IEEE TCST 22(1), 2014. With R of [Z | Y | y] that is R_ZZᵀ (R_Zy − R_ZY π) = 0: no
    product is formed. `solution`: from which the weights of the channels are taken."""
    total = np.zeros((2 * size + 1,) * 2, order="F")
    count = 0
    for own, other in zip(rows(), instruments(), strict=True):
        count += int(own.used.sum())
        for channel, columns in enumerate(own.regressor.sparsity):
            (Y, y), (Z, _) = own.of(channel), other.of(channel)
            block = np.zeros((len(y), 2 * size + 1), order="F")
            block[:, list(columns)] = Z * own.used[:, channel, None]
            block[:, [size + c for c in columns]] = Y
            block[:, -1] = y
            total = updated(total, block / max(solution.deviations[channel], 1e-300))
    R = np.triu(total)[:size]
    own_part, mixed, known = R[:, :size], R[:, size:-1], R[:, -1]
    scale = np.linalg.norm(mixed, axis=0)
    s = np.linalg.svd(mixed / scale, compute_uv=False)
    values = np.linalg.solve(mixed / scale, known) / scale
    bread = np.linalg.solve(mixed, np.linalg.inv(own_part.T))
    condition = float(s[0] / s[-1])
    found = Solution(values, solution.deviations, bread, condition, solution.hidden, count)
    return replace(found, deviations=rms_of(residuals_of(found, rows)))


def residuals_of(solution: Solution, rows: RowSource) -> Array:
    """y − Y π, (rows, channels); zero where a row does not count."""
    found = []
    for block in rows():
        channels = []
        for channel, columns in enumerate(block.regressor.sparsity):
            Y, y = block.of(channel)
            channels.append(y - Y @ solution.values[list(columns)])
        found.append(np.stack(channels, axis=1))
    return np.concatenate(found)


def rms_of(residuals: Array) -> Array:
    """By channel, over the rows that count."""
    used = np.maximum((residuals != 0).sum(axis=0), 1)
    rms: Array = np.sqrt(np.square(residuals).sum(axis=0) / used)
    return rms


def stacked(triangles: Sequence[Triangle], size: int, deviations: Array) -> Array:
    """R of all channels' [Y | y], each divided by its deviation."""
    parts = []
    for triangle, deviation in zip(triangles, deviations, strict=True):
        part = np.zeros((len(triangle.matrix), size + 1))
        part[:, [*triangle.columns, size]] = triangle.matrix / max(deviation, 1e-300)
        parts.append(part)
    R: Array = scipy.linalg.qr(np.concatenate(parts), mode="r")[0][: size + 1]
    return R


def _solved(triangles: Sequence[Triangle], size: int, deviations: Array) -> Solution:
    whole = stacked(triangles, size, deviations)
    R, known = whole[:size, :size], whole[:size, size]
    scale = np.linalg.norm(R, axis=0)
    scale[scale == 0] = 1.0
    U, s, Vt = np.linalg.svd(R / scale)
    useful = s > _RANK * s[0]
    values = (Vt[useful].T @ ((U.T @ known)[useful] / s[useful])) / scale
    rms = []
    for triangle in triangles:
        rest = triangle.matrix @ np.append(values[list(triangle.columns)], -1.0)
        rms.append(float(np.sqrt(rest @ rest / triangle.samples)))
    condition = float(s[0] / s[-1]) if s[-1] > 0 else float("inf")
    samples = sum(triangle.samples for triangle in triangles)
    half = (Vt[useful].T / s[useful]) / scale[:, None]
    hidden = Vt[~useful].T / scale[:, None] / (_RANK * s[0])
    return Solution(values, np.array(rms), half @ half.T, condition, hidden, samples)


def _reweighted(
    solution: Solution, rows: RowSource, spread: Array, triangles: Sequence[Triangle]
) -> list[Triangle]:
    found = [np.zeros_like(triangle.matrix, order="F") for triangle in triangles]
    for block in rows():
        for channel, columns in enumerate(block.regressor.sparsity):
            Y, y = block.of(channel)
            size = np.abs(y - Y @ solution.values[list(columns)]) / max(spread[channel], 1e-300)
            weight = np.sqrt(np.minimum(1.0, _BOUND / np.maximum(size, 1e-300)))
            part = np.asfortranarray(np.column_stack([Y, y]) * weight[:, None])
            found[channel] = updated(found[channel], part)
    return [
        Triangle(triangle.columns, np.triu(R), triangle.samples)
        for triangle, R in zip(triangles, found, strict=True)
    ]
