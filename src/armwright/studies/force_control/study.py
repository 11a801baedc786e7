"""The study of S2's chapter 8 from beginning to end."""

from __future__ import annotations

from armwright.progress import Tell
from armwright.studies.force_control.chapters import comparison_chapter, force_chapter
from armwright.studies.force_control.claims import force_claims
from armwright.studies.force_control.measures import touched
from armwright.studies.force_control.runs import ADAPTIVE, SCENARIO, touch
from armwright.studies.force_control.source import SOURCE
from armwright.studies.study import Outcome, Study


def run(tell: Tell) -> Outcome:
    found = touch(tell)
    tell("tables and pictures", 0.9)
    touches = {
        case: {
            stiffness: touched(one, found.wanted, found.slide) for stiffness, one in runs.items()
        }
        for case, runs in found.runs.items()
    }
    return Outcome(
        claims=force_claims(touches, found.wanted),
        chapters=[
            force_chapter(found, touches),
            comparison_chapter(found, touches),
        ],
        runs={f"wall-{k:.0f}": one for k, one in found.runs[ADAPTIVE].items()},
        facts=[("scenario", f"{SCENARIO}: arm of the library, assumed springs, friction, sensors")],
    )


STUDY = Study(
    name="force-control",
    title="Force control of flexible joints against a wall",
    source=SOURCE,
    summary="A wall of any stiffness from 1e3 to 1e6 N/m, held by one setting of a hybrid force "
    "and position controller; what a loop does that is tuned on a soft wall, and rigid joints.",
    run=run,
)
