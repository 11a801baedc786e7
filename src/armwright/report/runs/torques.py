"""What the motors have to give, and where they reach their limits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armwright.report.canvas import (
    AMBER,
    BLUE,
    GREEN,
    GREY,
    RED,
    Margins,
    entry,
    legend,
    stack,
    style,
)
from armwright.report.runs.lines import draw_limits, draw_signal, largest, limits_words
from armwright.report.runs.page import page, title_of
from armwright.report.runs.recorded import Recorded
from armwright.report.words import plain, short
from armwright.robot.drive import Side
from armwright.signals.records import flags_of, friction_at
from armwright.signals.units import readable

_ROW = 155


@dataclass(frozen=True)
class _Line:
    signal: str
    label: str
    colour: str
    dashed: bool = False


_TORQUES = {
    "motor": (
        _Line("motor_torque", "torque", BLUE),
        _Line("commanded_motor_torque", "commanded", GREY, dashed=True),
        _Line("friction_torque", "friction", AMBER),
    ),
    "joint": (
        _Line("joint_torque", "torque", BLUE),
        _Line("friction_torque", "friction", AMBER),
    ),
}
#: Friction that counts on the joint's side, beside torques on the motor's.
_FRICTION = (_Line("friction_torque", "friction", AMBER),)
_CURRENTS = (
    _Line("motor_current", "current", GREEN),
    _Line("commanded_motor_current", "commanded", GREY, dashed=True),
)


@dataclass(frozen=True)
class _Panel:
    """A column of pictures; `side` of the gear on which its torques count."""

    word: str
    lines: tuple[_Line, ...]
    side: Side = "motor"

    def elements(self, recorded: Recorded, name: str, k: int) -> list[tuple[_Line, int]]:
        """What there is to draw for a motor, the k-th, and which element of the signal it is."""
        found = []
        for line in self.lines:
            place = k
            if line.signal == "friction_torque":
                place = -1 if (own := friction_at(recorded.data, name, self.side)) is None else own
            if recorded.has(line.signal) and place >= 0:
                found.append((line, place))
        return found


def torques_figure(recorded: Recorded) -> Figure | None:
    """One row per motor: torque on the left, current beside it; friction that counts on the other
    side of the gear has a column of its own."""
    joints = recorded.has("joint_torque") and not recorded.has("motor_torque")
    side: Side = "joint" if joints else "motor"
    panels = [
        panel
        for panel in (_Panel("torque", _TORQUES[side], side), _Panel("current", _CURRENTS))
        if recorded.has(panel.lines[0].signal)
    ]
    if not panels:
        return None
    names = recorded.channels(panels[0].lines[0].signal)
    beside = _Panel("friction", _FRICTION, "joint")
    if side == "motor" and any(beside.elements(recorded, name, 0) for name in names):
        panels.append(beside)
    where = "at the joints" if side == "joint" else "of the motors"
    words = [f"{panel.word}s" for panel in panels if panel is not beside]
    figure = page(
        recorded,
        title_of(recorded, f"{' and '.join(words)} {where}"),
        _caption(recorded),
        height=220 + _ROW * len(names),
    )
    shown = {
        line.label: line
        for panel in panels
        for k, name in enumerate(names)
        for line, _ in panel.elements(recorded, name, k)
    }
    entries = [entry(line.label, line.colour, dashed=line.dashed) for line in shown.values()]
    if recorded.summary.saturations:
        entries.append(entry("a limit is reached for the first time", RED))
    limited = False
    places = Margins(head=148, foot=86).grid(figure, len(names), len(panels), gaps=(95, 42))
    for k, name in enumerate(names):
        last = k == len(names) - 1
        for column, panel in enumerate(panels):
            lines = panel.elements(recorded, name, k)
            if not lines:
                continue
            axes = figure.add_subplot(places[k, column])
            factor, unit = _draw_lines(axes, recorded, lines)
            low, high = recorded.limits(lines[0][0].signal, name)
            limited |= draw_limits(axes, (factor * low, factor * high))
            style(
                axes,
                title="at the joint" if panel is beside else "" if column else plain(name),
                x="time, s" if last else "",
                y=f"{panel.word}, {unit}",
                ticks=5,
            )
            told = limits_words((factor * low, factor * high), unit)
            axes.set_title(told, loc="right", fontsize=11, color=GREY, parse_math=False)
            _mark_limits(axes, recorded, k, len(names), words=column == 0)
    if limited:
        entries.append(entry("limit", RED, dashed=True))
    legend(figure, entries)
    stack(figure.axes)
    return figure


def _caption(recorded: Recorded) -> str:
    if not flags_of(recorded.data):
        return "Whether limits were reached was not recorded."
    if not recorded.summary.saturations:
        return "No limit was reached."
    flags = dict.fromkeys(plain(saturation.flag) for saturation in recorded.summary.saturations)
    return f"Limits were reached: {', '.join(flags)}."


def _draw_lines(
    axes: Axes, recorded: Recorded, lines: list[tuple[_Line, int]]
) -> tuple[float, str]:
    """The factor to the unit that is drawn, and the unit."""
    values = [recorded.array(line.signal)[..., place] for line, place in lines]
    factor, unit = readable(max(map(largest, values)), recorded.unit(lines[0][0].signal))
    axes.axhline(0, color=GREY, linewidth=0.8)
    # The signal itself is in front of those that explain it.
    for (line, _), each, order in zip(lines, values, (3.0, 3.2, 2.8), strict=False):
        draw_signal(
            axes, recorded.time, factor * each, line.colour, dashed=line.dashed, order=order
        )
    axes.margins(x=0.01)
    return factor, unit


def _mark_limits(axes: Axes, recorded: Recorded, k: int, count: int, *, words: bool) -> None:
    """A line where motor k first reached a limit; for many runs, where the earliest did."""
    texts = []
    for flag in flags_of(recorded.data):
        counts = recorded.array(f"{flag}_count")[:, 0]
        of_motors = recorded.data[f"{flag}_count"].dims[-1] in ("motor", "joint", "channel")
        if not of_motors or counts.shape[1] != count or not counts[:, k].any():
            continue
        times = recorded.array(f"{flag}_first_time")[counts[:, k] > 0, 0, k]
        text = f"{short(plain(flag), 22)} {counts[:, k].sum():.0f} ×"
        if recorded.many:
            text = f"{short(plain(flag), 22)} in {times.size} of {len(counts)} runs"
        if np.isfinite(times).any():
            axes.axvline(float(np.nanmin(times)), color=RED, linewidth=1.6, zorder=2)
            text += f", first at {np.nanmin(times):.4g} s"
        texts.append(text)
    if len(texts) > 1:
        # There is room for one; the caption has the names of all.
        texts = [f"{len(texts)} limits reached"]
    if texts and words:
        axes.set_title(texts[0], loc="right", fontsize=11, color=RED, parse_math=False)
