"""S1, section 5.3.1: an arm whose last link is heavier or lighter than its controller believes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.report.html.parts import Chapter, Picture, Text
from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_least, at_most, near
from armwright.studies.six_axis.cases import FACTORS, LAST_LINK
from armwright.studies.six_axis.errors import Steps, static, unserved
from armwright.studies.six_axis.payload_figure import static_figure
from armwright.studies.six_axis.section import Section
from armwright.studies.six_axis.source import STATIC_ERRORS
from armwright.studies.six_axis.tables import case_fold, largest_table, static_table
from armwright.studies.six_axis.tool_error import tool_claims, tool_table
from armwright.studies.wording import fixed, percent, short

_WHERE = "S1, section 5.3.1"
_NAMES = {factor: f"payload-{round(100 * factor)}" for factor in FACTORS}

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
    {"rise": at_least("smallest rise from one payload to the next", 0, "N m s", "“the less”")},
)


def payload_section(steps: Steps, runs: Mapping[str, Run]) -> Section:
    claims = [
        _static(runs),
        _linear(runs),
        *(_size(steps, runs, wrong) for wrong in STATIC_ERRORS),
        _lighter_is_worse(steps, runs),
        *tool_claims(runs["payload-90"]),
        _saturation(runs),
    ]
    return Section(claims, _chapter(steps, runs))


def linearity(runs: Mapping[str, Run]) -> tuple[Array, float]:
    """Static errors per part of the mass, rad, fitted through zero; and the largest deviation from
    that, as a part of the largest error."""
    wrong = np.array(FACTORS) - 1.0
    errors = np.array([static(runs[name]) for name in _NAMES.values()])
    slope = wrong @ errors / (wrong @ wrong)
    off = np.abs(errors - np.outer(wrong, slope)).max() / np.abs(errors).max()
    return slope, float(off)


def _static(runs: Mapping[str, Run]) -> Claim:
    wrong = min(np.abs(static(runs[name])).max() for name in _NAMES.values())
    right = np.abs(static(runs["ideal"])).max()
    return STATIC.judged(
        f"at least {short(float(wrong))} rad, where the ideal case has {short(float(right), 1)} "
        "rad",
        "At rest K_P e = B⁻¹(g − ĝ). S1 multiplies the mass of the whole last link, as here; of "
        f"the link {LAST_LINK} in our arm, 3.8 kg, 3 kg are test weight.",
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


def _size(steps: Steps, runs: Mapping[str, Run], wrong: float) -> Claim:
    names = [_NAMES[factor] for factor in FACTORS if np.isclose(abs(factor - 1), wrong)]
    less, more = (steps.highest_static(runs[name]) for name in names)
    ends = [float(np.abs(static(runs[name])).max()) for name in names]
    joint = runs[names[0]].data["joint"].values[less.joint]
    return SIZES[wrong].judged(
        f"{fixed(less.size, 4)} rad with less, {fixed(more.size, 4)} rad with more payload, in "
        f"{joint} before {less.until:g} s; at the end of all steps {fixed(ends[0], 4)} and "
        f"{fixed(ends[1], 4)} rad",
        "S1 does not say when; its (5.2) is of the end, and there our sizes are S1's. "
        "On the way there the posture puts more of the payload's weight on the wrist: where its "
        "centre is from the wrist is not published."
        if wrong == max(STATIC_ERRORS)
        else "",
        less=less.size,
        more=more.size,
    )


def _lighter_is_worse(steps: Steps, runs: Mapping[str, Run]) -> Claim:
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
    order = [_NAMES[0.90], _NAMES[0.95], "ideal", _NAMES[1.05], _NAMES[1.10]]
    cut = [float(unserved(runs[name]).sum()) for name in order]
    return SATURATION.judged(
        "∫|u − uₛ| dt from −10 to +10 %: " + ", ".join(fixed(x, 2) for x in cut) + " N m s",
        rise=float(np.diff(cut).min()),
    )


def _chapter(steps: Steps, runs: Mapping[str, Run]) -> Chapter:
    names = [*_NAMES.values()]
    return Chapter(
        "Another payload than believed",
        [
            Text(
                "The arm's last link is 5 or 10 % lighter or heavier; the controller keeps "
                "believing in the nominal one. Its gravity torque is then wrong, and only a "
                "position error makes up for it. The rows “weight” change the 3 kg of test "
                "weight alone."
            ),
            static_table(runs, ["ideal", *names, "weight-90", "weight-110"]),
            largest_table(steps, runs, ["ideal", *names]),
            Picture(
                "payload-static",
                static_figure(runs, linearity(runs)[0]),
                "Static error of each joint from 8 to 10 s, against the error of the payload; "
                "lines: fitted through zero.",
            ),
            tool_table(runs["payload-90"]),
            case_fold(runs, "payload-90", "S1's figures 5.17 to 5.21"),
        ],
    )
