"""The study of S2's section 3.8 from beginning to end."""

from __future__ import annotations

from armwright.progress import Tell
from armwright.studies.aa300.chapters import manoeuvre_chapter, motors_chapter, reactions_chapter
from armwright.studies.aa300.claims import aa300_claims
from armwright.studies.aa300.runs import manoeuvre
from armwright.studies.aa300.source import SCENARIO, SOURCE
from armwright.studies.study import Outcome, Study


def run(tell: Tell) -> Outcome:
    found = manoeuvre(tell)
    tell("tables and pictures", 0.9)
    rerun = found.choice.rerun
    assert rerun is not None  # the list has motors for every axis
    return Outcome(
        claims=aa300_claims(found),
        chapters=[manoeuvre_chapter(found), reactions_chapter(found), motors_chapter(found)],
        runs={
            **{name.replace(" ", "_"): one for name, one in found.runs.items()},
            "by_peak_torque": found.by_peak_rerun,
            "with_motors": rerun,
        },
        facts=[
            ("scenario", SCENARIO),
            ("arm", "bodies of table 3.2; joints, motion, gains, friction and motors assumed"),
        ],
    )


STUDY = Study(
    name="aa300",
    title="The AA300: torques of a manoeuvre, and motors for it",
    source=SOURCE,
    summary="A handling robot from its solid model, under PD control: torques and reactions of a "
    "manoeuvre, motors chosen from a list by them, and a rerun with the motors in.",
    run=run,
)
