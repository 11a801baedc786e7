"""Friction is said to drive the motion exactly where a cycle can be found that draws energy.

The search knows nothing of the conditions: it integrates the law's own equations along periodic
velocities, loads and temperatures, and varies those that cost least.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from armwright.laws.friction import LAWS, passivity_warnings
from tests.support.blocks import site
from tests.support.drawn_energy import Bounds, Law, least_work

ONE = site()
BRISTLES = {"coulomb": 1.0, "static": 1.5, "stiffness": 1e5, "stribeck_velocity": 1e-3}
WAY = 3e-5
WARM = (293.15, 330.0)


class Case(NamedTuple):
    """A law, and the speed from which on it can drive under loads up to `load`."""

    kind: str
    numbers: dict[str, float]
    speed: float
    load: float = 0.0


CASES = {
    "Canudas de Wit 1995": Case("lugre", {"damping": 316.0, "viscous": 0.4}, 0.0382),
    "nearly enough": Case("lugre", {"damping": 316.0, "viscous": 120.0}, 0.906),
    "directed": Case(
        "lugre",
        {"static_positive": 1.2, "static_negative": 2.0, "damping": 3.0, "viscous": 0.9},
        7.07,
    ),
    # Before sliding drives: from 10.9 rad/s on.
    "flattening": Case(
        "lugre", {"static": 2.0, "damping": 1.0, "viscous": 1.0, "quadratic": -0.1}, 9.45
    ),
    # From α₂/|α₃| on, where bristles are hardly bent; sliding drives from 17.8 rad/s on.
    "flattening, σ₁ = 0": Case("lugre", {"viscous": 0.3, "quadratic": -0.02}, 15.0),
    # α₂ = 0, and yet not from the first moment on.
    "steepening": Case(
        "lugre", {"static": 2.0, "damping": 3.0, "viscous": 0.0, "quadratic": 0.1}, 4.04
    ),
    "loaded": Case(
        "loaded_lugre", {"damping": 10.0, "viscous": 10.0, "load_coefficient": 0.1}, 26.6, 8.0
    ),
    "loaded, flattening": Case(
        "loaded_lugre",
        {"damping": 10.0, "viscous": 10.0, "load_coefficient": 0.1, "quadratic": -0.5},
        5.83,
        8.0,
    ),
    # Enough α₂ for cold (5) and for warm (7.15) numbers, but not for bent cold, released warm.
    "warm": Case(
        "warm_lugre",
        {
            "damping": 10.0,
            "viscous": 7.2,
            "static_warm": 1.2,
            "coulomb_warm": 0.7,
            "warm_temperature": WARM[1],
        },
        6.60,
    ),
}


def told(case: Case, fastest: float, load: float) -> bool:
    law = LAWS[case.kind](**{**BRISTLES, **case.numbers})
    return bool(passivity_warnings(law, ONE, fastest, load))


def drawn(case: Case, fastest: float, load: float) -> bool:
    law = Law(case.kind, **{**BRISTLES, **case.numbers})
    bounds = Bounds(fastest, 1e-9, WAY, load, WARM)
    return any(least_work(law, bounds, turns=turns) < 0 for turns in (False, True))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(
    ("part", "drives"), [pytest.param(0.95, False, marks=pytest.mark.crosscheck), (1.07, True)]
)
def test_the_speed_from_which_on_energy_can_be_drawn(name: str, part: float, drives: bool) -> None:
    case = CASES[name]
    assert told(case, part * case.speed, case.load) == drives
    assert drawn(case, part * case.speed, case.load) == drives


@pytest.mark.parametrize(("load", "drives"), [(0.0, False), (4.7, False), (5.5, True)])
def test_the_load_whose_fall_lets_energy_out(load: float, drives: bool) -> None:
    """α₂ ≥ σ₁ (F_s + μL − F_c)/F_c up to L = 5 N m. A constant load draws nothing."""
    case = CASES["loaded"]
    assert told(case, 1e5, load) == drives
    assert drawn(case, 1e5, load) == drives


@pytest.mark.crosscheck
def test_enough_viscous_friction_is_enough_at_any_speed() -> None:
    """On both sides of σ₁ (F_s + μL − F_c)/F_c = 13 N m s/rad, for L = 8 N m."""
    for viscous, drives in ((12.5, True), (13.0, False)):
        case = CASES["loaded"]
        case = case._replace(numbers={**case.numbers, "viscous": viscous})
        assert told(case, 1e5, 8.0) == drives
        assert drawn(case, 1e5, 8.0) == drives


@pytest.mark.crosscheck
def test_below_some_speed_no_load_is_too_much() -> None:
    """|v|gu² outweighs σ₁v²u if σ₁|v| ≤ 4g."""
    case = CASES["loaded"]
    assert not told(case, 0.4, 1e9)
    assert not drawn(case, 0.4, 50.0)
