"""The arm, its model of elements, and its path: S3's figures 1, 2 and 6."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armwright.arrays import Array
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
    stack,
    style,
)
from armwright.report.drawing.poses import poses_of, upright
from armwright.report.drawing.robot import draw, draw_arm
from armwright.report.runs.page import page, title_of
from armwright.report.runs.recorded import Recorded
from armwright.robot import Robot
from armwright.signals import Run
from armwright.studies.rx90b.figures.line import mark
from armwright.studies.rx90b.measures import Track
from armwright.studies.rx90b.published import ElementFrames, PublishedMechanism

#: Length of the drawn hinges, m.
_HINGE = 0.14


def arm_figure(robot: Robot, run: Run) -> Figure:
    """At the beginning of the line.  S3, figure 1."""
    q = run.data["joint_position"].values[0]
    caption = "Where the line begins, with its joints' axes; the laser spot is the tool."
    return draw(robot, poses_of(robot)(q), caption=caption, pixels=(WIDTH, 820))


def elements_figure(mechanism: PublishedMechanism, run: Run) -> Figure:
    """Half way, in three views.  S3, figure 2."""
    recorded = Recorded.of(run)
    q = run.data["joint_position"].values[len(recorded.time) // 2]
    frames, masses = mechanism.frames(q), mechanism.nodes(q).value
    caption = (
        "As S3's equations are evaluated: beams between hinges, a slider for the spring, and six "
        "masses in place of each link."
    )
    figure = page(recorded, title_of(recorded, "model of elements"), caption, height=640)
    legend(
        figure,
        [
            entry("beams", GREY),
            entry("hinges", BLUE),
            entry("slider with spring", RED),
            entry("masses", AMBER),
            entry("laser beam", GREEN),
        ],
    )
    places = Margins(left=80, head=150).grid(figure, 1, 3, gaps=(85, 0))
    spot = run.data["tool_position"].values[len(recorded.time) // 2]
    for column, (x, y, words) in enumerate(
        ((0, 2, "the side"), (1, 2, "the front"), (0, 1, "above"))
    ):
        axes = figure.add_subplot(places[0, column])
        _draw_elements(axes, mechanism, frames, masses, spot, (x, y))
        axes.set_aspect("equal", adjustable="datalim")
        style(axes, title=f"From {words}", x=f"{'xyz'[x]}, m", y=f"{'xyz'[y]}, m")
    return figure


def _draw_elements(
    axes: Axes,
    mechanism: PublishedMechanism,
    frames: ElementFrames,
    masses: Array,
    spot: Array,
    plane: tuple[int, int],
) -> None:
    seen = list(plane)
    nodes = np.array([np.zeros(3), *frames.origins])
    axes.plot(*nodes[:, seen].T, color=GREY, linewidth=5, solid_capstyle="round", zorder=2)
    head = frames.links["welding_head"][1]
    axes.plot(*np.array([nodes[-1], head])[:, seen].T, color=GREY, linewidth=5, zorder=2)
    axes.plot(*np.array([head, spot])[:, seen].T, color=GREEN, linewidth=1.6, zorder=3)
    for at, axis in zip(frames.origins, frames.axes, strict=True):
        ends = at + np.outer([-0.5, 0.5], _HINGE * axis)
        axes.plot(*ends[:, seen].T, color=BLUE, linewidth=3, zorder=3)
    spring = np.array(mechanism.spring_ends(frames))
    axes.plot(*spring[:, seen].T, color=RED, linewidth=2.2, marker="o", markersize=5, zorder=4)
    axes.plot(*masses[:, seen].T, ".", color=AMBER, markersize=5, zorder=5)


def path_figure(robot: Robot, run: Run) -> Figure:
    """The arm where joints 2 and 3 turn around, with the line; its speed.  S3, figure 6."""
    track = Track.of(run)
    record = int(np.searchsorted(track.time, track.reversal))
    height = 640
    figure = blank_figure((WIDTH, height))
    share = 0.58
    scene = figure.add_axes((0, 0, share, 1))
    posture = upright(robot, poses_of(robot)(run.data["joint_position"].values[record]))
    pixels = (round(share * WIDTH), height)
    paper, _, _ = draw_arm(scene, robot, posture, folder=None, pixels=pixels, fill=(0.66, 0.8))
    line = run.data["reference_tool_position"].values
    scene.plot(*paper.project(line[[0, -1]]).T, color=RED, linewidth=2.4, zorder=4)
    names = ((0, "begin"), (record, "joints 2 and 3\nturn around"), (-1, "end"))
    for place, words in names:
        x, y = paper.project(line[place]).tolist()
        scene.plot(x, y, "o", color=RED, markersize=6, zorder=5)
        offset = (10, -4) if place <= 0 else (14, -26)
        scene.annotate(
            words, (x, y), offset, textcoords="offset points", fontsize=11, color=INK, zorder=6
        )
    spot = np.gradient(track.progress + track.deviation.along, track.time)
    speeds = (("reference", GREY, 3.0, track.speed), ("laser spot", BLUE, 1.2, spot))
    above = figure.add_axes((share + 0.08, 0.5, 0.32, 0.34))
    for _, colour, width, speed in speeds:
        above.plot(track.time, 1e3 * speed, color=colour, linewidth=width)
    style(above, title="Speed along the line", y="mm/s", ticks=5)
    lines = [entry(name, colour) for name, colour, _, _ in speeds]
    above.legend(handles=lines, frameon=False, fontsize=11, loc="lower center")
    below = figure.add_axes((share + 0.08, 0.13, 0.32, 0.24))
    below.plot(track.time, 1e3 * (spot - track.speed), color=BLUE, linewidth=1.2)
    style(below, title="Spot less reference", x="time, s", y="mm/s", ticks=5)
    for axes in (above, below):
        mark(axes, track.reversal)
        axes.margins(x=0.01)
    stack((above, below))
    return figure
