"""Modes of an arm as under a stroboscope: the arm at rest, and lines where it swings to."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.linear import LinearModel
from armwright.plant import Plant
from armwright.report.canvas import AMBER, BLUE, GREY, INK, blank_figure
from armwright.report.drawing.paper import Paper
from armwright.report.drawing.poses import Poses, poses_of, upright
from armwright.report.drawing.robot import draw_arm
from armwright.report.drawing.skeleton import skeleton
from armwright.report.words import short

#: Pixels of a mode's cell, and of the lines of text above it.
WIDTH, HEIGHT, TEXT = 400, 330, 62
HEAD = 76
MOST = 9
#: Instants of half a period, and how far the arm swings, as a part of its size.
FLASHES, SWING = 7, 0.16
#: rad: of any joint in a picture.
_MOST_TURN = 0.7
#: A mode in which joints and axes have a smaller part shows nothing that is drawn.
_ONLY_MOTORS = 1e-9


def modes_page(plant: Plant, model: LinearModel) -> Figure:
    """The slowest modes that vibrate, each from end to end of its swing: blue to amber."""
    ringing = [mode for mode in model.modes() if mode.oscillates][:MOST]
    columns = min(3, max(len(ringing), 2))
    rows = max(1, math.ceil(len(ringing) / columns))
    size = (columns * WIDTH, HEAD + rows * (HEIGHT + TEXT))
    figure = blank_figure(size)
    style: dict[str, Any] = {"va": "top", "parse_math": False}
    bold = {**style, "fontsize": 17, "fontweight": "bold", "color": INK}
    top = 1 - 18 / size[1]
    figure.text(20 / size[0], top, f"Modes of {short(plant.robot.name, 50)}", **bold)
    told = "each swings from blue to amber, as far as can be seen" if ringing else "none vibrates"
    figure.text(20 / size[0], top - 30 / size[1], told, fontsize=11, color=GREY, **style)
    poses = _poses(plant)
    basis = None if model.mechanical is None else model.mechanical.basis
    for k, mode in enumerate(ringing):
        row, column = divmod(k, columns)
        left, upper = column / columns, 1 - (HEAD + row * (HEIGHT + TEXT)) / size[1]
        words = f"{mode.frequency:.4g} Hz, damping {100 * mode.damping:.3g} %"
        place = left + 20 / size[0]
        figure.text(place, upper - 6 / size[1], words, fontsize=12, color=INK, **style)
        below = upper - 27 / size[1]
        figure.text(place, below, short(mode.name, 56), fontsize=9.5, color=GREY, **style)
        box = (left, upper - (HEIGHT + TEXT) / size[1], 1 / columns, HEIGHT / size[1])
        paper, extent, _ = draw_arm(
            figure.add_axes(box),
            plant.robot,
            poses(model.point.position),
            folder=None,
            pixels=(WIDTH, HEIGHT),
            fill=(0.66, 0.72),
        )
        shape = mode.shape if basis is None else basis @ mode.shape
        _draw_swing(paper, plant, model.point.position, shape, poses, extent)
    return figure


def _poses(plant: Plant) -> Callable[[Array], Poses]:
    """From coordinates to the poses of all links of the tree, z up."""
    tree = plant.tree
    found = poses_of(tree)
    rows = np.zeros((len(tree.moving_joints), len(plant.coordinates)))
    offsets = np.zeros(len(rows))
    for k, joint in enumerate(tree.moving_joints):
        row, offset = plant.arrangement.positions[joint.name]
        offsets[k] = float(offset)
        for place, weight in row.items():
            rows[k, place] = float(weight)
    return lambda x: upright(plant.robot, found(rows @ x + offsets))


def _draw_swing(
    paper: Paper,
    plant: Plant,
    rest: Array,
    shape: NDArray[np.complex128],
    poses: Callable[[Array], Poses],
    extent: float,
) -> None:
    """Lines along the links at some instants of half a period."""
    seen = [k for k, one in enumerate(plant.coordinates) if one.role != "rotor"]
    largest = float(np.abs(shape[seen]).max(initial=0.0))
    if largest < _ONLY_MOTORS * np.abs(shape).max():
        return  # they are not drawn
    shape, small = shape / largest, 1e-4
    points = _points(plant, poses(rest))
    moved = max(
        float(np.abs(_points(plant, poses(rest + small * part)) - points).max())
        for part in (shape.real, shape.imag)
    )
    swing = min(SWING * extent * small / moved, _MOST_TURN)
    start, end = (np.array(_rgb(colour)) for colour in (BLUE, AMBER))
    for part in np.linspace(0.0, 1.0, FLASHES):
        departure = (shape * np.exp(1j * math.pi * part)).real
        bones = skeleton(plant.tree, poses(rest + swing * departure)).bones
        colour = tuple(((1 - part) * start + part * end).tolist())
        for bone in bones:
            x, y = paper.project(bone.line).T
            paper.axes.plot(x, y, color=colour, linewidth=1.8, alpha=0.9, zorder=5)


def _points(plant: Plant, poses: Poses) -> Array:
    lines: Sequence[Array] = [bone.line for bone in skeleton(plant.tree, poses).bones]
    return np.concatenate(lines) if lines else np.zeros((1, 3))


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return red, green, blue
