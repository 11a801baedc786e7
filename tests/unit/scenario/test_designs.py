"""Which values the runs of a sweep have: how they lie, and on what they depend."""

from __future__ import annotations

import json
import pickle
from typing import Any

import numpy as np
import pytest
from scipy import stats

from armwright import InputError, Scenario, Spread
from armwright.arrays import Array
from armwright.scenario import Design, Levels, design_of, runs_told
from armwright.scenario.designs import DesignKind

KINDS: tuple[DesignKind, ...] = ("random", "latin", "sobol")
MASS = "links.link2.mass"
SPREADS = {
    MASS: "10%",
    "links.link1.mass": "normal 5%",
    "joints.*.friction.fc": "lognormal 20%",
    "encoder.noise": "uniform 1e-4..3e-4",
    "tool_force.force_z": "normal 5",
}
TOGETHER = {
    "links.link1.mass": {"links.link1.mass": 1.0, "joints.joint2.friction.fc": -0.6},
    "joints.joint2.friction.fc": {"links.link1.mass": -0.6, "joints.joint2.friction.fc": 1.0},
}


def assert_same(found: dict[str, Array], expected: dict[str, Array]) -> None:
    """Bit for bit."""
    assert list(found) == list(expected)
    for path, values in found.items():
        np.testing.assert_array_equal(values, expected[path], err_msg=path)


def designs(small: Scenario) -> list[Design]:
    """One of each kind, with 12 runs."""
    grid = {MASS: "grid 1,2,3", "encoder.noise": "grid 1..4 x 4"}
    listed = {MASS: np.linspace(1, 2, 12), "encoder.noise": [1e-4] * 12}
    mixed = {**grid, "links.link1.mass": "normal 5%", "joints.1.friction.fc": [3.0] * 12}
    return [
        *(design_of(small, SPREADS, 12, 1, kind) for kind in KINDS),
        *(design_of(small, SPREADS, 12, 1, kind, TOGETHER) for kind in KINDS),
        design_of(small, grid, 12, 1, "grid"),
        design_of(small, listed, 12, 1, "list"),
        design_of(small, mixed, 12, 1),
    ]


def stretched(values: dict[str, Array], first: int, last: int) -> dict[str, Array]:
    return {path: array[first:last] for path, array in values.items()}


def test_a_stretch_of_runs_without_the_others(small: Scenario) -> None:
    for design in designs(small):
        everything = design.values(0, 12)
        assert tuple(everything) == design.paths
        for first, last in ((3, 7), (0, 1), (11, 12), (5, 5), (1, 12)):
            assert_same(design.values(first, last), stretched(everything, first, last))


def test_long_stretches(small: Scenario) -> None:
    """Where arrays are long, other code of NumPy's may be at work."""
    for kind in KINDS:
        design = design_of(small, SPREADS, 3000, 1, kind, TOGETHER)
        assert_same(design.values(1001, 1104), stretched(design.values(0, 3000), 1001, 1104))


@pytest.mark.parametrize("kind", ["random", "sobol"])
def test_a_run_does_not_depend_on_the_number_of_runs(small: Scenario, kind: DesignKind) -> None:
    few, many = (design_of(small, SPREADS, runs, 1, kind) for runs in (5, 4000))
    assert_same(few.values(0, 5), many.values(0, 5))
    assert few.content() == many.content()


def test_a_latin_hypercube_depends_on_the_number_of_runs(small: Scenario) -> None:
    few, many = (design_of(small, SPREADS, runs, 1, "latin") for runs in (5, 6))
    assert few.content() != many.content()
    assert not np.array_equal(few.values(0, 5)[MASS], many.values(0, 5)[MASS])


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_each_time_and_others_for_another_seed(small: Scenario, kind: DesignKind) -> None:
    one, again, other = (design_of(small, SPREADS, 5, seed, kind) for seed in (1, 1, 2))
    assert_same(one.values(0, 5), again.values(0, 5))
    assert one.content() == again.content() != other.content()
    for path, values in one.values(0, 5).items():
        assert not np.array_equal(values, other.values(0, 5)[path])


@pytest.mark.parametrize("kind", ["random", "latin"])
def test_what_a_path_draws_does_not_depend_on_the_others(small: Scenario, kind: DesignKind) -> None:
    alone = design_of(small, {MASS: "10%"}, 5, 1, kind).values(0, 5)
    crowd = {"joints.*.friction.fc": "3%", MASS: "10%", "encoder.noise": "1%"}
    together = design_of(small, crowd, 5, 1, kind).values(0, 5)
    np.testing.assert_array_equal(alone[MASS], together[MASS])
    star = design_of(small, {"links.*.mass": "10%"}, 5, 1, kind).values(0, 5)
    np.testing.assert_array_equal(alone[MASS], star[MASS])
    assert len({tuple(values) for values in together.values()}) == len(together)


def test_random_values_are_those_of_philox(small: Scenario) -> None:
    """The first words of the blocks of a counter that begins at the run."""
    found = design_of(small, {MASS: "uniform 0..1"}, 4, 7).values(2, 3)[MASS]
    key = np.array([7, 1645856057], dtype=np.uint64)
    (word, *_) = np.random.Philox(key=key, counter=2).random_raw(4)
    assert found[0] == ((int(word) >> 12) + 0.5) / 2**52


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("together", [None, TOGETHER], ids=["apart", "together"])
def test_how_values_lie(
    small: Scenario, kind: DesignKind, together: dict[str, dict[str, float]] | None
) -> None:
    values = design_of(small, SPREADS, 4096, 3, kind, together).values(0, 4096)
    nominal = small.robot.joints[1].drive
    assert nominal is not None
    expected = {
        MASS: stats.uniform(99, 22),
        "links.link1.mass": stats.norm(90, 4.5),
        "joints.joint2.friction.fc": stats.lognorm(0.2, scale=nominal.friction["fc"]),
        "encoder.noise": stats.uniform(1e-4, 2e-4),
        "tool_force.force_z": stats.norm(-50, 5),
    }
    for path, distribution in expected.items():
        assert stats.kstest(values[path], distribution.cdf).pvalue > 1e-3, path


@pytest.mark.parametrize("kind", KINDS)
def test_columns_are_not_correlated_by_themselves(small: Scenario, kind: DesignKind) -> None:
    values = design_of(small, SPREADS, 4096, 3, kind).values(0, 4096)
    ranks = stats.spearmanr(np.column_stack(list(values.values()))).statistic
    assert np.abs(ranks - np.eye(len(values))).max() < 0.05


def test_strata_of_a_latin_hypercube(small: Scenario) -> None:
    """One value in each of as many intervals of equal probability as there are runs."""
    values = design_of(small, SPREADS, 50, 1, "latin").values(0, 50)
    probabilities = [
        (values[MASS] - 99) / 22,
        stats.norm(90, 4.5).cdf(values["links.link1.mass"]),
    ]
    for one in probabilities:
        assert sorted(np.floor(50 * one)) == list(range(50))


@pytest.mark.filterwarnings("error")
def test_balance_of_sobol_numbers(small: Scenario) -> None:
    """Every box of a sixteenth in one value and a quarter in another gets its share."""
    spreads = dict.fromkeys((MASS, "links.link1.mass"), "uniform 0..1")
    values = design_of(small, spreads, 64, 1, "sobol").values(0, 64)
    a, b = (np.floor(n * one) for n, one in zip((16, 4), values.values(), strict=True))
    assert np.unique(4 * a + b, return_counts=True)[1].tolist() == [1] * 64
    design_of(small, spreads, 61, 1, "sobol").values(0, 61)


def test_the_order_of_a_grid(small: Scenario) -> None:
    """The last path goes fastest."""
    design = design_of(small, {MASS: "grid 1,2", "encoder.noise": Levels((3, 4, 5))}, None, 1)
    assert design.runs == 6
    assert design.values(0, 6)[MASS].tolist() == [1, 1, 1, 2, 2, 2]
    assert design.values(0, 6)["encoder.noise"].tolist() == [3, 4, 5, 3, 4, 5]
    same = design_of(small, {MASS: [1, 2], "encoder.noise": (3.0, 4.0, 5.0)}, None, 1, "grid")
    assert_same(design.values(0, 6), same.values(0, 6))
    assert design.content() == same.content()


def test_a_large_grid_is_not_laid_out(small: Scenario) -> None:
    paths = (MASS, "links.link1.mass", "encoder.noise")
    design = design_of(small, dict.fromkeys(paths, "grid 1..10000 x 10000"), None, 1)
    assert design.runs == 10**12
    last = design.values(10**12 - 1, 10**12)
    assert [last[path].tolist() for path in paths] == [[10000.0]] * 3


def test_how_many_runs_there_are(small: Scenario) -> None:
    grid = {MASS: "grid 1,2", "encoder.noise": "grid 1,2,3", "links.link1.mass": "5%"}
    assert runs_told(small, grid) == 6
    assert runs_told(small, {MASS: [1.0, 2.0], "encoder.noise": "5%"}) == 2
    assert runs_told(small, {MASS: [1.0, 2.0]}, "grid") == 2
    assert runs_told(small, {MASS: "5%"}) is None


def test_the_last_word_on_a_number_counts(small: Scenario) -> None:
    """Also if its path is another one."""
    spreads = {"joints.*.friction.fc": "5%", "joints.1.drive.friction.fc": [3.0, 4.0]}
    design = design_of(small, spreads, 2, 1)
    assert design.paths == ("joints.joint2.friction.fc", "joints.1.drive.friction.fc")


def test_designs_whose_columns_are_independent(small: Scenario) -> None:
    assert [design.independent for design in designs(small)] == [True] * 3 + [False] * 3 + [
        True,
        False,
        False,
    ]
    apart = {one: {other: float(one == other) for other in TOGETHER} for one in TOGETHER}
    uncorrelated = design_of(small, SPREADS, 5, 1, covariance=apart)
    plain = design_of(small, SPREADS, 5, 1)
    assert uncorrelated.independent
    assert uncorrelated.content() == plain.content()
    assert_same(uncorrelated.values(0, 5), plain.values(0, 5))


def test_designs_travel(small: Scenario) -> None:
    for design in designs(small):
        other = pickle.loads(pickle.dumps(design))
        assert (other.paths, other.runs) == (design.paths, design.runs)
        assert other.content() == design.content()
        assert_same(other.values(2, 9), design.values(2, 9))


def test_contents_tell_designs_apart(small: Scenario) -> None:
    contents = [design.content() for design in designs(small)]
    contents += [
        design_of(small, spreads, 2, 1).content()
        for spreads in (
            {},
            {MASS: "5%"},
            {MASS: "±5"},
            {MASS: "normal 5%"},
            {MASS: "lognormal 5%"},
            {MASS: "grid 1,2"},
            {MASS: "grid 1,3"},
            {MASS: [1.0, 2.0]},
            {MASS: [1.0, 3.0]},
            {"links.link1.mass": "5%"},
        )
    ]
    contents.append(design_of(small.changed({MASS: 111.0}), {MASS: "5%"}, 2, 1).content())
    written = [json.dumps(content, allow_nan=False) for content in contents]
    assert len(set(written)) == len(written)
    assert [json.loads(text) for text in written] == contents


def test_the_same_spread_in_other_words_has_the_same_content(small: Scenario) -> None:
    texts = ("10%", "±11", Spread(0.1), "uniform 99..121")
    contents = [design_of(small, {MASS: text}, 2, 1).content() for text in texts]
    assert contents == contents[:1] * 4


def test_what_comes_out_can_be_changed_without_harm(small: Scenario) -> None:
    for design in designs(small):
        before = design.values(0, 12)
        for values in design.values(0, 12).values():
            values[:] = 0
        assert_same(design.values(0, 12), before)


def test_a_drawn_value_out_of_bounds(small: Scenario) -> None:
    design = design_of(small, {MASS: "normal 50%"}, 1000, 1)
    values = 110 + 55 * stats.norm.ppf(
        design_of(small, {MASS: "uniform 0..1"}, 1000, 1).values(0, 1000)[MASS]
    )
    run = int(np.argmax(values < 0))
    assert run > 2
    design.values(0, run)
    for last in (run + 1, 1000):
        with pytest.raises(InputError) as error:
            design.values(run - 2, last)
        assert str(error.value) == (
            f"{MASS}: a drawn value is out of bounds (got {values[run]:.6g} kg in run {run}, "
            "expected 0 kg or more). Try a narrower spread, or a lognormal one, such as "
            "'lognormal 10%'."
        )
    with pytest.raises(InputError, match=f"in run {run}, expected"):
        design.check()
    design_of(small, {MASS: "lognormal 50%"}, 1000, 1).check()


def test_a_bound_that_is_not_reached_itself(small: Scenario) -> None:
    design = design_of(small, {"controller.integral_time": "uniform 0..0"}, 2, 1)
    with pytest.raises(InputError, match=r"got 0 s in run 0, expected more than 0 s\)"):
        design.check()


def test_values_beyond_all_numbers(small: Scenario) -> None:
    design = design_of(small, {"tool_force.force_z": "lognormal 1e9%"}, 20, 1)
    with pytest.raises(InputError, match=r"out of bounds.* in run .*expected a finite number"):
        design.check()


@pytest.mark.parametrize(
    ("spreads", "runs", "kind", "message"),
    [
        ({MASS: "5%"}, 3, "hexagonal", "sweep: no such design (got 'hexagonal', expected one of "),
        ({MASS: "5%"}, None, "random", "the number of runs is missing"),
        ({MASS: "5%"}, 0, "random", "too few runs, or a negative seed (got 0 runs and the seed 1"),
        ({MASS: "5%"}, 3, "grid", f"{MASS}: a grid draws no values (got a spread"),
        ({MASS: "5%"}, 3, "list", f"{MASS}: this design lists all values (got a spread"),
        ({MASS: "grid 1,2"}, 2, "list", f"{MASS}: this design lists all values (got levels"),
        ({MASS: 5.0}, 2, "grid", f"{MASS}: not the levels of a grid (got 5.0"),
        ({MASS: [1.0, np.inf]}, 2, "grid", f"{MASS}: not the levels of a grid (got [1.0, inf]"),
        (
            {MASS: "grid 1,2", "encoder.noise": "grid 1,2,3"},
            5,
            "random",
            "the number of runs is not that of the grid (got 5, expected 2 × 3 = 6). Leave",
        ),
        ({MASS: [1.0, 2.0], "encoder.noise": [1.0]}, None, "list", "encoder.noise: not a spread"),
        ({"duration": "grid 1,2"}, None, "grid", "duration: runs of a sweep cannot differ in this"),
        ({"links.link2.centre": "5%"}, 3, "sobol", "there is no single number to spread"),
    ],
)
def test_designs_that_make_no_sense(
    small: Scenario, spreads: dict[str, Any], runs: int | None, kind: Any, message: str
) -> None:
    with pytest.raises(InputError) as error:
        design_of(small, spreads, runs, 1, kind)
    assert message in str(error.value)


@pytest.mark.parametrize(("first", "last"), [(-1, 2), (2, 1), (0, 13)])
def test_runs_that_there_are_not(small: Scenario, first: int, last: int) -> None:
    with pytest.raises(InputError, match=r"there are no such runs \(got .*up to 12\)"):
        design_of(small, SPREADS, 12, 1).values(first, last)


def test_a_seed_below_zero(small: Scenario) -> None:
    with pytest.raises(InputError, match="got 5 runs and the seed -1"):
        design_of(small, SPREADS, 5, -1)
