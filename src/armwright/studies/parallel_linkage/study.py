"""The study of S4's arm with a parallel linkage from beginning to end."""

from __future__ import annotations

from armwright.progress import Tell
from armwright.studies.parallel_linkage.chapters import programme_chapter, responses_chapter
from armwright.studies.parallel_linkage.claims import linkage_claims
from armwright.studies.parallel_linkage.responses import all_responses
from armwright.studies.parallel_linkage.runs import simulated
from armwright.studies.parallel_linkage.source import SOURCE
from armwright.studies.study import Outcome, Study


def run(tell: Tell) -> Outcome:
    responses = all_responses(tell)
    runs = simulated(tell)
    tell("tables and pictures", 0.9)
    seconds = {name: float(one.data.attrs["wall_seconds"]) for name, one in runs.items()}
    return Outcome(
        claims=linkage_claims(runs, responses),
        chapters=[responses_chapter(responses), programme_chapter(runs)],
        runs={name.replace(", ", "-").replace(" ", "-"): one for name, one in runs.items()},
        facts=[
            ("arms", "pl_arm and pl_arm_serial; all their numbers are assumed"),
            ("integration", "midpoint, 4 kHz; control at 1 and 4 kHz"),
        ],
        timings=seconds,
    )


STUDY = Study(
    name="parallel-linkage",
    title="An arm with a parallel linkage: loop, minimal form, replacement",
    source=SOURCE,
    summary="Whether S4's minimal form and its springs outside the loop stand for an arm with a "
    "true loop, in frequency responses and on a programme of all ISO 9283 shapes.",
    run=run,
)
