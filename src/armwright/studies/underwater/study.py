"""The study of S2's chapter 7 from beginning to end."""

from __future__ import annotations

import re

from armwright.progress import Tell
from armwright.studies.study import Outcome, Study
from armwright.studies.underwater.chapters import (
    control_chapter,
    energy_chapter,
    open_loop_chapter,
    space_chapter,
)
from armwright.studies.underwater.claims import claims
from armwright.studies.underwater.runs import simulate
from armwright.studies.underwater.source import SOURCE
from armwright.studies.underwater.vehicle.chapters import platform_chapter, vehicle_chapter


def run(tell: Tell) -> Outcome:
    found = simulate(tell)
    return Outcome(
        claims=claims(found),
        chapters=[
            open_loop_chapter(found),
            energy_chapter(found),
            control_chapter(found),
            space_chapter(found),
            vehicle_chapter(found.vehicle),
            platform_chapter(found.vehicle.platform),
        ],
        runs={re.sub(r"\W+", "-", name): run for name, run in found.runs.items()},
        facts=[
            ("arms", "underwater_two_link (S2's planar arm), reach_alpha5, six_axis (S1's)"),
            ("water", "1025 and 997 kg/m³; strips, added mass in the mass matrix"),
        ],
    )


STUDY = Study(
    name="underwater",
    title="An arm under water",
    source=SOURCE,
    summary=(
        "The source derives a planar arm's added mass and drag by hand, doubts that such models "
        "can be generated, and controls the arm. Its equations, which are not consistent, stand "
        "here beside the arm that is generated from a description; an arm in space does the same, "
        "its base fixed and on a vehicle."
    ),
    run=run,
)
