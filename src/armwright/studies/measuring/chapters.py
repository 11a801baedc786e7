"""The chapters of the report, in the order of `study.py`."""

from __future__ import annotations

import numpy as np

from armwright.measuring.files import columns_text
from armwright.report.html.parts import Chapter, Paragraph, Picture, Preformatted, ReportTable
from armwright.studies.measuring.figures import distances_figure, recordings_figure
from armwright.studies.measuring.runs import DRIFT, FAST, ONE_TURN, THOUSAND, Measurement
from armwright.studies.wording import fixed, plus_minus, short


def files_chapter(found: Measurement) -> Chapter:
    return Chapter(
        "What the instruments write",
        [
            Paragraph(
                "Joint 1 of a PUMA 560 with a Mark I controller turns through 180 degrees and "
                "back. Counters of encoders and converters behind Hall sensors sample motors and "
                "currents; a laser tracker follows a target beyond the wrist. Each writes a table "
                "of raw numbers, counts and volts; a columns file beside it says what they mean, "
                "and the reader of logs makes signals of them."
            ),
            Preformatted(columns_text(found.raw[FAST].meaning), "The columns file of the card"),
            Picture(
                "recordings",
                recordings_figure(found),
                "The current of joint 1 as two files have it: the card on its own, and on the "
                "edges of a tracker that stops after 1000 samples.",
                "Two panels. In the whole test both files look alike; in a tenth of a second the "
                "file with 1000 samples misses most of what the current does.",
            ),
        ],
    )


def clocks_chapter(found: Measurement) -> Chapter:
    alignment = found.alignment
    errors = np.sqrt(np.diag(alignment.covariance))
    delay = plus_minus(1e3 * alignment.delay, 1e3 * errors[0])
    drift = plus_minus(1e6 * alignment.drift, 1e6 * errors[1])
    return Chapter(
        "Two recorders",
        [
            Paragraph(
                "S2 samples encoders and currents on the edges of the tracker's square wave. Here "
                "a second tracker runs on a clock of its own. What both have seen, the motion of "
                f"the target, gives its delay and its drift: a delay of {delay} ms at "
                f"{fixed(alignment.centre, 3)} s and a drift of {drift} ppm, with standard errors. "
                f"Put in were a drift of {1e6 * DRIFT:g} ppm, and the delay that belongs to it."
            ),
            Picture(
                "distances",
                distances_figure(found),
                "From the target by the encoders to the target by the tracker. The upper curve is "
                "not an error of the arm: the two files do not have the same time.",
                "Three curves on a logarithmic scale: two clocks at hundreds of millimetres, the "
                "nominal geometry at tens, the arm's own geometry at two tenths.",
            ),
        ],
    )


def identified_chapter(found: Measurement) -> Chapter:
    names = tuple(found.true)
    rows = [("true", *(fixed(found.true[name], 3) for name in names), "", "")]
    for way in (FAST, THOUSAND, ONE_TURN):
        fit = found.fits[way]
        known = fit.combinations
        at = {name: k for k, name in enumerate(known.names)}
        cells = [
            f"{fixed(known.values[at[n]], 3)} ± {fixed(known.errors[at[n]], 3)}" for n in names
        ]
        rows.append((way, *cells, str(fit.samples), short(fit.effective_samples)))
    return Chapter(
        "What is left for identification",
        [
            Paragraph(
                "Joint 1 as a motor and a link, by S2's integrated equations, from the same "
                "motion in three files: kg m², N m s/rad and N m at the joint, with standard "
                "errors."
            ),
            ReportTable(
                ("file", *(f"{name.replace('_', ' ')}:" for name in names), "rows:", "effective:"),
                rows,
                "Numbers of joint 1 from three files of one motion",
            ),
        ],
    )
