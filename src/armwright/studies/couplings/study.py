"""The study of S4's section 3.1 from beginning to end."""

from __future__ import annotations

from armwright.progress import Tell
from armwright.studies.couplings.chapters import gears_chapter, matrix_chapter, motion_chapter
from armwright.studies.couplings.claims import coupling_claims
from armwright.studies.couplings.runs import ROBOT, couple
from armwright.studies.couplings.source import SOURCE
from armwright.studies.study import Outcome, Study


def run(tell: Tell) -> Outcome:
    found = couple(tell)
    tell("tables and pictures", 0.9)
    return Outcome(
        claims=coupling_claims(found),
        chapters=[matrix_chapter(found), motion_chapter(found), gears_chapter(found)],
        runs=found.runs,
        facts=[("arm", f"{ROBOT}: S4's axes and mountings, assumed numbers")],
    )


STUDY = Study(
    name="couplings",
    title="Rotors that ride on links",
    source=SOURCE,
    summary="How large the inertial couplings of rotors and links are, in the two configurations "
    "of the source and on a fast motion, and what gears do to them.",
    run=run,
)
