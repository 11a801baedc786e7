"""Scenarios in C: runs of them are bit for bit ours, and states do not get in each other's way."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import armwright as aw
from armwright.export.c_code.files import CFiles
from armwright.export.expected import NativeModel
from armwright.export.model import ExportModel, ScenarioPart
from armwright.export.stepped import make_stepped
from armwright.export.to_c import scenario_files
from tests.support.c_code import CModel, library, needs_compiler, self_test, written
from tests.support.two_axes import two_axes

SMALL = [
    "pendulum/swing",
    "pendulum/damped",
    "pendulum/braked",
    "two-link/spinning",
    "r3/one-axis",
]
PARTS: tuple[ScenarioPart, ...] = ("loop", "plant", "controller")


@cache
def files(name: str, part: ScenarioPart = "loop") -> tuple[ExportModel, CFiles]:
    scenario = two_axes() if name == "noisy" else aw.load_scenario(name)
    return make_stepped(scenario, part), scenario_files(scenario, "loop", part)


@cache
def code(name: str, part: ScenarioPart) -> ctypes.CDLL:
    with tempfile.TemporaryDirectory() as folder:
        written(Path(folder), files(name, part)[1])
        return library(Path(folder), "loop")


def loaded(name: str, part: ScenarioPart = "loop") -> CModel:
    return CModel(code(name, part), files(name, part)[0], "loop")


@needs_compiler
@pytest.mark.parametrize(
    ("name", "part"),
    [*((name, "loop") for name in SMALL), *(("noisy", part) for part in PARTS)],
)
def test_runs_are_ours_bit_for_bit(name: str, part: ScenarioPart, tmp_path: Path) -> None:
    model, texts = files(name, part)
    code, text = self_test(tmp_path, texts)
    assert code == 0, text
    assert text.count(" ok: largest difference 0.0e+00 ") == len(model.vectors.outputs)


@needs_compiler
@pytest.mark.parametrize("name", ["pendulum/braked", "noisy"])
def test_without_fused_multiply_add_they_agree(name: str, tmp_path: Path) -> None:
    code, text = self_test(tmp_path, files(name)[1], ["-O2"])
    assert code == 0, text


@pytest.mark.crosscheck
@needs_compiler
@pytest.mark.parametrize("part", ["loop", "plant"])
def test_nothing_is_undefined_or_out_of_bounds(part: ScenarioPart, tmp_path: Path) -> None:
    flags = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    code, text = self_test(tmp_path, files("noisy", part)[1], flags)
    assert code == 0, text


@needs_compiler
def test_any_row_after_the_last_is_the_last() -> None:
    loop = loaded("noisy", "controller")
    model = files("noisy", "controller")[0]
    (rows,) = (r for r in model.routine.before.rows if r.name == "reference.position_table")
    still = {vector.name: np.zeros(vector.size) for vector in model.vectors.inputs}
    assert rows.every == 4
    for tick in range(4 * len(rows.rows) + 9):
        loop.step(still)
        row = rows.rows[min(tick // 4, len(rows.rows) - 1)]
        assert np.array_equal(loop.outputs()["reference_joint_position"], row)


@needs_compiler
def test_two_states_live_side_by_side() -> None:
    alone, first, second = (loaded("noisy") for _ in range(3))
    second.init(seed=5)
    for _ in range(20):
        alone.step()
    for _ in range(20):
        first.step()
        second.step()
    assert first.bytes == alone.bytes
    assert first.bytes != second.bytes


@needs_compiler
def test_the_seed_is_the_scenario_s() -> None:
    loop = loaded("noisy")
    ours = NativeModel(files("noisy")[0], seed=5)
    loop.init(seed=5)
    for _ in range(5):
        loop.step()
        ours.step()
    for name, value in ours.outputs().items():
        assert np.array_equal(loop.outputs()[name], value), name
    assert make_stepped(two_axes().changed({"seed": 5})).open.seed == 5


@needs_compiler
def test_time_and_trouble_are_told() -> None:
    loop = loaded("pendulum/braked")
    assert loop.time == 0.0
    loop.step()
    loop.step()
    assert loop.time == 2 * files("pendulum/braked")[0].routine.tick
    assert loop.finite
    loop.set("velocity", np.inf)
    assert not loop.finite
    loop.init()
    loop.set("velocity", np.nan)
    loop.step()
    assert not loop.finite


@needs_compiler
def test_fast_math_is_refused(tmp_path: Path) -> None:
    written(tmp_path, files("pendulum/swing")[1])
    command = ["cc", "-ffast-math", "-c", "loop.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "without -ffast-math" in done.stderr


@needs_compiler
@pytest.mark.skipif(shutil.which("g++") is None, reason="no C++ compiler: g++")
def test_the_header_serves_cpp(tmp_path: Path) -> None:
    written(tmp_path, files("noisy", "plant")[1])
    (tmp_path / "main.cpp").write_text(
        '#include "loop.h"\nint main() { loop_state s; loop_input u = {}; loop_init(&s); '
        "loop_step(&s, &u); return !(loop_time(&s) == LOOP_TICK && loop_is_finite(&s)); }\n"
    )
    for command in (
        ["gcc", "-std=c99", "-c", "loop.c"],
        ["g++", "-std=c++11", "-pedantic", "-Wall", "-Wextra", "-Werror", "main.cpp", "loop.o"],
        ["./a.out"],
    ):
        subprocess.run(command, cwd=tmp_path, check=True)


def test_the_same_bytes_again() -> None:
    again = scenario_files(aw.load_scenario("pendulum/braked"), "loop")
    assert again == files("pendulum/braked")[1]


def test_nothing_in_it_can_change_but_the_state() -> None:
    """No global or static variable that is not constant, no allocation, no recursion, no VLA."""
    for part in PARTS:
        source = files("noisy", part)[1].source
        for line in source.splitlines():
            if "static" in line and "(" not in line:
                assert line.strip().startswith("static const "), line
        for word in ("malloc", "calloc", "alloca", "free(", "goto", "while"):
            assert word not in source
