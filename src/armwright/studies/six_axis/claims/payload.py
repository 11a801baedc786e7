"""S1, section 5.3.1: an arm whose last link is heavier or lighter than its controller believes; and
what that leaves of the tool's pose, (5.2)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arm import compile
from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_least, at_most, near
from armwright.studies.six_axis.measures import (
    StepTest,
    end_rotation,
    last_record,
    linearity,
    own_turn,
    source_turn,
    static,
    tool_error,
    unserved,
    wrist_errors,
)
from armwright.studies.six_axis.runs import FACTORS, LAST_LINK, PAYLOADS, TEST_WEIGHT, last_mass
from armwright.studies.six_axis.source import POSITION_ERROR_SIZE, STATIC_ERRORS
from armwright.studies.wording import fixed, percent, short

_WHERE = "S1, section 5.3.1"

STATIC = Statement(
    "payload-static",
    _WHERE,
    "a payload other than believed gives a static error in the joint angles",
    "kind",
    {"more": at_least("smallest of four, times that of the ideal case", 100, "", "clearly more")},
)
LINEAR = Statement(
    "payload-linear",
    _WHERE,
    "the static error is linear in the error of the payload",
    "kind",
    {"off": at_most("largest distance from a line, of the largest", 0.1, "", "seen in pictures")},
)
SIZES = {
    wrong: Statement(
        f"payload-size-{100 * wrong:.0f}",
        _WHERE,
        f"the largest static error is {told:g} rad for ±{100 * wrong:.0f} %",
        "kind",
        {
            way: near(
                f"largest static error with {way} payload, wherever a joint rests",
                told,
                0.2 * told,
                "rad",
                "S1 reads it from pictures; ω_n = 9 rad/s is chosen for this size at the end",
            )
            for way in ("less", "more")
        },
    )
    for wrong, told in STATIC_ERRORS.items()
}
LIGHTER_IS_WORSE = Statement(
    "payload-lighter",
    _WHERE,
    "of all payloads, −10 % has the largest error",
    "kind",
    {"ratio": at_least("largest static error with −10 %, times +10 %", 1, "", "“largest”")},
)
SATURATION = Statement(
    "payload-saturation",
    _WHERE,
    "the lower the weight, the less torque is needed, and the less of it is saturated",
    "kind",
    {"rise": at_least("smallest rise from one payload to the next", 1e-3, "N m s", "no rounding")},
)
POSITION = Statement(
    "tool-position",
    "S1 (5.2)",
    f"−10 %: the tool is {POSITION_ERROR_SIZE:.4f} m off, which is acceptable",
    "kind",
    {
        "off": near(
            "how far the tool is off at the end",
            POSITION_ERROR_SIZE,
            0.5 * POSITION_ERROR_SIZE,
            "m",
            "the joints' errors there are tuned to S1's within 20 %; masses are assumed",
        )
    },
)
POSTURE = Statement(
    "posture",
    "S1 (5.2)",
    "R̃_e is the error of the tool's rotation at the end of the steps",
    "number",
    {
        "misfit": at_most(
            "part of R̃_e R_rᵀ that is not skew, with R_r of our arm at the end of our steps",
            0.05,
            "",
            "the second order of a turn leaves half of its angle; a step reversed, 28 % and more",
        ),
    },
)
TURN = Statement(
    "tool-turn",
    "S1 (5.2)",
    "−10 %: R̃_e turns the tool, J3 having most of the largest joint error of 0.032 rad",
    "kind",
    {
        "cosine": at_least(
            "cosine of the angle between both turns", 0.9, "", "within 25°: the same joints"
        ),
        "wrist": near(
            "error of J3 at the end, size",
            max(STATIC_ERRORS.values()),
            0.2 * max(STATIC_ERRORS.values()),
            "rad",
            "as for the joints' errors",
        ),
    },
)


def payload_claims(steps: StepTest, runs: Mapping[str, Run]) -> list[Claim]:
    return [
        _static(runs),
        _linear(runs),
        *(_size(steps, runs, wrong) for wrong in STATIC_ERRORS),
        _lighter_is_worse(steps, runs),
        *tool_claims(runs["payload-90"]),
        _saturation(runs),
    ]


def _static(runs: Mapping[str, Run]) -> Claim:
    wrong = min(np.abs(static(runs[name])).max() for name in PAYLOADS.values())
    right = np.abs(static(runs["ideal"])).max()
    return STATIC.judged(
        f"at least {short(float(wrong))} rad, where the ideal case has {short(float(right), 1)} "
        "rad",
        "At rest K_P e = B⁻¹(g − ĝ). S1 multiplies the mass of the whole last link, as here; of "
        f"the link {LAST_LINK} in our arm, {last_mass():g} kg, {TEST_WEIGHT:g} kg are test weight.",
        more=wrong / right,
    )


def _linear(runs: Mapping[str, Run]) -> Claim:
    _, off = linearity(runs)
    return LINEAR.judged(
        f"a straight line through zero fits all joints within {percent(off, 1)} of the largest "
        "error",
        "Not exactly linear: the lever of gravity changes with the angle that it causes.",
        off=off,
    )


def _size(steps: StepTest, runs: Mapping[str, Run], wrong: float) -> Claim:
    names = [PAYLOADS[factor] for factor in FACTORS if np.isclose(abs(factor - 1), wrong)]
    less, more = (steps.highest_static(runs[name]) for name in names)
    ends = [float(np.abs(static(runs[name])).max()) for name in names]
    joints = runs[names[0]].data["joint"].values
    lighter, heavier = (
        f"{fixed(one.size, 4)} rad in {joints[one.joint]} before {one.until:g} s"
        for one in (less, more)
    )
    return SIZES[wrong].judged(
        f"with less payload {lighter}, with more {heavier}; at the end of all steps "
        f"{fixed(ends[0], 4)} and {fixed(ends[1], 4)} rad",
        "S1 does not say when; its (5.2) is of the end, and there our sizes are S1's. "
        "On the way there the posture puts more of the payload's weight on the wrist: where its "
        "centre is from the wrist is not published."
        if wrong == max(STATIC_ERRORS)
        else "",
        less=less.size,
        more=more.size,
    )


def _lighter_is_worse(steps: StepTest, runs: Mapping[str, Run]) -> Claim:
    lighter, heavier = (
        steps.highest_static(runs[name]).size for name in ("payload-90", "payload-110")
    )
    return LIGHTER_IS_WORSE.judged(
        f"{fixed(lighter, 4)} rad with −10 %, {fixed(heavier, 4)} rad with +10 %",
        "A joint that gives way goes to where gravity's lever is longer if the payload is heavier, "
        "or shorter, by the posture. S1 gives the same number for both.",
        ratio=lighter / heavier,
    )


def _saturation(runs: Mapping[str, Run]) -> Claim:
    order = [PAYLOADS[0.90], PAYLOADS[0.95], "ideal", PAYLOADS[1.05], PAYLOADS[1.10]]
    cut = [float(unserved(runs[name]).sum()) for name in order]
    return SATURATION.judged(
        "∫|u − uₛ| dt from −10 to +10 %: " + ", ".join(fixed(x, 2) for x in cut) + " N m s",
        rise=float(np.diff(cut).min()),
    )


def tool_claims(run: Run) -> list[Claim]:
    """`run`: with 10 % less payload."""
    return [_position(run), _posture(run), _turn(run)]


def _position(run: Run) -> Claim:
    arm = compile("six_axis")
    got = float(np.linalg.norm(tool_error(run)[:3, 3]))
    errors = wrist_errors(arm, run, source_turn(end_rotation(arm, run)))
    by_wrist = arm.jacobian(last_record(run, "reference_joint_position"))[:3, 3:5] @ errors
    return POSITION.judged(
        f"{fixed(got, 4)} m, {fixed(got / POSITION_ERROR_SIZE, 1)} times as much",
        "By S1's matrix UA and J3 err, which turn the tool nearly about its own direction; ours "
        f"would move by {fixed(float(np.linalg.norm(by_wrist)), 4)} m. In our arm OS errs, which "
        "moves it most. From where S1 counts the angle of OS, and where its payload's centre is, "
        "is not published.",
        off=got,
    )


def _posture(run: Run) -> Claim:
    turn = source_turn(end_rotation(compile("six_axis"), run))
    return POSTURE.judged(
        "with the rotation of our arm at the end of our steps R̃_e R_rᵀ is skew to "
        f"{percent(turn.misfit, 1)}: a turn of {fixed(turn.angle, 4)} rad",
        "S1 does not print the posture from which its angles are counted. That ours is the same "
        "shows in that its matrix fits.",
        misfit=turn.misfit,
    )


def _turn(run: Run) -> Claim:
    arm = compile("six_axis")
    theirs, ours = source_turn(end_rotation(arm, run)), own_turn(arm, run)
    (_, told), (_, wrist) = (wrist_errors(arm, run, turn) for turn in (theirs, ours))
    sizes = theirs.angle * ours.angle
    cosine = float(theirs.vector @ ours.vector) / sizes if sizes else 0.0
    return TURN.judged(
        f"{fixed(ours.angle, 4)} rad, {fixed(np.degrees(np.arccos(cosine)), 0)}° from S1's axis; "
        f"J3 has {fixed(abs(wrist), 4)} rad of it, in S1's matrix {fixed(abs(told), 4)} rad",
        "In our arm OS gives way most, in S1's J3: where the payload's centre is from the wrist is "
        "not published.",
        cosine=cosine,
        wrist=abs(wrist),
    )
