"""Runs along the line: S3's figures 7 to 10, and its seven frictions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measures import LineDeviation
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
from armwright.report.runs.page import number, page, title_of
from armwright.report.runs.recorded import Recorded
from armwright.report.words import plain
from armwright.signals import Run
from armwright.studies.rx90b.measures import Track

#: Of the runs on top of each other; all but the first are dashed.
_RUN_COLOURS = (BLUE, RED, AMBER, GREEN)
#: Of the joints, from the base outwards.
JOINT_COLOURS = (INK, BLUE, RED, GREEN, AMBER, "#6b4fb3")
#: s about the reversal, for bristles.
_ABOUT = (2.9, 3.3)
#: s from before the start to after the stop.
_ALONG = (0.4, 6.0)
#: A colour, and whether it is dashed.
_Look = tuple[str, bool]
_DIRECTIONS: dict[str, Callable[[LineDeviation], Array]] = {
    "horizontal": lambda deviation: deviation.lateral,
    "vertical": lambda deviation: deviation.vertical,
}


def deviation_figure(runs: Mapping[str, Run]) -> Figure:
    """Across the line, by place: sideways on the left, up on the right; below, what the other runs
    differ by from the first, in a scale of its own.  S3, figures 8 and 10."""
    tracks, first = _tracks(runs)
    rows = 2 if len(tracks) > 1 else 1
    recorded = Recorded.of(next(iter(runs.values())))
    title = title_of(recorded, "deviation from the line")
    figure = page(recorded, title, _differences(tracks), height=260 + 300 * rows)
    legend(figure, _entries(tracks))
    places = Margins(head=165).grid(figure, rows, 2, gaps=(105, 70))
    for column, (name, part) in enumerate(_DIRECTIONS.items()):
        lines = [part(track.deviation) for track in tracks.values()]
        top = figure.add_subplot(places[0, column])
        _draw_along(top, first, lines, [(colour, k > 0) for k, colour in enumerate(_RUN_COLOURS)])
        heading, where = f"{name.capitalize()} deviation", "position on the line, mm"
        below = "" if rows > 1 else where
        style(top, title=heading, x=below, y="actual − reference, µm")
        if rows > 1:
            bottom = figure.add_subplot(places[1, column])
            differences = [line - lines[0] for line in lines[1:]]
            _draw_along(
                bottom, first, differences, [(colour, False) for colour in _RUN_COLOURS[1:]]
            )
            title = "Difference from the first"
            style(bottom, title=title, x=where, y="difference, µm", ticks=5)
    stack(figure.axes)
    return figure


def currents_figure(runs: Mapping[str, Run]) -> Figure:
    """Of all motors over time; S3, figure 9, shows that of joint 3."""
    tracks, first = _tracks(runs)
    recorded = [Recorded.of(run) for run in runs.values()]
    names = recorded[0].channels("motor_current")
    rows = -(-len(names) // 2)
    figure = page(
        recorded[0],
        title_of(recorded[0], "currents of the motors"),
        f"Each motor has a scale of its own. Dotted: {who(first)} turn around.",
        height=230 + 190 * rows,
    )
    legend(figure, _entries(tracks))
    places = Margins(head=160, foot=86).grid(figure, rows, 2, gaps=(95, 62))
    for k, name in enumerate(names):
        axes = figure.add_subplot(places[k // 2, k % 2])
        last = k >= len(names) - 2
        axes.axhline(0, color=GREY, linewidth=0.8)
        for i, one in enumerate(recorded):
            current = one.array("motor_current")[..., k]
            draw_signal(axes, one.time, current, _RUN_COLOURS[i], dashed=i > 0, order=2.5 + i)
        mark(axes, first.reversal)
        axes.margins(x=0.01)
        below = "time, s" if last else ""
        style(axes, title=plain(name), x=below, y="current, A", ticks=5)
    stack(figure.axes)
    return figure


def velocities_figure(run: Run) -> Figure:
    """What the joints should do, over time.  S3, figure 7."""
    track, recorded = Track.of(run), Recorded.of(run)
    names = recorded.channels("reference_joint_velocity")
    when = track.reversal
    caption = (
        f"Dotted: {who(track)} turn around, at {when:.3f} s and {1e3 * track.place(when):.0f} mm "
        f"of {1e3 * track.length:.0f} mm along the line."
    )
    title = title_of(recorded, "velocities of the joints")
    figure = page(recorded, title, caption, height=640)
    legend(
        figure,
        [entry(plain(name), colour) for name, colour in zip(names, JOINT_COLOURS, strict=True)],
    )
    axes = figure.add_subplot(Margins(head=150).grid(figure, 1, 1)[0, 0])
    axes.axhline(0, color=GREY, linewidth=0.8)
    for k, colour in enumerate(JOINT_COLOURS):
        velocity = recorded.array("reference_joint_velocity")[..., k]
        draw_signal(axes, recorded.time, velocity, colour, width=2.0)
    mark(axes, when)
    axes.margins(x=0.01)
    style(axes, x="time, s", y="reference of the velocity, rad/s")
    return figure


def frictions_figure(run: Run) -> Figure:
    """Torques and bristles of the seven laws: all of them about the reversal, and those of the
    wrist all along the line. `run`: at every tick."""
    recorded = Recorded.of(run)
    names = [str(name).rpartition(" ")[0] for name in run.data["friction"].values]
    caption = (
        "Above: joints 2 and 3 turn around, and their bristles bend to the other side. Below: the "
        "wrist, all along the line.\nτ₇, the seventh, feels joints 5 and 6 and loads both."
    )
    figure = page(recorded, title_of(recorded, "seven frictions"), caption, height=880)
    colours = (*JOINT_COLOURS, GREY)
    words = [*map(plain, names[:-1]), "τ₇"]
    pairs = zip(words, colours, strict=True)
    legend(figure, [entry(word, colour) for word, colour in pairs], below=108)
    places = Margins(head=190).grid(figure, 2, 2, gaps=(95, 100))
    panels = (
        ("friction_torque", 1.0, "Torque, at the joints", "N m"),
        ("friction_deflection", 1e6, "Deflection of the bristles", "µrad"),
    )
    rows = (("", _ABOUT, range(len(names))), ("The wrist: ", _ALONG, range(4, len(names))))
    for row, (beginning, when, laws) in enumerate(rows):
        part = run.data.sel(time=slice(*when))
        for column, (signal, factor, title, unit) in enumerate(panels):
            axes = figure.add_subplot(places[row, column])
            axes.axhline(0, color=GREY, linewidth=0.8)
            for k in laws:
                values = factor * part[signal].values[:, k]
                axes.plot(part["time"].values, values, color=colours[k], linewidth=1.6)
            axes.margins(x=0.01)
            heading = f"{beginning}{title.lower()}" if beginning else title
            style(axes, title=heading, x="time, s", y=unit)
    figure.align_ylabels()
    return figure


def _tracks(runs: Mapping[str, Run]) -> tuple[dict[str, Track], Track]:
    """Those of all runs, and the first."""
    if not 1 <= len(runs) <= len(_RUN_COLOURS):
        raise InputError(
            "wrong number of runs",
            where="figure",
            got=len(runs),
            expected=f"1 to {len(_RUN_COLOURS)}",
        )
    tracks = {label: Track.of(run) for label, run in runs.items()}
    first = next(iter(tracks.values()))
    for label, track in tracks.items():
        if track.time.shape != first.time.shape or (track.time != first.time).any():
            raise InputError("recorded at other times than the first", where=f"run '{label}'")
    return tracks, first


def _entries(tracks: Mapping[str, Track]) -> list[Line2D]:
    pairs = zip(tracks, _RUN_COLOURS, strict=False)
    return [entry(plain(label), colour, dashed=k > 0) for k, (label, colour) in enumerate(pairs)]


def _differences(tracks: Mapping[str, Track]) -> str:
    """The largest of each run, across the line."""
    (_, first), *others = tracks.items()
    texts = []
    for label, track in others:
        parts = [part(track.deviation) - part(first.deviation) for part in _DIRECTIONS.values()]
        texts.append(f"{plain(label)} {number(1e6 * max(map(largest, parts)))} µm")
    words = f"Largest difference from the first: {', '.join(texts)}. " if texts else ""
    return f"{words}Dotted: {who(first)} turn around."


def _draw_along(axes: Axes, first: Track, lines: Sequence[Array], looks: Sequence[_Look]) -> None:
    """In µm, against the place on the line in mm."""
    axes.axhline(0, color=GREY, linewidth=0.8)
    for k, (line, (colour, dashed)) in enumerate(zip(lines, looks, strict=False)):
        values = 1e6 * line[None]
        draw_signal(axes, 1e3 * first.progress, values, colour, dashed=dashed, order=2.5 + k)
    mark(axes, 1e3 * first.place(first.reversal))
    axes.margins(x=0.02)


def mark(axes: Axes, where: float) -> None:
    """Where joints turn around."""
    axes.axvline(where, color=GREY, linewidth=1, linestyle=(0, (1, 2)), zorder=1.8)


def who(track: Track) -> str:
    return "joints " + " and ".join(plain(name).removeprefix("joint") for name in track.reversals)
