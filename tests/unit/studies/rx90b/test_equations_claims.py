"""S3's equations hold in runs; with a term or a sign of them wrong they do not."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import numpy as np
import pytest

from armwright import Run, load_scenario
from armwright.studies.rx90b.claims.equations import WINDOW, equation_claims
from armwright.studies.rx90b.claims.solvers import solver_claims
from armwright.studies.rx90b.published import (
    JOINTS,
    LuGreFrictions,
    MotionMatrices,
    Published,
    PublishedMechanism,
)
from armwright.studies.rx90b.runs import EquationRuns, run_equations
from armwright.studies.rx90b.solvers import Solvers
from armwright.studies.rx90b.stiff import Window, explicit, tr_bdf2

Wrong = Callable[[Published], Published]


@pytest.fixture(scope="module")
def found() -> EquationRuns:
    return run_equations(load_scenario("rx90b/line"), WINDOW)


@pytest.fixture(scope="module")
def solution(found: EquationRuns) -> np.ndarray:
    """By the stiff scheme, which is accurate enough and faster."""
    return found.window.solved(tr_bdf2)


@pytest.mark.crosscheck
def test_all_of_them_hold(found: EquationRuns, solution: np.ndarray) -> None:
    claims = equation_claims(found, solution)
    assert {claim.verdict for claim in claims} == {"number"}
    assert len(claims) == 13
    assert claims[0].where == "S3 (7)"


class _Pushing(PublishedMechanism):
    def stress(self, elongation: np.ndarray) -> np.ndarray:
        return -super().stress(elongation)


class _Halved(PublishedMechanism):
    """C₀ as if it were the matrix of Christoffel's symbols."""

    def matrices(self, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> MotionMatrices:
        found = super().matrices(q, v, a)
        return found._replace(velocity=0.5 * found.velocity, geometric=-found.geometric)


class _Undamped(LuGreFrictions):
    def torque(self, v: np.ndarray, z: np.ndarray) -> np.ndarray:
        return self.stiffness * z - self.damping * self.rate(v, z) + self.viscous * v


def _with(part: str, kind: type) -> Wrong:
    def wrong(published: Published) -> Published:
        own = getattr(published, part)
        fields = {one.name: getattr(own, one.name) for one in dataclasses.fields(own)}
        return dataclasses.replace(published, **{part: kind(**fields)})

    return wrong


def _uncoupled(published: Published) -> Published:
    gears = np.diag(np.diag(published.drives.gears))
    return dataclasses.replace(published, drives=dataclasses.replace(published.drives, gears=gears))


def _backward(published: Published) -> Published:
    laws = published.frictions
    other = dataclasses.replace(laws, coulomb=laws.coulomb[::-1], static=laws.static[::-1])
    return dataclasses.replace(published, frictions=other)


@pytest.mark.crosscheck
@pytest.mark.parametrize(
    ("wrong", "keys"),
    [
        (
            _with("mechanism", _Pushing),
            {"spring", "driving-torques", "motion", "nominal-torques", "stiffness-parts"},
        ),
        (_with("mechanism", _Halved), {"perturbed-motion", "stiffness-parts"}),
        (_with("frictions", _Undamped), {"friction"}),
        (_uncoupled, {"driving-torques", "motion", "rotors", "net-torques", "seventh-friction"}),
        (_backward, {"friction", "stribeck"}),
    ],
)
def test_a_wrong_equation_is_seen(
    found: EquationRuns, solution: np.ndarray, wrong: Wrong, keys: set[str]
) -> None:
    spoiled = dataclasses.replace(found, published=wrong(found.published))
    claims = equation_claims(spoiled, solution)
    assert {claim.key for claim in claims if claim.verdict == "differs"} >= keys


@pytest.mark.crosscheck
def test_bristles_that_jump_are_seen(found: EquationRuns, solution: np.ndarray) -> None:
    data = found.full.data
    z = data["friction_deflection"] * np.where(data["time"] > 3.05, -1.0, 1.0)[:, None]
    full = Run(data.assign(friction_deflection=data["friction_deflection"].copy(data=z.values)))
    claims = equation_claims(dataclasses.replace(found, full=full), solution)
    differs = {claim.key for claim in claims if claim.verdict == "differs"}
    assert differs == {"bristles", "friction", "stribeck"}


@pytest.mark.crosscheck
def test_the_seventh_friction_is_that_of_both_joints(
    found: EquationRuns, solution: np.ndarray
) -> None:
    data = found.full.data
    friction = data["friction_torque"].values.copy()
    friction[:, 6] *= -1
    full = Run(data.assign(friction_torque=data["friction_torque"].copy(data=friction)))
    claims = equation_claims(dataclasses.replace(found, full=full), solution)
    assert {"seventh-friction", "driving-torques"} <= {
        c.key for c in claims if c.verdict == "differs"
    }


@pytest.mark.crosscheck
def test_the_explicit_scheme_is_lost_and_the_stiff_one_is_not(
    found: EquationRuns, solution: np.ndarray
) -> None:
    window = found.window
    size = np.abs(solution[:, :JOINTS]).max()
    assert np.isnan(window.solved(explicit)).any()
    three = window.solved(explicit, 3)
    assert np.abs(three - solution)[:, :JOINTS].max() < 1e-3 * size
    assert np.abs(window.found - solution)[:, :JOINTS].max() < 2e-3 * size
    rest = Window.of(found.perturbed, found.published, found.linear.tables.nominal, 0.0, 0.0025)
    assert 1000 < rest.fastest() < 1400
    assert window.fastest() > 20_000


@pytest.mark.parametrize(
    ("name", "error", "key"),
    [
        ("Runge-Kutta, explicit", 0.01, "stiff-scheme"),
        ("TR-BDF2, as S3", np.inf, "stiff-scheme"),
    ],
)
def test_other_schemes_turn_what_is_said(name: str, error: float, key: str) -> None:
    errors = {("Runge-Kutta, explicit", 1): np.inf, ("TR-BDF2, as S3", 1): 9e-5}
    tools = {
        ("CVODES, Adams", 0): 5e-13,
        ("armwright's step", 1): 6e-8,
        ("armwright's step", 2): 1.5e-8,
    }
    before = {
        claim.key: claim.verdict
        for claim in solver_claims(Solvers(np.zeros(1), errors, 0.3, 6.4, tools, 2.5e-4, 2e-3))
    }
    assert before == {"stiff-scheme": "kind", "presliding": "differs", "accurate-solver": "number"}
    other = Solvers(np.zeros(1), {**errors, (name, 1): error}, 3.0, 6.4, tools, 2.5e-4, 2e-3)
    after = {claim.key: claim.verdict for claim in solver_claims(other)}
    assert after == {**before, key: "differs", "presliding": "kind"}
