"""What is written over a drawing: axes of frames, names beside it, title."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from armwright.arrays import Array
from armwright.report.canvas import AXIS_COLOURS, GREY, INK, WHITE, fit
from armwright.report.drawing.paper import Paper
from armwright.report.words import plain
from armwright.robot import Robot


def axis_tips(T: Array, length: float) -> Array:
    """Ends of a frame's x, y, z axes, (3, 3)."""
    tips: Array = T[:3, 3] + length * T[:3, :3].T
    return tips


def draw_frame(paper: Paper, T: Array, length: float, *, letters: bool) -> None:
    """Red, green, blue for x, y, z; on top of everything."""
    lines = np.stack([np.broadcast_to(T[:3, 3], (3, 3)), axis_tips(T, length)], axis=1)
    paper.axes.add_collection(
        LineCollection(
            list(paper.project(lines)),
            colors=AXIS_COLOURS,
            linewidths=2.6 if letters else 1.6,
            capstyle="round",
            zorder=4,
        )
    )
    beyond = paper.project(axis_tips(T, 1.2 * length))
    for letter, (x, y), colour in zip("xyz" if letters else "", beyond, AXIS_COLOURS, strict=False):
        paper.axes.text(
            x,
            y,
            letter,
            color=colour,
            fontsize=10,
            fontweight="bold",
            ha="center",
            va="center",
            zorder=7,
            path_effects=[withStroke(linewidth=2.5, foreground=WHITE)],
        )


def draw_names(paper: Paper, robot: Robot, poses: Mapping[str, Array]) -> None:
    """Names of the joints and of the tool, in columns left and right of the robot."""
    names = [plain(name) for name in (*robot.joint_names, f"tool: {robot.tool}")]
    frames = [*(joint.child for joint in robot.moving_joints), robot.tool]
    points = paper.project(np.array([poses[frame][:3, 3] for frame in frames]))
    (left, bottom), (width, height) = paper.left_bottom, paper.size
    columns = (
        max(left + 0.15 * width, float(paper.low[0]) - 0.03 * width),
        min(left + 0.85 * width, float(paper.high[0]) + 0.03 * width),
    )
    rows = (bottom + 0.08 * height, bottom + 0.84 * height)
    gap = height * min(0.045, 0.8 / len(names))
    for label in place_labels(names, points, columns, rows, gap):
        (x0, y0), (x1, y1) = label.at, label.beside
        paper.axes.plot([x0, x1], [y0, y1], color=GREY, linewidth=0.8, zorder=5)
        paper.axes.plot(x0, y0, marker="o", markersize=3.5, color=INK, zorder=6)
        room = (left + width - x1) if label.right else (x1 - left)
        text = paper.axes.text(
            x1 + 0.006 * width * (1 if label.right else -1),
            y1,
            label.text,
            ha="left" if label.right else "right",
            va="center",
            fontsize=11 if len(names) <= 14 else 8,
            color=INK,
            zorder=6,
            parse_math=False,
        )
        page = paper.axes.get_window_extent().width
        fit(text, (room / width - 0.015) * page, smallest=5.0)


def draw_title(figure: Figure, title: str, caption: str, note: str) -> None:
    style: dict[str, Any] = {"ha": "left", "parse_math": False}
    room = 0.94 * figure.bbox.width
    bold: dict[str, Any] = {"fontsize": 20, "fontweight": "bold", "color": INK, "va": "top"}
    fit(figure.text(0.03, 0.965, title, **bold, **style), room)
    small: dict[str, Any] = {"fontsize": 11, "color": GREY, "va": "top", "linespacing": 1.5}
    fit(figure.text(0.03, 0.915, caption, **small, **style), room)
    figure.text(0.03, 0.03, note, fontsize=10, color=GREY, va="bottom", **style)


@dataclass(frozen=True)
class Label:
    """A name beside the drawing, on a line of its own, with a thin line to what it names.

    `at`: the thing's point on paper; `beside`: where its text starts (right) or ends (left)."""

    text: str
    at: tuple[float, float]
    beside: tuple[float, float]
    right: bool


def place_labels(
    names: Sequence[str],
    points: Array,
    columns: tuple[float, float],
    rows: tuple[float, float],
    gap: float,
) -> list[Label]:
    """Two columns, at x = columns[0] and columns[1]; texts at least `gap` apart, in the order of
    the points they name, within `rows` (bottom, top) if there is room."""
    x = points[:, 0]
    middle = 0.5 * (x.min() + x.max())
    sides: tuple[list[int], list[int]] = ([], [])
    # From the bottom up; names of one and the same point read downwards in their order.
    levels = np.round(points[:, 1] / gap, 3)
    for index in np.lexsort((-np.arange(len(names)), levels)).tolist():
        sides[int(x[index] >= middle)].append(index)
    labels = []
    for side, members in enumerate(sides):
        heights = _spread(points[members, 1], gap, rows)
        for index, height in zip(members, heights, strict=True):
            at = (float(points[index, 0]), float(points[index, 1]))
            labels.append(Label(names[index], at, (columns[side], height), bool(side)))
    return labels


def _spread(heights: Array, gap: float, rows: tuple[float, float]) -> list[float]:
    """Rising heights, moved apart to at least `gap`, as little as needed, and back into `rows`."""
    placed = heights.copy()
    for _ in range(200):
        step = np.diff(placed)
        tight = step < gap - 1e-9
        if not tight.any():
            break
        push = np.where(tight, (gap - step) / 2, 0.0)
        placed[:-1] -= push
        placed[1:] += push
    if len(placed):
        placed += max(0.0, rows[0] - placed[0]) - max(0.0, placed[-1] - rows[1])
    return [float(height) for height in placed]
