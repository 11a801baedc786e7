"""The study of S2's chapter 4 from beginning to end."""

from __future__ import annotations

from armwright.progress import Tell
from armwright.studies.measuring.chapters import clocks_chapter, files_chapter, identified_chapter
from armwright.studies.measuring.claims import measured_claims
from armwright.studies.measuring.runs import measure
from armwright.studies.measuring.source import SOURCE
from armwright.studies.study import Outcome, Study


def run(tell: Tell) -> Outcome:
    found = measure(tell)
    tell("tables and pictures", 0.9)
    return Outcome(
        claims=measured_claims(found),
        chapters=[files_chapter(found), clocks_chapter(found), identified_chapter(found)],
        runs={"joint1": found.run},
        facts=[
            ("arm", "puma560_armstrong3, the joints' zeros as in S2's table 6.1"),
            ("scenario", "puma/mark1, joint 1 to and fro"),
            ("seed", str(found.scenario.seed)),
        ],
    )


STUDY = Study(
    name="measuring",
    title="A measuring system: encoders, currents, a tracker, and their clocks",
    source=SOURCE,
    summary="What S2's instruments leave of a motion in their files, whether two recorders can be "
    "put together, and what the limits of the system do to identification.",
    run=run,
)
