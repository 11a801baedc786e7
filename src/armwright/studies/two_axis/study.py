"""The study of S0 from beginning to end."""

from __future__ import annotations

from armwright.arm import compile
from armwright.estimate import ToolObserver
from armwright.progress import Tell
from armwright.report.runs.recorded import Recorded
from armwright.signals import Run
from armwright.studies.running import Pieces
from armwright.studies.study import Outcome, Study
from armwright.studies.two_axis.calibration import follow_stiffness
from armwright.studies.two_axis.chapters.arm import arm_chapter
from armwright.studies.two_axis.chapters.estimation import estimation_chapter
from armwright.studies.two_axis.chapters.feedback import feedback_chapter
from armwright.studies.two_axis.chapters.model import model_chapter
from armwright.studies.two_axis.chapters.options import options_chapter
from armwright.studies.two_axis.chapters.sensor import sensor_chapter
from armwright.studies.two_axis.chapters.setups import setups_chapter
from armwright.studies.two_axis.claims.accelerometer import accelerometer_claims
from armwright.studies.two_axis.claims.controller import controller_claims
from armwright.studies.two_axis.claims.dynamics import dynamics_claims
from armwright.studies.two_axis.claims.estimation import estimation_claims
from armwright.studies.two_axis.claims.feedback import feedback_claims
from armwright.studies.two_axis.claims.kinematics import kinematics_claims
from armwright.studies.two_axis.claims.model_options import model_options_claims
from armwright.studies.two_axis.claims.options import options_claims
from armwright.studies.two_axis.claims.setups import setups_claims
from armwright.studies.two_axis.estimates import estimate_tool
from armwright.studies.two_axis.feedback import run_feedback
from armwright.studies.two_axis.runs import KEPT, PATHS, options, run_options, run_setups, setups
from armwright.studies.two_axis.source import SOURCE, TwoAxisNumbers


def run(tell: Tell) -> Outcome:
    """16 runs of table 4.1, one for each option, what they say of S0, what helps against its model
    errors, and a report."""
    pieces = Pieces(tell)
    scenarios = setups()
    first = scenarios["square-sim1"]
    with pieces.piece("runs of table 4.1", 0.0, 0.2) as tell_part:
        runs = run_setups(scenarios, tell_part)
    with pieces.piece("runs of the options", 0.2, 0.5) as tell_part:
        choices = options(first)
        tried = run_options(choices, tell_part)
    arm = compile(first.robot)
    with pieces.piece("comparison with the source", 0.5, 0.55):
        claims = [
            *kinematics_claims(arm),
            *dynamics_claims(arm, first, runs),
            *accelerometer_claims(scenarios, runs),
            *controller_claims(choices, tried),
            *options_claims(choices, tried),
            *model_options_claims(choices, tried),
            *setups_claims(scenarios, runs),
        ]
    with pieces.piece("estimation of the tool's position", 0.55, 0.65):
        observer = ToolObserver(first)
        estimates = estimate_tool(observer, scenarios, runs)
        claims += estimation_claims(estimates.by_setup)
    with pieces.piece("calibration run", 0.65, 0.7):
        followed = follow_stiffness(observer, scenarios, runs)
    with pieces.piece("feedback from the estimated tool", 0.7, 0.95) as tell_part:
        calibrated = followed.calibration.robot
        fed = run_feedback(observer, scenarios, runs, calibrated, tell_part)
        claims += feedback_claims(followed, fed)
    with pieces.piece("chapters", 0.95, 1.0):
        recorded = Recorded.of(runs["square-sim1"])
        by_path = {path: runs[f"{path}-sim1"] for path in PATHS}
        chapters = [
            model_chapter(recorded, first),
            arm_chapter(recorded, arm, by_path),
            setups_chapter(recorded, TwoAxisNumbers.of(first.robot), runs),
            sensor_chapter(scenarios, runs),
            options_chapter(recorded, choices, tried),
            estimation_chapter(runs, estimates),
            feedback_chapter(followed, fed),
        ]
    return Outcome(
        claims=claims,
        chapters=chapters,
        runs={
            **runs,
            **{f"option-{name}": _slim(run) for name, run in tried.items()},
            "calibration": _slim(followed.calibration.run),
            **{f"feedback-{path}": run for path, run in fed.calibrated.items()},
        },
        facts=(
            ("arm", first.robot.name),
            (
                "runs",
                f"{len(runs)} of table 4.1, {len(tried)} of options, one of calibration, "
                f"{fed.count} with feedback",
            ),
        ),
        timings=pieces.seconds,
    )


def _slim(run: Run) -> Run:
    return Run(run.data[list(KEPT)])


STUDY = Study(
    name="two-axis",
    title="Two-axis flexible arm with an accelerometer",
    source=SOURCE,
    summary=(
        "The simulation model of S0's figure 3.1 with every option of its section 3, on four "
        "closed paths with the four set-ups of its table 4.1; its equations and statements, one "
        "by one; and what helps against its model errors."
    ),
    run=run,
)
