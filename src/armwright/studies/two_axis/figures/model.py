"""The block diagram of S0's figure 3.1, with the blocks that stand for its boxes."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch

from armwright.report.canvas import AMBER, BLUE, GREEN, GREY, INK, WHITE, WIDTH
from armwright.report.runs.page import page
from armwright.report.runs.recorded import Recorded

_HEIGHT = 660
#: Centre and size of the boxes in pixels from the lower left, their names and blocks, and colours.
_BOXES = {
    "path": (150, 320, 216, 96, "Path generator", "reference", BLUE),
    "kinematics": (150, 470, 216, 80, "Forward kinematics", "(1.2)", BLUE),
    "feedforward": (415, 320, 220, 104, "Motor reference\nand feed-forward", "feedforward", BLUE),
    "controller": (610, 165, 160, 96, "Controller", "controller", BLUE),
    "robot": (845, 320, 190, 130, "Robot", "two_axis", INK),
    "accelerometer": (1070, 470, 190, 80, "Accelerometer", "accelerometer", GREEN),
    "resolver": (845, 140, 190, 96, "Resolvers", "resolver", GREEN),
    "disturbances": (
        845,
        470,
        216,
        104,
        "Disturbances",
        "torque_ripple, torque_chirp,\ntool_force",
        AMBER,
    ),
}
_SUM = (650, 320)


def diagram_figure(recorded: Recorded) -> Figure:
    caption = (
        "Small print: the blocks of the scenarios 'two-axis/…', whose settings are S0's options."
    )
    figure = page(recorded, "The simulation model, S0 figure 3.1", caption, _HEIGHT)
    axes = figure.add_axes((0, 0, 1, 1), facecolor="none")
    axes.set_xlim(0, WIDTH)
    axes.set_ylim(0, _HEIGHT)
    axes.set_axis_off()
    for box in _BOXES.values():
        _draw_box(axes, *box)
    axes.add_patch(Circle(_SUM, 13, facecolor=WHITE, edgecolor=INK, linewidth=1.4, zorder=3))
    axes.text(*_SUM, "+", ha="center", va="center", fontsize=14, color=INK, zorder=4)
    _draw_wires(axes)
    return figure


def _draw_box(
    axes: Axes, x: float, z: float, wide: float, high: float, name: str, block: str, colour: str
) -> None:
    axes.add_patch(
        FancyBboxPatch(
            (x - wide / 2, z - high / 2),
            wide,
            high,
            boxstyle="round,pad=0,rounding_size=8",
            facecolor=WHITE,
            edgecolor=colour,
            linewidth=1.8,
            zorder=3,
        )
    )
    look: dict[str, Any] = {"ha": "center", "zorder": 4, "parse_math": False}
    axes.text(x, z + 2, name, va="bottom", fontsize=12.5, fontweight="bold", color=INK, **look)
    axes.text(x, z - 6, block, va="top", fontsize=10, color=GREY, **look)


def _draw_wires(axes: Axes) -> None:
    _wire(axes, [(150, 368), (150, 430)], r"$q_a^\mathrm{ref}$", (160, 394))
    _wire(axes, [(258, 470), (340, 470)], r"$P^\mathrm{ref}$", (348, 464))
    _wire(axes, [(258, 320), (305, 320)], r"$q_a^\mathrm{ref}$", (264, 330))
    _wire(axes, [(525, 320), (637, 320)], r"$\tau_m^\mathrm{ffw}$", (562, 330))
    _wire(axes, [(415, 268), (415, 165), (530, 165)], r"$q_m^\mathrm{ref}$", (425, 210))
    _wire(axes, [(650, 213), (650, 307)], r"$\tau_m^\mathrm{PID}$", (660, 250))
    _wire(axes, [(663, 320), (750, 320)], r"$\tau_m$", (695, 330))
    _wire(axes, [(845, 418), (845, 385)], r"$W$", (855, 396))
    _wire(axes, [(940, 350), (1070, 350), (1070, 430)], r"$q_a, \dot q_a, \ddot q_a$", (975, 360))
    _wire(axes, [(940, 300), (1120, 300)], r"$P$", (1128, 295))
    _wire(axes, [(845, 255), (845, 188)], r"$q_m$", (855, 216))
    _wire(axes, [(750, 140), (690, 140)], r"$q_m^M$", (708, 152))
    _wire(axes, [(1070, 510), (1070, 545)], r"$\ddot\rho_s^M$", (1080, 524))


def _wire(
    axes: Axes, points: list[tuple[float, float]], label: str, place: tuple[float, float]
) -> None:
    """A line through the points with an arrow at its end."""
    axes.plot(*zip(*points[:-1], strict=True), color=INK, linewidth=1.3, solid_capstyle="butt")
    axes.annotate(
        "",
        points[-1],
        points[-2],
        arrowprops={
            "arrowstyle": "-|>",
            "color": INK,
            "linewidth": 1.3,
            "shrinkA": 0,
            "shrinkB": 0,
        },
    )
    axes.text(*place, label, fontsize=13, color=INK)
