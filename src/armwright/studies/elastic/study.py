"""The study of S4's chapter 4 from beginning to end."""

from __future__ import annotations

from armwright.progress import Tell
from armwright.studies.elastic.chapters import (
    experiments_chapter,
    springs_chapter,
    structures_chapter,
)
from armwright.studies.elastic.claims import elastic_claims
from armwright.studies.elastic.runs import run_all
from armwright.studies.elastic.source import SOURCE
from armwright.studies.study import Outcome, Study


def run(tell: Tell) -> Outcome:
    found = run_all(tell)
    tell("tables and pictures", 0.9)
    return Outcome(
        claims=elastic_claims(found),
        chapters=[
            experiments_chapter(found.six),
            structures_chapter(found.six),
            springs_chapter(found.one),
        ],
        runs={"four-mass": found.run},
        facts=[
            ("arms", "six_axis with assumed springs; four_mass, published but for its breakpoint"),
            ("experiments", "orthogonal multisines on torques, in closed loop"),
        ],
        robots=[found.six.truth, found.one.scenario.robot],
    )


STUDY = Study(
    name="elastic",
    title="Elastic parameters from multivariable frequency responses",
    source=SOURCE,
    summary="S4's figures 4.4 to 4.9 on arms whose truth is known: how many elastic axes an arm "
    "needs, what too few do to damping, and what stiffening springs do to resonances.",
    run=run,
)
