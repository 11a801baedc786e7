"""Equations of wet arms against the arm's own functions, in all forms and by all methods."""

from __future__ import annotations

import ctypes
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import armwright as aw
from armwright.equations import METHODS, Equations, derive
from armwright.equations.code import LANGUAGES
from tests.support.c_code import compile_c, needs_compiler

PLANAR = aw.load("underwater_two_link")


def hulls() -> dict[str, aw.Hull]:
    """One of every shape, nothing of it zero."""
    root = np.random.default_rng(3).normal(size=(6, 6))
    given = {"drag": [1.0, 2, 3], "linear_drag": [0.1, 0.2, 0.3]}
    turning = {"turning_drag": [0.3, 0.2, 0.1], "linear_turning_drag": [0.03, 0.02, 0.01]}
    line = {"start": [0.1, 0.02, 0.0], "end": [0.4, 0.02, 0.05], "radius": 0.04}
    across = {"drag_coefficient": 1.1, "added_mass_coefficient": 0.9}
    along = {"axial_drag_coefficient": 0.03, "axial_added_mass_coefficient": 0.1}
    return {
        "cylinder": aw.Hull(**line, **across, **along, lift_coefficient=0.2),
        "capsule": aw.Hull(**line, **across, round_ends=True, **given),
        "box": aw.Hull(box=[0.1, 0.2, 0.3], centre=[0.1, 0.0, 0.05], **across, **turning),
        "given": aw.Hull(volume=1e-3, added_mass=root @ root.T, **given, **turning),
    }


def in_space(kind: str) -> aw.Robot:
    """Two joints that do not move in a plane."""
    robot = aw.load("two_link_nonplanar")
    last = replace(robot.links[-1], hull=hulls()[kind])
    return replace(robot, links=(*robot.links[:-1], last), water_density=1020.0)


def differences(equations: Equations, robot: aw.Robot) -> list[float]:
    """Of M, g, τ, all with the drag, of the size of τ."""
    arm, n = aw.compile(robot), len(robot.joint_names)
    q, v, a = np.random.default_rng(0).normal(size=(3, 20, n))
    terms, torque = equations.function("terms"), equations.function("torque")
    worst = np.zeros(4)
    for one in zip(q, v, a, strict=True):
        M, bias, gravity, drag = (np.array(x) for x in terms(*one[:2])[:4])
        expected = arm.inverse_dynamics(*one)
        found = [
            M @ one[2] + bias + gravity - drag - expected,
            np.array(torque(*one)) - expected,
            (M - arm.mass_matrix(one[0])).ravel(),
            gravity - arm.gravity(one[0]),
        ]
        worst = np.maximum(worst, [np.abs(x).max() for x in found] / np.abs(expected).max())
    return worst.tolist()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("form", ["closed", "sequence"])
def test_the_planar_arms_equations_are_the_arms(method: str, form: str) -> None:
    equations = derive(PLANAR, method, form=form)  # type: ignore[arg-type]
    assert max(differences(equations, PLANAR)) < 1e-12
    assert not any("water" in part for part in equations.left_out)


@pytest.mark.parametrize(
    "kind",
    ["given", *(pytest.param(k, marks=pytest.mark.crosscheck) for k in hulls() if k != "given")],
)
def test_equations_in_space_have_every_shape(kind: str) -> None:
    robot = in_space(kind)
    assert max(differences(derive(robot, "kane"), robot)) < 1e-10
    numbers = derive(robot, "newton-euler", (), form="sequence")
    assert max(differences(numbers, robot)) < 1e-10


@pytest.mark.crosscheck
def test_the_equations_of_an_arm_in_space_are_the_arms() -> None:
    robot = aw.load("reach_alpha5")
    assert max(differences(derive(robot, "kane", form="sequence"), robot)) < 1e-10


def test_without_water_they_are_those_of_the_dry_arm_and_say_so() -> None:
    dry = derive(replace(PLANAR, links=tuple(replace(x, hull=None) for x in PLANAR.links)))
    found = derive(PLANAR, water=False)
    assert found.mass_matrix == dry.mass_matrix and not found.drag and not found.steps
    assert any(part.startswith("water around the links") for part in found.left_out)


def test_the_page_has_the_closed_form_of_the_added_mass() -> None:
    """PHYSICS: M₂₂ = K₂l₂³/3, M₁₂ = K₂(l₁l₂² cos θ₂/2 + l₂³/3)."""
    text = derive(PLANAR).text()
    assert "M(q) q̈ + c(q, q̇) + g(q) = τ + d(q, q̇)" in text
    assert "M[2,2] = I2zz + m2 c2x² + 0.333333 Ka2 lh2³" in text
    assert "+ ½ l1 Ka2 lh2² cos(q2) + 0.333333 Ka2 lh2³" in text
    assert "z2 = clip(−va2 vb2 (" in text and "z1" not in text
    assert "d[2] = lh2 nd2" in text
    latex = derive(PLANAR).latex()
    assert r"= \tau + d(q, \dot{q})\]" in latex and r"\left|v_{2,1}\right|" in latex


@needs_compiler
@pytest.mark.crosscheck
@pytest.mark.parametrize("robot", [PLANAR, in_space("cylinder")], ids=["plane", "space"])
def test_c_code_gives_the_same_numbers(robot: aw.Robot, tmp_path: Path) -> None:
    equations = derive(robot)
    (tmp_path / "code.c").write_text(equations.code("c", "torque"))
    compile_c(tmp_path, ["code.c"], "code.so", ["-O1", "-fPIC", "-shared"])
    function = getattr(ctypes.CDLL(str(tmp_path / "code.so")), equations.routine("torque").name)
    values = [entry.value or 0.0 for entry in equations.routine("torque").parameters]
    motion = np.random.default_rng(4).normal(size=(3, 2))
    found = (ctypes.c_double * 2)()
    rows = [(ctypes.c_double * len(row))(*row) for row in (*motion.tolist(), values)]
    function(*rows, found)
    np.testing.assert_allclose(list(found), equations.function("torque")(*motion), rtol=1e-12)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_drag(language: str) -> None:
    code = derive(PLANAR).code(language)  # type: ignore[arg-type]
    assert "drag" in code and "clip(" not in code.replace("clip(x):", "")
    assert ("fabs(" in code) is (language == "c")
