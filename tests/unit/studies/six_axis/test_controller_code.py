"""The controller as C: its code is compiled and compared, or it is said why not."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest

from armwright.signals import Run
from armwright.studies.six_axis import controller_code
from armwright.studies.six_axis.claims.controller_code import controller_code_claims
from armwright.studies.six_axis.controller_code import ControllerCode, excerpt, export_controller
from armwright.studies.six_axis.measures import StepTest
from tests.support.c_code import needs_compiler

STEPS = StepTest(np.ones(6), np.arange(1.0, 7.0))
TORQUES = np.random.default_rng(2).normal(size=(20_001, 6))


def run(height: float) -> Run:
    t = np.arange(2001) / 200.0
    zero = np.zeros((1, t.size, 6))
    records = {"joint_position": zero + height, "reference_joint_position": zero}
    return Run.from_records(t, records, joints=list("ABCDEF"), single=True)


def verdicts(code: ControllerCode, height: float = 0.301) -> dict[str, str]:
    sampled = {rate: {"ideal": run(height)} for rate in controller_code.RATES}
    claims = controller_code_claims(STEPS, run(0.3), sampled, code)
    return {claim.key: claim.verdict for claim in claims}


def code(torques: np.ndarray | None, operations: int = 900) -> ControllerCode:
    both = None if torques is None else (TORQUES[: len(torques)], torques)
    return ControllerCode("a\nb\n", "c\n", operations, both, "" if both else "no compiler")


def test_verdicts_follow_from_samples_and_torques():
    assert verdicts(code(TORQUES)) == {"sampled": "kind", "generated-code": "kind"}
    assert verdicts(code(TORQUES + 1e-6))["generated-code"] == "differs"
    assert verdicts(code(TORQUES[:300]))["generated-code"] == "differs"
    assert verdicts(code(TORQUES), height=0.32)["sampled"] == "differs"
    assert verdicts(code(TORQUES, operations=20_000))["sampled"] == "differs"
    assert verdicts(code(None)) == {"sampled": "kind", "generated-code": "observed"}


def test_an_excerpt_is_so_many_lines_from_where_a_text_begins():
    made = ControllerCode("one\ntwo {\nthree\nfour\n", "", 0, None)
    assert excerpt(made, "two", 2) == "two {\nthree"


@pytest.mark.skipif(os.name == "nt", reason="the program is a shell script")
def test_a_program_that_fails_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    fake = tmp_path / "cc.py"
    fake.write_text(
        "from pathlib import Path\n"
        "Path('replay').write_text('#!/bin/sh\\nexit 3\\n')\n"
        "Path('replay').chmod(0o755)\n"
    )
    monkeypatch.setattr(controller_code, "compiler", lambda: [sys.executable, str(fake)])
    with pytest.raises(controller_code._NotCompiled, match="failed, exit code 3"):
        controller_code._replayed({}, b"")


@pytest.mark.crosscheck
def test_without_a_compiler_it_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(controller_code, "compiler", lambda: None)
    monkeypatch.setattr(controller_code, "find_spec", lambda name: None)
    made = export_controller()
    assert made.torques is None and "no C compiler was found" in made.reason


@needs_compiler
@pytest.mark.crosscheck
def test_a_wrong_sign_in_the_code_is_seen(monkeypatch: pytest.MonkeyPatch):
    """Where the code keeps a torque, its sign is turned."""
    whole = controller_code._replayed

    def spoiled(texts: dict[str, str], measured: bytes) -> bytes:
        name = "controller.c"
        wrong = texts[name].replace("commanded_joint_torque[1] = ", "commanded_joint_torque[1] = -")
        assert wrong != texts[name]
        return whole({**texts, name: wrong}, measured)

    monkeypatch.setattr(controller_code, "_replayed", spoiled)
    assert export_controller().apart > 10
