"""Where the energy goes."""

from __future__ import annotations

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
    Margins,
    entry,
    legend,
    stack,
    style,
)
from armwright.report.runs.lines import draw_signal, largest
from armwright.report.runs.page import page, title_of
from armwright.report.runs.recorded import Recorded
from armwright.signals.provenance import ACTED_ON_BY
from armwright.signals.units import readable

_Lines = dict[str, tuple[Array, str]]


def energy_figure(recorded: Recorded) -> Figure | None:
    """What is stored, what was spent, and what the balance lacks; one panel each."""
    stored = _read(recorded, {"kinetic_energy": BLUE, "potential_energy": GREEN})
    stored = {name: (values - values[:, :1], colour) for name, (values, colour) in stored.items()}
    spent = _read(recorded, {"motor_work": INK, "friction_loss": AMBER, "damping_loss": RED})
    dragged = _read(recorded, {"drag_loss": BLUE})
    panels = {}
    if spent or dragged:
        panels["Work of the motors and losses, since the start"] = {**spent, **dragged}
    if stored:
        panels["Stored energy, change since the start"] = stored
    if not panels:
        return None
    if len(stored) == 2 and len(spent) == 3:
        gain = sum(values for values, _ in stored.values())
        losses = spent["friction_loss"][0] + spent["damping_loss"][0]
        losses = losses + sum(values for values, _ in dragged.values())
        lacking = spent["motor_work"][0] - gain - losses
        if recorded.data.attrs.get(ACTED_ON_BY):
            others = {"work_from_outside": (-lacking, GREY)}
            panels["From outside: change of what is stored + losses − work of the motors"] = others
        else:
            residual = {"balance_residual": (lacking, GREY)}
            panels["Balance: work − change of what is stored − losses, ideally 0"] = residual
    figure = page(
        recorded, title_of(recorded, "energy"), _caption(recorded), 220 + 250 * len(panels)
    )
    entries = [
        entry(name.replace("_", " "), colour)
        for lines in panels.values()
        for name, (_, colour) in lines.items()
    ]
    legend(figure, entries)
    places = Margins(left=122, head=155, foot=86).grid(figure, len(panels), 1, gaps=(0, 54))
    for k, (title, lines) in enumerate(panels.items()):
        axes = figure.add_subplot(places[k, 0])
        unit = _draw(axes, recorded, lines)
        last = k == len(panels) - 1
        below = "time, s" if last else ""
        style(axes, title=title, x=below, y=f"energy, {unit}")
    stack(figure.axes)
    return figure


def _read(recorded: Recorded, colours: dict[str, str]) -> _Lines:
    return {
        name: (recorded.array(name)[..., 0], colour)
        for name, colour in colours.items()
        if recorded.has(name)
    }


def _draw(axes: Axes, recorded: Recorded, lines: _Lines) -> str:
    factor, unit = readable(max(largest(values) for values, _ in lines.values()), "J")
    axes.axhline(0, color=GREY, linewidth=0.8)
    for values, colour in lines.values():
        draw_signal(axes, recorded.time, factor * values, colour, width=1.8)
    axes.margins(x=0.01)
    return unit


def _caption(recorded: Recorded) -> str:
    if recorded.many:
        return ""
    energy = recorded.summary["energy"]
    found = dict(zip(energy.channels, energy["value"], strict=True))
    words = {
        "motor_work": "work of the motors",
        "friction_loss": "lost by friction",
        "damping_loss": "lost in damping",
        "drag_loss": "lost by drag",
        "work_from_outside": "work from outside",
        "balance_residual": "missing in the balance",
    }
    texts = []
    for name, word in words.items():
        if name in found:
            factor, unit = readable(found[name], "J")
            texts.append(f"{word} {factor * found[name]:.3g} {unit}")
    return "At the end: " + ", ".join(texts) + "." if texts else ""
