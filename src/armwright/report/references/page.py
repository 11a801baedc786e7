"""All of it on one page."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from armwright.report.canvas import GREY, INK, blank_figure
from armwright.report.references.cube import draw_cube
from armwright.report.references.examples import (
    CUBE,
    JERK_LIMITED,
    MOVES,
    NAMES,
    SHAPES,
    TRAPEZOID,
    arm_under_test,
)
from armwright.report.references.plane import draw_plane
from armwright.report.references.spectra import draw_chirp, draw_multisine
from armwright.report.references.speeds import PROFILES_ABOUT, draw_profiles, draw_speeds

#: Pixels of the page.
WIDTH, HEIGHT = 1640, 1634
#: Of the four panels in a row: left edges, width, height.
LEFTS, PANEL, TALL = (96, 500, 904, 1308), 300, 200


def references_page() -> Figure:
    """A test cube with its paths, the speed profiles, a chirp and a multisine."""
    figure = blank_figure((WIDTH, HEIGHT))
    tested = arm_under_test()
    _text(figure, 34, 24, "References", fontsize=23, fontweight="bold")
    about = (
        "Where an arm should be, and how fast it should get there. All of them give position, "
        "velocity and acceleration."
    )
    _text(figure, 34, 66, about, fontsize=12.5, color=GREY)
    _heading(
        figure,
        34,
        116,
        "ISO 9283: test cube, test plane, points and paths",
        f"PUMA 560, cube of {1000 * CUBE['cube_side']:.0f} mm, plane C1-C2-C7-C8. Drawn is where "
        "the joint positions of the references bring the tool.",
    )
    draw_cube(_axes(figure, 0, 184, 1040, 730), tested, (1040, 730))
    shapes = [_entry(NAMES[shape], colour) for shape, colour in SHAPES.items()]
    _legend(figure, 30, 176, [*shapes, _entry("from point to point", MOVES)], columns=1)
    draw_plane(_axes(figure, 1050, 176, 570, 430), tested.path("line").test_plane)
    draw_speeds(_axes(figure, 1138, 692, 462, 150), tested)
    _profiles(figure, 930)
    _excitations(figure, 1270)
    source = f"armwright {version('armwright')}"
    _text(figure, 34, HEIGHT - 30, source, fontsize=10, color=GREY)
    return figure


def _profiles(figure: Figure, top: int) -> None:
    _heading(figure, 34, top, "Speed profiles", PROFILES_ABOUT)
    entries = [_entry("trapezoid", TRAPEZOID), _entry("jerk-limited", JERK_LIMITED)]
    _legend(figure, 1280, top - 4, entries, columns=2)
    draw_profiles([_axes(figure, left, top + 84, PANEL, TALL - 20) for left in LEFTS])


def _excitations(figure: Figure, top: int) -> None:
    places = [_axes(figure, left, top + 92, PANEL, TALL - 20) for left in LEFTS]
    chirp, multisine = draw_chirp(*places[:2]), draw_multisine(*places[2:])
    _heading(figure, 34, top, "Chirp", chirp)
    _heading(figure, LEFTS[2] - 62, top, "Multisine", multisine)


def _heading(figure: Figure, x: float, y: float, title: str, about: str) -> None:
    _text(figure, x, y, title, fontsize=15.5, fontweight="bold")
    _text(figure, x, y + 27, about, fontsize=11.5, color=GREY, linespacing=1.35)


def _text(figure: Figure, x: float, y: float, text: str, **look: Any) -> None:
    """At pixels from the left and the top."""
    common: dict[str, Any] = {"ha": "left", "va": "top", "color": INK, "parse_math": False}
    figure.text(x / WIDTH, 1 - y / HEIGHT, text, **{**common, **look})


def _axes(figure: Figure, left: float, top: float, width: float, height: float) -> Axes:
    box = (left / WIDTH, 1 - (top + height) / HEIGHT, width / WIDTH, height / HEIGHT)
    return figure.add_axes(box)


def _entry(label: str, colour: str) -> Line2D:
    return Line2D([], [], color=colour, linewidth=2.4, label=label)


def _legend(figure: Figure, x: float, y: float, entries: list[Line2D], columns: int) -> None:
    figure.legend(
        handles=entries,
        loc="upper left",
        bbox_to_anchor=(x / WIDTH, 1 - y / HEIGHT),
        ncols=columns,
        frameon=False,
        fontsize=11.5,
        labelcolor=INK,
        handlelength=1.8,
        columnspacing=1.8,
    )
