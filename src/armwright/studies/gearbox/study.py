"""The study of S4's section 3.2 from beginning to end."""

from __future__ import annotations

from armwright.progress import Tell
from armwright.studies.gearbox.chapters import matrix_chapter, models_chapter, train_chapter
from armwright.studies.gearbox.claims import wrist_claims
from armwright.studies.gearbox.runs import FULL, TESTED, compared
from armwright.studies.gearbox.source import SOURCE
from armwright.studies.gearbox.wrist import scenario, with_train
from armwright.studies.study import Outcome, Study


def run(tell: Tell) -> Outcome:
    found = compared(tell)
    tell("tables and pictures", 0.9)
    return Outcome(
        claims=wrist_claims(found),
        chapters=[train_chapter(found), matrix_chapter(found), models_chapter(found)],
        runs={"full-train": found.runs[FULL], "diagonal": found.runs[TESTED]},
        facts=[
            ("arm", "six_axis with a coupled wrist; teeth and inertias assumed"),
            ("scenario", "six-axis-line without friction"),
        ],
        timings=dict(found.seconds),
        robots=[with_train(scenario().robot, found.train)],
    )


STUDY = Study(
    name="gearbox",
    title="A coupled wrist from teeth and shafts",
    source=SOURCE,
    summary="Gear ratios by Willis' equation, which springs of a gear train matter, the stiffness "
    "matrix of a coupled wrist, and what a diagonal one costs at the tool and in frequency.",
    run=run,
)
