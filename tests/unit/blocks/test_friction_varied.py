"""Laws that depend on temperature and load: the laws inside them, with other numbers."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs
import numpy as np
import pytest

from armwright import InputError
from armwright.block import Block, Output, Parameter, Quantities, State
from armwright.laws.friction import (
    GMS,
    LAWS,
    Coulomb,
    Dahl,
    LuGre,
    Sigmoid,
    StickingFriction,
    Tustin,
    loaded,
    warming,
)
from armwright.report.friction.rig import rig
from tests.support.blocks import evaluate, expressions, site

ONE = site()
COLD, WARM = 290.0, 330.0
V = np.array([-2.0, -0.01, 1e-4, 0.05, 3.0])[:, None]
NUMBERS = {
    Coulomb: {"coulomb": 2.0, "static": 3.0, "viscous": 0.3},
    Tustin: {"coulomb": 2.0, "static": 3.0, "stribeck_velocity": 0.02, "viscous": 0.3},
    LuGre: {"coulomb": 2.0, "static": 3.0, "stiffness": 1e3, "damping": 5.0, "quadratic": 0.1},
    Dahl: {"coulomb": 2.0, "stiffness": 1e3},
    GMS: {"coulomb": 2.0, "static": 3.0, "stiffness": 1e3, "attraction": 9.0},
}
CHANGED = {
    "coulomb": 1.5,
    "static": 3.6,
    "stribeck_velocity": 0.05,
    "viscous": 0.1,
    "quadratic": 0.02,
}


def warm_numbers(law):
    return {name: value for name, value in CHANGED.items() if name in law.of(Parameter)}


def states(law):
    """Something for every state, the same in all rows of V."""
    return {name: [1e-3 * (k + 1)] for k, name in enumerate(law.of(State))}


def same(block, other, **given):
    found = evaluate(block, ONE, velocity=V, **states(type(other)), **given)
    expected = evaluate(other, ONE, velocity=V, **states(type(other)))
    assert found.keys() == expected.keys()
    for name, value in expected.items():
        np.testing.assert_allclose(found[name], value, rtol=1e-13, atol=1e-16)


def between(law, share):
    cold = law(**NUMBERS[law]).parameters(ONE)
    return {
        name: (1 - share) * cold[law.of(Parameter)[name].keys[0]][0] + share * value
        for name, value in warm_numbers(law).items()
    }


@pytest.mark.parametrize("law", NUMBERS)
@pytest.mark.parametrize(
    ("temperature", "share"), [(0.0, 0.0), (COLD, 0.0), (300.0, 0.25), (WARM, 1.0), (400.0, 1.0)]
)
def test_a_warm_law_is_the_law_with_numbers_in_between(law, temperature, share):
    warm = {f"{name}_warm": value for name, value in warm_numbers(law).items()}
    block = warming(law)(**NUMBERS[law], **warm, cold_temperature=COLD, warm_temperature=WARM)
    same(block, law(**NUMBERS[law] | between(law, share)), temperature=[temperature])


@pytest.mark.parametrize("law", NUMBERS)
def test_what_has_no_warm_value_stays_as_it_is(law):
    block = warming(law)(**NUMBERS[law], warm_temperature=WARM)
    same(block, law(**NUMBERS[law]), temperature=[310.0])


@pytest.mark.parametrize("law", NUMBERS)
@pytest.mark.parametrize("load", [0.0, 4.0, -4.0])
def test_a_loaded_law_is_the_law_with_more_dry_friction(law, load):
    numbers = NUMBERS[law]
    more = {
        name: numbers[name] + 0.25 * abs(load) for name in ("coulomb", "static") if name in numbers
    }
    block = loaded(law)(**numbers, load_coefficient=0.25)
    same(block, law(**numbers | more), load=[load])


def test_both_together():
    law = warming(loaded(Tustin))
    assert law.kind == "warm_loaded_tustin" and law is not LAWS[law.kind]
    block = law(
        **NUMBERS[Tustin],
        coulomb_warm=1.0,
        cold_temperature=COLD,
        warm_temperature=WARM,
        load_coefficient=0.5,
    )
    expected = Tustin(**NUMBERS[Tustin] | {"coulomb": 1.5 + 1.0, "static": 3.0 + 1.0})
    same(block, expected, temperature=[310.0], load=[-2.0])


def test_directions_keep_their_own_warm_values():
    block = warming(Coulomb)(
        coulomb_positive=2.0,
        coulomb_negative=1.0,
        coulomb_warm_negative=0.5,
        cold_temperature=COLD,
        warm_temperature=WARM,
    )
    expected = Coulomb(coulomb_positive=2.0, coulomb_negative=0.5, static_negative=1.0)
    same(block, expected, temperature=[WARM])


def test_variants_of_a_law_are_of_the_sticking_sort_if_the_law_is():
    for how in (warming, loaded):
        assert issubclass(how(Tustin), StickingFriction)
        assert not issubclass(how(LuGre), StickingFriction)


def test_equal_directions_need_no_decision():
    """Of both directions one expression, where the numbers are the same."""
    block = warming(Dahl)(**NUMBERS[Dahl], coulomb_warm=1.0, warm_temperature=WARM)
    symbols, results, _ = expressions(block, ONE, constants=True)
    function = cs.Function("f", list(symbols.values()), list(results.values()))
    operations = {function.instruction_id(k) for k in range(function.n_instructions())}
    assert cs.OP_IF_ELSE_ZERO not in operations


@pytest.mark.parametrize("how", [warming, loaded])
def test_a_law_must_have_something_to_vary(how):
    with pytest.raises(TypeError, match=r"friction law 'sigmoid' has none of coulomb, static"):
        how(Sigmoid)


def test_warm_must_be_warmer_than_cold():
    with pytest.raises(InputError) as error:
        warming(Dahl)(**NUMBERS[Dahl], warm_temperature=280.0)
    assert str(error.value) == (
        "block 'warm_dahl': 'warm_temperature' is too low (got 280.0, expected more than the cold "
        "one, 293.15 K)"
    )


class Given(Block):
    """A temperature for all joints."""

    joint_temperature = Output("K", "T", size="joint")
    level = Parameter("K", "T", size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"joint_temperature": x.level}


@pytest.mark.parametrize("kind", ["coulomb", "tustin", "lugre", "gms"])
def test_a_warm_mass_slides_as_one_with_the_warm_numbers(kind):
    law = LAWS[kind]
    numbers = NUMBERS[law] | {"viscous": 0.3}
    pull = {"rise": 6.0}
    extra = {"coulomb_warm": 1.2, "viscous_warm": 0.1, "warm_temperature": WARM}
    warm = rig(f"warm_{kind}", {**numbers, **extra}, pull)
    given = Given(name="oven", level=WARM + 1.0)
    warm = warm.with_blocks(disturbances=(*warm.blocks.disturbances, given))
    found = warm.simulate().data["joint_position"].to_numpy()
    expected = rig(kind, {**numbers, "coulomb": 1.2, "viscous": 0.1}, pull).simulate().data
    np.testing.assert_allclose(found, expected["joint_position"].to_numpy(), rtol=1e-9, atol=1e-12)
    assert found[-1, 0] > 0.05
