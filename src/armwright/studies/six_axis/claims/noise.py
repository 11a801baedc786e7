"""S1, section 5.2: noise on what is measured."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy.special import erfc

from armwright.signals import Run
from armwright.studies.claim import Claim, NumberLimits, Statement, at_least, at_most, near
from armwright.studies.six_axis.measures import (
    SETTLED,
    StepTest,
    amplitudes,
    error,
    period,
    roughness,
    static,
    time,
    torque_noise,
    values,
)
from armwright.studies.six_axis.runs import title
from armwright.studies.six_axis.source import NOISE_AMPLITUDES, is_upper_bound
from armwright.studies.wording import fixed, percent, short

_WHERE = "S1, section 5.2"
_HOW = (
    "Amplitude: the largest deviation of each joint's error from its mean after 8 s, reference "
    "minus measured; mean of the joints. S1 reads it from pictures: within 30 % is the same."
)
#: S1's limit and √(P/T), rad; what is beyond the limit is cut off: so many of all samples.
_LIMIT, _SIGMA = 1.5e-3, (5e-9 / 0.01) ** 0.5
_CUT_OFF = float(erfc(_LIMIT / _SIGMA / np.sqrt(2)))

GENERATOR = Statement(
    "noise-generator",
    _WHERE,
    "power 5e−9 and sample time 0.01 s give noise of about 1.5e−3 rad; it is cut off there",
    "number",
    {
        "largest": near("largest sample", _LIMIT, 1e-9, "rad", "rounding: it is cut off there"),
        "clipped": at_most(
            "share that is cut off, from what √(P/T) gives, in standard errors",
            4,
            "",
            "of good noise one in 16000 is farther off; by the number of samples of this run",
        ),
    },
)


def _amplitude_limits(name: str, k: int) -> NumberLimits:
    told, what = NOISE_AMPLITUDES[name][k], "mean of the joints' amplitudes"
    unit = ("rad", "rad/s")[k]
    if is_upper_bound(name, ("q", "q̇")[k]):
        return at_most(what, told, unit, "S1's own limit")
    return near(what, told, 0.3 * told, unit, "S1 reads amplitudes from pictures: 30 %")


AMPLITUDES = {
    (name, k): Statement(
        f"{name}-{('angle', 'velocity')[k]}",
        "S1, table 5.1",
        f"{title(name)}: error on {symbol} {'less than ' if is_upper_bound(name, symbol) else ''}"
        f"{short(NOISE_AMPLITUDES[name][k])} {unit}",
        "kind",
        {"amplitude": _amplitude_limits(name, k)},
    )
    for name in NOISE_AMPLITUDES
    for k, (symbol, unit) in enumerate((("q", "rad"), ("q̇", "rad/s")))
}
CONVERGES = Statement(
    "noise-converges",
    _WHERE,
    "the error converges to zero, with some noise on it",
    "kind",
    {"left": at_most("largest mean error at rest, of the noise", 0.3, "", "the noise covers it")},
)
DISTURBED_STEPS = Statement(
    "noise-in-steps",
    _WHERE,
    "in a step, between 2 and 3 s, the noise makes larger curves: it disturbs the acceleration",
    "kind",
    {"larger": at_least("in a step, times that at rest", 1.2, "", "one sees it in a picture")},
)
SENSITIVE = Statement(
    "noise-on-velocity",
    _WHERE,
    "the system is more sensitive to noise on the velocity than to noise on the angle",
    "kind",
    {"more": at_least("torque's noise, times that of noise on q", 2, "", "more than by chance")},
)
SMOOTH = Statement(
    "noise-smooth",
    _WHERE,
    "B(q) y oscillates with the noise, n(q, q̇) is smoother, wherever the noise is",
    "kind",
    {
        "share": at_most(
            "RMS change of n in 10 ms, of that of B(q) y", 0.5, "", "“smoother”: by half"
        )
    },
)
NOISE_BELOW_40_PERCENT = Statement(
    "noise-below-40-percent",
    _WHERE,
    "noise or not, the error stays 40 % less than the step",
    "kind",
    {"largest": at_most("largest error, of the step", 0.4, "", "S1's limit, as in section 5.1")},
)


def noise_claims(steps: StepTest, runs: Mapping[str, Run]) -> list[Claim]:
    return [
        _generator(runs["noise-q"]),
        *(claim for name in NOISE_AMPLITUDES for claim in _amplitudes(name, runs[name])),
        _converges(runs["noise-both"]),
        _disturbed_steps(runs["ideal"], runs["noise-both"]),
        _sensitive(runs["noise-q"], runs["noise-v"]),
        _smooth(runs),
        _below_40_percent(steps, runs),
    ]


def _generator(run: Run) -> Claim:
    noise = values(run, "measured_joint_position") - values(run, "joint_position")
    drawn = noise[:: round(0.01 / period(run))]
    clipped = float((np.abs(drawn) > _LIMIT * (1 - 1e-9)).mean())
    deviation = (_CUT_OFF * (1 - _CUT_OFF) / drawn.size) ** 0.5
    return GENERATOR.judged(
        f"standard deviation {short(drawn.std())} rad, largest {short(np.abs(drawn).max())} rad; "
        f"{percent(clipped, 1)} of the samples are cut off",
        f"√(P/T) is {short(_SIGMA)} rad: the limit is at {fixed(_LIMIT / _SIGMA, 1)} standard "
        "deviations, beyond which are "
        f"{percent(_CUT_OFF, 1)}.",
        largest=np.abs(drawn).max(),
        clipped=abs(clipped - _CUT_OFF) / deviation,
    )


def _amplitudes(name: str, run: Run) -> list[Claim]:
    notes = (_HOW if name == "noise-q" else "", "")
    return [
        AMPLITUDES[name, k].judged(f"{short(got)} {unit}", notes[k], amplitude=got)
        for k, (got, unit) in enumerate(zip(amplitudes(run), ("rad", "rad/s"), strict=True))
    ]


def _converges(run: Run) -> Claim:
    left, amplitude = np.abs(static(run)).max(), amplitudes(run)[0]
    return CONVERGES.judged(
        f"mean from 8 to 10 s at most {short(left)} rad, under noise of {short(amplitude)} rad",
        left=left / amplitude,
    )


def _disturbed_steps(ideal: Run, run: Run) -> Claim:
    """What noise adds to the true error, in the seconds of the steps and at rest."""
    t, added = time(run), np.abs(error(run) - error(ideal))
    in_second = [float(added[(t >= k) & (t < k + 1)].max()) for k in range(1, 7)]
    at_rest, worst = float(added[t >= SETTLED].max()), int(np.argmax(in_second)) + 1
    return DISTURBED_STEPS.judged(
        f"noise changes the true angles by up to {short(max(in_second))} rad in the second of a "
        f"step, and by up to {short(at_rest)} rad at rest",
        f"Ours is largest from {worst} to {worst + 1} s; which step it is, is a matter of chance. "
        "An acceleration at its limit cannot answer to noise.",
        larger=max(in_second) / at_rest,
    )


def _sensitive(on_q: Run, on_v: Run) -> Claim:
    more = float((torque_noise(on_v) / torque_noise(on_q)).mean())
    return SENSITIVE.judged(
        f"it makes {fixed(more, 1)} times as much noise in the torque",
        "The controller multiplies the one by K_D, the other by K_P.",
        more=more,
    )


def _smooth(runs: Mapping[str, Run]) -> Claim:
    shares = [
        float(
            (roughness(run, "bias_joint_torque") / roughness(run, "inertial_joint_torque")).mean()
        )
        for run in (runs[name] for name in NOISE_AMPLITUDES)
    ]
    return SMOOTH.judged(
        f"from one sample of the noise to the next n changes by "
        f"{', '.join(percent(s, 1) for s in shares)} of what B(q) y does, with noise on q, on q̇, "
        "on both",
        share=max(shares),
    )


def _below_40_percent(steps: StepTest, runs: Mapping[str, Run]) -> Claim:
    largest = max(float(steps.largest(runs[name]).max()) for name in NOISE_AMPLITUDES)
    return NOISE_BELOW_40_PERCENT.judged(
        f"it is at most {percent(largest)} of the step",
        "Read as in section 5.1: less than 40 % of the step.",
        largest=largest,
    )
