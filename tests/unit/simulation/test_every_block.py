"""Every block that files can name, with every fidelity switch and every integrator: it runs, and
what it gives is what the slow solver gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs
import numpy as np
import pytest

from armwright.block import Option, Parameter
from armwright.blocks.catalogue import CATALOGUE
from armwright.errors import InputError
from armwright.simulation.slow import solve
from armwright.system import System
from tests.support.every_block import (
    AT_DEFAULT,
    BARE,
    CASES,
    FIDELITIES,
    INTEGRATORS,
    KINDS,
    RATE,
    SAMPLED,
    TICKS,
    choices,
    scenario,
)


def runs(family: str, kind: str, fidelity: Mapping[str, Any], integrator: str = "midpoint") -> None:
    found = scenario(family, kind, dict(fidelity), integrator)
    x = found.simulate().data["coordinate_position"].values
    assert x.shape[0] == TICKS + 1
    assert np.isfinite(x).all()
    assert np.abs(x - x[0]).max() > 1e-5, "nothing moves"


def test_every_kind_is_in_the_matrix() -> None:
    """Whoever adds a block adds its settings to `tests/support/every_block.py`."""
    assert set(CASES) == set(KINDS)
    assert len(KINDS) == 77


@pytest.mark.parametrize(("family", "kind"), KINDS)
def test_no_number_is_at_its_default(family: str, kind: str) -> None:
    given, block = CASES[family, kind].settings, CATALOGUE[family][kind]
    declared = {key: p.default for p in block.of(Parameter).values() for key in p.keys}
    declared |= {name: option.default for name, option in block.of(Option).items()}
    same = {key for key, default in declared.items() if key not in given or given[key] == default}
    assert same == AT_DEFAULT.get((family, kind), set())


@pytest.mark.parametrize(("family", "kind"), KINDS[::9])
def test_blocks_run(family: str, kind: str) -> None:
    """Some of them; all of them do below, with everything around them."""
    runs(family, kind, BARE)


@pytest.mark.crosscheck
@pytest.mark.parametrize(("family", "kind"), KINDS)
def test_every_block_at_every_fidelity_and_with_every_integrator(family: str, kind: str) -> None:
    """All integrators as described, and each switch with one of them, another one from kind to
    kind: a third of the kinds meet each pair of switch and integrator."""
    for k, fidelity in enumerate(FIDELITIES.values()):
        turn = (KINDS.index((family, kind)) + k) % len(INTEGRATORS)
        for integrator in INTEGRATORS if k == 0 else INTEGRATORS[turn : turn + 1]:
            runs(family, kind, fidelity, integrator)


@pytest.mark.crosscheck
@pytest.mark.parametrize(("family", "kind"), KINDS)
def test_every_choice_of_an_option_runs(family: str, kind: str) -> None:
    """Or is refused in one line, as it excludes another setting."""
    for choice in choices(family, kind):
        try:
            x = scenario(family, kind, BARE, more=choice).simulate().data["coordinate_position"]
        except InputError as error:
            assert f"'{kind}'" in str(error) and "\n" not in str(error), choice
        else:
            assert np.isfinite(x.values).all(), choice


@pytest.mark.crosscheck
@pytest.mark.parametrize(("family", "kind"), KINDS)
def test_every_parameter_acts(family: str, kind: str) -> None:
    """Something that the block puts out or keeps depends on it, with one choice or another."""
    acting, there = set(), set()
    for choice in ({}, *choices(family, kind)):
        try:
            found = scenario(family, kind, {}, more=choice)
            numbers = System(found).values.numbers
        except InputError:
            continue
        own = [path for path in numbers if path.split(".")[0] == kind]
        system = System(found, free=own)
        results = [each for one in system.circuit.instances for each in one.results.values()]
        for path in own:
            symbol = system.values.symbol[system.values.places[path]]
            acting |= {path} if cs.depends_on(cs.vertcat(*results), symbol) else set()
        there |= set(own)
    assert acting == there


#: With quanta of a sensor in it, a rounding may fall another way.
ALLOWED = {"joint_encoder": 3e-3}


@pytest.mark.crosscheck
@pytest.mark.parametrize(
    ("family", "kind", "rate"),
    [*((*kind, None) for kind in KINDS), *((*kind, RATE / 2) for kind in SAMPLED)],
)
def test_every_block_does_what_the_slow_solver_says(
    family: str, kind: str, rate: float | None
) -> None:
    """In continuous time, where it may, and with samples."""
    found = scenario(family, kind, {}, steps=8, more={"rate": rate} if rate else {})
    x = found.simulate().data["coordinate_position"].values
    exact = solve(System(found), TICKS + 1, ("coordinate_position",), tolerance=1e-8)
    difference = np.abs(x - exact["coordinate_position"]).max(axis=0)
    way = np.abs(exact["coordinate_position"] - exact["coordinate_position"][0]).max(axis=0)
    allowed = ALLOWED.get(kind, 4e-4)
    assert (difference < allowed * np.maximum(way, 1e-3)).all(), difference / way
