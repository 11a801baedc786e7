"""Parts of the study: its two-link equations, formulas counted, figures."""

from __future__ import annotations

from types import SimpleNamespace

import casadi as cs
import numpy as np
import pytest

from armwright import compile, load
from armwright.compiler import make_program
from armwright.signals import Run
from armwright.studies.six_axis import STUDY
from armwright.studies.six_axis.figures.cases import (
    PANEL_ROWS,
    case_figure,
    cases_figure,
    row_figure,
)
from armwright.studies.six_axis.measures import senses
from armwright.studies.six_axis.runs import build_matrices, written_out
from armwright.studies.six_axis.source import TwoLinkNumbers, two_link_lagrangian, two_link_torques
from tests.closed_forms.arms import nonplanar
from tests.closed_forms.library import nonplanar_numbers

RNG = np.random.default_rng(5)
SIGNALS = (
    *("reference_joint_position", "joint_position", "measured_joint_position"),
    *("reference_joint_velocity", "joint_velocity", "measured_joint_velocity"),
    *("wanted_joint_acceleration", "commanded_joint_acceleration", "wanted_joint_torque"),
    *("inertial_joint_torque", "bias_joint_torque", "joint_torque"),
)


def test_equations_of_the_two_link_arm_against_another_transcription():
    robot = load("two_link_nonplanar")
    n, other = TwoLinkNumbers.of(robot), nonplanar_numbers(robot)
    for q, v, a in RNG.normal(size=(20, 3, 2)):
        expected = nonplanar.equations(other, q, v)
        found = two_link_torques(n, q, v, a)
        np.testing.assert_allclose(found, expected.mass_matrix @ a + expected.bias, rtol=1e-12)
        assert two_link_lagrangian(n, q, v) == pytest.approx(
            nonplanar.lagrangian(other, q, v), rel=1e-12
        )
    assert n.holding_torque == pytest.approx(nonplanar.holding_torque(other))


def test_formulas_are_counted_as_if_nothing_were_shared():
    """y = (x + 1) cos x, z = y sin y: 3 operations, and 3 + 1 + 3 + 1."""
    x = cs.SX.sym("x")
    y = (x + 1.0) * cs.cos(x)
    program = make_program("f", {"x": x}, {"y": y, "z": y * cs.sin(y)})
    assert written_out(program) == 3 + 8
    assert len([i for i in program.code if i[0] not in ("input", "constant")]) == 5


def test_matrices_are_built_and_compiled():
    built = build_matrices(load("two_axis"))
    assert [one.symbol for one in built] == ["B(q)", "C(q, q̇)", "G(q)"]
    assert all(one.instructions > 0 and one.written_out > 0 for one in built)
    assert all(one.to_build > 0 and one.to_compile > 0 for one in built)


def random_run() -> Run:
    t = np.arange(400) / 100.0
    records = {name: RNG.normal(size=(1, t.size, 6)) for name in SIGNALS}
    own = [name for name in SIGNALS if "wanted" in name or "inertial" in name or "bias" in name]
    return Run.from_records(
        t, records, joints=list("ABCDEF"), dimensions=dict.fromkeys(own, "joint"), single=True
    )


def test_pictures_show_the_five_rows_of_the_source():
    run = random_run()
    figure = case_figure(run)
    assert [len(row.panels) for row in PANEL_ROWS] == [3, 3, 2, 2, 2]
    panels = [panel for row in PANEL_ROWS for panel in row.panels]
    assert len(figure.axes) == len(panels)
    for axes, panel in zip(figure.axes, panels, strict=True):
        assert panel.title in axes.get_title(loc="left")
        shown = np.stack([line.get_ydata() for line in axes.lines], axis=1)
        np.testing.assert_array_equal(shown, panel.values(run))


def test_cases_stand_side_by_side_on_one_scale_below_what_the_ideal_case_has_not():
    ideal, one, two = (random_run() for _ in range(3))
    row = PANEL_ROWS[0]
    figure = cases_figure(row, {"one": one, "two": two}, ideal, (2.0, 3.0))
    lines = [figure.axes[k : k + 2] for k in range(0, 10, 2)]
    assert len(figure.axes) == 10
    assert [axes.texts[0].get_text() for axes in lines[0]] == ["one", "two"]
    for pair in lines:
        assert pair[0].get_ylim() == pair[1].get_ylim()
    actual, error = row.panels[2].values, row.panels[1].values
    shown = np.stack([line.get_ydata() for line in lines[3][1].lines], axis=1)
    np.testing.assert_allclose(shown, actual(two) - actual(ideal))
    close = lines[4][0].lines[5]
    assert (close.get_xdata()[0], close.get_xdata()[-1]) == (2.0, 2.99)
    np.testing.assert_allclose(close.get_ydata(), (error(one) - error(ideal))[200:300, 5])


def test_panels_show_what_their_titles_say():
    run = random_run()
    data = {name: run.data[name].values for name in SIGNALS}
    shown = {panel.title: panel.values(run) for row in PANEL_ROWS for panel in row.panels}
    np.testing.assert_array_equal(
        shown["error qᵣ − q"],
        data["reference_joint_position"] - data["measured_joint_position"],
    )
    np.testing.assert_array_equal(
        shown["u − uₛ, what the limit cuts off"],
        data["wanted_joint_torque"] - data["joint_torque"],
    )
    np.testing.assert_array_equal(
        shown["y − yₛ, what the limit cuts off"],
        data["wanted_joint_acceleration"] - data["commanded_joint_acceleration"],
    )
    np.testing.assert_array_equal(shown["B(q) y"], data["inertial_joint_torque"])
    assert len(row_figure(run, PANEL_ROWS[0]).axes) == 3


def test_the_study_names_its_source():
    assert STUDY.name == "six-axis"
    assert "Shuman" in STUDY.source


def test_axes_that_point_against_the_source_s_are_found() -> None:
    begin = np.radians([[0.0, 90.0, 0.0, 0.0, 0.0, -180.0]])
    run = SimpleNamespace(data={"reference_joint_position": SimpleNamespace(values=begin)})
    found = senses(compile("six_axis"), run)  # type: ignore[arg-type]
    np.testing.assert_allclose(found, [1, -1, -1, 1, -1, 1], atol=1e-12)
