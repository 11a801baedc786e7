"""Generated functions: they compile without a warning, run, and give the same numbers."""

from __future__ import annotations

import ctypes
import dataclasses
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from armwright import InputError, Robot, load
from armwright.equations import Equations, derive
from armwright.equations.code import Give
from armwright.equations.code.fortran import _number as fortran_number
from armwright.equations.code.routine import comment, identifier
from tests.support.c_code import compile_c, needs_compiler

OCTAVE = shutil.which("octave-cli") or shutil.which("octave")
FORTRAN = shutil.which("gfortran")

Q, V, A = np.array([[0.3, -0.8, 0.2], [0.5, -0.2, 0.7], [1.1, 0.4, -0.9]])
W = np.array([3.0, -2.0, 5.0, 0.7, -1.1, 0.4])


def found(
    name: str, form: str = "auto", symbols: tuple[str, ...] = ("masses", "gravity")
) -> Equations:
    return derive(load(name), "kane", symbols, form=form, end_forces=True)  # type: ignore[arg-type]


CASES = [
    pytest.param(found("scara"), id="closed, with a slide"),
    pytest.param(found("puma560_armstrong3", "sequence"), id="sequence"),
    pytest.param(found("puma560_armstrong3", symbols=()), id="numbers only"),
]


def inputs(give: Give) -> list[np.ndarray]:
    return [Q, V, W] if give == "terms" else [Q, V, A, W]


def by_python(equations: Equations, give: Give) -> np.ndarray:
    """All results, one behind the other."""
    results = equations.function(give)(*inputs(give))
    listed = results if give == "terms" else [results]
    return np.concatenate([np.ravel(x) for x in listed])


def parameters(equations: Equations, give: Give) -> list[float]:
    return [float(entry.value or 0) for entry in equations.routine(give).parameters]


@needs_compiler
@pytest.mark.parametrize("give", ["terms", "torque"])
@pytest.mark.parametrize("equations", CASES)
def test_c(equations: Equations, give: Give, tmp_path: Path) -> None:
    (tmp_path / "code.c").write_text(equations.code("c", give))
    compile_c(tmp_path, ["code.c"], "code.so", ["-O1", "-fPIC", "-shared"])
    library = ctypes.CDLL(str(tmp_path / "code.so"))
    routine = equations.routine(give)
    given = inputs(give)
    if routine.parameters:
        values = (ctypes.c_double * len(routine.parameters)).in_dll(
            library, f"{routine.name}_parameters"
        )
        assert list(values) == parameters(equations, give)
        given.append(np.array(values))
    results = [np.full(output.shape, np.nan) for output in routine.outputs]
    arrays = [np.ascontiguousarray(x, dtype=float) for x in (*given, *results)]
    getattr(library, routine.name)(*(ctypes.c_void_p(x.ctypes.data) for x in arrays))
    got = np.concatenate([x.ravel() for x in arrays[len(given) :]])
    assert np.allclose(got, by_python(equations, give), rtol=1e-12, atol=1e-12)


@needs_compiler
@pytest.mark.parametrize("give", ["terms", "torque"])
def test_c_where_hardly_anything_is_used(give: Give, tmp_path: Path) -> None:
    """Neither position nor velocity of a cart: no warning for that."""
    code = derive(cart(), "kane", (), end_forces=True).code("c", give, name="cart 1")
    (tmp_path / "code.c").write_text(code)
    compile_c(tmp_path, ["code.c"], "code.o", ["-c"])
    assert "void cart_1(" in code


@pytest.mark.skipif(FORTRAN is None, reason="no Fortran compiler: gfortran")
@pytest.mark.parametrize("equations", CASES)
def test_fortran(equations: Equations, tmp_path: Path) -> None:
    (tmp_path / "code.f90").write_text(equations.code("fortran", "torque"))
    flags = ["-std=f2003", "-Wall", "-Wextra", "-Werror", "-O1", "-fPIC", "-shared"]
    done = subprocess.run(
        [str(FORTRAN), *flags, "code.f90", "-o", "code.so"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[:2000]
    library = ctypes.CDLL(str(tmp_path / "code.so"))
    result = np.full(3, np.nan)
    given = [*inputs("torque"), np.array(parameters(equations, "torque"))]
    arrays = [np.ascontiguousarray(x) for x in given if x.size] + [result]
    name = equations.routine("torque").name.lower()
    getattr(library, f"{name}_")(*(ctypes.c_void_p(x.ctypes.data) for x in arrays))
    assert np.allclose(result, by_python(equations, "torque"), rtol=1e-12, atol=1e-12)


def fortran_values(code: str, arrays: dict[str, np.ndarray]) -> dict[tuple[str, int], float]:
    """A reader of the little Fortran that is written: assignments of names and array elements."""
    joined = re.sub(r" &\n\s*", " ", code)
    values: dict[str, float] = {}
    elements: dict[tuple[str, int], float] = {}

    def read(text: str) -> float:
        text = re.sub(r"(\d)d(-?\d+)", r"\1e\2", text)
        text = re.sub(
            r"\b(\w+)\((\d+)\)",
            lambda f: repr(float(arrays[f[1]][int(f[2]) - 1])) if f[1] in arrays else f[0],
            text,
        )
        return float(eval(text, {"sin": np.sin, "cos": np.cos}, values))

    for line in joined.splitlines():
        match = re.fullmatch(r"  (\w+)(?:\((\d+)\))? = (.*)", line)
        if match and match[2]:
            elements[match[1], int(match[2])] = read(match[3])
        elif match:
            values[match[1]] = read(match[3])
    return elements


@pytest.mark.parametrize("equations", CASES)
def test_fortran_as_text(equations: Equations) -> None:
    code = equations.code("fortran", "torque")
    arrays = {"q": Q, "dq": V, "ddq": A, "wrench": W}
    arrays["parameters"] = np.array(parameters(equations, "torque"))
    got = fortran_values(code, arrays)
    assert [got["torque", k] for k in (1, 2, 3)] == pytest.approx(
        by_python(equations, "torque").tolist(), rel=1e-12
    )
    assert max(len(line) for line in code.splitlines()) <= 132
    names = re.findall(r"double precision :: (.*)", re.sub(r" &\n\s*", " ", code))
    declared = [name.strip().lower() for line in names for name in line.split(",")]
    assert len(set(declared)) == len(declared), "Fortran does not tell small letters from capitals"


@pytest.mark.skipif(OCTAVE is None, reason="no GNU Octave")
def test_matlab(tmp_path: Path) -> None:
    lines = []
    for k, case in enumerate(CASES):
        equations = case.values[0]
        assert isinstance(equations, Equations)
        for give in ("terms", "torque"):
            name = f"case{k}_{give}"
            code = equations.code("matlab", give).replace(equations.routine(give).name, name)
            (tmp_path / f"{name}.m").write_text(code)
            arrays = ", ".join(str(x.tolist()) for x in inputs(give))
            outputs = [o.name for o in equations.routine(give).outputs]
            lines.append(f"[{', '.join(outputs)}] = {name}({arrays});")
            lines += [f"printf('%.17g\\n', {o});" for o in outputs]
    (tmp_path / "main.m").write_text("\n".join(lines))
    done = subprocess.run(
        [str(OCTAVE), "--no-gui", "--norc", "main.m"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[:2000]
    expected = [by_python(case.values[0], give) for case in CASES for give in ("terms", "torque")]
    got = np.array([float(x) for x in done.stdout.split()])
    assert np.allclose(got, np.concatenate(expected), rtol=1e-12, atol=1e-12)


def test_parameters_have_the_robots_values_and_may_be_others() -> None:
    terms = found("scara").function()
    _, _, gravity, _ = terms(Q, V, W)
    _, _, doubled, _ = terms(Q, V, W, g=2 * 9.81)
    assert gravity == pytest.approx([0, 0, 3 * 9.81])
    assert doubled == pytest.approx([0, 0, 6 * 9.81])


def cart() -> Robot:
    """The cart without its pendulum."""
    robot = load("cart_pendulum")
    return dataclasses.replace(
        robot, links=robot.links[:2], joints=robot.joints[:1], frames=(), tool=""
    )


@pytest.mark.parametrize(
    ("number", "text"), [(0.5, "0.5d0"), (1e-05, "1d-5"), (2.5e-7, "2.5d-7"), (3.0, "3.0d0")]
)
def test_numbers_in_fortran(number: float, text: str) -> None:
    assert fortran_number(number) == text


def test_one_joint() -> None:
    equations = derive(cart(), "newton-euler")
    assert equations.function()([0.0], [1.0]) == ([[1.0]], [0.0], [0.0])
    assert "M[1,1] = m1\n" in equations.text()


def with_bad_names(robot: Robot) -> Robot:
    nasty = "x */ import os # \\ %{ !"
    links = tuple(
        dataclasses.replace(k, name=nasty if k.name == "rod" else k.name) for k in robot.links
    )
    joints = tuple(
        dataclasses.replace(j, child=nasty if j.child == "rod" else j.child) for j in robot.joints
    )
    frames = tuple(dataclasses.replace(f, link=nasty) for f in robot.frames)
    return dataclasses.replace(robot, name="9 */ robots", links=links, joints=joints, frames=frames)


@pytest.mark.parametrize("language", ["python", "c", "fortran", "matlab"])
def test_names_from_files_stay_comments(language: str) -> None:
    code = derive(with_bad_names(load("cart_pendulum")), "lagrange").code(language)  # type: ignore[arg-type]
    assert not re.search(r"^\s*import os", code, re.MULTILINE)
    assert "*/ import" not in code and "\\" not in code
    assert "robot_9_robots_terms" in code


def test_names_that_every_language_takes() -> None:
    assert identifier("two_axis") == "two_axis"
    assert identifier("my arm-2.urdf") == "my_arm_2_urdf"
    assert identifier("机器") == "robot"
    assert len(identifier("a" * 100)) <= 40
    assert comment("a\nb\\c") == "a?b?c"


def test_operations_are_counted() -> None:
    """M: m1 + m2, m2 c2y cos θ, I2zz + c2y² m2; c: −m2 c2y θ̇² sin θ; g: −m2 c2y g sin θ."""
    equations = derive(load("cart_pendulum"), "kane")
    counted = equations.operations()
    assert counted.functions == 2
    assert counted.additions == 2
    assert counted.total == counted.additions + counted.multiplications + counted.functions
    code = equations.code("python")
    body = code.partition("= dq\n")[2]
    assert counted.multiplications == body.count("*") - 3  # three lists of zeros


def test_unknown_languages_are_refused() -> None:
    equations = derive(load("cart_pendulum"), "kane")
    with pytest.raises(InputError, match=r"unknown language.*python, c, fortran, matlab"):
        equations.code("cobol")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"unknown quantity.*terms, torque"):
        equations.code("c", "force")  # type: ignore[arg-type]
