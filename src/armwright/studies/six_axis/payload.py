"""S1, section 5.3.1: an arm whose last link is heavier or lighter than its controller believes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.report.html.parts import Chapter, Picture, Text
from armwright.signals import Run
from armwright.studies.claim import Claim, in_kind
from armwright.studies.six_axis.cases import FACTORS, LAST_LINK
from armwright.studies.six_axis.errors import Steps, error, static, time, unserved
from armwright.studies.six_axis.payload_figure import static_figure
from armwright.studies.six_axis.section import Section
from armwright.studies.six_axis.source import STATIC_ERRORS, Array
from armwright.studies.six_axis.tables import case_fold, largest_table, static_table
from armwright.studies.six_axis.tool_error import tool_claims, tool_table
from armwright.studies.six_axis.words import fixed, percent, short

_WHERE = "S1, section 5.3.1"
_NAMES = {factor: f"payload-{round(100 * factor)}" for factor in FACTORS}


def payload_section(steps: Steps, runs: Mapping[str, Run]) -> Section:
    claims = [
        _static(runs),
        _linear(runs),
        *(_size(runs, wrong, told) for wrong, told in STATIC_ERRORS.items()),
        _lighter_is_worse(runs),
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
    return in_kind(
        _WHERE,
        "a payload other than believed gives a static error in the joint angles",
        f"at least {short(float(wrong))} rad, where the ideal case has {short(float(right), 1)} "
        "rad",
        bool(wrong > 1e3 * right),
        "At rest K_P e = B⁻¹(g − ĝ). S1 multiplies the mass of the whole last link, as here; of "
        f"the link {LAST_LINK} in our arm, 3.8 kg, 3 kg are test weight.",
    )


def _linear(runs: Mapping[str, Run]) -> Claim:
    _, off = linearity(runs)
    return in_kind(
        _WHERE,
        "the static error is linear in the error of the payload",
        f"a straight line through zero fits all joints within {percent(off, 1)} of the largest "
        "error",
        off < 0.1,
        "Not exactly linear: the lever of gravity changes with the angle that it causes.",
    )


def _size(runs: Mapping[str, Run], wrong: float, told: float) -> Claim:
    got = [
        float(np.abs(static(runs[_NAMES[factor]])).max())
        for factor in FACTORS
        if np.isclose(abs(factor - 1), wrong)
    ]
    return in_kind(
        _WHERE,
        f"the largest static error is {told:g} rad for ±{100 * wrong:.0f} %",
        f"{fixed(got[0], 4)} rad with less, {fixed(got[1], 4)} rad with more payload",
        bool(max(abs(x / told - 1) for x in got) < 0.2),
        f"At the end of the steps, where (5.2) was taken; before that, {_between(runs, wrong)}. "
        "ω_n = 9 rad/s is chosen for this size: e = B⁻¹(g − ĝ)/ω_n²."
        if wrong == max(STATIC_ERRORS)
        else "",
    )


def _between(runs: Mapping[str, Run], wrong: float) -> str:
    """The largest error at the end of a second, when the step before has settled."""
    run = runs[_NAMES[1 - wrong]]
    t, e = time(run), np.abs(error(run))
    found = [e[(t > second - 0.1) & (t < second)].mean(axis=0) for second in range(1, 7)]
    second, joint = np.unravel_index(np.argmax(found), (6, 6))
    name = str(run.data["joint"].values[joint])
    return f"{name} is off by up to {fixed(float(found[second][joint]), 3)} rad"


def _lighter_is_worse(runs: Mapping[str, Run]) -> Claim:
    lighter, heavier = (
        float(np.abs(static(runs[name])).max()) for name in ("payload-90", "payload-110")
    )
    return in_kind(
        _WHERE,
        "of all payloads, −10 % has the largest error",
        f"{fixed(lighter, 4)} rad with −10 %, {fixed(heavier, 4)} rad with +10 %",
        lighter > heavier,
        "Which one is larger depends on the posture: the joint that gives way most, OS, goes to "
        "where gravity's lever is longer if the payload is heavier. S1 gives the same number for "
        "both.",
    )


def _saturation(runs: Mapping[str, Run]) -> Claim:
    order = [_NAMES[0.90], _NAMES[0.95], "ideal", _NAMES[1.05], _NAMES[1.10]]
    cut = [float(unserved(runs[name]).sum()) for name in order]
    return in_kind(
        _WHERE,
        "the lower the weight, the less torque is needed, and the less of it is saturated",
        "∫|u − uₛ| dt from −10 to +10 %: " + ", ".join(fixed(x, 2) for x in cut) + " N m s",
        cut == sorted(cut),
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
                "Static error of each joint against the error of the payload; lines: fitted "
                "through zero.",
            ),
            tool_table(runs["payload-90"]),
            case_fold(runs, "payload-90", "S1's figures 5.17 to 5.21"),
        ],
    )
