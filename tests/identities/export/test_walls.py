"""A mass that bounces on a wall, in C and as an FMU: our run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import armwright as aw
from armwright.export import fmu
from armwright.export.model import ExportModel
from armwright.export.stepped import make_stepped
from armwright.export.to_c import scenario_files
from tests.support.c_code import CModel, library, needs_compiler, written
from tests.support.fmus import differences, ours, simulated
from tests.support.walls import before_a_wall

_WALL = {"stiffness": 1e5, "damping": 1.0, "friction_coefficient": 0.3}


def bouncing() -> aw.Scenario:
    return before_a_wall(_WALL, velocity=(0.1, 0.2), duration=0.15)


@needs_compiler
def test_c_bounces_as_we_do(tmp_path: Path) -> None:
    scenario = bouncing()
    model: ExportModel = make_stepped(scenario)
    written(tmp_path, scenario_files(scenario, "bounce"))
    code = CModel(library(tmp_path, "bounce"), model, "bounce")
    code.init()
    data = scenario.simulate().data
    assert data["contact_force"].values.max() > 10.0
    for k in range(scenario.ticks + 1):
        shown = code.outputs()
        for name in ("joint_position", "contact_force"):
            assert np.array_equal(np.ravel(shown[name]), np.ravel(data[name].values[k])), name
        code.step()


@pytest.mark.crosscheck
@needs_compiler
def test_fmus_bounce_as_we_do(tmp_path: Path) -> None:
    """Co-simulation but for rounding; another tool's solver within its tolerance."""
    scenario = bouncing()
    path = tmp_path / "bounce.fmu"
    fmu(scenario, path, version=2, kind="both")
    options = {"stop_time": 0.15, "output_interval": 1e-3}
    names = ("joint_position", "contact_force")
    stepped = simulated(path, fmi_type="CoSimulation", **options)
    assert max(differences(stepped, ours(scenario.simulate()), names).values()) < 1e-12
    solved = simulated(path, fmi_type="ModelExchange", relative_tolerance=1e-8, **options)
    exact = ours(scenario.changed({"integration.steps": 64}).simulate())
    apart = differences(solved, exact, names)
    assert apart["joint_position"] < 1e-5 and apart["contact_force"] < 2e-3
