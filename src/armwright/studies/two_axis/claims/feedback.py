"""What helps against the model errors of S0's Sim2: stiffness that the filter finds, and feedback
from the tool that it estimates."""

from __future__ import annotations

import numpy as np

from armwright.studies.claim import Claim, Statement, at_least, at_most
from armwright.studies.two_axis.calibration import FollowedStiffness
from armwright.studies.two_axis.feedback import BANDWIDTH, BANDWIDTHS, FeedbackRuns, errors
from armwright.studies.two_axis.measures import path_error
from armwright.studies.two_axis.runs import STIFFNESS_BELIEVED
from armwright.studies.wording import fixed, percent

_NOTE = "The source does not try it; limits are our own, set after first trials."

CALIBRATION = Statement(
    "estimation-calibration",
    "beyond S0",
    "a calibration run in which the filter follows the stiffness lets it survive Sim2",
    "kind",
    {
        "left": at_most(
            "RMS error with what it found, of that without",
            0.2,
            "",
            "as with stiffness known to 4 % instead of 20 %",
        ),
        "springs": at_most("largest error of a stiffness", 0.1, "", "half of Sim2's 20 %"),
    },
)
ON_THE_PATHS = Statement(
    "estimation-on-the-paths",
    "beyond S0",
    "stiffness as a state of the filter is enough: it is found on the paths themselves",
    "kind",
    {"left": at_most("RMS error, of that without", 0.5, "", "clearly")},
)
FEEDBACK = Statement(
    "feedback-model-errors",
    "beyond S0",
    "feedback from the estimated tool takes out what Sim2's feed-forward does wrong, if the filter "
    "is calibrated",
    "kind",
    {"left": at_most("RMS error of the tool, of that without feedback", 0.4, "", "clearly")},
)
BLIND = Statement(
    "feedback-same-errors",
    "beyond S0",
    "a filter with the controller's model errors sees none of them: feedback from it does nothing",
    "kind",
    {"left": at_least("RMS error of the tool, of that without feedback", 0.9, "", "nothing")},
)
HARM = Statement(
    "feedback-right-model",
    "beyond S0",
    "where the controller's model is right (Sim1), feedback does no harm",
    "kind",
    {
        "more": at_most(
            "RMS error of the tool, of that without feedback", 1.1, "", "none to speak of"
        )
    },
)
MARGIN = Statement(
    "feedback-stable",
    "beyond S0",
    "the loop through arm and filter is stable with a margin, with Sim2's model errors or without",
    "kind",
    {
        "twice": at_most(
            "RMS error at twice the bandwidth, of that at the bandwidth, largest of three loops",
            1.5,
            "",
            "a gain margin of two is usual",
        )
    },
)


def feedback_claims(followed: FollowedStiffness, runs: FeedbackRuns) -> list[Claim]:
    return [*_stiffness(followed), *_loops(runs), _margin(runs)]


def _stiffness(found: FollowedStiffness) -> list[Claim]:
    told, calibrated, alone = (
        1e6 * one.size.rms for one in (found.believed, found.calibrated, found.on_the_paths)
    )
    springs = float(np.abs(found.calibration.off).max())
    return [
        CALIBRATION.judged(
            f"the estimated tool is off by {calibrated:.0f} µm instead of {told:.0f} µm; "
            f"stiffness, believed {percent(STIFFNESS_BELIEVED - 1)} too high, is found to "
            f"{percent(springs, 1)}",
            _NOTE,
            left=calibrated / told,
            springs=springs,
        ),
        ON_THE_PATHS.judged(
            f"the estimated tool is off by {alone:.0f} µm instead of {told:.0f} µm; k_high is "
            f"found to {percent(found.left['k_high'])}, k_low to {percent(found.left['k_low'])}",
            f"{_NOTE} Gear 2 is bent by {1e3 * found.bent[0]:.2f} to {1e3 * found.bent[1]:.2f} "
            f"mrad on these paths, and its spring is stiff from {1e3 * found.soft:g} mrad on: "
            "there k_low is no more than an offset, which nothing that is measured shows. The "
            "filter is surer of it than it should be.",
            left=alone / told,
        ),
    ]


def _loops(runs: FeedbackRuns) -> list[Claim]:
    without, believed, calibrated = (
        1e6 * errors(one).rms for one in (runs.without, runs.believed, runs.calibrated)
    )
    free, fed = (1e6 * path_error(runs.right[one]).rms for one in (0.0, BANDWIDTH))
    return [
        FEEDBACK.judged(
            f"the tool leaves its path by {calibrated:.0f} µm instead of {without:.0f} µm",
            _NOTE,
            left=calibrated / without,
        ),
        BLIND.judged(
            f"the tool leaves its path by {believed:.0f} µm instead of {without:.0f} µm",
            _NOTE,
            left=believed / without,
        ),
        HARM.judged(
            f"the tool leaves its path by {fed:.0f} µm instead of {free:.0f} µm",
            f"{_NOTE} What is left in Sim1 are swings, faster than the loop, which it answers "
            "too late: at half the bandwidth the error is "
            f"{percent(path_error(runs.right[BANDWIDTHS[1]]).rms * 1e6 / free - 1)} larger.",
            more=fed / free,
        ),
    ]


def _margin(runs: FeedbackRuns) -> Claim:
    loops = (runs.right, runs.believing, runs.tried)
    twice, thrice = (
        [path_error(one[k * BANDWIDTH]).rms / path_error(one[BANDWIDTH]).rms for one in loops]
        for k in (2, 3)
    )
    times = ", ".join(fixed(one, 2) for one in twice)
    return MARGIN.judged(
        f"{times} times the error at {2 * BANDWIDTH:g} rad/s (Sim1; Sim2 with the controller's "
        f"model, with a calibrated one), and up to {fixed(max(thrice), 0)} times at "
        f"{3 * BANDWIDTH:g} rad/s",
        f"{_NOTE} The lowest resonance with motors at rest is {runs.resonance:.0f} rad/s.",
        twice=max(twice),
    )
