"""S1, section 5.1: the steps without noise and model errors."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_least, at_most
from armwright.studies.six_axis.measures import StepTest, error, period, time, values
from armwright.studies.wording import fixed, percent, short, span

_WHERE = "S1, section 5.1"

NO_ERROR = Statement(
    "no-error",
    "S1 (3.7)",
    "the error obeys ë + K_D ė + K_P e = 0: there is none if there is none at the start",
    "number",
    {
        "off": at_most(
            "largest error without limits", 1e-5, "rad", "steps of 0.5 ms across jumps of q̈"
        )
    },
)
FILTER = Statement(
    "filter",
    "S1 (5.1)",
    "H(s) = 4/(0.05 s² + s + 4) rises in less than one second, and does not overshoot",
    "number",
    {
        "rise": at_most("time from 10 to 90 %", 1, "s", "S1's own limit"),
        "over": at_most("overshoot, of the step", 1e-9, "", "rounding"),
        "off": at_most(
            "largest distance from H(s)'s step response in closed form, of the step",
            1e-6,
            "",
            "rounding, and the time of the step to a sample",
        ),
    },
)
BELOW_40_PERCENT = Statement(
    "below-40-percent",
    _WHERE,
    "the error is less than 40 % of the step, at its start",
    "kind",
    {"largest": at_most("largest error, of the step", 0.4, "", "S1's own limit")},
)
CONVERGED = Statement(
    "converged",
    _WHERE,
    "the error converges to zero after one second",
    "kind",
    {"left": at_most("error after one second, of the step", 0.01, "", "not seen in a picture")},
)
LIMITS = Statement(
    "limits",
    _WHERE,
    "the error is related to the limits of acceleration and torque",
    "kind",
    {
        "without": at_most("largest error without them, of the step", 1e-3, "", "nothing is seen"),
        "acceleration": at_least("time at the limit of acceleration", 0.01, "s", "it is met"),
        "torque": at_least("time at the limit of torque", 0.01, "s", "it is met"),
    },
)


def ideal_claims(steps: StepTest, runs: Mapping[str, Run]) -> list[Claim]:
    ideal, unlimited = runs["ideal"], runs["unlimited"]
    return [
        _no_error(unlimited),
        _filter(steps, ideal),
        _below_40_percent(steps, ideal),
        _converged(steps, ideal),
        _limits(steps, ideal, unlimited),
    ]


def _no_error(unlimited: Run) -> Claim:
    off = float(np.abs(error(unlimited)).max())
    return NO_ERROR.judged(
        f"with limits switched off the joints never are more than {short(off)} rad off",
        f"What is left comes from integrating in steps of {1e3 * unlimited.data.attrs['step']:g} "
        "ms across the jumps of the reference's acceleration.",
        off=off,
    )


def _filter(steps: StepTest, ideal: Run) -> Claim:
    begin = steps.times[-1]
    t, reference = time(ideal), values(ideal, "reference_joint_position")[:, -1]
    share = np.abs(reference - reference[0]) / steps.heights[-1]
    rise = float(np.interp(0.9, share, t) - np.interp(0.1, share, t))
    over = float(share.max()) - 1
    off = float(np.abs(share - _step_response(t - begin)).max())
    return FILTER.judged(
        f"from 10 to 90 % in {fixed(rise, 2)} s; 90 % at "
        f"{fixed(np.interp(0.9, share, t) - begin, 2)} s after the step; overshoot "
        f"{percent(max(over, 0.0), 1)}; {short(off, 1)} of the step off the closed form",
        rise=rise,
        over=over,
        off=off,
    )


def _step_response(t: Array) -> Array:
    """Of H(s) = 4/(0.05 s² + s + 4), in closed form: its poles are real."""
    fast, slow = np.roots([0.05, 1.0, 4.0])
    after = np.maximum(t, 0.0)
    response: Array = 1 + (slow * np.exp(fast * after) - fast * np.exp(slow * after)) / (
        fast - slow
    )
    return response


def _below_40_percent(steps: StepTest, ideal: Run) -> Claim:
    largest = steps.largest(ideal)
    return BELOW_40_PERCENT.judged(
        f"at most {span(100 * largest)} % of the step",
        "How large it is depends on the limits, which S1 does not publish.",
        largest=largest.max(),
    )


def _converged(steps: StepTest, ideal: Run) -> Claim:
    left = steps.left(ideal)
    return CONVERGED.judged(
        f"one second after its step each joint has {percent(left.max(), 2)} of it left, or less",
        left=left.max(),
    )


def _limits(steps: StepTest, ideal: Run, unlimited: Run) -> Claim:
    y, u = (_time_at_limit(ideal, what) for what in ("acceleration", "torque"))
    gone = steps.largest(unlimited).max()
    return LIMITS.judged(
        f"y is at its limit for {fixed(y, 2)} s in all, u for {fixed(u, 2)} s; without limits the "
        f"largest error is {short(gone, 1)} of a step",
        "S1 adds the time in which the controller responds. A controller with an exact model "
        "need not respond: it knows the reference's acceleration.",
        without=gone,
        acceleration=y,
        torque=u,
    )


def _time_at_limit(run: Run, what: str) -> float:
    """In all joints together, s."""
    served = "joint_torque" if what == "torque" else f"commanded_joint_{what}"
    over = values(run, f"wanted_joint_{what}") != values(run, served)
    return float(over.sum() * period(run))
