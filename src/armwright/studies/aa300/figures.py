"""The pictures: the manoeuvre from above, torques, reactions, and the motors' limits."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from armwright.arm import compile
from armwright.report.canvas import (
    AMBER,
    BLUE,
    GREEN,
    GREY,
    INK,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    entry,
    legend,
    style,
)
from armwright.report.runs.lines import envelope
from armwright.studies.aa300 import measures
from armwright.studies.aa300.runs import ManoeuvreRuns

#: Positions of the arm that are drawn.
_POSITIONS = 9
_COLOURS = (BLUE, GREEN, AMBER, RED)


def manoeuvre_figure(found: ManoeuvreRuns) -> Figure:
    """Frames of the links joined by lines, from above; beside it the height of the slide."""
    figure = blank_figure((WIDTH, 520))
    places = Margins(left=90, head=50, foot=75).grid(figure, 1, 2, gaps=(100, 0), widths=[1.2, 1])
    data = found.runs["whole"].data
    time = data["time"].values
    arm = compile(found.scenario.robot)
    plan = figure.add_subplot(places[0, 0])
    style(plan, title="from above", x="x, m", y="z, m")
    heights = figure.add_subplot(places[0, 1])
    style(heights, title="height of the slide", x="time, s", y="m")
    heights.plot(time, data["joint_position"].values[:, 1], color=GREY, linewidth=1.4)
    for k, at in enumerate(np.linspace(0.4, 4.4, _POSITIONS)):
        q = data["joint_position"].values[int(np.searchsorted(time, at))]
        frames = ("column", "upper_arm", "extension_tube", "gripper")
        points = np.array([arm.pose(q, name)[:3, 3] for name in frames])
        shade = 0.85 * k / (_POSITIONS - 1)
        plan.plot(points[:, 0], points[:, 2], color=INK, alpha=1 - shade, linewidth=2.2)
        plan.plot(*points[-1, [0, 2]], "o", color=RED, alpha=1 - shade, markersize=6)
        heights.plot(at, q[1], "o", color=RED, alpha=1 - shade, markersize=6)
    plan.plot(0, 0, "s", color=GREY, markersize=12)
    # Seen from above with x to the right, z points down: y comes out of the page.
    plan.invert_yaxis()
    plan.set_aspect("equal")
    return figure


def torques_figure(found: ManoeuvreRuns) -> Figure:
    figure = blank_figure((WIDTH, 400))
    legend(
        figure,
        [entry("manoeuvre", BLUE), entry("this joint alone", RED, dashed=True)],
        below=14,
    )
    places = Margins(left=90, head=80, foot=70).grid(figure, 1, 3, gaps=(90, 0))
    for k, joint in enumerate(measures.JOINTS):
        axes = figure.add_subplot(places[0, k])
        unit = "force, N" if joint == "slide" else "torque, N m"
        style(axes, title=joint, x="time, s", y=unit)
        whole, alone = found.runs["whole"], found.runs[f"{joint} alone"]
        time = whole.data["time"].values
        axes.plot(*envelope(time, measures.torque(whole, joint)), color=BLUE, linewidth=1.8)
        axes.plot(*envelope(time, measures.torque(alone, joint)), color=RED, linewidth=1.3, ls="--")
        axes.margins(x=0.01)
    return figure


def reactions_figure(found: ManoeuvreRuns) -> Figure:
    figure = blank_figure((WIDTH, 420))
    pairs = list(zip(measures.LOADED, _COLOURS, strict=True))
    legend(figure, [entry(joint, colour) for joint, colour in pairs], below=14)
    places = Margins(left=90, head=80, foot=70).grid(figure, 1, 2, gaps=(100, 0))
    run = found.runs["whole"]
    time = run.data["time"].values
    for k, (kind, unit) in enumerate((("force", "N"), ("moment", "N m"))):
        axes = figure.add_subplot(places[0, k])
        style(axes, title=f"{kind} across the axis", x="time, s", y=unit)
        for joint, colour in pairs:
            values = measures.across(run, kind, joint)
            axes.plot(*envelope(time, values), color=colour, linewidth=1.6)
        axes.set_ylim(bottom=0)
        axes.margins(x=0.01)
    return figure


def limits_figure(found: ManoeuvreRuns) -> Figure:
    """Of each motor in the rerun: torque over time, peak and continuous torque, and rms."""
    figure = blank_figure((WIDTH, 400))
    entries = [
        entry("torque", BLUE),
        entry("peak torque of the motor", RED),
        entry("continuous torque", AMBER),
        entry("rms torque of the rerun", GREY, dashed=True),
    ]
    legend(figure, entries, below=14)
    places = Margins(left=90, head=80, foot=70).grid(figure, 1, 3, gaps=(90, 0))
    run = found.choice.rerun
    assert run is not None
    for k, (axis, one) in enumerate(found.choice.chosen.items()):
        axes = figure.add_subplot(places[0, k])
        title = f"{axis}: {one.motor.name}"
        style(axes, title=title, x="time, s", y="" if k else "torque of the motor, N m")
        torque = run.data["motor_torque"].sel(motor=axis).values
        axes.plot(*envelope(run.data["time"].values, torque), color=BLUE, linewidth=1.6)
        for sign in (1, -1):
            axes.axhline(sign * one.motor.peak_torque, color=RED, linewidth=1.3)
            axes.axhline(sign * one.motor.continuous_torque, color=AMBER, linewidth=1.3)
            axes.axhline(sign * one.rms_torque, color=GREY, linewidth=1.1, linestyle="--")
        axes.margins(x=0.01)
    return figure
