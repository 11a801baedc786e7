"""The chapters of the report, and all of this part of the study together."""

from __future__ import annotations

from armwright.progress import Tell
from armwright.report.html.parts import Chapter, Paragraph, Picture, ReportTable
from armwright.studies.friction.adaptive.claims import adaptive_claims
from armwright.studies.friction.adaptive.figures import (
    hour_figure,
    seen_figure,
    simulated_figure,
    told_figure,
)
from armwright.studies.friction.adaptive.runs import MINUTES, AdaptiveResults, experiments, off
from armwright.studies.study import Outcome
from armwright.studies.wording import fixed


def followed(tell: Tell) -> Outcome:
    """Section 5.4: friction that is followed, and what it tells of the gear."""
    found = experiments(tell)
    chapters = [_simulated(found), _hour(found), _seen(found), _aged(found)]
    return Outcome(claims=adaptive_claims(found), chapters=chapters, runs={})


def _simulated(found: AdaptiveResults) -> Chapter:
    return Chapter(
        "Friction followed: true velocities",
        [
            Paragraph(
                "Joint 3 of a six-axis arm makes S4's motion for five minutes; its torques come "
                "from cold friction with noise. The filter begins with warm numbers."
            ),
            Picture(
                "followed",
                simulated_figure(found),
                "S4, figures 5.14 and 5.15: estimates, and two standard errors around them. The "
                "scale is that of what has settled; the first seconds lie beyond it.",
                "Three panels, one for each number, over five minutes.",
            ),
        ],
    )


def _hour(found: AdaptiveResults) -> Chapter:
    rows = []
    for way, fits in (("plain", found.plain), ("cured", found.cured)):
        for minute, fit, true in zip(MINUTES, fits, found.truths, strict=True):
            errors = off(fit, true)
            rows.append(
                (
                    way,
                    f"{minute} min",
                    *(fixed(errors[name], 1) for name in ("static", "viscous", "quadratic")),
                    fixed(fit.consistency.mean, 2),
                )
            )
    return Chapter(
        "Friction followed: measured at the motors of a flexible arm",
        [
            Paragraph(
                "Motors show their positions and torques only; links ring behind springs, and the "
                "filter's arm is 10 % too heavy at its hand. The plain filter takes both for "
                "friction, though it is slow on purpose, as S4's is. The cured one lets links move "
                "behind their springs, estimates errors of bodies and rotors along, and counts "
                "what is left over as a disturbance that lasts for some samples."
            ),
            Picture(
                "hour",
                hour_figure(found),
                "S4, figure 5.16: batches of five minutes, every fifteen, while the gear warms up.",
                "Three panels over an hour: truth, the plain filter, the cured one.",
            ),
            ReportTable(
                ("", "batch", "F_s, %:", "α₂, %:", "α₃, %:", "NIS:"),
                rows,
                "Errors after each batch, in % of the truth",
            ),
        ],
    )


def _seen(found: AdaptiveResults) -> Chapter:
    return Chapter(
        "Where which number shows",
        [
            Picture(
                "seen",
                seen_figure(found.seen),
                "S4, figures 5.17 and 5.18. Left: one cycle; right: what a change of each number "
                "does to steady friction.",
                "Friction over one cycle; sensitivities over speed.",
            )
        ],
    )


def _aged(found: AdaptiveResults) -> Chapter:
    aged = found.aged
    return Chapter(
        "Diagnosis",
        [
            Paragraph(
                f"{len(aged.kinds)} arms with ten batches of 60 s each, all of them different by a "
                "few per cent and at different temperatures; in some a fault grows. The filter "
                "follows friction, the torque constant and what is carried."
            ),
            Picture(
                "told",
                told_figure(aged.told()),
                "What the last batch of each history is told to be: a row for what it is, a column "
                "for what is told.",
                "A table of shares: true kinds in rows, told ones in columns.",
            ),
        ],
    )
