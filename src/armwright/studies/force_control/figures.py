"""The pictures: forces over time, and numbers over the wall's stiffness."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.report.canvas import (
    AMBER,
    BLUE,
    DASHES,
    GREEN,
    GREY,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    entry,
    legend,
    style,
)
from armwright.report.runs.lines import envelope
from armwright.signals import Run
from armwright.studies.force_control.measures import Touch
from armwright.studies.force_control.runs import ADAPTIVE, FAST, FIXED, RIGID, SOFT, ForceControl
from armwright.studies.wording import scientific

_COLOURS = {ADAPTIVE: BLUE, FIXED: GREEN, SOFT: AMBER}
_TOUCHES = {FAST: BLUE, RIGID: RED}
_WALLS = {1e3: AMBER, 1e4: GREEN, 1e5: BLUE, 1e6: RED}


def force_figure(found: ForceControl) -> Figure:
    """Touch and slide: the whole run, and the first half second of contact."""
    figure = blank_figure((WIDTH, 460))
    legend(figure, [entry(f"{scientific(k)} N/m", c) for k, c in _WALLS.items()], below=24)
    places = Margins(left=90, head=90, foot=70).grid(figure, 1, 2, gaps=(80, 0))
    runs = found.runs[ADAPTIVE]
    first = min(_first(runs[k]) for k in _WALLS)
    spans = ((0.0, float(runs[1e3].data["time"].values[-1])), (first - 0.02, first + 0.7))
    for place, (begin, end) in enumerate(spans):
        axes = figure.add_subplot(places[0, place])
        title = "touch, push, slide from 3.5 s on" if place == 0 else "the touch"
        style(axes, title=title, x="time, s", y="contact force, N" if place == 0 else "")
        for stiffness, colour in _WALLS.items():
            time, force = _force(runs[stiffness])
            part = (time >= begin) & (time <= end)
            axes.plot(*envelope(time[part], force[part]), color=colour, linewidth=1.3)
        axes.axhline(found.wanted, color=GREY, linestyle=DASHES, linewidth=1.0)
        axes.margins(x=0.01)
    return figure


def touch_figure(found: ForceControl) -> Figure:
    """A fast touch of the stiffest wall: the first milliseconds, and the beginning of the push."""
    figure = blank_figure((WIDTH, 440))
    names = ("flexible joints", "rigid joints")
    marks = zip(names, _TOUCHES.values(), strict=True)
    legend(figure, [entry(name, colour) for name, colour in marks], below=24)
    places = Margins(left=90, head=90, foot=70).grid(figure, 1, 2, gaps=(80, 0))
    stiffness = max(found.runs[FAST])
    for place, span in enumerate((20.0, 500.0)):
        axes = figure.add_subplot(places[0, place])
        style(axes, x="ms after the touch", y="contact force, N" if place == 0 else "")
        for case, colour in _TOUCHES.items():
            run = found.runs[case][stiffness]
            time, force = _force(run)
            since = 1e3 * (time - _first(run))
            part = (since > -0.1 * span) & (since < span)
            axes.plot(*envelope(since[part], force[part]), color=colour, linewidth=1.4)
        axes.axhline(found.wanted, color=GREY, linestyle=DASHES, linewidth=1.0)
        axes.margins(x=0.01)
    return figure


def stiffness_figure(found: Mapping[str, Mapping[float, Touch]]) -> Figure:
    """Settling time and overshoot; walls that are not held have no mark."""
    figure = blank_figure((WIDTH, 420))
    legend(figure, [entry(case, colour) for case, colour in _COLOURS.items()], below=24)
    places = Margins(left=90, head=90, foot=70).grid(figure, 1, 2, gaps=(90, 0))
    for place, (name, factor, unit) in enumerate(
        (("settling", 1.0, "settling time, s"), ("overshoot", 100.0, "overshoot, %"))
    ):
        axes = figure.add_subplot(places[0, place])
        style(axes, x="stiffness of the wall, N/m", y=unit)
        for case, colour in _COLOURS.items():
            held = {k: one for k, one in found[case].items() if one.held}
            values = [factor * float(getattr(one, name)) for one in held.values()]
            axes.semilogx(list(held), values, "o-", color=colour, linewidth=1.3)
        axes.set_ylim(bottom=0.0)
    return figure


def _force(run: Run) -> tuple[Array, Array]:
    time = run.data["time"].values
    return time, run.data["contact_force"].values.reshape(len(time))


def _first(run: Run) -> float:
    time, force = _force(run)
    return float(time[int(np.argmax(force > 0.0))])
