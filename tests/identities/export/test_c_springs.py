"""C code of arms with coupled springs and gear trains: the same bits as ours."""

from __future__ import annotations

from pathlib import Path

import pytest

import armwright as aw
from armwright.export.to_c import scenario_files
from tests.closed_forms import test_gear_trains as trains
from tests.identities.elasticity import test_spring_matrices as matrices
from tests.support.c_code import needs_compiler, self_test

SCENARIOS = {
    "spring matrix": lambda: matrices.scenario(matrices.wrist(), duration=0.02),
    "gear train": lambda: trains.scenario(trains.pair_arm(lever=0.1), duration=0.02),
}


@needs_compiler
@pytest.mark.crosscheck
@pytest.mark.parametrize("name", SCENARIOS)
def test_runs_are_ours_bit_for_bit(name: str, tmp_path: Path) -> None:
    scenario: aw.Scenario = SCENARIOS[name]()
    code, text = self_test(tmp_path, scenario_files(scenario, "loop", "loop"))
    assert code == 0, text
    assert " ok: largest difference 0.0e+00 " in text
