"""Figure 7.11 of S2: how its controller is put together."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from armwright.report.canvas import BLUE, INK, WIDTH, blank_figure

#: Centres on the paper, and what stands there.
_BOXES = {
    "tracking": (2.0, 3.0, "tracking model\nẍ_t = t₀(z − x_t) − t₁ẋ_t"),
    "law": (5.2, 3.0, "law (7.50)\nby Lie derivatives"),
    "limiter": (7.5, 3.0, "limiter"),
    "arm": (9.7, 3.0, "arm\nunder water"),
    "compensator": (7.5, 1.6, "compensator\nẍ_m = L(ẋ_m) + β u"),
    "regulation": (4.95, 0.4, "regulation model\nẍ_r = r₀(ε − x_r) − r₁ẋ_r"),
}
_HALF = {"tracking": 1.15, "regulation": 1.25, "law": 0.95, "compensator": 1.0}


def block_diagram() -> Figure:
    figure = blank_figure((WIDTH, 400))
    axes = figure.add_axes((0.01, 0.02, 0.98, 0.96))
    axes.set_xlim(0, 12)
    axes.set_ylim(-0.3, 3.7)
    axes.axis("off")
    for name, (x, y, text) in _BOXES.items():
        half = _HALF.get(name, 0.7)
        corner, size = (x - half, y - 0.36), (2 * half, 0.72)
        box = FancyBboxPatch(
            corner, *size, "round,pad=0.02", facecolor="white", edgecolor=BLUE, linewidth=1.8
        )
        axes.add_patch(box)
        axes.text(x, y, text, ha="center", va="center", fontsize=11, color=INK, parse_math=False)
    _line(axes, [(0.3, 3.0), (0.83, 3.0)], "z", (0.5, 3.13))
    _line(axes, [(3.17, 3.0), (4.23, 3.0)], "x_t, ẋ_t, ẍ_t", (3.7, 3.13))
    _line(axes, [(6.17, 3.0), (6.78, 3.0)], "", (0, 0))
    _line(axes, [(8.22, 3.0), (8.98, 3.0)], "u", (8.6, 3.13))
    _line(axes, [(10.42, 3.0), (11.7, 3.0)], "y = θ", (11.1, 3.13))
    _line(axes, [(8.6, 3.0), (8.6, 1.6), (8.52, 1.6)], "", (0, 0))
    _line(axes, [(6.48, 1.75), (5.5, 1.75), (5.5, 2.62)], "x_m, ẋ_m", (6.0, 1.88))
    _line(axes, [(7.5, 1.22), (7.5, 0.53)], "−y_m", (7.78, 0.85))
    _line(axes, [(11.0, 3.0), (11.0, 0.4), (7.63, 0.4)], "", (0, 0))
    axes.text(7.5, 0.4, "Σ", ha="center", va="center", fontsize=14, color=INK)
    _line(axes, [(7.37, 0.4), (6.22, 0.4)], "ε = y − y_m", (6.8, 0.53))
    _line(axes, [(4.9, 0.78), (4.9, 2.62)], "x_r, ẋ_r, ẍ_r", (4.3, 1.7))
    return figure


def _line(
    axes: Axes, points: list[tuple[float, float]], text: str, place: tuple[float, float]
) -> None:
    """From point to point, with an arrow at the end."""
    if len(points) > 2:
        axes.plot(*zip(*points[:-1], strict=True), color=INK, linewidth=1.3)
    arrow = {"arrowstyle": "-|>", "color": INK, "linewidth": 1.3, "shrinkA": 0, "shrinkB": 0}
    axes.annotate("", points[-1], points[-2], arrowprops=arrow)
    if text:
        axes.text(*place, text, ha="center", fontsize=11, color=INK, parse_math=False)
