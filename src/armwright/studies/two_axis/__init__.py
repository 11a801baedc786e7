"""The study of S0: a two-axis flexible arm with an accelerometer at its tool."""

from armwright.studies.study import Study
from armwright.studies.two_axis.experiment import experiment

STUDY = Study(
    name="two-axis",
    title="Two-axis flexible arm with an accelerometer",
    source=(
        "P. Axelsson: Simulation Model of a 2 Degrees of Freedom Industrial Manipulator. "
        "Report LiTH-ISY-R-3020, Linköping University, 2011 (S0)"
    ),
    summary=(
        "The simulation model of S0's figure 3.1 with every option of its section 3, on four "
        "closed paths with the four set-ups of its table 4.1; its equations and statements, one "
        "by one."
    ),
    run=experiment,
)

__all__ = ["STUDY"]
