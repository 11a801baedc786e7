"""S1's five pictures of every case: one by one, all on a page, or one kind of them for several
cases side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from armwright.arrays import Array
from armwright.report.canvas import (
    AMBER,
    BLUE,
    GREEN,
    INK,
    RED,
    WIDTH,
    Margins,
    blank_figure,
    entry,
    legend,
    stack,
    style,
)
from armwright.report.runs.lines import envelope
from armwright.signals import Run
from armwright.studies.six_axis.measures import error, time, values

JOINT_COLOURS = (BLUE, RED, GREEN, AMBER, "#6b4fb3", "#17838f")
_HEAD, _FOOT = 78, 58
#: Heights of the panels, alone, on a page of all, and beside other cases; and the gaps below them.
_ALONE, _TOGETHER, _BESIDE = 215, 150, 118
_GAP, _SMALL_GAP, _TITLES = 66, 52, 38


@dataclass(frozen=True)
class Panel:
    """`values`: (records, 6)."""

    title: str
    unit: str
    values: Callable[[Run], Array]


@dataclass(frozen=True)
class PanelRow:
    """The panels of one picture. `says`: what they show. `compared`: those in which one sees what a
    case changes; `close`: those in which one sees noise, if one looks closely."""

    name: str
    says: str
    panels: tuple[Panel, ...]
    compared: tuple[Panel, ...]
    close: tuple[Panel, ...]


def _signal(title: str, unit: str, name: str) -> Panel:
    return Panel(title, unit, lambda run: values(run, name))


def _motion_row(title: str, name: str, symbol: str, unit: str) -> PanelRow:
    """The error is against what is measured, as in S1's pictures."""
    actual = _signal(f"actual {symbol}", unit, f"joint_{name}")
    seen = Panel(f"error {symbol}ᵣ − {symbol}", unit, lambda run: error(run, name, measured=True))
    return PanelRow(
        title,
        f"{title} of the joints: reference, error against what is measured, actual",
        (_signal(f"reference {symbol}ᵣ", unit, f"reference_joint_{name}"), seen, actual),
        (actual,),
        (seen,),
    )


def _limited_row(
    name: str, says: str, symbol: str, unit: str, wanted: str, served: str
) -> PanelRow:
    within = _signal(f"{symbol}ₛ, within its limit", unit, served)
    cut_off = Panel(
        f"{symbol} − {symbol}ₛ, what the limit cuts off",
        unit,
        lambda run: values(run, wanted) - values(run, served),
    )
    return PanelRow(name, says, (within, cut_off), (within,), (within,))


_PARTS = (
    _signal("B(q) y", "N m", "inertial_joint_torque"),
    _signal("n(q, q̇)", "N m", "bias_joint_torque"),
)
PANEL_ROWS = (
    _motion_row("angles", "position", "q", "rad"),
    _motion_row("velocities", "velocity", "q̇", "rad/s"),
    PanelRow(
        "torque-parts",
        "the parts of the torque: inertia, and Coriolis with gravity",
        _PARTS,
        _PARTS,
        _PARTS,
    ),
    _limited_row(
        "torques", "torque and its limit", "u", "N m", "wanted_joint_torque", "joint_torque"
    ),
    _limited_row(
        "accelerations",
        "commanded acceleration and its limit",
        "y",
        "rad/s²",
        "wanted_joint_acceleration",
        "commanded_joint_acceleration",
    ),
)


def row_figure(run: Run, row: PanelRow) -> Figure:
    """One of S1's five pictures."""
    return _rows_figure(run, (row,), _ALONE)


def case_figure(run: Run) -> Figure:
    """All five of them, one below the other."""
    return _rows_figure(run, PANEL_ROWS, _TOGETHER)


def _rows_figure(run: Run, rows: tuple[PanelRow, ...], panel: int) -> Figure:
    figure = blank_figure((WIDTH, _HEAD + _FOOT + len(rows) * (panel + _GAP) - _GAP))
    legend(figure, joint_entries(run), below=8)
    for k, row in enumerate(rows):
        places = Margins(left=70, head=_HEAD, foot=_FOOT).grid(
            figure, len(rows), len(row.panels), gaps=(88, _GAP)
        )
        for column, drawn in enumerate(row.panels):
            axes = figure.add_subplot(places[k, column])
            _draw_curves(axes, time(run), drawn.values(run))
            last = "time, s" if k == len(rows) - 1 else ""
            style(axes, title=f"{drawn.title}, {drawn.unit}", x=last, ticks=5)
    return figure


def cases_figure(
    row: PanelRow,
    cases: Mapping[str, Run],
    ideal: Run,
    window: tuple[float, float] | None = None,
) -> Figure:
    """One of S1's five pictures for several cases, a column each under its title. Below, how far
    they are from the ideal case, and that again in a `window` of time. A line of panels has one
    scale."""
    lines: list[tuple[Panel, tuple[float, float] | None]]
    lines = [(panel, None) for panel in row.panels]
    lines += [(_less(panel, ideal), None) for panel in row.compared]
    if window:
        lines += [(_less(panel, ideal), window) for panel in row.close]
    head = _HEAD + _TITLES
    figure = blank_figure((WIDTH, head + _FOOT + len(lines) * (_BESIDE + _SMALL_GAP) - _SMALL_GAP))
    legend(figure, joint_entries(ideal), below=8)
    places = Margins(left=70, head=head, foot=_FOOT).grid(
        figure, len(lines), len(cases), gaps=(24, _SMALL_GAP)
    )
    stacks: dict[tuple[float, float] | None, list[Axes]] = {}
    for k, (panel, within) in enumerate(lines):
        label = "time, s" if k == len(lines) - 1 else ""
        first: Axes | None = None
        for column, (title, run) in enumerate(cases.items()):
            axes = figure.add_subplot(places[k, column], sharey=first)
            t, curves = time(run), panel.values(run)
            kept = slice(*t.searchsorted(within)) if within else slice(None)
            _draw_curves(axes, t[kept], curves[kept])
            head_line = "" if first else f"{panel.title}, {panel.unit}"
            style(
                axes,
                title=head_line,
                x=label,
                ticks=4,
            )
            axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
            axes.tick_params(labelleft=first is None)
            if k == 0:
                above = (0.0, 1.0 + _TITLES / _BESIDE)
                axes.text(*above, title, transform=axes.transAxes, color=INK, fontsize=12.5)
            first = first or axes
            stacks.setdefault(within, []).append(axes)
    for panels in stacks.values():
        stack(panels)
    return figure


def _less(panel: Panel, ideal: Run) -> Panel:
    """The panel less what it shows of the ideal case."""
    return Panel(
        f"{panel.title}, less that of the ideal case",
        panel.unit,
        lambda run: panel.values(run) - panel.values(ideal),
    )


def _draw_curves(axes: Axes, t: Array, curves: Array) -> None:
    for k, colour in enumerate(JOINT_COLOURS):
        axes.plot(*envelope(t, curves[:, k]), color=colour, linewidth=1.3)
    axes.margins(x=0.01)


def joint_entries(run: Run) -> list[Line2D]:
    """For the legend."""
    names = run.data["joint"].values
    return [entry(str(name), colour) for name, colour in zip(names, JOINT_COLOURS, strict=True)]
