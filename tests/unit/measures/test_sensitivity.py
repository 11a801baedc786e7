"""Rank correlations and Sobol indices, on functions whose indices are known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import qmc, spearmanr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measures import Estimates, rank_correlations, sobol_indices
from armwright.measures.sensitivity import LEAST_RUNS, LEAST_SOBOL_RUNS, MOST_RUNS, Sample

#: Of Ishigami's function with a = 7, b = 0.1 (Sobol and Levitan 1999).
FIRST, TOTAL = np.array([0.3139, 0.4424, 0.0]), np.array([0.5576, 0.4424, 0.2437])


def ishigami(x: Array) -> Array:
    a, b, c = (2 * x.T - 1) * np.pi
    values: Array = np.sin(a) + 7 * np.sin(b) ** 2 + 0.1 * c**4 * np.sin(a)
    return values


def drawn(runs: int, parameters: int, seed: int = 0) -> Array:
    return np.random.default_rng(seed).uniform(size=(runs, parameters))


def holds(estimates: Estimates, truth: Array) -> bool:
    return bool(np.all((estimates.low <= truth + 1e-9) & (truth - 1e-9 <= estimates.high)))


@pytest.mark.parametrize("runs", [100, 1000, 20000])
def test_ishigami(runs: int) -> None:
    x = drawn(runs, 3)
    found = sobol_indices(x, ishigami(x))
    assert holds(found.first, FIRST)
    width = found.first.high - found.first.low
    assert width.max() < {100: 0.55, 1000: 0.14, 20000: 0.07}[runs]
    if runs == 100:  # too few to separate what two parameters do together
        assert np.isnan(found.total.value).all()
        assert "explain only" in found.total.reasons[0]
    else:
        assert holds(found.total, TOTAL)
        assert found.explained > 0.99


@pytest.mark.parametrize("design", ["latin", "sobol"])
def test_ishigami_by_other_designs(design: str) -> None:
    made = qmc.LatinHypercube(3, rng=1) if design == "latin" else qmc.Sobol(3, rng=1)
    x = made.random(1024)
    found = sobol_indices(x, ishigami(x))
    assert holds(found.first, FIRST)
    assert holds(found.total, TOTAL)
    assert np.abs(found.first.value - FIRST).max() < 0.03
    assert np.abs(found.total.value - TOTAL).max() < 0.03


def test_intervals_hold_for_all_parameters_at_once_in_about_95_of_100_sweeps() -> None:
    first = correlation = 0
    weights = np.array([3.0, 2, 1, 0])
    shares = weights**2 / (weights**2).sum()
    # Of a normal pair with correlation r, Spearman's is 6/π asin(r/2).
    ranks = 6 / np.pi * np.arcsin(np.sqrt(shares) / 2)
    for seed in range(100):
        x = np.random.default_rng(seed).normal(size=(100, 4))
        first += holds(sobol_indices(x, x @ weights).first, shares)
        correlation += holds(rank_correlations(x, x @ weights), ranks)
    assert first >= 90
    assert correlation >= 90


def test_a_figure_of_no_parameter_is_seldom_said_to_depend_on_any() -> None:
    wrong = np.zeros(2, dtype=int)
    for seed in range(100):
        random = np.random.default_rng(seed)
        x, y = random.uniform(size=(80, 6)), random.normal(size=80)
        found = sobol_indices(x, y)
        wrong += [
            rank_correlations(x, y).distinguishable.any(),
            found.first.distinguishable.any(),
        ]
        assert np.isnan(found.total.value).all()
    assert (wrong <= 10).all()


def test_dependence_without_correlation() -> None:
    """The figure's spread grows with |x|: ranks are uncorrelated, but far from independent."""
    wrong = 0
    for seed in range(200):
        x, e = np.random.default_rng(seed).normal(size=(2, 200))
        wrong += int(rank_correlations(x[:, None], x * e).distinguishable.any())
    assert wrong <= 20


def test_a_square_is_found_by_its_share_and_not_by_its_correlation() -> None:
    x = np.random.default_rng(0).normal(size=(300, 2))
    y = x[:, 0] ** 2 + 0.1 * x[:, 1]
    assert not rank_correlations(x, y).distinguishable[0]
    assert sobol_indices(x, y).first.value == pytest.approx([2 / 2.01, 0.01 / 2.01], abs=0.01)


def test_rank_correlations_are_spearmans() -> None:
    x = drawn(500, 4)
    x[:, 3] = np.round(4 * x[:, 3])
    y = x @ [1.0, -2.0, 0.0, 0.5]
    expected = [spearmanr(column, y).statistic for column in x.T]
    found = rank_correlations(x, y)
    assert found.value == pytest.approx(expected, abs=1e-12)
    assert found.distinguishable.tolist() == [True, True, False, True]


def test_levels_of_a_grid() -> None:
    axis = np.arange(9.0)
    x = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), axis=-1).reshape(-1, 3)
    y = x @ [2.0, 1.0, 0.0]
    found = sobol_indices(x, y)
    assert found.first.value == pytest.approx([0.8, 0.2, 0], abs=0.02)
    assert found.total.value == pytest.approx([0.8, 0.2, 0], abs=0.005)


def test_two_levels() -> None:
    x = np.round(drawn(200, 2))
    y = x[:, 0] + 0.0
    found = sobol_indices(x, y)
    assert found.first.value == pytest.approx([1, 0], abs=0.02)
    assert found.total.value == pytest.approx([1, 0], abs=0.005)


def test_all_runs_on_one_line_promise_little_of_others() -> None:
    x = drawn(LEAST_RUNS, 1)
    found = rank_correlations(x, x[:, 0])
    assert found.value == pytest.approx([1])
    assert 0.9 < found.low[0] < 1


def test_a_product_of_parameters_with_lognormal_spreads() -> None:
    x = np.random.default_rng(0).lognormal(0, 0.3, (1000, 8))
    y = x[:, 2] * x[:, 5]
    q = np.expm1(0.09)  # (standard deviation over mean)² of each
    variance = 2 * q + q**2
    found = sobol_indices(x, y)
    assert found.first.value[[2, 5]] == pytest.approx(q / variance, abs=0.05)
    assert found.total.value[[2, 5]] == pytest.approx((q + q**2) / variance, abs=0.05)
    assert np.delete(found.total.value, [2, 5]).max() < 0.005


def test_runs_without_a_figure_are_left_out() -> None:
    x = drawn(400, 3)
    y = ishigami(x)
    gaps = y.copy()
    gaps[::4] = np.nan
    gaps[1] = np.inf
    kept = np.isfinite(gaps)
    for estimate in (rank_correlations, lambda x, y: sobol_indices(x, y).first):
        with_gaps, without = estimate(x, gaps), estimate(x[kept], y[kept])
        assert with_gaps.runs == without.runs == kept.sum()
        np.testing.assert_array_equal(with_gaps.value, without.value)


def test_too_few_runs() -> None:
    x = drawn(LEAST_SOBOL_RUNS, 2)
    y = x[:, 0]
    assert rank_correlations(x[:LEAST_RUNS], y[:LEAST_RUNS]).reasons == ("", "")
    assert sobol_indices(x, y).first.reasons == ("", "")
    few = rank_correlations(x[: LEAST_RUNS - 1], y[: LEAST_RUNS - 1])
    assert np.isnan([few.value, few.low, few.high]).all()
    assert few.reasons == ("19 runs are too few; it takes 20",) * 2
    assert not few.distinguishable.any()
    indices = sobol_indices(x[1:], y[1:])
    assert indices.first.reasons == indices.total.reasons
    assert indices.first.reasons[0] == "59 runs are too few; it takes 60"
    assert rank_correlations(x[:1], y[:1]).reasons[0] == "1 run is too few; it takes 20"
    assert rank_correlations(x[:0], y[:0]).reasons[0] == "0 runs are too few; it takes 20"


def test_more_parameters_than_runs_can_tell_apart() -> None:
    x = drawn(100, 40)
    found = sobol_indices(x, x[:, 0])
    assert found.first.value[0] == pytest.approx(1, abs=0.01)
    assert found.total.reasons[0] == (
        "100 runs are too few for total indices of so many parameters"
    )


@pytest.mark.parametrize("value", [0.0, 3.7])
def test_constant_columns_and_figures(value: float) -> None:
    x = drawn(100, 2)
    x[:, 1] = value
    found = rank_correlations(x, x[:, 0])
    assert found.value[0] == pytest.approx(1)
    assert np.isnan(found.value[1])
    assert found.reasons == ("", "the parameter is the same in all runs")
    assert sobol_indices(x, x[:, 0]).first.reasons == found.reasons
    rounding = value * (1 + 1e-15 * np.arange(100))
    for figure in (np.full(100, value), rounding):
        assert rank_correlations(x, figure).reasons[0] == "the figure is the same in all runs"
        assert sobol_indices(x, figure).total.reasons[0] == "the figure is the same in all runs"
    none = rank_correlations(x[:, 1:], x[:, 0])
    assert none.reasons == ("the parameter is the same in all runs",)


def test_no_parameters() -> None:
    found = rank_correlations(np.empty((50, 0)), np.arange(50.0))
    assert (found.value.size, found.reasons) == (0, ())


def test_a_sorted_sample_gives_the_same_numbers_each_time() -> None:
    x = drawn(MOST_RUNS + 500, 3)
    sample = Sample(x)
    for figure in (ishigami(x), x[:, 1]):
        for estimate in (rank_correlations, lambda x, y: sobol_indices(x, y).total):
            np.testing.assert_array_equal(estimate(sample, figure).high, estimate(x, figure).high)


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(InputError, match=r"not a table of parameters \(got \(5,\)"):
        rank_correlations(np.zeros(5), np.zeros(5))
    with pytest.raises(InputError, match=r"not a number for every run \(got \(4,\)"):
        rank_correlations(np.zeros((5, 1)), np.zeros(4))
    with pytest.raises(InputError, match="parameters: not finite everywhere"):
        sobol_indices([[np.nan]], [1.0])
