"""A six-axis arm with flexible joints and friction, in a plain C program: our run, bit for bit."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

import armwright as aw
from armwright.export.c_code.files import CFiles
from armwright.export.model import ExportModel
from armwright.export.stepped import make_stepped
from armwright.export.to_c import scenario_files
from tests.support.c_code import NATIVE, compile_c, needs_compiler, written

#: Writes all outputs at every fourth tick.
MAIN = """
#include "line.h"
#include <stdio.h>
int main(void)
{
    line_state s;
    line_output y;
    line_init(&s);
    for (;;) {
        if (s.tick % 4 == 0) {
            line_outputs(&s, &y);
            fwrite(&y, sizeof y, 1, stdout);
        }
        if (s.tick == TICKS) {
            return line_is_finite(&s) ? 0 : 1;
        }
        line_step(&s);
    }
}
"""


def exported(duration: float) -> tuple[aw.Scenario, ExportModel, CFiles]:
    scenario = aw.load_scenario("six-axis-line").changed({"duration": duration})
    return scenario, make_stepped(scenario), scenario_files(scenario, "line")


def by_c(
    folder: Path, ticks: int, model: ExportModel, files: CFiles, flags: Sequence[str]
) -> dict[str, np.ndarray]:
    written(folder, files)
    (folder / "main.c").write_text(MAIN)
    program = compile_c(folder, ["line.c", "main.c"], "run", [*flags, f"-DTICKS={ticks}"])
    done = subprocess.run([program], capture_output=True, check=True)
    rows = np.frombuffer(done.stdout).reshape(ticks // 4 + 1, -1)
    ends = np.cumsum([vector.size for vector in model.vectors.outputs])
    names = [vector.name for vector in model.vectors.outputs]
    return dict(zip(names, np.split(rows, ends[:-1], axis=1), strict=True))


@pytest.mark.crosscheck
@needs_compiler
def test_a_moment_of_it(tmp_path: Path) -> None:
    scenario, model, files = exported(0.1)
    data = scenario.simulate().data
    for name, rows in by_c(tmp_path, scenario.ticks, model, files, NATIVE).items():
        assert np.array_equal(rows, data[name].values.reshape(rows.shape)), name


@needs_compiler
@pytest.mark.crosscheck
@pytest.mark.parametrize(
    ("flags", "rounding"), [(("-O2", "-march=native"), 0.0), (("-O2",), 1e-9)], ids=["fma", "plain"]
)
def test_ten_seconds(tmp_path: Path, flags: tuple[str, ...], rounding: float) -> None:
    """Beside the run that is in a file. On a processor without fused multiply-add every operation
    rounds otherwise; the controlled arm forgets that again."""
    scenario, model, files = exported(10.0)
    data = xr.load_dataset(scenario.simulate().save(tmp_path / "run.nc"), engine="h5netcdf")
    found = by_c(tmp_path, scenario.ticks, model, files, flags)
    assert len(found["tool_position"]) == 10001
    assert np.ptp(found["tool_position"][:, 1]) > 0.4
    for name, rows in found.items():
        ours = data[name].values.reshape(rows.shape)
        assert np.abs(rows - ours).max() <= rounding * np.abs(ours).max(), name
