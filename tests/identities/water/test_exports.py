"""Wet arms as C code and FMUs: the same numbers, and hulls among their parameters."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

import armwright as aw
from armwright.export.targets import export
from armwright.export.to_c import robot_files, scenario_files
from tests.support.c_code import needs_compiler, self_test

NUMBERS = ("links.link2.hull.drag_coefficient", "water_density")


@pytest.mark.crosscheck
@needs_compiler
def test_wet_arms_are_the_same_in_c(tmp_path: Path) -> None:
    scenario = aw.load_scenario("underwater/pushed").changed({"duration": 0.2})
    files = scenario_files(scenario, "pushed")
    assert "Left out" not in files.header
    code, text = self_test(tmp_path, files)
    assert code == 0, text
    functions = ["inverse_dynamics", "forward_dynamics", "energy", "mass_matrix"]
    arm = robot_files(aw.load("reach_alpha5"), "alpha", functions)
    code, text = self_test(tmp_path, arm)
    assert code == 0, text


@pytest.mark.crosscheck
def test_an_fmu_has_the_hulls_numbers(tmp_path: Path) -> None:
    scenario = aw.load_scenario("underwater/pushed").changed({"duration": 0.05})
    written = export(scenario, "fmu3", tmp_path / "pushed.fmu", {"parameters": list(NUMBERS)})
    assert not any("water" in line for line in written.lost)
    with zipfile.ZipFile(tmp_path / "pushed.fmu") as archive:
        description = archive.read("modelDescription.xml").decode()
    for path in NUMBERS:
        assert f'name="{path}"' in description
