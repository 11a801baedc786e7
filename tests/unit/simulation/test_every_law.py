"""Every law with every fidelity switch and every integrator: it runs, or says in one line why not;
and what it gives is what the slow solver gives."""

from __future__ import annotations

import numpy as np
import pytest

from armwright.block import Parameter
from armwright.errors import InputError
from armwright.laws.catalogue import CATALOGUE
from armwright.laws.friction import StickingFriction
from armwright.simulation.slow import solve
from armwright.system import System
from tests.support.every_law import (
    FIDELITIES,
    FRICTIONS,
    SPRINGS,
    TICKS,
    arm,
    numbers,
    scenario,
)

INTEGRATORS = ("midpoint", "implicit", "rk4")
#: Every friction with a linear spring, every spring with a plain friction.
LAWS = [*((law, "linear") for law in FRICTIONS), *(("lugre", law) for law in SPRINGS)]


def runs(friction: str, spring: str, fidelity: str, integrator: str, side: str = "motor") -> None:
    found = scenario(arm(friction, spring, side), FIDELITIES[fidelity], integrator)
    # What truly sticks does not go with rk4.
    sticking = issubclass(CATALOGUE["friction"][friction], StickingFriction)
    sticks = sticking and fidelity != "no friction"
    if integrator == "rk4" and sticks and not (fidelity == "no drives" and side == "motor"):
        with pytest.raises(InputError, match="rk4 cannot hold joints that stick"):
            found.simulate()
        return
    x = found.simulate().data["coordinate_position"].values
    assert x.shape[0] == TICKS + 1
    assert np.isfinite(x).all()
    assert np.abs(x[-1] - x[0]).max() > 1e-5  # it moves


#: One of each sort; crosscheck has them all.
SOME = [("coulomb", "linear"), ("warm_loaded_lugre", "linear"), ("gms", "linear")]
SOME += [("lugre", "hysteretic"), ("lugre", "backlash")]


@pytest.mark.parametrize(("friction", "spring"), SOME)
def test_a_law_of_each_sort_runs(friction: str, spring: str) -> None:
    runs(friction, spring, "as described", "midpoint")


@pytest.mark.crosscheck
@pytest.mark.parametrize("fidelity", FIDELITIES)
@pytest.mark.parametrize(("friction", "spring"), LAWS)
def test_every_law_at_every_fidelity(friction: str, spring: str, fidelity: str) -> None:
    runs(friction, spring, fidelity, "midpoint", "joint")
    for integrator in INTEGRATORS if fidelity == "as described" else ("rk4",):
        runs(friction, spring, fidelity, integrator)


@pytest.mark.crosscheck
@pytest.mark.parametrize("fidelity", ["as described", "rigid"])
@pytest.mark.parametrize(("friction", "spring"), LAWS)
def test_every_law_is_what_the_slow_solver_gives(friction: str, spring: str, fidelity: str) -> None:
    """With eight steps in a tick. Maxwell slip has no rates to follow, and a rigid joint's load is
    that of the last step, which the slow solver does not have."""
    if "gms" in friction or "loaded" in friction:
        return
    # A channel that stops or breaks away does so at the end of a step.
    sticks = issubclass(CATALOGUE["friction"][friction], StickingFriction)
    allowed = 3e-3 if sticks else 2e-5
    found = scenario(arm(friction, spring), FIDELITIES[fidelity], "midpoint").changed(
        {"integration.steps": 8}
    )
    x = found.simulate().data["coordinate_position"].values
    exact = solve(System(found), TICKS + 1, ("coordinate_position",), tolerance=1e-9)
    difference = np.abs(x - exact["coordinate_position"]).max(axis=0)
    way = np.abs(exact["coordinate_position"] - exact["coordinate_position"][0]).max(axis=0)
    assert (difference < allowed * np.maximum(way, 1e-3)).all(), difference / way


def test_no_parameter_is_at_its_default() -> None:
    for family in ("friction", "spring"):
        for law in CATALOGUE[family].values():
            given = numbers(law, family)
            for parameter in law.of(Parameter).values():
                assert all(given[key] != parameter.default for key in parameter.keys), law.kind
