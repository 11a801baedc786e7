"""The pictures: S3's figures 7 to 10 of runs along the line; the method's error; gains."""

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
    style,
)
from armwright.report.runs.lines import draw_signal, largest
from armwright.report.runs.page import number, page, title_of
from armwright.report.runs.recorded import Recorded
from armwright.report.words import plain
from armwright.signals import Run
from armwright.studies.rx90b.measures import Track, distance
from armwright.studies.rx90b.runs import GAINS, INTEGRALS, Variants
from armwright.studies.rx90b.source import EVERYWHERE, MOSTLY

#: Of the runs on top of each other; all but the first are dashed.
_RUN_COLOURS = (BLUE, RED, AMBER, GREEN)
#: Of the joints, from the base outwards.
_JOINT_COLOURS = (INK, BLUE, RED, GREEN, AMBER, "#6b4fb3")
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
        style(top, title=heading, x=below, y="actual − reference, µm", above=rows > 1)
        if rows > 1:
            bottom = figure.add_subplot(places[1, column], sharex=top)
            differences = [line - lines[0] for line in lines[1:]]
            _draw_along(
                bottom, first, differences, [(colour, False) for colour in _RUN_COLOURS[1:]]
            )
            title = "Difference from the first"
            style(bottom, title=title, x=where, y="difference, µm", ticks=5)
    figure.align_ylabels()
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
        f"Each motor has a scale of its own. Dotted: {_who(first)} turn around.",
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
        _mark(axes, first.reversal)
        axes.margins(x=0.01)
        below = "time, s" if last else ""
        style(axes, title=plain(name), x=below, y="current, A", ticks=5, above=not last)
    figure.align_ylabels()
    return figure


def velocities_figure(run: Run) -> Figure:
    """What the joints should do, over time.  S3, figure 7."""
    track, recorded = Track.of(run), Recorded.of(run)
    names = recorded.channels("reference_joint_velocity")
    when = track.reversal
    caption = (
        f"Dotted: {_who(track)} turn around, at {when:.3f} s and {1e3 * track.place(when):.0f} mm "
        f"of {1e3 * track.length:.0f} mm along the line."
    )
    title = title_of(recorded, "velocities of the joints")
    figure = page(recorded, title, caption, height=640)
    legend(
        figure,
        [entry(plain(name), colour) for name, colour in zip(names, _JOINT_COLOURS, strict=True)],
    )
    axes = figure.add_subplot(Margins(head=150).grid(figure, 1, 1)[0, 0])
    axes.axhline(0, color=GREY, linewidth=0.8)
    for k, colour in enumerate(_JOINT_COLOURS):
        velocity = recorded.array("reference_joint_velocity")[..., k]
        draw_signal(axes, recorded.time, velocity, colour, width=2.0)
    _mark(axes, when)
    axes.margins(x=0.01)
    style(axes, x="time, s", y="reference of the velocity, rad/s")
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
    return f"{words}Dotted: {_who(first)} turn around."


def _draw_along(axes: Axes, first: Track, lines: Sequence[Array], looks: Sequence[_Look]) -> None:
    """In µm, against the place on the line in mm."""
    axes.axhline(0, color=GREY, linewidth=0.8)
    for k, (line, (colour, dashed)) in enumerate(zip(lines, looks, strict=False)):
        values = 1e6 * line[None]
        draw_signal(axes, 1e3 * first.progress, values, colour, dashed=dashed, order=2.5 + k)
    _mark(axes, 1e3 * first.place(first.reversal))
    axes.margins(x=0.02)


def _mark(axes: Axes, where: float) -> None:
    """Where joints turn around."""
    axes.axvline(where, color=GREY, linewidth=1, linestyle=(0, (1, 2)), zorder=1.8)


def _who(track: Track) -> str:
    return "joints " + " and ".join(plain(name).removeprefix("joint") for name in track.reversals)


def points_figure(full: Run, runs: Mapping[int, Run]) -> Figure:
    recorded = Recorded.of(full)
    caption = (
        "The tool's largest difference from the full model, and what the runs estimate it to be."
    )
    figure = page(recorded, title_of(recorded, "error against points"), caption, height=560)
    axes = figure.add_subplot(Margins(head=150).grid(figure, 1, 1)[0, 0])
    points = [run.data.attrs["points"] for run in runs.values()]
    actual = [1e6 * distance(full, run).max() for run in runs.values()]
    estimated = [1e6 * run.data.attrs["second_order_error"] for run in runs.values()]
    axes.plot(points, actual, "o-", color=BLUE, linewidth=2)
    axes.plot(points, estimated, "s--", color=RED, linewidth=1.5)
    style(axes, x="points at which the arm is linearised", y="µm")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks(points, [str(count) for count in points])
    axes.minorticks_off()
    for limit, words in ((EVERYWHERE, "S3: everywhere below"), (MOSTLY, "S3: mostly below")):
        axes.axhline(1e6 * limit, color="0.6", linewidth=1, linestyle=":")
        axes.annotate(
            f"{words} {1e6 * limit:g} µm",
            (points[-1], 1e6 * limit),
            (0, 4),
            textcoords="offset points",
            ha="right",
            fontsize=11,
            color="0.35",
        )
    legend(figure, [entry("largest difference", BLUE), entry("estimate", RED, dashed=True)])
    return figure


def tuning_figure(found: Variants) -> Figure:
    recorded = Recorded.of(found.tuned)
    caption = (
        f"Each field is a run of the perturbation method, {found.tuning.size} in all: the largest "
        "distance from where the tool should be, in µm. Framed: the best."
    )
    title = title_of(recorded, "tuning of the position loop")
    figure = page(recorded, title, caption, height=640, bands=False)
    axes = figure.add_subplot(Margins(left=120, head=120).grid(figure, 1, 1)[0, 0])
    values = 1e6 * found.tuning
    axes.imshow(values, cmap="viridis_r", aspect="auto", origin="lower")
    style(axes, x="integral gain, 1/s²", y="proportional gain, 1/s")
    axes.grid(False)
    axes.set_xticks(range(len(INTEGRALS)), [f"{gain:g}" for gain in INTEGRALS])
    axes.set_yticks(range(len(GAINS)), [f"{gain:g}" for gain in GAINS])
    middle = 0.5 * (values.min() + values.max())
    for row in range(len(GAINS)):
        for column in range(len(INTEGRALS)):
            colour = "black" if values[row, column] < middle else "white"
            words = f"{values[row, column]:.0f}"
            axes.text(column, row, words, ha="center", va="center", fontsize=10.5, color=colour)
    row, column = found.best
    corners = [column - 0.5, column + 0.5, column + 0.5, column - 0.5, column - 0.5]
    heights = [row - 0.5, row - 0.5, row + 0.5, row + 0.5, row - 0.5]
    axes.plot(corners, heights, color="black", linewidth=2.5)
    return figure
