"""Which parameters of a sweep a figure depends on, and how much: from the runs that there are.

Rank correlations say in which direction a figure goes with a parameter, and hold for any design.
Sobol indices are shares of a figure's variance, whatever the form of the dependence; they have a
meaning only if no parameter says anything about another.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import eval_legendre, ndtri, stdtrit

from armwright.arrays import Array
from armwright.errors import InputError

#: With fewer runs nothing is estimated: no rank correlation, no Sobol index.
LEAST_RUNS, LEAST_SOBOL_RUNS = 20, 60
#: With which all intervals of a figure, one for each parameter, are right at the same time.
CONFIDENCE = 0.95
#: Of a figure's variance that polynomials must explain for total indices to be given.
LEAST_EXPLAINED = 0.7
#: Sobol indices and standard errors are estimated from no more runs than this: with so many, the
#: indices are right within about 0.03.
MOST_RUNS = 4096
#: Of the bootstrap.
_REPEATS = 100
#: Polynomials of a parameter, and terms of an expansion in all of them.
_MOST_DEGREE, _MOST_TERMS = 10, 256
#: Differences smaller than this part of the values are rounding.
_ROUNDING = 1e-12
_SAME = "the parameter is the same in all runs"


@dataclass(frozen=True, eq=False)
class Estimates:
    """A number for each parameter with an interval, all (parameters,). `reasons` says for each why
    there is no number, and is "" where there is one; without a number all three are NaN."""

    value: Array
    low: Array
    high: Array
    reasons: tuple[str, ...]
    runs: int

    @property
    def distinguishable(self) -> NDArray[np.bool_]:
        """From zero."""
        found: NDArray[np.bool_] = (self.low > 0) | (self.high < 0)
        return found


@dataclass(frozen=True, eq=False)
class SobolIndices:
    """Shares of a figure's variance. `first`: what a parameter contributes by itself. `total`: with
    all that it does together with others; what polynomials do not explain counts as possible, and
    is part of the interval. `explained`: by polynomials in all parameters, NaN if there are none.
    """

    first: Estimates
    total: Estimates
    explained: float


class Sample:
    """The parameters of runs (runs, parameters), sorted once for many figures."""

    def __init__(self, parameters: ArrayLike) -> None:
        values = np.asarray(parameters, dtype=np.float64)
        if values.ndim != 2:
            raise InputError(
                "not a table of parameters",
                where="parameters",
                got=values.shape,
                expected="(runs, parameters)",
            )
        if not np.isfinite(values).all():
            raise InputError("not finite everywhere", where="parameters")
        self.values: Array = values

    @property
    def runs(self) -> int:
        return len(self.values)

    @cached_property
    def varying(self) -> NDArray[np.bool_]:
        return np.array([not is_constant(column) for column in self.values.T], dtype=bool)

    @cached_property
    def ranks(self) -> Array:
        """Of the columns that vary."""
        columns = self.values[:, self.varying].T
        return np.stack([_ranks(column) for column in columns], axis=1)

    @cached_property
    def polynomials(self) -> tuple[Array, ...]:
        """Of each column that varies (runs, degree): orthonormal in the runs, without the constant.

        The value and its square come first, so that what is linear or quadratic is found whatever
        the distribution; the others are polynomials of its rank, on which tails have no leverage.
        """
        return tuple(
            _orthonormal(values, ranks)
            for values, ranks in zip(self.values[:, self.varying].T, self.ranks.T, strict=True)
        )

    @cached_property
    def weights(self) -> Array:
        """How often each run is drawn, (runs, repeats), over the number of runs."""
        drawn = np.random.default_rng(0).multinomial(
            self.runs, np.full(self.runs, 1 / self.runs), _REPEATS
        )
        return np.asarray(drawn.T / self.runs, dtype=np.float64)

    @cached_property
    def expansions(self) -> tuple[_Expansion, ...]:
        """In all parameters at once, by degree, as far as there are runs for it."""
        return tuple(_expansions(self.polynomials, self.runs))

    @cached_property
    def thinned(self) -> tuple[Sample, NDArray[np.intp]]:
        """No more than MOST_RUNS, and which these are: any, as the first ones of a grid are not
        like the rest."""
        if self.runs <= MOST_RUNS:
            return self, np.arange(self.runs)
        kept = np.sort(np.random.default_rng(0).permutation(self.runs)[:MOST_RUNS])
        return Sample(self.values[kept]), kept


def rank_correlations(parameters: ArrayLike | Sample, figure: ArrayLike) -> Estimates:
    """Spearman's rank correlations of parameters (runs, parameters) with a figure (runs,).

    Runs without a finite figure are left out. The standard errors are those of U-statistics, which
    hold also if figure and parameter depend on each other without being correlated; the intervals
    are Fisher's.
    """
    sample, y = _known(parameters, figure)
    reason = _no_estimates(y, LEAST_RUNS)
    if reason or not sample.varying.any():
        return _nothing(sample, reason)
    n, u, r = sample.runs, sample.ranks, _ranks(y)
    scale = np.std(u, axis=0) * np.std(r)
    rho = (u - 0.5).T @ (r - 0.5) / n / scale
    some, kept = sample.thinned
    error = _error_of_ranks(some, _ranks(y[kept])) * math.sqrt(some.runs / n) / scale
    # Where all runs lie on a line, the runs to come need not.
    near = np.clip(rho, 2 / n**2 - 1, 1 - 2 / n**2)
    error = np.maximum(error / (1 - near**2), 1 / math.sqrt(n))
    reach = -stdtrit(n - 2, _tail(u.shape[1])) * error
    low, high = np.tanh(np.arctanh(near) - reach), np.tanh(np.arctanh(near) + reach)
    return _estimates(sample, rho, low, high)


def sobol_indices(parameters: ArrayLike | Sample, figure: ArrayLike) -> SobolIndices:
    """First-order and total Sobol indices of independent parameters (runs, parameters) for a figure
    (runs,), from whatever runs there are; those without a finite figure are left out.

    First order: the variance that polynomials of one parameter explain, less what they would
    explain of mere noise. Total: that of all terms with the parameter in a polynomial expansion in
    all of them (Sudret 2008), of the degree that predicts runs best that it was not fitted to. The
    intervals are by a bootstrap over the runs with a fixed seed.
    """
    sample, y = _known(parameters, figure)
    reason = _no_estimates(y, LEAST_SOBOL_RUNS)
    if reason or not sample.varying.any():
        nothing = _nothing(sample, reason)
        return SobolIndices(nothing, nothing, math.nan)
    sample, kept = sample.thinned
    y = y[kept]
    y = (y - y.mean()) / y.std()
    tail = _tail(len(sample.polynomials))
    shares = [_explained(one, y, sample.weights) for one in sample.polynomials]
    value = np.clip([share for share, _ in shares], 0, 1)
    variance = _variance(y[:, None], sample.weights)
    reach = -ndtri(tail) * np.array([np.std(repeats / variance) for _, repeats in shares])
    first = _estimates(sample, value, np.maximum(value - reach, 0), np.minimum(value + reach, 1))
    total, explained = _total(sample, y, tail)
    return SobolIndices(first, total, explained)


def is_constant(values: ArrayLike) -> bool:
    """But for rounding; values that are not finite do not count."""
    array = np.asarray(values, dtype=np.float64)
    finite = array[np.isfinite(array)]
    return not finite.size or bool(np.ptp(finite) <= _ROUNDING * np.abs(finite).max())


def _known(parameters: ArrayLike | Sample, figure: ArrayLike) -> tuple[Sample, Array]:
    sample = parameters if isinstance(parameters, Sample) else Sample(parameters)
    y = np.asarray(figure, dtype=np.float64)
    if y.shape != (sample.runs,):
        raise InputError(
            "not a number for every run", where="figure", got=y.shape, expected=f"({sample.runs},)"
        )
    kept = np.isfinite(y)
    return (sample, y) if kept.all() else (Sample(sample.values[kept]), y[kept])


def _no_estimates(y: Array, least: int) -> str:
    if y.size < least:
        return f"{y.size} {'run is' if y.size == 1 else 'runs are'} too few; it takes {least}"
    if is_constant(y):
        return "the figure is the same in all runs"
    return ""


def _nothing(sample: Sample, reason: str) -> Estimates:
    count = sample.values.shape[1]
    nan = np.full(count, math.nan)
    return Estimates(nan, nan, nan, (reason or _SAME,) * count, sample.runs)


def _estimates(sample: Sample, value: Array, low: Array, high: Array) -> Estimates:
    """From those of the columns that vary."""

    def all_columns(known: Array) -> Array:
        found = np.full(len(sample.varying), math.nan)
        found[sample.varying] = known
        return found

    reasons = tuple("" if varies else _SAME for varies in sample.varying)
    return Estimates(all_columns(value), all_columns(low), all_columns(high), reasons, sample.runs)


def _tail(parameters: int) -> float:
    """The probability outside an interval, on either side, so that all of them hold together."""
    return float((1 - CONFIDENCE ** (1 / parameters)) / 2)


def _ranks(values: Array) -> Array:
    """In (0, 1), equal ones for equal values."""
    rows = np.sort(values)
    first, last = (np.searchsorted(rows, values, side) for side in ("left", "right"))
    found: Array = (first + last) / (2 * len(values))
    return found


def _error_of_ranks(sample: Sample, r: Array) -> Array:
    """The standard error of mean(u r), where u and r are ranks and thereby depend on all runs.

    That is the spread of u r + E[r', u' > u] + E[u', r' > r] (Hoeffding 1948).
    """
    u, n = sample.ranks, sample.runs
    above = np.stack([_means_above(column, r[:, None])[:, 0] for column in u.T], axis=1)
    spread = np.std(u * r[:, None] + above + _means_above(r, u), axis=0, ddof=3)
    error: Array = spread / math.sqrt(n)
    return error


def _means_above(ranks: Array, values: Array) -> Array:
    """For each run the mean over all of values (runs, …) where their rank is above its own, and of
    half the value where it is equal."""
    order = np.argsort(ranks, kind="stable")
    rows = ranks[order]
    sums = np.zeros((len(values) + 1, values.shape[1]))
    sums[:-1] = np.cumsum(values[order][::-1], axis=0)[::-1]
    first, last = (np.searchsorted(rows, ranks, side) for side in ("left", "right"))
    found: Array = (sums[first] + sums[last]) / (2 * len(values))
    return found


def _orthonormal(values: Array, ranks: Array) -> Array:
    degree = min(_MOST_DEGREE, len(np.unique(values)) - 1)
    x = (values - values.mean()) / values.std()
    columns = [np.ones_like(x), x, x**2]
    columns += [eval_legendre(k, 2 * ranks - 1) for k in range(3, degree + 1)]
    q, _ = np.linalg.qr(np.stack(columns[: degree + 1], axis=1))
    found: Array = q[:, 1:] * math.sqrt(len(values))
    return found


def _explained(basis: Array, y: Array, weights: Array) -> tuple[float, Array]:
    """The part of the variance of y, which is 1, that the basis explains; the same of each repeat
    of the bootstrap, in which the variance of y is another one."""
    n, terms = basis.shape
    c = basis.T @ y / n
    rest = y - basis @ c
    noise = rest @ rest / (n - terms - 1)
    share = float(c @ c - terms / n * noise)
    # One step from c to the coefficients of each repeat: a new factorisation changes little.
    drawn = basis @ (c[:, None] + basis.T @ (weights * rest[:, None]))
    return share, _variance(drawn, weights)


def _variance(values: Array, weights: Array) -> Array:
    weighted = weights * values
    found: Array = np.einsum("nr,nr->r", weighted, np.broadcast_to(values, weighted.shape))
    found -= weighted.sum(axis=0) ** 2
    return found


@dataclass(frozen=True, eq=False)
class _Expansion:
    """`terms`: values in the runs (runs, terms). `of`: which parameters each depends on, (terms,
    parameters). `inverse`: of terms' products, `leverage`: of each run on its own prediction."""

    terms: Array
    of: NDArray[np.bool_]
    inverse: Array
    leverage: Array

    def fitted(self, y: Array) -> tuple[Array, Array, float]:
        """Coefficients, errors of predicting each run from the others, and the share of the
        variance of y, which is 1, that is predicted so."""
        c = self.inverse @ (self.terms.T @ y)
        rest = (y - self.terms @ c) / (1 - self.leverage)
        return c, rest, 1 - float(np.mean(rest**2))


def _expansions(polynomials: tuple[Array, ...], runs: int) -> Iterator[_Expansion]:
    p = len(polynomials)
    most = min(_MOST_TERMS, runs // 4)
    for degree in range(1, max(one.shape[1] for one in polynomials) + 1):
        alone = [(i, k) for i in range(p) for k in range(min(degree, polynomials[i].shape[1]))]
        pairs = [
            (i, a, j, b)
            for i, j in combinations(range(p), 2)
            for a in range(min(degree - 1, polynomials[i].shape[1]))
            for b in range(min(degree - 1 - a, polynomials[j].shape[1]))
        ]
        if len(alone) + len(pairs) + 1 > most:
            return
        columns = [np.ones(runs), *(polynomials[i][:, k] for i, k in alone)]
        columns += [polynomials[i][:, a] * polynomials[j][:, b] for i, a, j, b in pairs]
        of = np.zeros((len(columns), p), dtype=bool)
        for term, members in enumerate(
            [*((i,) for i, _ in alone), *((i, j) for i, _, j, _ in pairs)], 1
        ):
            of[term, list(members)] = True
        terms = np.stack(columns, axis=1)
        products = terms.T @ terms
        if np.linalg.cond(products) > 1e10:
            return
        inverse = np.linalg.inv(products)
        leverage = np.einsum("nt,ts,ns->n", terms, inverse, terms, optimize=True)
        yield _Expansion(terms, of, inverse, np.minimum(leverage, 1 - 1e-9))


def _total(sample: Sample, y: Array, tail: float) -> tuple[Estimates, float]:
    fits = [(one, *one.fitted(y)) for one in sample.expansions]
    if not fits:
        few = f"{sample.runs} runs are too few for total indices of so many parameters"
        return _nothing(sample, few), math.nan
    expansion, c, rest, explained = max(fits, key=lambda fit: fit[-1])
    if explained < LEAST_EXPLAINED:
        share = f"{100 * max(explained, 0):.0f} % of the variance"
        return _nothing(sample, f"polynomials in the parameters explain only {share}"), explained
    n = sample.runs
    noise = float(np.mean(rest**2)) * np.diag(expansion.inverse)
    value = np.minimum(np.maximum(c**2 - noise, 0) @ expansion.of, 1)
    steps = n * expansion.inverse @ (expansion.terms.T @ (sample.weights * rest[:, None]))
    drawn = ((c[:, None] + steps) ** 2).T @ expansion.of
    drawn /= _variance(y[:, None], sample.weights)[:, None]
    reach = -ndtri(tail) * np.std(drawn, axis=0)
    high = np.minimum(value + reach + (1 - explained), 1)
    return _estimates(sample, value, np.maximum(value - reach, 0), high), explained
