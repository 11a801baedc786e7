"""S0's controller, found again in what it commands."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_most
from armwright.studies.two_axis.measures import settings_of, values
from armwright.studies.two_axis.runs import PLAIN, SourceOption

_GAINS = ("proportional_gain", "derivative_gain", "integral_gain")
_TOLERANCE = 0.01
_WHY = "records are four samples of the controller apart: its integral is known as well as that"

DIAGONAL = Statement(
    "diagonal-pid",
    "S0, section 3, figure 3.1",
    "the feedback is a diagonal PID of the measured motor positions, the feed-forward torque is "
    "added to it",
    "number",
    {
        "own": at_most("largest error of a gain, of it", _TOLERANCE, "", _WHY),
        "cross": at_most("largest gain on the other motor, of its own", _TOLERANCE, "", _WHY),
    },
)
SHARE = Statement(
    "feed-forward",
    "S0, section 3, figure 3.1",
    "a feed-forward torque comes from an inverse dynamical model of the arm",
    "kind",
    {
        "share": at_most(
            "RMS of the feedback, of the torque", 0.1, "", "without a feed-forward it is all of it"
        )
    },
)


def controller_claims(options: Mapping[str, SourceOption], runs: Mapping[str, Run]) -> list[Claim]:
    return [
        _diagonal(options["motor-chirp"].scenario, runs["motor-chirp"]),
        _share(runs[PLAIN]),
    ]


def fitted_gains(run: Run) -> Array:
    """(2, 2, 3): of each command on the errors of each motor, and on their rates and integrals, by
    least squares; the feed-forward torque is taken off before."""
    time = run.data["time"].values
    error = values(run, "reference_motor_position") - values(run, "measured_motor_position")
    rate = values(run, "reference_motor_velocity") - values(run, "measured_motor_velocity")
    steps = 0.5 * (error[1:] + error[:-1]) * np.diff(time)[:, None]
    integral = np.vstack([np.zeros((1, 2)), np.cumsum(steps, axis=0)])
    feedback = values(run, "motor_torque") - values(run, "feedforward_motor_torque")
    columns = np.hstack([error, rate, integral, np.ones((len(time), 1))])
    found = np.linalg.lstsq(columns, feedback, rcond=None)[0][:6]
    gains: Array = found.reshape(3, 2, 2).transpose(2, 1, 0)
    return gains


def _diagonal(scenario: Scenario, run: Run) -> Claim:
    controller = settings_of(scenario, "controller")
    wanted = np.array([np.broadcast_to(controller[name], 2) for name in _GAINS]).T
    found = fitted_gains(run)
    own = np.abs(found[[0, 1], [0, 1]] / wanted - 1).max()
    cross = np.abs(found[[0, 1], [1, 0]] / wanted).max()
    words = " and ".join(
        ", ".join(f"{gain:.3g}" for gain in found[motor, motor]) for motor in range(2)
    )
    return DIAGONAL.judged(
        f"of the commanded torque less the feed-forward, least squares find the gains {words} "
        f"(P, D, I of each motor), {100 * own:.2f} % off those set; on the other motor's error "
        f"{100 * cross:.2f} % of them; tolerance {100 * _TOLERANCE:g} %",
        own=own,
        cross=cross,
    )


def _share(run: Run) -> Claim:
    torque = values(run, "motor_torque")
    feedback = torque - values(run, "feedforward_motor_torque")
    share = float(np.sqrt((feedback**2).mean() / (torque**2).mean()))
    return SHARE.judged(
        f"without noise, ripple and model errors the feedback is {100 * share:.1f} % of what is "
        "commanded (RMS)",
        share=share,
    )
