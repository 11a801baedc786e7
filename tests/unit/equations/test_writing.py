"""Pages of equations as text and LaTeX."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy as sp

from armwright import load
from armwright.equations import METHODS, Equations, Method, derive
from armwright.equations.writing.latex import LatexNotation
from armwright.equations.writing.line_breaking import WIDTH, broken, width
from armwright.equations.writing.text import TextNotation
from armwright.equations.writing.writer import Writer

TWO_AXIS = """\
two_axis, after Kane
M(q) q̈ + c(q, q̇) + g(q) = τ + e(q, w)
not in these equations: inertia of the rotors (at the joints 194 kg m², 76.8 kg m²):
  joints.*.drive.motor_inertia
not in these equations: friction: joints.*.drive.friction
not in these equations: springs of the gears: joints.*.drive.spring

M[1,1] = I1yy + I2yy + m1 c1z² + m2 (l1² + c2x² − 2 l1 c2x sin(q2))
M[1,2] = M[2,1] = I2yy + m2 c2x (c2x − l1 sin(q2))
M[2,2] = I2yy + m2 c2x²

c[1] = −m2 l1 c2x q̇2 (2 q̇1 + q̇2) cos(q2)
c[2] = m2 l1 c2x q̇1² cos(q2)

g[1] = −g (m1 c1z sin(q1) + m2 (l1 sin(q1) + c2x cos(q1 + q2)))
g[2] = −g m2 c2x cos(q1 + q2)

e[1] = fx (l1 cos(q1) − l2 sin(q1 + q2)) + ny − fz (l1 sin(q1) + l2 cos(q1 + q2))
e[2] = ny − l2 fx sin(q1 + q2) − l2 fz cos(q1 + q2)

q1            rad    position of joint1
q2            rad    position of joint2
l1    = 0.9   m      place of joint2 on link1, z
l2    = 1.1   m      place of the tool on link2, x
m1    = 90    kg     mass of link1
m2    = 110   kg     mass of link2
c1z   = 0.42  m      centre of mass of link1, z
c2x   = 0.38  m      centre of mass of link2, x
I1yy  = 7.5   kg m²  inertia of link1 about its centre, yy
I2yy  = 16    kg m²  inertia of link2 about its centre, yy
g     = 9.81  m/s²   gravity, along −z
fx            N      force on the tool, base axes, x
fz            N      force on the tool, base axes, z
ny            N m    moment on the tool, base axes, y
"""


def test_a_whole_page() -> None:
    assert derive(load("two_axis"), "kane", end_forces=True).text() == TWO_AXIS


def test_zeros_stand_on_one_line() -> None:
    text = derive(load("scara"), "lagrange").text()
    assert "\nM[1,3] = M[3,1] = M[2,3] = M[3,2] = c[3] = g[1] = g[2] = 0\n" in text


def test_numbers() -> None:
    text = derive(load("two_axis"), "lagrange", ()).text(digits=3)
    assert "M[1,1] = 144 − 75.2 sin(q2)\n" in text
    assert "c[1] = −37.6 q̇2 (2 q̇1 + q̇2) cos(q2)\n" in text


def value_of(line: str, values: dict[str, float]) -> float:
    """A line of text, read back: blanks between factors are products."""
    right = line.rpartition(" = ")[2]
    for superscript, power in zip("²³", "23", strict=True):
        right = re.sub(
            rf"(sin|cos){superscript}(\((?:[^()]|\([^()]*\))*\))", rf"\1\2**{power}", right
        )
        right = right.replace(superscript, f"**{power}")
    right = right.replace("q̇", "dq").replace("−", "-").replace("½", "0.5")
    right = re.sub(r"(?<=[\w)]) (?=[\w(])", "*", right)
    return float(eval(right, {"sin": np.sin, "cos": np.cos}, values))


@pytest.mark.parametrize("form", ["closed", "sequence"])
@pytest.mark.parametrize("method", METHODS)
def test_the_page_says_what_the_equations_are(method: Method, form: str) -> None:
    """Read back line by line, it has the values of the generated function."""
    found = derive(load("puma560_armstrong3"), method, form=form)  # type: ignore[arg-type]
    q, v = [0.3, -0.8, 1.1], [0.5, -0.2, 0.7]
    M, c, g = found.function()(q, v)
    values = {str(s): x for s, x in found.values.items()}
    values |= {f"q{k + 1}": x for k, x in enumerate(q)} | {f"dq{k + 1}": x for k, x in enumerate(v)}
    page = found.text(digits=17).replace("\n    ", " ").splitlines()
    for line in page[: page.index(next(x for x in page if x.startswith("q1 ")))]:
        name = line.partition(" = ")[0]
        if not re.fullmatch(r"\w+|[Mcg]\[[\d,]+\]", name):
            continue
        kind, *place = re.findall(r"\w+", name)
        if place:
            k = [int(x) - 1 for x in place]
            expected = {
                "M": lambda k=k: M[k[0]][k[1]],
                "c": lambda k=k: c[k[0]],
                "g": lambda k=k: g[k[0]],
            }
            assert value_of(line, values) == pytest.approx(expected[kind](), abs=1e-12)
        else:
            values[name] = value_of(line, values)


def test_long_lines_go_on_below() -> None:
    text = derive(load("puma560_armstrong3"), "kane").text()
    assert max(len(line) for line in text.splitlines()) <= 110
    assert "(q2\n" not in text


def test_a_sequence_says_what_its_letters_mean() -> None:
    text = derive(load("two_axis"), "newton-euler", form="sequence").text()
    assert "w, e, a: angular velocity, angular acceleration" in text
    assert "\nw2y = q̇1 + q̇2\n" in text


@pytest.mark.parametrize("form", ["closed", "sequence"])
def test_latex_is_well_formed(form: str) -> None:
    page = derive(load("puma560_armstrong3"), "kane", form=form).latex()  # type: ignore[arg-type]
    assert page.count("{") == page.count("}")
    assert page.count(r"\left") == page.count(r"\right")
    assert page.count(r"\begin") == page.count(r"\end")
    for body in re.findall(r"\\begin{align\*}(.*?)\\end{align\*}", page, re.DOTALL):
        assert all(row.count("&") in (1, 3, 5) for row in body.split(r"\\"))
    assert page.isascii()


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex")
@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("scara", {"drives": True, "base_motion": True, "end_forces": True, "coriolis": True}),
        ("puma560_armstrong3", {"method": "kane", "form": "closed"}),
        pytest.param("puma560", {"symbols": ()}, marks=pytest.mark.crosscheck),
    ],
)
def test_latex_compiles_and_no_line_is_too_long(
    name: str, options: dict[str, Any], tmp_path: Path
) -> None:
    (tmp_path / "page.tex").write_text(derive(load(name), **options).latex(), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "page.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:]
    assert not re.findall(r"Overfull \\hbox.*", done.stdout)
    assert (tmp_path / "page.pdf").stat().st_size > 10_000


def test_brackets_are_closed_and_opened_again_where_a_line_is_broken() -> None:
    inside = " + ".join(f"a_{{{k}}} b_{{{k}}}" for k in range(40))
    text = broken("x", rf"m \left({inside} - c \left(d + e\right)\right)")
    lines = [line.strip() for line in text.split("\\\\")]
    assert len(lines) > 2 and all(width(line) <= WIDTH for line in lines)
    assert all(line.count(r"\left") == line.count(r"\right") for line in lines)
    assert re.sub(r"\\(left|right)\.| *\\\\\n&\\quad ", " ", text).split() == (
        rf"x &= m \left({inside} - c \left(d + e\right)\right)".split()
    )


@pytest.mark.parametrize(
    ("name", "text", "latex"),
    [
        ("q1", "q1", "q_{1}"),
        ("dq12", "q̇12", r"\dot{q}_{12}"),
        ("ddq2", "q̈2", r"\ddot{q}_{2}"),
        ("I2xx", "I2xx", "I_{2xx}"),
        ("l2a_ty", "l2a_ty", "l_{2a,ty}"),
        ("fx", "fx", "f_{x}"),
        ("g", "g", "g"),
        ("c23", "c23", r"\mathrm{c}_{23}"),
        ("c2x", "c2x", "c_{2x}"),
        ("w3z", "w3z", r"\omega_{3z}"),
    ],
)
def test_symbols(name: str, text: str, latex: str) -> None:
    assert TextNotation().symbol(name) == text
    assert LatexNotation().symbol(name) == latex


@pytest.mark.parametrize(
    ("value", "text", "latex"),
    [
        (0.5, "0.5", "0.5"),
        (1881 / 25, "75.24", "75.24"),
        (1e-5, "1·10⁻⁵", r"1 \cdot 10^{-5}"),
        (1.23456789, "1.23457", "1.23457"),
        (2.5e12, "2.5·10¹²", r"2.5 \cdot 10^{12}"),
    ],
)
def test_how_numbers_are_written(value: float, text: str, latex: str) -> None:
    assert TextNotation().number(value, 6) == text
    assert LatexNotation().number(value, 6) == latex


def test_terms_and_factors_in_the_usual_order() -> None:
    write = Writer(TextNotation(), 6).write
    m1, l1, c1x, I1xx, dq1, q1 = sp.symbols("m1 l1 c1x I1xx dq1 q1")
    assert write(sp.sin(q1) * dq1**2 * c1x * l1 * m1 / 2) == "½ m1 l1 c1x q̇1² sin(q1)"
    assert write(-l1 + m1 * c1x + 3 + I1xx) == "3 + I1xx + m1 c1x − l1"
    assert write(sp.Integer(0)) == "0"
    assert write(-sp.sqrt(2) * l1) == "−1.41421 l1"
    assert write(-(sp.cos(q1) ** 2) * (l1 + m1)) == "−(m1 + l1) cos²(q1)"


def test_names_from_files_are_no_commands() -> None:
    robot = load("two_axis")
    links = tuple(
        dataclasses.replace(
            link, name=r"\input{/etc/passwd}" if link.name == "link1" else link.name
        )
        for link in robot.links
    )
    joints = tuple(
        dataclasses.replace(
            joint,
            **{
                end: r"\input{/etc/passwd}"
                for end in ("parent", "child")
                if getattr(joint, end) == "link1"
            },
        )
        for joint in robot.joints
    )
    found: Equations = derive(dataclasses.replace(robot, links=links, joints=joints), "kane")
    assert r"\input" not in found.latex()
