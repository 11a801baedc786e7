"""Many robots on one page."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from typing import Any

from matplotlib.figure import Figure

from armwright.report.drawing import blank_figure, draw_arm, upright
from armwright.report.paper import GREY, INK
from armwright.report.poses import poses_of
from armwright.report.stance import stance
from armwright.report.words import summary
from armwright.robot import Robot

#: Pixels of one robot's cell: picture, the lines under it, and what is left free at the sides.
WIDTH, HEIGHT, CAPTION, GUTTER = 340, 290, 80, 8
LETTERS_PER_LINE = 46


def robots_page(robots: Sequence[Robot]) -> Figure:
    """Each robot in a position in which it is well seen, with its name and a short line."""
    columns = max(1, min(len(robots), math.ceil(math.sqrt(1.5 * len(robots)))))
    rows = max(1, math.ceil(len(robots) / columns))
    figure = blank_figure((columns * WIDTH, rows * (HEIGHT + CAPTION)))
    for k, robot in enumerate(robots):
        row, column = divmod(k, columns)
        _draw_cell(figure, robot, column / columns, 1 - row / rows, 1 / columns, 1 / rows)
    return figure


def _draw_cell(
    figure: Figure, robot: Robot, left: float, top: float, width: float, height: float
) -> None:
    """Measures are parts of the page."""
    drawn = height * HEIGHT / (HEIGHT + CAPTION)
    side = width * GUTTER / WIDTH
    axes = figure.add_axes((left + side, top - drawn, width - 2 * side, drawn))
    poses = upright(robot, poses_of(robot)(stance(robot)))
    draw_arm(
        axes, robot, poses, folder=None, pixels=(WIDTH - 2 * GUTTER, HEIGHT), fill=(0.84, 0.86)
    )
    line = height / (HEIGHT + CAPTION)
    style: dict[str, Any] = {"ha": "center", "va": "top", "parse_math": False}
    middle, below = left + width / 2, top - drawn
    figure.text(
        middle, below - 6 * line, robot.name, fontsize=12, fontweight="bold", color=INK, **style
    )
    text = textwrap.fill(
        summary(robot.description), LETTERS_PER_LINE, max_lines=2, placeholder=" …"
    )
    figure.text(middle, below - 28 * line, text, fontsize=9.5, color=GREY, linespacing=1.3, **style)
