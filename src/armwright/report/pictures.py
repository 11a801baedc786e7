"""Pictures of robots: one with its sheet, and all of them on one page."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

from matplotlib.figure import Figure

from armwright.report.canvas import GREY, INK, blank_figure, save_figure
from armwright.report.drawing.poses import poses_of, stance, upright
from armwright.report.drawing.robot import draw, draw_arm
from armwright.report.sheet import Sheet
from armwright.report.tables import angle
from armwright.report.words import summary
from armwright.robot import Robot

#: Pixels of one robot's cell: picture, the lines under it, and what is left free at the sides.
WIDTH, HEIGHT, CAPTION, GUTTER = 340, 290, 80, 8
LETTERS_PER_LINE = 46


def picture(sheet: Sheet, *, folder: Path | None = None) -> Figure:
    """`folder`: where the robot's file is, to find its meshes."""
    values = [
        angle(value, degrees=True) if joint.kind == "revolute" else f"{value:.4g} m"
        for joint, value in zip(sheet.robot.moving_joints, sheet.position, strict=True)
    ]
    lines = (summary(sheet.robot.description), f"at {'  '.join(values)}")
    caption = "\n".join(fill(line, 150) for line in lines).strip()
    return draw(sheet.robot, sheet.poses, caption=caption, folder=folder)


def save_picture(sheet: Sheet, path: str | os.PathLike[str], *, folder: Path | None = None) -> Path:
    """Draw into a .png, .svg or .pdf file, 1200 × 900."""
    return save_figure(lambda: picture(sheet, folder=folder), path)


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
    text = fill(summary(robot.description), LETTERS_PER_LINE, max_lines=2, placeholder=" …")
    figure.text(middle, below - 28 * line, text, fontsize=9.5, color=GREY, linespacing=1.3, **style)
