"""S0's options that change the arm's model, the controller's model of it, or the path."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.signals import Run
from armwright.signals.figures import across
from armwright.studies.claim import (
    Claim,
    NumberLimits,
    Statement,
    at_least,
    at_most,
    rounded,
    rounding,
)
from armwright.studies.two_axis.claims.dynamics import PART
from armwright.studies.two_axis.measures import MotionRemainder, farthest, motion_remainder, values
from armwright.studies.two_axis.runs import PLAIN, SAMPLE_RATE, SourceOption, figure_of_eight
from armwright.studies.two_axis.source import TwoAxisNumbers
from armwright.studies.wording import scientific

MODEL_ERRORS = ("stiffness-error", "damping-error", "friction-error", "mass-error")
_MEETS = at_most("left over of (1.9), of the largest torque", PART, "", "rounding of large terms")
_PATH = "S0, section 3, path"

SWITCHED = {
    key: Statement(
        f"option-{key}",
        "S0, section 3, model complexity",
        says,
        "number",
        {
            "reduced": at_most(
                "left over of (1.9) so reduced, of the largest torque",
                PART,
                "",
                "rounding of large terms",
            ),
            "full": at_least(
                "left over of all of (1.9), of the same", 1e3 * PART, "", "far above rounding"
            ),
        },
    )
    for key, says in (
        ("no-gravity", "gravity G(q) can be turned on or off"),
        ("no-friction", "friction F(q̇) can be turned on or off"),
        ("linear-springs", "springs can be linear: then k_low = k_high in (A.7)"),
    )
}
UNCERTAIN = Statement(
    "option-model-errors",
    "S0, section 3, model errors",
    "parameters of (A.5), (A.7), (A.9) and masses can be uncertain: the feed-forward does not use "
    "the nominal values, the robot does",
    "number",
    {
        "torque": at_least(
            "largest change of the feed-forward, smallest of the four",
            1e-6,
            "N m",
            "above rounding",
        ),
        "part": _MEETS,
    },
)


def _straight(unit: str) -> dict[str, NumberLimits]:
    return {
        "off": at_most("largest distance from the line", 1e-12, unit, "rounding"),
        "length": at_least("length of the way", 0.1, unit, "a point is no line"),
    }


JOINT_PATH = Statement(
    "option-joint-path",
    _PATH,
    "the path can be an interpolation between two sets of arm angles",
    "number",
    _straight("rad"),
)
LINE_PATH = Statement(
    "option-line-path",
    _PATH,
    "the path can be a linear interpolation in Cartesian space",
    "number",
    _straight("m"),
)
PREDEFINED = rounding(
    "option-predefined-path",
    _PATH,
    "more complicated paths can be made off-line, before the simulation",
    1e-12,
    "m",
)


def model_options_claims(
    options: Mapping[str, SourceOption], runs: Mapping[str, Run]
) -> list[Claim]:
    n = TwoAxisNumbers.of(options[PLAIN].scenario.robot)
    return [
        _switched("no-gravity", *_gravity(n, runs["no-gravity"])),
        _switched("no-friction", *_friction(n, runs["no-friction"])),
        _switched("linear-springs", *_linear(n, runs["linear-springs"])),
        _model_errors(n, options, runs),
        _joint_path(runs["joint-path"]),
        _line(runs["line-path"]),
        _predefined(runs["predefined-path"]),
    ]


def _gravity(n: TwoAxisNumbers, run: Run) -> tuple[MotionRemainder, MotionRemainder]:
    return motion_remainder(n, run, gravity=False), motion_remainder(n, run)


def _friction(n: TwoAxisNumbers, run: Run) -> tuple[MotionRemainder, MotionRemainder]:
    return motion_remainder(n, run, friction=False), motion_remainder(n, run)


def _linear(n: TwoAxisNumbers, run: Run) -> tuple[MotionRemainder, MotionRemainder]:
    return motion_remainder(n, run, linear=True), motion_remainder(n, run)


def _switched(key: str, without: MotionRemainder, full: MotionRemainder) -> Claim:
    """The motion meets the reduced equations, and not the full ones."""
    return SWITCHED[key].judged(
        f"the run then meets (1.9) so reduced, to {scientific(without.part)} of the largest torque "
        f"(tolerance {scientific(PART)}); the full equation leaves {full.part:.2g} of it",
        reduced=without.part,
        full=full.part,
    )


def _model_errors(
    n: TwoAxisNumbers, options: Mapping[str, SourceOption], runs: Mapping[str, Run]
) -> Claim:
    """Feed-forward torque and motor reference change, the arm keeps its numbers."""
    torque = {name: _change(runs, name, "feedforward_motor_torque") for name in MODEL_ERRORS}
    angle = {name: _change(runs, name, "reference_motor_position") for name in MODEL_ERRORS}
    part = max(motion_remainder(n, runs[name]).part for name in MODEL_ERRORS)
    words = "; ".join(
        f"{options[name].words}: {torque[name]:.2g} N m, {1e3 * angle[name]:.2g} mrad"
        for name in MODEL_ERRORS
    )
    return UNCERTAIN.judged(
        f"largest change of feed-forward torque and motor reference, with {words}. With nominal "
        f"values all runs meet (1.9), to {scientific(part)} of the largest torque (tolerance "
        f"{scientific(PART)})",
        torque=min(torque.values()),
        part=part,
    )


def _change(runs: Mapping[str, Run], name: str, signal: str) -> float:
    return farthest(values(runs[name], signal), values(runs[PLAIN], signal))


def _joint_path(run: Run) -> Claim:
    return _on_line(JOINT_PATH, values(run, "reference_joint_position"), "rad")


def _line(run: Run) -> Claim:
    return _on_line(LINE_PATH, values(run, "reference_tool_position"), "m")


def _on_line(statement: Statement, points: Array, unit: str) -> Claim:
    """Points (…, 2) beside the line from the first to the last."""
    way = points[-1] - points[0]
    length = float(np.linalg.norm(way))
    beside = across(points - points[0], way / length)
    off = float(np.linalg.norm(beside, axis=1).max())
    return statement.judged(
        f"{length:.2f} {unit} long, {scientific(off, 1)} {unit} off the line at most; tolerance "
        "1e−12",
        off=off,
        length=length,
    )


def _predefined(run: Run) -> Claim:
    points = figure_of_eight()
    every = round(SAMPLE_RATE * float(run.data["time"][1] - run.data["time"][0]))
    reference = values(run, "reference_tool_position")
    given = points[::every][: len(reference)]
    off = farthest(reference[: len(given)], given)
    return rounded(PREDEFINED, "figure of eight, by S0's inverse kinematics, off its points", off)
