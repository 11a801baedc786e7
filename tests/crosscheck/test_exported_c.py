"""All of the library, exported as C, checks itself: bit for bit what our machine code gives."""

from __future__ import annotations

from pathlib import Path

import pytest

import armwright as aw
from armwright.export.to_c import robot_files, scenario_files
from tests.support.c_code import needs_compiler, self_test

pytestmark = [pytest.mark.crosscheck, needs_compiler]


@pytest.mark.parametrize("name", aw.library_names())
def test_every_robot(name: str, tmp_path: Path) -> None:
    code, text = self_test(tmp_path, robot_files(aw.load(name), "arm"))
    assert code == 0, text
    assert text.count("\n") == text.count("largest difference 0.0e+00") + 1, text


@pytest.mark.parametrize("name", aw.scenario_names())
def test_every_scenario(name: str, tmp_path: Path) -> None:
    code, text = self_test(tmp_path, scenario_files(aw.load_scenario(name), "loop"))
    assert code == 0, text
    assert text.count("\n") == text.count("largest difference 0.0e+00") + 1, text
