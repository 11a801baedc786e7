"""Least squares of a law's curve: the numbers that a set of points (velocity, torque) tells.

Numbers in which the torque is linear follow from the others, so that a search begins at the best
linear solution for each of a few values of the rest, as v_s. Standard errors are those of a
sandwich: weights say what counts, and errors of points, or the residuals themselves, how certain it
is. So weights that are chosen for a purpose do not make standard errors dishonest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Protocol

import numpy as np
from scipy.optimize import least_squares, lsq_linear

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.autocorrelation import effective_samples, long_run, memory

#: Directions of the scaled Jacobian that are smaller than this, against its largest, are not seen.
_UNSEEN = 1e-7
#: Values that are tried for numbers that the torque is not linear in: those of a speed.
_TRIED = 9


class FittableCurve(Protocol):
    """What can be fitted: `torque` (N,) and its `jacobian` (N, p) at `inputs` (N, k), for values of
    the `free` numbers."""

    @property
    def family(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def free(self) -> tuple[str, ...]: ...
    @property
    def inputs(self) -> tuple[str, ...]: ...
    @property
    def settings(self) -> Mapping[str, float]: ...
    @property
    def nominal(self) -> Array: ...
    @property
    def bounds(self) -> tuple[Array, Array]: ...
    @property
    def units(self) -> tuple[str, ...]: ...
    @property
    def linear(self) -> tuple[bool, ...]: ...
    def torque(self, inputs: Array, numbers: Array) -> Array: ...
    def jacobian(self, inputs: Array, numbers: Array) -> Array: ...
    def changed(self, numbers: Array) -> FittableCurve: ...


@dataclass(frozen=True, eq=False)
class CurvePoints:
    """What a law is to follow: `inputs` (N, k) as the curve wants them, `torque` (N,), both on one
    side of the gear. `error`: standard errors (N,) of independent points; None for samples that
    follow each other in time, as `segments` of rows."""

    inputs: Array
    torque: Array
    error: Array | None = None
    segments: tuple[slice, ...] = ()

    @property
    def speed(self) -> Array:
        found: Array = np.abs(self.inputs[:, 0])
        return found

    def taking(self, rows: Array) -> CurvePoints:
        error = None if self.error is None else self.error[rows]
        return CurvePoints(self.inputs[rows], self.torque[rows], error)


@dataclass(frozen=True, eq=False)
class CurveFit:
    """`curve` has the numbers that were found; `covariance` (p, p) of them. `residual` (N,) is
    measured minus found, `leverage` (N,) how much each point pulls the curve to itself. `squares`:
    the mean of the weighted squares that are left. `effective`: how many independent points the
    residuals amount to. `at_bound`: numbers that their law allows no further."""

    curve: FittableCurve
    points: CurvePoints
    covariance: Array
    residual: Array
    leverage: Array
    condition: float
    effective: float
    squares: float
    at_bound: tuple[str, ...]

    @property
    def numbers(self) -> Array:
        return self.curve.nominal

    @property
    def errors(self) -> Array:
        """Standard errors (p,)."""
        return np.sqrt(np.maximum(np.diag(self.covariance), 0.0))

    def at(self, inputs: Array) -> tuple[Array, Array]:
        """Torques (N,) at some inputs (N, k), and their standard errors."""
        slopes = self.curve.jacobian(inputs, self.numbers)
        variance = np.einsum("np,pq,nq->n", slopes, self.covariance, slopes)
        return self.curve.torque(inputs, self.numbers), np.sqrt(np.maximum(variance, 0.0))

    @property
    def left_out(self) -> Array:
        """(N,) measured minus what the curve would be without the point itself, to first order."""
        found: Array = self.residual / np.maximum(1 - self.leverage, 1e-6)
        return found


def fitted_curve(
    curve: FittableCurve, points: CurvePoints, weights: Array | None = None, *, near: bool = False
) -> CurveFit:
    """`weights` (N,) of the squares; by default those of the points' errors, or 1. `near`: the
    search begins at the curve's own numbers alone."""
    n, p = len(points.torque), len(curve.free)
    if n <= p:
        raise InputError(
            "too few points",
            where=f"{curve.family} law '{curve.kind}'",
            got=n,
            expected=f"more than the {p} numbers that are free",
        )
    if weights is None:
        weights = np.ones(n) if points.error is None else 1 / points.error**2
    root = np.sqrt(weights / np.mean(weights))
    scale = _scales(curve, points)
    low, high = (bound / scale for bound in curve.bounds)

    def residuals(x: Array) -> Array:
        found: Array = root * (curve.torque(points.inputs, scale * x) - points.torque)
        return found

    def slopes(x: Array) -> Array:
        found: Array = root[:, None] * curve.jacobian(points.inputs, scale * x) * scale
        return found

    best = None
    close = 1e-9 if near else 1e-12
    starts = [curve.nominal / scale] if near else _starts(curve, points, root, scale)
    for start in starts:
        found = least_squares(
            residuals,
            np.clip(start, low, high),
            slopes,
            bounds=(low - 1e-12, high),
            x_scale="jac",
            xtol=close,
            ftol=close,
            gtol=close,
            max_nfev=200,
        )
        if best is None or found.cost < best.cost * (1 - 1e-9):
            best = found
    assert best is not None
    return _judged(curve.changed(scale * best.x), points, root, scale, low)


def _scales(curve: FittableCurve, points: CurvePoints) -> Array:
    """What each number is measured by: itself, or where it is nothing, as much of it as would make
    the largest torque at the largest input."""
    torque, reach = float(np.abs(points.torque).max()), float(points.speed.max())
    usual = np.abs(curve.jacobian(points.inputs, curve.nominal)).max(axis=0)
    fallback = np.where(usual > 0, torque / np.maximum(usual, 1e-300), torque / max(reach, 1e-300))
    return np.asarray(np.where(curve.nominal != 0, np.abs(curve.nominal), fallback))


def _starts(curve: FittableCurve, points: CurvePoints, root: Array, scale: Array) -> list[Array]:
    """The described numbers; and for a few values of those that are not linear, the best others."""
    low, high = (bound / scale for bound in curve.bounds)
    linear = np.array(curve.linear)
    nominal = curve.nominal / scale
    tried = [nominal]
    nonlinear = np.flatnonzero(~linear)
    if 0 < nonlinear.size <= 2 and linear.any():
        speeds = points.speed[points.speed > 0]
        grid = np.geomspace(np.quantile(speeds, 0.02), np.quantile(speeds, 0.7), _TRIED)
        ways: Sequence[tuple[float, ...]] = [
            tuple(float(one) for one in values)
            for values in product(*(_grid(curve, k, grid) for k in nonlinear.tolist()))
        ]
    else:
        ways = [tuple(curve.nominal[nonlinear].tolist())]
    costs = []
    for values in ways:
        x = nominal.copy()
        x[nonlinear] = np.array(values) / scale[nonlinear]
        if linear.any():
            A = (curve.jacobian(points.inputs, scale * x) * scale)[:, linear]
            y = _gap(curve, points, scale * x) + A @ x[linear]
            bounds = (low[linear] - 1e-9, high[linear])
            x[linear] = lsq_linear(root[:, None] * A, root * y, bounds=bounds).x
        tried.append(x)
        costs.append(float(np.sum((root * _gap(curve, points, scale * x)) ** 2)))
    order = np.argsort(costs)[:2]
    return [nominal, *(tried[1 + int(k)] for k in order)]


def _grid(curve: FittableCurve, k: int, speeds: Array) -> Array:
    """Of a speed those of the points; of anything else, near the described value."""
    if curve.units[k] == "rad/s":
        return speeds
    found: Array = curve.nominal[k] * np.array([0.5, 1.0, 2.0])
    return found


def _gap(curve: FittableCurve, points: CurvePoints, numbers: Array) -> Array:
    found: Array = points.torque - curve.torque(points.inputs, numbers)
    return found


def _judged(
    curve: FittableCurve, points: CurvePoints, root: Array, scale: Array, low: Array
) -> CurveFit:
    """The covariance of what was found, and what it is worth."""
    n, p = len(points.torque), len(curve.free)
    gap = _gap(curve, points, curve.nominal)
    J = root[:, None] * curve.jacobian(points.inputs, curve.nominal) * scale
    stuck = curve.nominal / scale <= low + 1e-7
    length = np.where(np.linalg.norm(J, axis=0) > 0, np.linalg.norm(J, axis=0), 1.0)
    used = ~stuck & (np.linalg.norm(J, axis=0) > 0)
    unit = (J / length)[:, used]
    sizes = np.linalg.svd(unit, compute_uv=False) if used.any() else np.ones(1)
    condition = float(sizes[0] / max(float(sizes[-1]), 1e-300))
    back = np.linalg.pinv(unit, rcond=_UNSEEN)
    leverage = np.einsum("np,pn->n", unit, back)
    free = max(n - int(used.sum()), 1)
    scores = unit * (root * gap)[:, None]
    if points.error is None:
        lags = memory((root * gap)[:, None])
        rows = points.segments or (slice(0, n),)
        meat = long_run([scores[one] for one in rows], lags) * n / free
        effective = effective_samples([(root * gap)[one] for one in rows], lags)
    else:
        # Points that scatter by more than their own errors say so: the law is not all there is.
        excess = max(float(np.sum((gap / points.error) ** 2)) / free, 1.0)
        noise = root * points.error
        meat = unit.T @ (unit * (noise**2 * excess)[:, None])
        effective = float(n)
    inner = back @ back.T
    own = inner @ meat @ inner / np.outer(length[used], length[used])
    own = own * np.outer(scale[used], scale[used])
    covariance = np.zeros((p, p))
    covariance[np.ix_(used, used)] = own
    return CurveFit(
        curve,
        points,
        covariance,
        gap,
        leverage,
        condition,
        effective,
        float(np.mean((root * gap) ** 2)),
        tuple(name for name, one in zip(curve.free, stuck, strict=True) if one),
    )


def information(fits: Sequence[CurveFit]) -> list[float]:
    """Bayes' criterion of curves for the same points and weights, n log S + p log n: the smaller it
    is, the better. All of them count as many independent points as the one that explains most."""
    n = max(min(fits, key=lambda one: one.squares).effective, 3.0)
    return [
        float(n * np.log(max(one.squares, 1e-300)) + len(one.curve.free) * np.log(n))
        for one in fits
    ]
