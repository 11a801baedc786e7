"""S3's welding robot on its straight line, and the perturbation method."""

from armwright.studies.rx90b.study import run
from armwright.studies.study import Study

STUDY = Study(
    name="rx90b",
    title="A welding robot on a straight line: the full model and the perturbation method",
    source="S3: Aarts, Jonker, Waiboer, Realistic dynamic simulation of an industrial robot with "
    "joint friction",
    summary="The Stäubli RX90B with all that S3 describes draws a straight line, in full and by "
    "S3's method of small perturbations about the nominal motion.",
    run=run,
)
