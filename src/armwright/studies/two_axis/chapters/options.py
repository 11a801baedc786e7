"""The options of S0's section 3, one by one."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.report.runs.recorded import Recorded
from armwright.signals import Run
from armwright.studies.two_axis.figures.options import options_figure
from armwright.studies.two_axis.measures import Distance, path_error, tools_apart
from armwright.studies.two_axis.runs import PLAIN, SourceOption

_PATH = "Path"


def options_chapter(
    recorded: Recorded, options: Mapping[str, SourceOption], runs: Mapping[str, Run]
) -> Chapter:
    errors = {name: path_error(run) for name, run in runs.items()}
    square = {name: size for name, size in errors.items() if options[name].heading != _PATH}
    return Chapter(
        "Options, one by one",
        [
            Paragraph(
                "Each option is switched by itself, on the square, on an arm with gravity, "
                "friction and springs that stiffen, without ripple and noise: the plain arm. What "
                "path error it has comes from its feed-forward, which neglects how the "
                "acceleration changes, and from the ends of arcs, where the acceleration jumps "
                "and no torque can follow. Options of the accelerometer change nothing about the "
                "path. Without gravity, or with linear springs, the gears work where they are "
                "soft, and the same jumps shake the arm more."
            ),
            Picture(
                "options",
                options_figure(recorded, options, square),
                "Path error with each option by itself.",
                "Bars: RMS and largest path error for each option.",
            ),
            _table(options, runs, errors),
        ],
    )


def _table(
    options: Mapping[str, SourceOption], runs: Mapping[str, Run], errors: Mapping[str, Distance]
) -> ReportTable:
    rows = []
    for name, option in options.items():
        moved = "its own path"
        if option.heading != _PATH:
            far = tools_apart(runs[name], runs[PLAIN]).rms
            moved = f"{1e6 * far:.1f}" if far else "0"
        error = errors[name]
        heading = "" if name == PLAIN else option.heading
        numbers = (f"{1e3 * error.rms:.3f}", f"{1e3 * error.largest:.3f}", moved)
        rows.append((heading, option.words, *numbers, option.setting))
    head = ("option", "here", "RMS, mm:", "largest, mm:", "tool moved, RMS, µm:", "setting")
    caption = "True distance from the reference; and from where the tool of the plain arm is."
    return ReportTable(head, rows, caption)
