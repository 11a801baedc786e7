"""First values of many runs from machine code, against those of one after the other in Python."""

from __future__ import annotations

from functools import cache

import casadi as cs
import numpy as np
import pytest

import armwright as aw
from armwright import load_scenario
from armwright.scenario.number_map import NumberMap
from armwright.scenario.registry import every_number
from armwright.simulation.start import Starter
from armwright.simulation.start_code import StartCode
from armwright.system.names import POSITION
from armwright.system.system import System

Array = np.ndarray
QUICK = ("pendulum/damped", "r3/one-axis", "two-axis/iso")
NAMES = [
    name if name in QUICK else pytest.param(name, marks=pytest.mark.crosscheck)
    for name in aw.scenario_names()
]


@cache
def opened(name: str) -> tuple[NumberMap, Starter, StartCode]:
    scenario = load_scenario(name)
    found = NumberMap(scenario, every_number(scenario))
    starter = Starter(System(scenario, found.keys, open_step=True))
    return found, starter, StartCode(starter)


def vectors(name: str, runs: int, part: float = 0.1) -> dict[str, Array]:
    """Free numbers within ±10 % of the nominal ones."""
    found, starter, _ = opened(name)
    rng = np.random.default_rng(5)
    table = found(
        {
            path: number.value * (1 + part * rng.uniform(-1, 1, (runs, number.value.size)))
            for path, number in found.numbers.items()
        }
    )
    free = starter.system.free_numbers.items()
    return {
        name: np.concatenate([table[path] for path in one.places], axis=1)
        for name, one in free
        if one.places
    }


def alone(starter: Starter, numbers: dict[str, Array], run: int) -> dict[str, Array]:
    return starter.values({name: value[run] for name, value in numbers.items()})


def residual(starter: Starter, values: dict[str, Array]) -> float:
    """What does not vanish at these first values, in units of what each equation is about."""
    rest = starter.rest_inverse()
    if rest is None or starter.residual is None:
        return 0.0
    own = [values.get(name, one) for name, one in starter.nominal_numbers.items()]
    unknown = np.concatenate([values[u.place][u.part] for u in starter.unknowns])
    r, _ = starter.residual(*map(cs.DM, (unknown, values[POSITION][starter.tight], *own)))
    return float(np.linalg.norm(np.array(r).ravel() * rest.scale))


@pytest.mark.parametrize("name", NAMES)
def test_as_in_python(name: str) -> None:
    """Where that finds rest: from beyond the limits of a controller it does not."""
    _, starter, code = opened(name)
    numbers = vectors(name, 5)
    found = code.values(numbers)
    for run in range(5):
        expected = alone(starter, numbers, run)
        assert expected.keys() == found.keys()
        left = residual(starter, {vector: value[run] for vector, value in found.items()})
        if residual(starter, expected) > 1e-10:
            assert left <= residual(starter, expected)
            continue
        assert left < 1e-10
        for vector, value in expected.items():
            size = max(np.abs(value).max(), 1e-6)
            np.testing.assert_allclose(found[vector][run], value, rtol=0, atol=1e-9 * size)


def test_runs_begin_where_their_own_numbers_say() -> None:
    """A spring under a load gives way by the run's own weight and stiffness."""
    numbers = vectors("two-axis/iso", 4)
    found = opened("two-axis/iso")[2].values(numbers)
    assert np.ptp(found[POSITION], axis=0).max() > 1e-6


def test_the_same_bits_alone_in_another_order_and_in_threads() -> None:
    code = opened("two-axis/iso")[2]
    numbers = vectors("two-axis/iso", 7)
    every = code.values(numbers)
    order = [4, 2, 6, 0, 5, 3, 1]
    turned = code.values({name: value[order] for name, value in numbers.items()}, threads=2)
    for name, value in every.items():
        np.testing.assert_array_equal(turned[name], value[order], err_msg=name)
    for run in range(7):
        single = code.values({name: value[run : run + 1] for name, value in numbers.items()})
        for name, value in every.items():
            np.testing.assert_array_equal(single[name][0], value[run], err_msg=name)


@pytest.mark.parametrize("extreme", ["far", "not finite"])
@pytest.mark.parametrize("bad", [0, 3, 4])
def test_a_run_that_does_not_converge_is_left_to_python(
    extreme: str, bad: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And those beside it are as they were."""
    _, starter, code = opened("two-axis/iso")
    numbers = vectors("two-axis/iso", 5)
    before = code.values(numbers)
    far = {name: value.copy() for name, value in numbers.items()}
    for value in far.values():
        value[bad] *= 30.0 if extreme == "far" else 1e200
    asked: list[dict[str, Array]] = []
    real = starter.values

    def values(own: dict[str, Array]) -> dict[str, Array]:
        asked.append(own)
        # What Python makes of numbers without sense is not what this is about.
        return real(own if extreme == "far" else {name: v[0] for name, v in numbers.items()})

    monkeypatch.setattr(starter, "values", values)
    found = code.values(far)
    assert len(asked) == 1
    for name, value in far.items():
        np.testing.assert_array_equal(asked[0][name], value[bad])
    fallen_back = values({name: value[bad] for name, value in far.items()})
    others = [run for run in range(5) if run != bad]
    for name, value in found.items():
        np.testing.assert_array_equal(value[others], before[name][others], err_msg=name)
        np.testing.assert_array_equal(value[bad], fallen_back[name], err_msg=name)


@pytest.mark.crosscheck
def test_where_rest_is_not_one_place_python_decides() -> None:
    """Bit by bit: that of its filters which no equation asks for."""
    name = "six-axis/robust-filtered"
    _, starter, code = opened(name)
    rest = starter.rest_inverse()
    assert rest is not None and rest.inverse is None
    numbers = vectors(name, 2)
    found = code.values(numbers)
    for run in range(2):
        for vector, value in alone(starter, numbers, run).items():
            np.testing.assert_array_equal(found[vector][run], value)
