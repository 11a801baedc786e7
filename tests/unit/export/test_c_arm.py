"""Functions of arms in C: bit for bit those of our machine code at random states."""

from __future__ import annotations

import dataclasses
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import armwright as aw
from armwright.compiler import compile_program, pieces
from armwright.errors import InputError
from armwright.export.to_c import robot_files, robot_programs
from tests.support.c_code import evaluate, library, needs_compiler, self_test, written
from tests.support.random_robots import random_tree


def compare(robot: aw.Robot, folder: Path, functions: list[str] | None = None) -> None:
    written(folder, robot_files(robot, "arm", functions))
    code = library(folder, "arm")
    rng = np.random.default_rng(7)
    for quantity, program in robot_programs(robot, functions).items():
        states = [rng.normal(size=(50, port.size)) * 2 for port in program.inputs]
        shaped = [x.reshape(50, *p.shape) for x, p in zip(states, program.inputs, strict=True)]
        ours = compile_program(program, lanes=1)(*shaped)
        ours = ours if isinstance(ours, tuple) else (ours,)
        found = evaluate(getattr(code, f"arm_{quantity}"), program, states)
        for one, other in zip(ours, found, strict=True):
            assert np.array_equal(one.reshape(50, -1), other), quantity


@needs_compiler
@pytest.mark.parametrize("name", ["scara", "two_link_nonplanar"])
def test_all_functions_of_small_arms(name: str, tmp_path: Path) -> None:
    compare(aw.load(name), tmp_path)


@needs_compiler
def test_a_tree_with_joints_of_all_kinds(tmp_path: Path) -> None:
    compare(random_tree(3, 4), tmp_path, ["pose", "inverse_dynamics", "forward_dynamics"])


@needs_compiler
def test_an_industrial_arm(tmp_path: Path) -> None:
    robot = aw.load("puma560")
    functions = ["jacobian", "forward_dynamics"]
    compare(robot, tmp_path, functions)


@needs_compiler
def test_it_checks_itself(tmp_path: Path) -> None:
    files = robot_files(aw.load("scara"), "scara", ["pose", "inverse_dynamics", "energy"])
    code, text = self_test(tmp_path, files)
    assert code == 0, text
    assert text.count(" ok: largest difference 0.0e+00 ") == 3


@needs_compiler
def test_the_check_can_fail(tmp_path: Path) -> None:
    files = robot_files(aw.load("scara"), "scara", ["gravity"])
    written(tmp_path, files)
    wrong = files.source.replace("gravity[2] =", "gravity[2] = 1.00001 *")
    assert wrong != files.source
    spoiled = type(files)(files.stem, files.prefix, files.header, wrong, files.test)
    code, text = self_test(tmp_path, spoiled)
    assert code == 1
    assert "gravity" in text
    assert "WRONG" in text


@needs_compiler
def test_a_function_that_is_cut_into_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "WHOLE_LIMIT", 2000)
    robot, functions = aw.load("panda"), ["inverse_dynamics_derivatives"]
    assert not pieces.stays_whole(robot_programs(robot, functions)["inverse_dynamics_derivatives"])
    compare(robot, tmp_path, functions)


@needs_compiler
@pytest.mark.skipif(shutil.which("g++") is None, reason="no C++ compiler: g++")
def test_the_header_serves_cpp(tmp_path: Path) -> None:
    files = robot_files(aw.load("scara"), "scara", ["gravity"])
    written(tmp_path, files)
    (tmp_path / "main.cpp").write_text(
        '#include "scara.h"\n#include <cstdio>\nint main() { double q[3] = {0}, g[3]; '
        'scara_gravity(q, g); std::printf("%.17g", g[2]); }\n'
    )
    for command in (
        ["gcc", "-c", "scara.c"],
        ["g++", "-std=c++11", "-pedantic", "-Wall", "-Wextra", "-Werror", "main.cpp", "scara.o"],
    ):
        subprocess.run(command, cwd=tmp_path, check=True)
    printed = subprocess.run([tmp_path / "a.out"], capture_output=True, text=True, check=True)
    expected = aw.compile(aw.load("scara")).gravity(np.zeros(3))[2]
    assert float(printed.stdout) == pytest.approx(expected, rel=1e-14)


def test_the_same_bytes_again() -> None:
    first, second = (robot_files(aw.load("scara"), "scara", ["energy", "pose"]) for _ in range(2))
    assert first == second
    assert "tmp" not in "".join(first.texts.values())


def hostile() -> aw.Robot:
    return dataclasses.replace(aw.load("scara"), name='a */ #error "\\??/')


def test_hostile_names(tmp_path: Path) -> None:
    paths = aw.export.c(hostile(), tmp_path / "3 int-é.c", functions=["pose"])
    assert [path.name for path in paths] == ["3 int-é.c", "3 int-é.h", "3 int-é_test.c"]
    assert "void x3_int_e_pose(const double q[3], double pose[16]);" in paths[1].read_text()


@needs_compiler
def test_hostile_names_compile(tmp_path: Path) -> None:
    assert self_test(tmp_path, robot_files(hostile(), "int-é", ["pose"]))[0] == 0


@pytest.mark.parametrize("name", ["arm.h", "arm", ".c", 'a"b.c', "a\nb.c", "a\\b.c"])
def test_bad_names_of_files(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not the name of a C file"):
        aw.export.c(aw.load("scara"), tmp_path / name)


def test_unknown_functions(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no such function of an arm \(got 'inertia', expected"):
        aw.export.c(aw.load("scara"), tmp_path / "arm.c", functions=["inertia"])
    assert not list(tmp_path.iterdir())


def test_names_are_no_robots(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"got 'scara', expected a Robot or a Scenario"):
        aw.export.c("scara", tmp_path / "arm.c")  # type: ignore[arg-type]
