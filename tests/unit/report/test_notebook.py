"""What consoles and notebooks show: short lines, tables, pictures, and whole signatures."""

from __future__ import annotations

import inspect
import re

import numpy as np
import pytest

import armwright as aw
from armwright.arm.arm import CallOptions
from tests.unit.fit.test_fit import example_fit

PNG = b"\x89PNG"


@pytest.fixture(scope="module")
def run() -> aw.Run:
    return aw.load_scenario("pendulum/swing").changed({"duration": 0.1}).simulate()


def test_the_package_shows_its_names_and_no_others() -> None:
    assert dir(aw) == sorted(aw.__all__)
    named = set(re.findall(r"aw\.(\w+)", aw.__doc__ or ""))
    assert len(named) > 8 and named <= {*aw.__all__}


def test_lines(run: aw.Run) -> None:
    robot = aw.load("panda")
    assert repr(robot) == "Robot('panda', 7 joints, 8 links, 16.06 kg)"
    text = repr(aw.load_scenario("six-axis-line"))
    assert text.startswith("Scenario('six-axis-line', 'six_axis', ") and len(text) < 200
    assert "controller" in text
    assert repr(run) == "Run('pendulum/swing', 'pendulum', 101 times, 5 signals)"
    equations = aw.equations.derive(aw.load("two_axis"))
    assert repr(equations) == "Equations('two_axis', 'lagrange', 2 coordinates)"


def test_tables(run: aw.Run) -> None:
    robot = aw.load("panda")
    html = robot._repr_html_()
    assert all(f">{name}</td>" in html for name in robot.joint_names)
    html = aw.load_scenario("six-axis-line")._repr_html_()
    assert ">velocity_loop</td>" in html and "position_gain" in html
    html = run._repr_html_()
    assert all(f">{name}</td>" in html for name in run.data.data_vars)


def test_names_are_not_markup() -> None:
    links = (aw.Link("<script>"), aw.Link("b"))
    joints = (aw.Joint("j<b>", "revolute", "<script>", "b"),)
    html = aw.Robot("a<i>", links, joints)._repr_html_()
    assert "<script>" not in html and "<i>" not in html and "j&lt;b&gt;" in html


def test_equations_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    small = aw.equations.derive(aw.load("two_axis"))._repr_latex_()
    assert small.startswith(r"\begin{align*}") and "M_{1,1} &= " in small
    monkeypatch.setattr("armwright.equations.writing.latex._LONGEST_CELL", 300)
    big = aw.equations.derive(aw.load("two_axis"))._repr_latex_()
    assert len(big) < 300 and "M_{1,1}" not in big and "latex()" in big


def test_a_fit() -> None:
    fit = example_fit()
    assert repr(fit).startswith("Fit('test', 'two_axis', 2 numbers, 0 seen: good for the data")
    html = fit._repr_html_()
    assert all(f">{name}</td>" in html for name in fit.parameters) and fit.verdict in html


def test_pictures(run: aw.Run) -> None:
    figures = run.plot()
    assert repr(figures) == "Figures(tracking, energy)"
    assert figures._repr_html_().count("data:image/png;base64,") == 2  # type: ignore[attr-defined]
    arm = aw.load("two_axis")
    figure = arm.draw([0.3, -0.4])
    assert figure._repr_png_().startswith(PNG)  # type: ignore[attr-defined]
    with pytest.raises(aw.InputError, match="not a position of this robot"):
        arm.draw([0.3])


def test_signatures_name_every_keyword() -> None:
    methods = [
        method
        for name, method in inspect.getmembers(aw.Arm, inspect.isfunction)
        if not name.startswith("_") and name != "function"
    ]
    assert len(methods) > 14
    for method in methods:
        parameters = inspect.signature(method).parameters
        assert "threads" in parameters and "parameters" in parameters, method
        kinds = {one.kind for one in parameters.values()}
        assert inspect.Parameter.VAR_KEYWORD not in kinds, method
    shown = inspect.signature(aw.Arm.pose).parameters
    assert {*CallOptions.__annotations__} < {*shown}


def test_what_signatures_name_is_taken() -> None:
    arm = aw.compile("two_axis", free=["links.link2.mass"])
    q = np.zeros((3, 2))
    out = np.empty((3, 2))
    given = arm.gravity(
        q, parameters={"links.link2.mass": 1.0}, threads=1, out=out, allow_nonfinite=False
    )
    assert given is out
    with pytest.raises(TypeError, match="thread"):
        arm.gravity(q, thread=2)  # type: ignore[call-arg]
