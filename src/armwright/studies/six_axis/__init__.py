"""S1: a six-axis arm under inverse-dynamics control."""

from armwright.studies.six_axis.source import SOURCE
from armwright.studies.six_axis.study import run
from armwright.studies.study import Study

STUDY = Study(
    name="six-axis",
    title="A six-axis arm under inverse-dynamics control",
    source=SOURCE,
    summary=(
        "A rigid six-axis arm takes steps in its joints and goes round a half moon, under "
        "inverse-dynamics control with limits: ideal, with noise, with a wrong payload and wrong "
        "inertias. Before that a two-link arm whose equations fit on two lines; after it a "
        "filter and a robust outer loop, which the source only wishes for."
    ),
    run=run,
)

__all__ = ["STUDY"]
