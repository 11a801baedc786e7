"""S2, chapters 2 and 3: formulations of the equations of motion, and programs that make them."""

from armwright.studies.formulations.source import SOURCE
from armwright.studies.formulations.study import run
from armwright.studies.study import Study

STUDY = Study(
    name="formulations",
    title="Newton-Euler, Lagrange, Kane",
    source=SOURCE,
    summary=(
        "Which formulation is best? The source says it in words; here the equations of its arms, "
        "and of arms with two to six axes, are derived by all three, counted, turned into code and "
        "timed, beside the path that armwright itself takes."
    ),
    run=run,
)

__all__ = ["STUDY"]
