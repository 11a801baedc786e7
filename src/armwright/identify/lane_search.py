"""Nonlinear least squares through runs in lanes: Levenberg and Marquardt, from many starts at once.

Each round asks for all runs together: of every start its centre and, for differences, one run more
for each number. So lanes are full, and a start costs little beside the first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array

#: Residuals (runs, m) for scaled numbers (runs, p); NaN where a run fails.
Residuals = Callable[[Array], Array]
#: Of a scaled number, for differences to either side: wide first, as friction that sticks makes
#: squares rough in the small, then narrow.
_STEPS = (3e-2, 1e-3)
#: The search has settled when no scaled number moves by more than this, or the squares fall by no
#: more than this part.
_SETTLED, _FALLEN = 1e-5, 1e-6
_FIRST_DAMPING, _LEAST, _MOST = 1e-2, 1e-10, 1e8


@dataclass(frozen=True, eq=False)
class Found:
    """`values` (p,) scaled, `residual` (m,) and `jacobian` (m, p) there. `costs`: the sum of
    squares that every start has ended at, `ends` (s, p) where. `rounds` and `runs`: how many it
    took."""

    values: Array
    residual: Array
    jacobian: Array
    costs: Array
    ends: Array
    rounds: int
    runs: int


@dataclass(frozen=True, eq=False)
class Box:
    """Bounds (p,) of the scaled numbers."""

    low: Array
    high: Array

    def clipped(self, values: Array) -> Array:
        found: Array = np.clip(values, self.low, self.high)
        return found


def search(residuals: Residuals, starts: Array, box: Box, rounds: int = 40) -> Found:
    """From `starts` (s, p); the best end counts. It is refined with narrow differences."""
    wide, narrow = _STEPS
    first = _descended(residuals, starts, box, rounds, wide)
    last = _descended(residuals, first.values[None], box, rounds, narrow)
    return Found(
        last.values,
        last.residual,
        last.jacobian,
        first.costs,
        first.ends,
        first.rounds + last.rounds,
        first.runs + last.runs,
    )


def _descended(residuals: Residuals, starts: Array, box: Box, rounds: int, width: float) -> Found:
    x = box.clipped(np.array(starts))
    s = len(x)
    damping = np.full(s, _FIRST_DAMPING)
    active = np.ones(s, dtype=bool)
    r, J, runs = _differences(residuals, x, box, width)
    cost = _cost(r)
    used = 0
    while used < rounds:
        used += 1
        step = np.array([_step(J[k], r[k], damping[k], x[k], box) for k in range(s)])
        step[~active] = 0.0
        tried = box.clipped(x + step)
        new = residuals(tried)
        runs += s
        better = active & (_cost(new) < cost)
        damping = np.clip(np.where(better, damping / 5, damping * 8), _LEAST, _MOST)
        moved = np.abs(tried - x).max(axis=1, initial=0.0)
        after = np.where(better, _cost(new), cost)
        little = after >= (1 - _FALLEN) * cost
        settled = (better & little) | (moved <= _SETTLED) | (damping >= _MOST)
        x = np.where(better[:, None], tried, x)
        cost = after
        active &= ~settled
        if not active.any():
            break
        moving = np.flatnonzero(better & active)
        if moving.size:
            r[moving], J[moving], more = _differences(residuals, x[moving], box, width)
            runs += more
    best = int(np.argmin(cost))
    residual, jacobian, more = _differences(residuals, x[best : best + 1], box, width)
    return Found(x[best], residual[0], jacobian[0], cost, x, used, runs + more)


def _differences(
    residuals: Residuals, x: Array, box: Box, width: float
) -> tuple[Array, Array, int]:
    """Residuals (s, m) and Jacobians (s, m, p) by central differences, one-sided at a bound."""
    s, p = x.shape
    points = np.repeat(x[:, None], 2 * p + 1, axis=1)
    for k in range(p):
        points[:, 1 + 2 * k, k] += width
        points[:, 2 + 2 * k, k] -= width
    points = np.clip(points, box.low, box.high)
    values = residuals(points.reshape(-1, p)).reshape(s, 2 * p + 1, -1)
    J = np.zeros((s, values.shape[2], p))
    for k in range(p):
        apart = points[:, 1 + 2 * k, k] - points[:, 2 + 2 * k, k]
        rise = values[:, 1 + 2 * k] - values[:, 2 + 2 * k]
        J[:, :, k] = rise / np.maximum(apart, 1e-300)[:, None]
    return values[:, 0].copy(), np.nan_to_num(J), s * (2 * p + 1)


def _step(J: Array, r: Array, damping: float, x: Array, box: Box) -> Array:
    """(JᵀJ + λ diag JᵀJ) dx = −Jᵀr, without what would leave through a bound."""
    if not np.isfinite(r).all():
        return np.zeros_like(x)
    g = J.T @ r
    stuck: NDArray[np.bool_] = ((x <= box.low) & (g > 0)) | ((x >= box.high) & (g < 0))
    free = np.flatnonzero(~stuck)
    found = np.zeros_like(x)
    if free.size:
        H = J[:, free].T @ J[:, free]
        size = np.diag(H).copy()
        size[size == 0] = 1.0
        found[free] = -np.linalg.lstsq(H + damping * np.diag(size), g[free], rcond=None)[0]
    return found


def _cost(residual: Array) -> Array:
    """(runs,); infinite where a run has failed."""
    total = np.sum(residual**2, axis=-1)
    found: Array = np.where(np.isfinite(total), total, np.inf)
    return found
