"""The page of a picture: its size, its title, and how its axes look."""

from __future__ import annotations

from typing import Any

from matplotlib.figure import Figure

from armwright.report.canvas import GREY, INK, WIDTH, blank_figure, fit
from armwright.report.runs.recorded import Recorded
from armwright.report.words import plain
from armwright.signals.units import duration_text

BANDS = "Lines: median of the runs; bands: 5 to 95 %."


def page(
    recorded: Recorded, title: str, caption: str, height: int, *, bands: bool = True
) -> Figure:
    """An empty page with its title, and at the bottom where the run comes from.

    `bands`: it has signals over time, and says how those of many runs are drawn.
    """
    if recorded.many and bands:
        caption = f"{caption} {BANDS}".strip()
    return titled_page(title, caption, _source(recorded), height)


def titled_page(title: str, caption: str, foot: str, height: int) -> Figure:
    """An empty page with its title, and a line at the bottom."""
    figure = blank_figure((WIDTH, height))
    style: dict[str, Any] = {"ha": "left", "parse_math": False}
    left, room = 28 / WIDTH, WIDTH - 56
    bold: dict[str, Any] = {"fontsize": 19, "fontweight": "bold", "color": INK, "va": "top"}
    fit(figure.text(left, 1 - 22 / height, title, **bold, **style), room)
    small: dict[str, Any] = {"fontsize": 12, "color": GREY, "va": "top"}
    fit(figure.text(left, 1 - 60 / height, caption, **small, **style), room)
    fit(figure.text(left, 18 / height, foot, fontsize=10, color=GREY, **style), room)
    return figure


def title_of(recorded: Recorded, what: str) -> str:
    """With the scenario's name."""
    name = recorded.data.attrs.get("scenario") or recorded.data.attrs.get("robot")
    if not name:
        return what[:1].upper() + what[1:]
    return f"{plain(str(name))}: {what}"


def number(value: float) -> str:
    """Three digits, never with an exponent where a person does not want one."""
    return f"{value:.0f}" if 100 <= abs(value) < 1e6 else f"{value:.3g}"


def _source(recorded: Recorded) -> str:
    known = recorded.data.attrs
    parts = [f"robot {plain(str(known['robot']))}"] if known.get("robot") else []
    if recorded.many:
        parts.append(f"{recorded.runs.size} runs")
    if recorded.failed:
        parts.append(f"{recorded.failed} more failed and are not shown")
    if known.get("integrator"):
        parts.append(str(known["integrator"]))
        if isinstance(known.get("step"), float):
            parts[-1] += f", step {duration_text(known['step'])}"
    if known.get("method") == "perturbation":
        parts.append(f"linearised at {known.get('points')} points")
    if known.get("seed") is not None:
        parts.append(f"seed {known['seed']}")
    if known.get("complete") is False:
        parts.append("STOPPED BEFORE ITS END")
    if known.get("armwright_version"):
        parts.append(f"armwright {known['armwright_version']}")
    return "   ·   ".join(parts)
