"""Nonlinear least squares by Levenberg and Marquardt, with weights that spare outliers.

Steps are taken in a basis of what can be seen, so that no direction is left to chance; damping in
the scaled unknowns (Moré 1978).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array

#: Which measurement each residual belongs to.
Places = NDArray[np.intp]
Loss = Literal["squares", "huber", "cauchy"]
#: Residuals of one measurement, in standard errors, beyond which the robust losses give way:
#: 95 % efficient for normal noise (Holland and Welsch 1977).
BEND: dict[Loss, float] = {"squares": np.inf, "huber": 1.345, "cauchy": 2.385}


@dataclass(frozen=True, eq=False)
class Solved:
    """`x`: unknowns. `weights`: of the measurements, 1 where the loss did not spare them.
    `jacobian`: weighted, in the basis."""

    x: Array
    weights: Array
    jacobian: Array
    residuals: Array
    steps: int
    settled: bool


def solve(
    evaluated: Callable[[Array], tuple[Array, Array]],
    basis: Array,
    *,
    start: Array | None = None,
    loss: Loss = "squares",
    ridge: float = 0.0,
    groups: Places | None = None,
    most: int = 60,
) -> Solved:
    """`evaluated(x)` gives residuals (r,) in standard errors and their derivative (r, n); x moves
    along the columns of `basis` (n, k) from zero or from `start`, a vector of the basis' space.
    `ridge`: weight of its distance from zero, in units of the basis. `groups`: which residuals are
    of one measurement and are spared together."""
    z = np.zeros(basis.shape[1]) if start is None else start.copy()
    damping, settled, steps = 1e-3, False, 0
    r, J = evaluated(basis @ z)
    groups = np.arange(len(r)) if groups is None else groups
    weights = _weights(r, groups, loss)
    cost = _cost(r, groups, loss) + ridge * z @ z
    A, b = _normal(J @ basis, r, weights, ridge, z)
    while steps < most and not settled:
        steps += 1
        size = np.sqrt(np.maximum(np.diag(A), 1e-12 * np.diag(A).max()))
        step = np.linalg.solve(A / np.outer(size, size) + damping * np.eye(len(z)), b / size) / size
        r_new, J_new = evaluated(basis @ (z + step))
        cost_new = _cost(r_new, groups, loss) + ridge * (z + step) @ (z + step)
        gain = cost - cost_new
        if np.isfinite(cost_new) and gain >= 0:
            settled = bool(gain <= 1e-10 * cost_new + 1e-18 * len(r))
            z, r, J, cost, damping = z + step, r_new, J_new, cost_new, max(damping * 0.1, 1e-14)
            weights = _weights(r, groups, loss)
            A, b = _normal(J @ basis, r, weights, ridge, z)
        else:
            settled = bool(abs(gain) <= 1e-12 * cost)
            damping *= 10
            if damping > 1e12:
                settled = True
    return Solved(basis @ z, weights, np.sqrt(weights)[:, None] * (J @ basis), r, steps, settled)


def _normal(J: Array, r: Array, weights: Array, ridge: float, z: Array) -> tuple[Array, Array]:
    weighted = J * weights[:, None]
    return weighted.T @ J + ridge * np.eye(J.shape[1]), -weighted.T @ r - ridge * z


def _sizes(r: Array, groups: Places) -> Array:
    """Of the measurement that each residual belongs to, per number."""
    squares, counts = np.bincount(groups, r**2), np.bincount(groups)
    return np.asarray(np.sqrt(squares / np.maximum(counts, 1))[groups])


def _weights(r: Array, groups: Places, loss: Loss) -> Array:
    size = _sizes(r, groups)
    if loss == "huber":
        return np.minimum(1.0, BEND[loss] / np.maximum(size, 1e-300))
    if loss == "cauchy":
        return np.asarray(1 / (1 + (size / BEND[loss]) ** 2))
    return np.ones_like(r)


def _cost(r: Array, groups: Places, loss: Loss) -> float:
    if loss == "squares":
        return float(r @ r)
    size, bend = _sizes(r, groups), BEND[loss]
    if loss == "huber":
        rho = np.where(size <= bend, size**2, 2 * bend * size - bend**2)
    else:
        rho = bend**2 * np.log1p((size / bend) ** 2)
    return float(rho.sum())
