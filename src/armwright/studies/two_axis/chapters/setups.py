"""Four paths and four set-ups."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.report.html.parts import Chapter, Fold, Paragraph, Picture, ReportTable
from armwright.report.runs.recorded import Recorded
from armwright.signals import Run
from armwright.studies.two_axis.claims.setups import same
from armwright.studies.two_axis.figures.setups import deviations_figure, paths_figure
from armwright.studies.two_axis.measures import error_vector, path_error, tools_apart
from armwright.studies.two_axis.runs import FRICTION_BELIEVED, PATHS, SIMS, STIFFNESS_BELIEVED
from armwright.studies.two_axis.source import TwoAxisNumbers
from armwright.studies.wording import fixed, percent

_SETUPS = (
    ("Sim1", "none", "0", "none"),
    ("Sim2", "4 mm, −5 mm, 2°", "0.1", "stiffness 20 %, friction 50 %"),
    ("Sim3", "4 mm, −5 mm, 2°", "0.1", "none"),
    ("Sim4", "4 mm, −5 mm, 2°", "0.2", "none"),
)


def setups_chapter(recorded: Recorded, n: TwoAxisNumbers, runs: Mapping[str, Run]) -> Chapter:
    """`runs`: the 16 of table 4.1."""
    return Chapter(
        "Four paths, four set-ups",
        [
            ReportTable(
                ("set-up", "calibration error", "drift, m/s²:", "model errors"),
                _SETUPS,
                "Table 4.1 of the source. All with gravity, friction, springs that stiffen, both "
                "ripples and noise; no disturbances.",
            ),
            Paragraph(
                "The source's figure of its paths is lost. Ours are of four kinds: a square with "
                "rounded corners, a circle, a triangle at whose corners the tool stops, and an "
                "outline of lines, arcs and corners. The accelerometer's errors do not touch the "
                "arm: Sim1, Sim3 and Sim4 move the same, bit by bit. In Sim2 the controller "
                f"believes in gears that are {percent(STIFFNESS_BELIEVED - 1)} too stiff and in "
                f"{percent(FRICTION_BELIEVED)} of the friction, and the tool leaves its path. Most "
                "of it is the weight: too small a deflection of the gears is allowed for, and the "
                f"tool hangs {fixed(_too_low(runs), 2)} mm too low on average."
            ),
            Picture(
                "paths",
                paths_figure(recorded, n, runs),
                "What the tool really does on the four paths.",
                "Four panels with wanted and true paths; those of Sim2 lie below the wanted ones.",
            ),
            Picture(
                "deviations",
                deviations_figure(recorded, runs),
                "A run begins with the tool exactly in place; in Sim2 the controller then pulls "
                "the motors to where it believes they belong. Peaks are where the acceleration "
                "changes, which the feed-forward neglects, or jumps, as it does at the ends of "
                "arcs.",
                "Distance from the path over time, for four paths; Sim2 is far above Sim1.",
            ),
            _errors(runs),
            Fold("What is the same in which set-ups", [_sameness(runs)]),
        ],
    )


def _too_low(runs: Mapping[str, Run]) -> float:
    """How far the tool is below its reference in Sim2, on average, mm."""
    below = [-1e3 * error_vector(runs[f"{path}-sim2"])[:, 2] for path in PATHS]
    return float(np.concatenate(below).mean())


def _errors(runs: Mapping[str, Run]) -> ReportTable:
    rows = []
    for path in PATHS:
        sizes = [path_error(runs[f"{path}-{sim}"]) for sim in SIMS]
        rows.append((path, *(f"{1e3 * size.rms:.3f} / {1e3 * size.largest:.3f}" for size in sizes)))
    head = ("path", *(f"S{sim[1:]}:" for sim in SIMS))
    return ReportTable(head, rows, "True distance from the reference, RMS / largest, mm.")


def _sameness(runs: Mapping[str, Run]) -> ReportTable:
    rows = []
    for path in PATHS:
        for sim in SIMS[1:]:
            alike = same(runs, path, sim)
            far = tools_apart(runs[f"{path}-{sim}"], runs[f"{path}-sim1"])
            equal = "the same, bit by bit" if alike else "different"
            rows.append((path, f"S{sim[1:]}", equal, f"{1e3 * far.largest:.3g}"))
    head = ("path", "set-up", "motion, compared with Sim1's", "tools apart at most, mm:")
    return ReportTable(head, rows)
