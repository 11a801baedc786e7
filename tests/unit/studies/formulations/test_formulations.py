"""The study of formulations, with small arms in the place of large ones."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.image import imread

from armwright import Arm, Run, load
from armwright.equations import METHODS, derive
from armwright.studies import Outcome, write
from armwright.studies.claim import Claim
from armwright.studies.formulations import STUDY, evaluation, falling, runs
from armwright.studies.formulations.claims import printed_claims
from armwright.studies.formulations.runs import crossed_chain, derive_arm, first_joints
from armwright.studies.formulations.source import TABLE_3_1
from tests.unit.studies.stated import statements


def told(what: str, done: float) -> None:
    assert what and 0 <= done <= 1


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    arm = first_joints(load("six_axis"), 2)
    monkeypatch.setattr(runs, "growing_arms", lambda: {f"{n} axes": arm for n in range(2, 7)})
    monkeypatch.setattr(runs, "source_arms", lambda: {"cart": load("cart_pendulum")})
    monkeypatch.setattr(runs, "_STATES", 50)
    monkeypatch.setattr(runs, "_FEW", 5)
    monkeypatch.setattr(falling, "SIMULATED", 0.5)


def _lasting(outcome: Outcome) -> list[Claim]:
    """Those that no clock judges."""
    return [one for one in outcome.claims if all(m.value is not None for m in one.measured)]


@pytest.mark.crosscheck
@pytest.mark.usefixtures("small")
def test_it_runs_and_is_written(tmp_path: Path) -> None:
    outcome: Outcome = STUDY.run(told)
    write(STUDY, outcome, tmp_path)
    claims = json.loads((tmp_path / "claims.json").read_text())["claims"]
    assert len(claims) == len(outcome.claims) == 11
    ink = (imread(tmp_path / "figures" / "operations.png")[..., :3] < 0.7).any(axis=-1)
    assert 0.01 < ink.mean() < 0.3
    assert Run.load(tmp_path / "runs" / "falling.nc").data.time[-1] == pytest.approx(0.5)
    page = (tmp_path / "report.html").read_text()
    assert all(f"{seconds:.2f}" in page for _, seconds in TABLE_3_1)
    assert all(seconds > 0 for seconds in outcome.timings.values())
    assert sorted(claim["key"] for claim in claims) == sorted(statements("formulations"))
    assert _lasting(STUDY.run(told)) == _lasting(outcome)


def test_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluation.shutil, "which", lambda name: None)
    with evaluation.compiled_library({"arm": derive(load("scara"), "kane", ())}) as code:
        assert code is None
    row = runs._compared(derive_arm("cart", load("cart_pendulum")), None)
    assert set(row.in_c) == {runs.OURS}
    assert set(row.in_python) == {*METHODS, runs.CLOSED}


def test_first_joints_of_an_arm() -> None:
    """They move as if all that follows weighed nothing."""
    whole = load("six_axis")
    for n in (2, 5):
        part = first_joints(whole, n)
        kept = {link.name for link in part.links}
        light = [k if k.name in kept else replace(k, inertia=None) for k in whole.links]
        assert part.joint_names == whole.joint_names[:n]
        q = np.random.default_rng(n).normal(size=6)
        expected = Arm(replace(whole, links=tuple(light))).mass_matrix(q)[:n, :n]
        assert np.allclose(Arm(part).mass_matrix(q[:n]), expected, rtol=1e-13)
    assert first_joints(whole, 6).links == whole.links


def test_the_equations_of_the_source() -> None:
    assert [claim.verdict for claim in printed_claims()] == ["number", "number"]


def test_articulated_bodies_pay_from_eleven_joints_on() -> None:
    counts = {
        n: [
            evaluation.own_forward_operations(crossed_chain(n), articulated=x)
            for x in (True, False)
        ]
        for n in (10, 11)
    }
    assert counts[10][0] > counts[10][1]
    assert counts[11][0] < counts[11][1]


def test_compiled_code_computes_what_it_is_timed_for() -> None:
    equations = derive(load("scara"), "kane", ())
    with evaluation.compiled_library({"arm": equations}) as code:
        if code is None:
            pytest.skip("no C compiler: neither cc nor gcc")
        terms, many = code["arm"]
        q, v = np.random.default_rng(1).normal(size=(2, 3))
        found = evaluation.terms_function(terms, 3)(q, v)
        for ours, theirs in zip(found, equations.function()(q, v), strict=True):
            assert np.allclose(ours, theirs, rtol=1e-13)
        assert evaluation.native_torque_time(many, np.zeros((10, 3, 3))) > 0
