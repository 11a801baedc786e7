"""What S4 says of friction that is followed, beside what was simulated and filtered."""

from __future__ import annotations

import numpy as np

from armwright.studies.claim import Claim, Statement, at_least, at_most, between
from armwright.studies.friction.adaptive.runs import (
    AdaptiveResults,
    estimated,
    friction_at,
    off,
    static_numbers,
)
from armwright.studies.friction.adaptive.source import COLD, WARM, serial_arm
from armwright.studies.wording import fixed, percent, span

_FIVE = "as the filter is asked to be after five minutes"
ONE = Statement(
    "follow-one",
    "S4, 5.4, figure 5.14",
    "F_s alone, from its warm value on cold data, starts large, falls, and is right in about 5 min",
    "kind",
    {
        "off": between("F_s after 300 s, off", -5.0, 5.0, "%", _FIVE),
        "fallen": at_least("way that it has fallen", 15.0, "%", "it starts 22 % too large"),
    },
)
THREE = Statement(
    "follow-three",
    "S4, 5.4, figure 5.15",
    "F_s, α₂ and α₃ together are right in about 5 min",
    "kind",
    {"off": at_most("largest error of the three after 300 s", 5.0, "%", _FIVE)},
)
DRIFT = Statement(
    "follow-drift",
    "S4, 5.4, figure 5.16",
    "on friction measured through a model with errors F_s settles too low, α₂ and α₃ drift in "
    "opposite directions, and friction at high speed is underestimated",
    "kind",
    {
        "static": at_most("F_s over the hour, off", -10.0, "%", "ten times its noise"),
        "viscous": at_least("α₂ over the hour, off", 5.0, "%", "ten times its noise"),
        "quadratic": at_most("α₃ over the hour, off", -10.0, "%", "ten times its noise"),
        "fast": at_most("friction at 300 rad/s, off", -1.0, "%", "beyond its noise"),
    },
)
MEDIUM = Statement(
    "follow-medium",
    "S4, 5.4",
    "friction at medium speed stays right meanwhile",
    "kind",
    {"off": between("friction at 50 rad/s, off", -5.0, 5.0, "%", "right to a few per cent")},
)
CURE = Statement(
    "follow-cured",
    "S4, 7.2",
    "a better indirect friction measurement is left to future work",
    "kind",
    {"off": at_most("largest error of the three in an hour", 10.0, "%", "set for the cure")},
)
CONSISTENT = Statement(
    "follow-consistent",
    "S4, 5.4",
    "the cause of the drift is the measurement of friction, not the filter",
    "kind",
    {
        "true": between("NIS on true velocities", 0.9, 1.1, "", "1 for a filter that is right"),
        "plain": at_least("NIS of the filter that drifts", 2.0, "", "it is surer than it may be"),
        "cured": between("NIS of the cured filter", 0.9, 1.1, "", "1 for a filter that is right"),
    },
)
DYNAMIC = Statement(
    "follow-dynamic",
    "S4, 5.4, figure 5.17",
    "static and dynamic friction differ for fractions of a second",
    "kind",
    {
        "longest": at_most("longest time apart by 10 % of F_c", 0.5, "s", "a fraction of a second"),
        "largest": at_least("largest difference", 0.035, "N m", "F_c: friction turns round late"),
    },
)
SEEN = Statement(
    "follow-seen",
    "S4, 5.4, figure 5.18",
    "each number shows in an interval of speed of its own, but F_c and v_s near the Stribeck "
    "velocity",
    "kind",
    {
        "static": at_most("F_s shows most below, in v_s", 0.5, "", "it is friction at rest"),
        "stribeck": between("v_s shows most at, in v_s", 0.5, 2.0, "", "near itself"),
        "coulomb": between("F_c shows by half from, in v_s", 0.5, 2.0, "", "overlaps with v_s"),
        "quadratic": at_least("α₃ shows by half from, in v_s", 50.0, "", "high speed alone"),
    },
)
OTHER = Statement(
    "follow-other-law",
    "S4, 7.2",
    "other friction models in the filter are left to future work",
    "kind",
    {
        "fast": at_most("α₂ and α₃ by a static law, off", 5.0, "%", _FIVE),
        "surprise": at_least("NIS of the static law", 2.0, "", "what it leaves out shows"),
    },
)
_RATE = "set for the diagnosis: nine of ten"
DIAGNOSIS = Statement(
    "follow-diagnosis",
    "S4, 7.2",
    "diagnosis and fault detection are left to future work",
    "kind",
    {
        "alarms": at_most("histories without a fault that alarm", 0.05, "", "one in twenty"),
        "least": at_least("least detection rate of a fault", 0.9, "", _RATE),
        "temperatures": at_least("cold, normal and warm told right", 0.9, "", _RATE),
    },
)


def adaptive_claims(found: AdaptiveResults) -> list[Claim]:
    truths = found.truths
    plain = [off(fit, true) for fit, true in zip(found.plain, truths, strict=True)]
    cured = [off(fit, true) for fit, true in zip(found.cured, truths, strict=True)]
    faded = truths[-1]["quadratic"] / truths[0]["quadratic"]
    return [
        *_simulated(found),
        *_drift(found, plain),
        CURE.judged(
            f"links behind their springs, errors of bodies estimated along: {_spans(cured)}",
            f"While the gear warms up, and α₃ goes down to {fixed(faded, 2)} of itself.",
            off=_worst(cured),
        ),
        _consistent(found),
        _dynamic(found),
        _seen(found),
        _other(found),
        _diagnosis(found),
    ]


def _simulated(found: AdaptiveResults) -> list[Claim]:
    one, three = off(found.one, COLD)["static"], off(found.three, COLD)
    began = 100.0 * (WARM["static"] / COLD["static"] - 1.0)
    return [
        ONE.judged(
            f"from {fixed(began, 0)} % too large to {fixed(one, 1)} %", off=one, fallen=began - one
        ),
        THREE.judged(f"off by {_spans([three])}", off=_worst([three])),
    ]


def _drift(found: AdaptiveResults, plain: list[dict[str, float]]) -> list[Claim]:
    speeds = np.array([50.0, 300.0])
    medium, fast = np.transpose(
        [
            100.0 * (friction_at(speeds, estimated(fit)) / friction_at(speeds, true) - 1.0)
            for fit, true in zip(found.plain, found.truths, strict=True)
        ]
    )
    right = right_speeds(found)
    return [
        DRIFT.judged(
            f"over the hour {_spans(plain)}; friction at 300 rad/s {span(fast)} %",
            static=max(one["static"] for one in plain),
            viscous=min(one["viscous"] for one in plain),
            quadratic=max(one["quadratic"] for one in plain),
            fast=fast.max(),
        ),
        MEDIUM.judged(
            f"{span(medium)} % too much at 50 rad/s",
            "Too high there, too low at 300 rad/s, and right at "
            f"{fixed(min(right), 0)} to {fixed(max(right), 0)} rad/s: which speed S4 calls medium "
            "is not published.",
            off=medium[np.argmax(np.abs(medium))],
        ),
    ]


def right_speeds(found: AdaptiveResults) -> list[float]:
    """rad/s: of each batch of the plain filter, where friction passes the true one."""
    speeds = np.linspace(50.0, 300.0, 251)
    crossed = []
    for fit, true in zip(found.plain, found.truths, strict=True):
        gap = friction_at(speeds, estimated(fit)) - friction_at(speeds, true)
        passes = np.flatnonzero(np.diff(np.sign(gap)))
        crossed += [float(speeds[passes[0]])] if passes.size else []
    return crossed or [float("nan")]


def _consistent(found: AdaptiveResults) -> Claim:
    plain = found.hasty.consistency.mean
    cured = [fit.consistency.mean for fit in found.cured]
    true = found.three.consistency.mean
    return CONSISTENT.judged(
        f"NIS {fixed(true, 2)} on true velocities, {fixed(plain, 1)} where it drifts, "
        f"{span(cured, 3)} when cured",
        true=true,
        plain=plain,
        cured=max(cured, key=lambda one: abs(one - 1.0)),
    )


def _dynamic(found: AdaptiveResults) -> Claim:
    seen = found.seen
    moving = seen.static != 0
    apart = np.abs(seen.dynamic - seen.static) * moving
    dry = static_numbers(serial_arm(COLD))["coulomb"]
    ends = np.flatnonzero(np.diff(np.r_[0, apart > 0.1 * dry, 0]))
    longest = float(np.diff(ends)[::2].max()) * float(seen.time[1] - seen.time[0])
    return DYNAMIC.judged(
        f"apart by more than 10 % of F_c for {fixed(longest, 2)} s at a time, by "
        f"{fixed(apart.max(), 3)} N m at most",
        longest=longest,
        largest=apart.max(),
    )


def _seen(found: AdaptiveResults) -> Claim:
    seen = found.seen
    speed, v_s = seen.speed, static_numbers(serial_arm(COLD))["stribeck_velocity"]
    size = {name: np.abs(one) / np.abs(one).max() for name, one in seen.by_number.items()}
    last = {name: float(speed[one >= 0.5].max()) / v_s for name, one in size.items()}
    first = {name: float(speed[one >= 0.5].min()) / v_s for name, one in size.items()}
    peak = float(speed[np.argmax(size["stribeck_velocity"])]) / v_s
    return SEEN.judged(
        f"F_s up to {fixed(last['static'], 2)} v_s, v_s most at {fixed(peak, 2)} v_s, F_c from "
        f"{fixed(first['coulomb'], 2)} v_s, α₃ from {fixed(first['quadratic'], 0)} v_s on",
        static=float(speed[np.argmax(size["static"])]) / v_s,
        stribeck=peak,
        coulomb=first["coulomb"],
        quadratic=first["quadratic"],
    )


def _other(found: AdaptiveResults) -> Claim:
    errors = off(found.tustin, COLD)
    return OTHER.judged(
        f"Tustin's law on data of LuGre's: {_spans([errors])}; NIS "
        f"{fixed(found.tustin.consistency.mean, 1)}",
        "Bristles are what it lacks: on data of Tustin's law F_s is off by "
        f"{fixed(off(found.static, COLD)['static'], 1)} %.",
        fast=max(abs(errors["viscous"]), abs(errors["quadratic"])),
        surprise=found.tustin.consistency.mean,
    )


def _diagnosis(found: AdaptiveResults) -> Claim:
    aged = found.aged
    rates = aged.detections
    words = ", ".join(f"{name} {percent(rate)}" for name, rate in rates.items())
    return DIAGNOSIS.judged(
        f"{len(aged.kinds)} histories: false alarms {percent(aged.false_alarms, 1)}; {words}; "
        f"temperature {percent(aged.temperatures)}",
        alarms=aged.false_alarms,
        least=min(rates.values()),
        temperatures=aged.temperatures,
    )


_SYMBOLS = {"static": "F_s", "viscous": "α₂", "quadratic": "α₃"}


def _spans(errors: list[dict[str, float]]) -> str:
    words = []
    for name, symbol in _SYMBOLS.items():
        values = [one[name] for one in errors]
        words.append(f"{symbol} {span(values) if len(values) > 1 else fixed(values[0], 1)} %")
    return ", ".join(words)


def _worst(errors: list[dict[str, float]]) -> float:
    return max(abs(value) for one in errors for value in one.values())
