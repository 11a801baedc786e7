"""S0's options that change the arm's model, the controller's model of it, or the path."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.signals import Run
from armwright.signals.figures import across
from armwright.studies.claim import Claim, in_number
from armwright.studies.two_axis.claims.dynamics import PART
from armwright.studies.two_axis.claims.rounding import farthest, to_rounding
from armwright.studies.two_axis.options import PLAIN, Option
from armwright.studies.two_axis.predefined import RATE, figure_of_eight
from armwright.studies.two_axis.source.motion import Missed, missed, values
from armwright.studies.two_axis.source.numbers import Array, Numbers
from armwright.studies.two_axis.wording import scientific

MODEL_ERRORS = ("stiffness-error", "damping-error", "friction-error", "mass-error")


def complexity_claims(options: Mapping[str, Option], runs: Mapping[str, Run]) -> list[Claim]:
    n = Numbers.of(options[PLAIN].scenario.robot)
    return [
        _switched("gravity G(q) can be turned on or off", *_gravity(n, runs["no-gravity"])),
        _switched("friction F(q̇) can be turned on or off", *_friction(n, runs["no-friction"])),
        _switched(
            "springs can be linear: then k_low = k_high in (A.7)",
            *_linear(n, runs["linear-springs"]),
        ),
        _model_errors(n, options, runs),
        _joint_path(runs["joint-path"]),
        _line(runs["line-path"]),
        _predefined(runs["predefined-path"]),
    ]


def _gravity(n: Numbers, run: Run) -> tuple[Missed, Missed]:
    return missed(n, run, gravity=False), missed(n, run)


def _friction(n: Numbers, run: Run) -> tuple[Missed, Missed]:
    return missed(n, run, friction=False), missed(n, run)


def _linear(n: Numbers, run: Run) -> tuple[Missed, Missed]:
    return missed(n, run, linear=True), missed(n, run)


def _switched(says: str, without: Missed, full: Missed) -> Claim:
    """The motion meets the reduced equations, and not the full ones."""
    small, large = (max(one.joints, one.motors) / one.torque for one in (without, full))
    return in_number(
        "S0, section 3, model complexity",
        says,
        f"the run then meets (1.9) so reduced, to {scientific(small)} of the largest torque "
        f"(tolerance {scientific(PART)}), and misses the full equation by {large:.2g} of it",
        small <= PART and large > 1e3 * PART,
    )


def _model_errors(n: Numbers, options: Mapping[str, Option], runs: Mapping[str, Run]) -> Claim:
    """Feed-forward torque and motor reference change, the arm keeps its numbers."""
    torque = {name: _change(runs, name, "feedforward_motor_torque") for name in MODEL_ERRORS}
    angle = {name: _change(runs, name, "reference_motor_position") for name in MODEL_ERRORS}
    part = max(missed(n, runs[name]).part for name in MODEL_ERRORS)
    words = "; ".join(
        f"{options[name].words}: {torque[name]:.2g} N m, {1e3 * angle[name]:.2g} mrad"
        for name in MODEL_ERRORS
    )
    return in_number(
        "S0, section 3, model errors",
        "parameters of (A.5), (A.7), (A.9) and masses can be uncertain: the feed-forward does not "
        "use the nominal values, the robot does",
        f"largest change of feed-forward torque and motor reference, with {words}. With nominal "
        f"values all runs meet (1.9), to {scientific(part)} of the largest torque (tolerance "
        f"{scientific(PART)})",
        min(torque.values()) > 0 and part <= PART,
    )


def _change(runs: Mapping[str, Run], name: str, signal: str) -> float:
    return farthest(values(runs[name], signal), values(runs[PLAIN], signal))


def _joint_path(run: Run) -> Claim:
    says = "the path can be an interpolation between two sets of arm angles"
    off = _beside_line(values(run, "reference_joint_position"))
    return to_rounding(
        "S0, section 3, path", says, "off the line in joint space", off, 1e-12, "rad"
    )


def _line(run: Run) -> Claim:
    says = "the path can be a linear interpolation in Cartesian space"
    off = _beside_line(values(run, "reference_tool_position"))
    return to_rounding("S0, section 3, path", says, "off the straight line", off, 1e-12, "m")


def _predefined(run: Run) -> Claim:
    points = figure_of_eight()
    every = round(RATE * float(run.data["time"][1] - run.data["time"][0]))
    reference = values(run, "reference_tool_position")
    given = points[::every][: len(reference)]
    off = farthest(reference[: len(given)], given)
    says = "more complicated paths can be made off-line, before the simulation"
    what = "figure of eight, by S0's inverse kinematics, off its points"
    return to_rounding("S0, section 3, path", says, what, off, 1e-12, "m")


def _beside_line(points: Array) -> float:
    """How far points (…, 2) are from the line between the first and the last."""
    way = points[-1] - points[0]
    beside = across(points - points[0], way / np.linalg.norm(way))
    return float(np.linalg.norm(beside, axis=1).max())
