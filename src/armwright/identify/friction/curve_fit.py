"""Least squares of a law's curve: the numbers that a set of points (velocity, torque) tells.

Numbers in which the torque is linear follow from the others, so that a search begins at the best
linear solution for each of a few values of the rest, as v_s. Standard errors are those of a
sandwich: weights say what counts, and errors of points, or the residuals themselves, how certain it
is. So weights that are chosen for a purpose do not make standard errors dishonest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
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
    @property
    def raised(self) -> Array:
        """(p, p): the free numbers from what each of them adds."""
        ...

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
    search = _Search(curve, points, np.sqrt(weights / np.mean(weights)))
    best = None
    close = 1e-9 if near else 1e-12
    for start in [search.nominal] if near else search.starts():
        found = least_squares(
            lambda x: -search.gap(x),
            np.clip(start, search.low, search.high),
            search.slopes,
            bounds=(search.low - 1e-12, search.high + 1e-12),
            x_scale="jac",
            xtol=close,
            ftol=close,
            gtol=close,
            max_nfev=200,
        )
        if best is None or found.cost < best.cost * (1 - 1e-9):
            best = found
    assert best is not None
    return search.judged(best.x)


@dataclass(frozen=True, eq=False)
class _Search:
    """What a curve's numbers add, x, each by its own size; `root` (N,): of the weights."""

    curve: FittableCurve
    points: CurvePoints
    root: Array

    @cached_property
    def nominal(self) -> Array:
        return np.asarray(np.linalg.solve(self.curve.raised, self.curve.nominal)) / self.scale

    @cached_property
    def scale(self) -> Array:
        """(p,) what each is measured by: itself, or where it is nothing, as much of it as would
        make the largest torque at the largest input."""
        own = np.linalg.solve(self.curve.raised, self.curve.nominal)
        torque, reach = float(np.abs(self.points.torque).max()), float(self.points.speed.max())
        slopes = self.curve.jacobian(self.points.inputs, self.curve.nominal) @ self.curve.raised
        usual = np.abs(slopes).max(axis=0)
        fallback = np.where(
            usual > 0, torque / np.maximum(usual, 1e-300), torque / max(reach, 1e-300)
        )
        return np.asarray(np.where(own != 0, np.abs(own), fallback))

    @cached_property
    def low(self) -> Array:
        """(p,) what the law allows: of static friction, that it adds nothing below zero."""
        return np.asarray(self.curve.bounds[0] / self.scale)

    @cached_property
    def high(self) -> Array:
        return np.asarray(self.curve.bounds[1] / self.scale)

    def numbers(self, x: Array) -> Array:
        found: Array = self.curve.raised @ (self.scale * x)
        return found

    def gap(self, x: Array) -> Array:
        """(N,) measured minus the curve, weighted."""
        found: Array = self.root * (
            self.points.torque - self.curve.torque(self.points.inputs, self.numbers(x))
        )
        return found

    def slopes(self, x: Array) -> Array:
        """(N, p) of the curve, weighted."""
        slopes = self.curve.jacobian(self.points.inputs, self.numbers(x)) @ self.curve.raised
        found: Array = self.root[:, None] * slopes * self.scale
        return found

    def starts(self) -> list[Array]:
        """The described numbers; and for a few values of those that are not linear, the best
        others."""
        linear = np.array(self.curve.linear)
        nonlinear = np.flatnonzero(~linear).tolist()
        costs, tried = [], []
        for values in self._ways(nonlinear):
            x = self.nominal.copy()
            x[nonlinear] = np.array(values) / self.scale[nonlinear]
            if linear.any():
                A = self.slopes(x)[:, linear]
                y = self.gap(x) + A @ x[linear]
                # The same squares from as few rows as there are numbers.
                Q, R = np.linalg.qr(A)
                bounds = (self.low[linear] - 1e-9, self.high[linear])
                x[linear] = lsq_linear(R, Q.T @ y, bounds=bounds).x
            tried.append(x)
            costs.append(float(np.sum(self.gap(x) ** 2)))
        return [self.nominal, *(tried[int(k)] for k in np.argsort(costs)[:2])]

    def _ways(self, nonlinear: list[int]) -> Sequence[tuple[float, ...]]:
        """Values of numbers that the torque is not linear in."""
        if not 0 < len(nonlinear) <= 2 or len(nonlinear) == len(self.curve.free):
            return [tuple(self.curve.nominal[nonlinear].tolist())]
        speeds = self.points.speed[self.points.speed > 0]
        grid = np.geomspace(np.quantile(speeds, 0.02), np.quantile(speeds, 0.7), _TRIED)
        grids = [_grid(self.curve, k, grid).tolist() for k in nonlinear]
        return list(product(*grids))

    def judged(self, x: Array) -> CurveFit:
        """The covariance of what was found, and what it is worth."""
        n, p = len(self.points.torque), len(self.curve.free)
        error = self.points.error
        gap = self.gap(x)
        J = self.slopes(x)
        stuck = x <= self.low + 1e-7
        length = np.where(np.linalg.norm(J, axis=0) > 0, np.linalg.norm(J, axis=0), 1.0)
        used = ~stuck & (np.linalg.norm(J, axis=0) > 0)
        unit = (J / length)[:, used]
        sizes = np.linalg.svd(unit, compute_uv=False) if used.any() else np.ones(1)
        condition = float(sizes[0] / max(float(sizes[-1]), 1e-300))
        back = np.linalg.pinv(unit, rcond=_UNSEEN)
        leverage = np.einsum("np,pn->n", unit, back)
        free = max(n - int(used.sum()), 1)
        if error is None:
            lags = memory(gap[:, None])
            rows = self.points.segments or (slice(0, n),)
            scores = unit * gap[:, None]
            meat = long_run([scores[one] for one in rows], lags) * n / free
            effective = effective_samples([gap[one] for one in rows], lags)
        else:
            # Points that scatter by more than their own errors say so: the law is not all.
            excess = max(float(np.sum((gap / (self.root * error)) ** 2)) / free, 1.0)
            noise = self.root * error
            meat = unit.T @ (unit * (noise**2 * excess)[:, None])
            effective = float(n)
        inner = back @ back.T
        size = (self.scale / length)[used]
        own = np.zeros((p, p))
        own[np.ix_(used, used)] = inner @ meat @ inner * np.outer(size, size)
        return CurveFit(
            self.curve.changed(self.numbers(x)),
            self.points,
            self.curve.raised @ own @ self.curve.raised.T,
            gap / self.root,
            leverage,
            condition,
            effective,
            float(np.mean(gap**2)),
            tuple(name for name, one in zip(self.curve.free, stuck, strict=True) if one),
        )


def _grid(curve: FittableCurve, k: int, speeds: Array) -> Array:
    """Of a speed those of the points; of anything else, near the described value."""
    if curve.units[k] == "rad/s":
        return speeds
    found: Array = curve.nominal[k] * np.array([0.5, 1.0, 2.0])
    return found


def information(fits: Sequence[CurveFit]) -> list[float]:
    """Bayes' criterion of curves for the same points and weights, n log S + p log n: the smaller it
    is, the better. All of them count as many independent points as the one that explains most."""
    n = max(min(fits, key=lambda one: one.squares).effective, 3.0)
    return [
        float(n * np.log(max(one.squares, 1e-300)) + len(one.curve.free) * np.log(n))
        for one in fits
    ]
