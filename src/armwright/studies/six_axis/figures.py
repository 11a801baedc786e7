"""The pictures: S1's five of every case, the half moon, the static errors, the two-link arm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.report.canvas import (
    AMBER,
    AXIS_COLOURS,
    BLUE,
    GREEN,
    GREY,
    INK,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    entry,
    least_span,
    legend,
    style,
)
from armwright.report.drawing.poses import poses_of, upright
from armwright.report.drawing.robot import draw_arm
from armwright.report.runs.lines import envelope
from armwright.robot import load
from armwright.signals import Run
from armwright.studies.six_axis.measures import error, static, time, values
from armwright.studies.six_axis.runs import FACTORS, PAYLOADS

JOINT_COLOURS = (BLUE, RED, GREEN, AMBER, "#6b4fb3", "#17838f")
_HEAD, _FOOT = 78, 58
#: Heights of the panels, alone and on a page of all, and the gap below them.
_ALONE, _TOGETHER, _GAP = 215, 150, 66
#: When the arm is drawn, s: before it starts, on the first arc, near a horn, between the horns.
_MOMENTS = (0.0, 1.6, 3.3, 5.2)
_CELL = (WIDTH // len(_MOMENTS), 300)
_PATH_LINES = {
    "half-moon": ("exact model", BLUE),
    "half-moon-noise": ("noise on q and q̇", GREEN),
    "half-moon-payload-90": ("payload −10 %", RED),
    "half-moon-inertia-110": ("inertia +10 %", AMBER),
}
#: By how much deviations from the path are enlarged.
_ENLARGED = 20.0
_STATIC_SIZE = (1200, 380)
_VALIDATION_RUNS = {
    "two-link-free": "no torque",
    "two-link-balanced": "τ₂ = g m_A L_y/2",
    "two-link-spinning": "τ = 1.25, 26.5",
    "two-link-level": "τ = 7, 19.4",
}


@dataclass(frozen=True)
class Panel:
    """`values`: (records, 6)."""

    title: str
    unit: str
    values: Callable[[Run], Array]


@dataclass(frozen=True)
class PanelRow:
    """The panels of one picture, side by side. `says`: what they show."""

    name: str
    says: str
    panels: tuple[Panel, ...]


def _signal(title: str, unit: str, name: str) -> Panel:
    return Panel(title, unit, lambda run: values(run, name))


def _motion_row(title: str, name: str, symbol: str, unit: str) -> PanelRow:
    """The error is against what is measured, as in S1's pictures."""
    return PanelRow(
        title,
        f"{title} of the joints: reference, error against what is measured, actual",
        (
            _signal(f"reference {symbol}ᵣ", unit, f"reference_joint_{name}"),
            Panel(f"error {symbol}ᵣ − {symbol}", unit, lambda run: error(run, name, measured=True)),
            _signal(f"actual {symbol}", unit, f"joint_{name}"),
        ),
    )


def _limited_row(
    name: str, says: str, symbol: str, unit: str, wanted: str, served: str
) -> PanelRow:
    return PanelRow(
        name,
        says,
        (
            _signal(f"{symbol}ₛ, within its limit", unit, served),
            Panel(
                f"{symbol} − {symbol}ₛ, what the limit cuts off",
                unit,
                lambda run: values(run, wanted) - values(run, served),
            ),
        ),
    )


PANEL_ROWS = (
    _motion_row("angles", "position", "q", "rad"),
    _motion_row("velocities", "velocity", "q̇", "rad/s"),
    PanelRow(
        "torque-parts",
        "the parts of the torque: inertia, and Coriolis with gravity",
        (
            _signal("B(q) y", "N m", "inertial_joint_torque"),
            _signal("n(q, q̇)", "N m", "bias_joint_torque"),
        ),
    ),
    _limited_row(
        "torques", "torque and its limit", "u", "N m", "wanted_joint_torque", "joint_torque"
    ),
    _limited_row(
        "accelerations",
        "commanded acceleration and its limit",
        "y",
        "rad/s²",
        "wanted_joint_acceleration",
        "commanded_joint_acceleration",
    ),
)


def row_figure(run: Run, row: PanelRow) -> Figure:
    """One of S1's five pictures."""
    return _rows_figure(run, (row,), _ALONE)


def case_figure(run: Run) -> Figure:
    """All five of them, one below the other."""
    return _rows_figure(run, PANEL_ROWS, _TOGETHER)


def _rows_figure(run: Run, rows: tuple[PanelRow, ...], panel: int) -> Figure:
    figure = blank_figure((WIDTH, _HEAD + _FOOT + len(rows) * (panel + _GAP) - _GAP))
    names = run.data["joint"].values
    entries = [entry(str(name), colour) for name, colour in zip(names, JOINT_COLOURS, strict=True)]
    legend(figure, entries, below=8)
    for k, row in enumerate(rows):
        places = Margins(left=70, head=_HEAD, foot=_FOOT).grid(
            figure, len(rows), len(row.panels), gaps=(70, _GAP)
        )
        for column, drawn in enumerate(row.panels):
            axes = figure.add_subplot(places[k, column])
            _draw_panel(axes, run, drawn, last=k == len(rows) - 1)
    return figure


def _draw_panel(axes: Axes, run: Run, panel: Panel, *, last: bool) -> None:
    t, curves = time(run), panel.values(run)
    for k, colour in enumerate(JOINT_COLOURS):
        axes.plot(*envelope(t, curves[:, k]), color=colour, linewidth=1.3)
    style(axes, title=f"{panel.title}, {panel.unit}", x="time, s" if last else "", ticks=5)
    axes.margins(x=0.01)


def arm_figure(run: Run) -> Figure:
    robot, (width, height) = load("six_axis"), _CELL
    figure = blank_figure((WIDTH, height))
    poses, path = poses_of(robot), values(run, "reference_tool_position")
    for k, moment in enumerate(_MOMENTS):
        record = int(np.searchsorted(time(run), moment))
        axes = figure.add_axes((k / len(_MOMENTS), 0, 1 / len(_MOMENTS), 1))
        posture = upright(robot, poses(values(run, "joint_position")[record]))
        paper, _, _ = draw_arm(
            axes, robot, posture, folder=None, pixels=(width, height), fill=(0.84, 0.80)
        )
        axes.plot(*paper.project(path).T, color=RED, linewidth=1.4, zorder=4)
        axes.text(0.05, 0.95, f"{moment:g} s", transform=axes.transAxes, color=INK, va="top")
    return figure


def path_figure(runs: Mapping[str, Run]) -> Figure:
    figure = blank_figure((WIDTH, 430))
    entries = [entry("reference", GREY)]
    entries += [entry(label, colour) for label, colour in _PATH_LINES.values()]
    legend(figure, entries, below=8)
    places = Margins(left=80, head=86, foot=62).grid(figure, 1, 2, gaps=(95, 0))
    plane = figure.add_subplot(places[0, 0])
    reference = values(runs["half-moon"], "reference_tool_position")
    plane.plot(*reference[:, 1:].T, color=GREY, linewidth=3.0, alpha=0.5)
    for name, (_, colour) in _PATH_LINES.items():
        off = values(runs[name], "tool_position") - values(runs[name], "reference_tool_position")
        plane.plot(*(reference + _ENLARGED * off)[:, 1:].T, color=colour, linewidth=1.0)
    plane.set_aspect("equal", adjustable="datalim")
    style(plane, title="in the plane of the half moon", x="y, m", y="z, m")
    over_time = figure.add_subplot(places[0, 1])
    for name, column, colour in zip("xyz", reference.T, AXIS_COLOURS, strict=True):
        over_time.plot(time(runs["half-moon"]), column, color=colour, linewidth=1.5)
        over_time.text(11.1, column[-1], name, color=colour, va="center")
    style(over_time, title="reference of the tool", x="time, s", y="m")
    return figure


def static_figure(runs: Mapping[str, Run], slope: Array) -> Figure:
    """`slope`: rad for each whole of the mass, one for each joint."""
    figure = blank_figure(_STATIC_SIZE)
    axes = figure.add_subplot(Margins(head=62, foot=70).grid(figure, 1, 1)[0, 0])
    wrong = 100 * (np.array(FACTORS) - 1)
    errors = 1e3 * np.array([static(runs[PAYLOADS[factor]]) for factor in FACTORS])
    for k, colour in enumerate(JOINT_COLOURS):
        axes.plot([-11, 11], 10 * slope[k] * np.array([-11, 11]), color=colour, linewidth=1.2)
        axes.plot(wrong, errors[:, k], "o", color=colour, markersize=5)
    style(axes, x="error of the payload, %", y="static error, mrad")
    names = runs["ideal"].data["joint"].values
    legend(figure, [entry(str(n), c) for n, c in zip(names, JOINT_COLOURS, strict=True)], below=8)
    return figure


def validation_figure(runs: Mapping[str, Run]) -> Figure:
    figure = blank_figure((WIDTH, 330))
    legend(figure, [entry("θ₁, column", BLUE), entry("θ₂, arm", RED)], below=8)
    places = Margins(left=80, head=78, foot=58).grid(figure, 1, len(_VALIDATION_RUNS), gaps=(70, 0))
    for k, (name, title) in enumerate(_VALIDATION_RUNS.items()):
        axes = figure.add_subplot(places[0, k])
        degrees = np.degrees(values(runs[name], "joint_position"))
        for curve, colour in zip(degrees.T, (BLUE, RED), strict=True):
            axes.plot(time(runs[name]), curve, color=colour, linewidth=1.5)
        style(axes, title=title, x="time, s", y="" if k else "degrees", ticks=5)
        least_span(axes, 2.0)
    return figure
