"""The study of S2's chapter 6 from beginning to end."""

from __future__ import annotations

from armwright.progress import Tell
from armwright.studies.kinematic_identification.chapters import (
    points_chapter,
    real_chapter,
    tables_chapter,
)
from armwright.studies.kinematic_identification.claims import claims
from armwright.studies.kinematic_identification.runs import arm_of, identify
from armwright.studies.kinematic_identification.source import NOMINAL, SOURCE
from armwright.studies.study import Outcome, Study


def run(tell: Tell) -> Outcome:
    found = identify(tell)
    return Outcome(
        claims=claims(found),
        chapters=[points_chapter(found), tables_chapter(found), real_chapter(found)],
        runs={},
        facts=[
            ("arm", "PUMA 560, with S2's nominal table"),
            ("unknowns of the fit", str(found.full.unknowns)),
        ],
        robots=[arm_of(NOMINAL)],
    )


STUDY = Study(
    name="kinematic-identification",
    title="An arm's geometry from circles and from poses",
    source=SOURCE,
    summary=(
        "The source finds the geometry of a PUMA from circles, one joint at a time, and is left "
        "with about 3 mm. Its method is repeated here, beside a fit of all poses at once that goes "
        "down to the noise; and what its 3 mm were."
    ),
    run=run,
)
