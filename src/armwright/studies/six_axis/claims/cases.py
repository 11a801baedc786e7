"""S1's figures of each case, in sections 5.1 to 5.3 and appendices D to F: what it says of them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.signals import Run
from armwright.studies.claim import Claim, NumberLimits, Statement, at_least, at_most, between, near
from armwright.studies.six_axis.measures import (
    SETTLED,
    StepTest,
    amplitudes,
    at_rest,
    error,
    error_growth_at_limits,
    roughness,
    static,
    time,
    unserved,
    values,
)
from armwright.studies.six_axis.runs import INERTIAS, PAYLOADS, title
from armwright.studies.six_axis.source import FIGURES, figures_of
from armwright.studies.wording import fixed, percent, short

_FOLLOWS = at_most("largest error, of the step", 0.4, "", "S1's limit, as in section 5.1")

AT_LIMITS = Statement(
    "figures-ideal",
    "S1, figures 5.1, 5.4 and 5.5",
    "errors of the angles occur where the accelerations and torques are at their limits",
    "kind",
    {
        "share": at_least(
            "part of all growth of errors that is while a limit is met",
            0.9,
            "",
            "“related”: next to nothing comes from elsewhere",
        )
    },
)
NOISE = {
    name: Statement(
        f"figures-{name}",
        f"S1, {figures_of(name)}",
        f"{title(name)}: the reference is followed; the error at rest is as large as the noise; "
        "B(q) y takes the noise up, n(q, q̇) does not in the same degree",
        "kind",
        {
            "largest": _FOLLOWS,
            "noise": near(
                "amplitude of the error at rest, of that of the noise",
                1.0,
                0.3,
                "",
                "read from pictures: within 30 % is the same",
            ),
            "share": at_most(
                "RMS change of n in 10 ms, of that of B(q) y", 0.5, "", "less: by half"
            ),
        },
    )
    for name in ("noise-q", "noise-v")
}
PEAKS = Statement(
    "figures-noise-both",
    "S1, figures 5.7, 5.8 and 5.11",
    "the larger curves of angles and velocities in a step come with peaks of the acceleration",
    "kind",
    {
        "largest": _FOLLOWS,
        "angles": at_least("noise adds to the angles, times that at rest", 1.2, "", "seen"),
        "velocities": at_least("to the velocities, times that at rest", 1.2, "", "seen"),
        "accelerations": at_least("to y, times that at rest", 1.2, "", "a peak is seen"),
    },
)


def _torque_cut_off(name: str) -> NumberLimits:
    what = "∫|u − uₛ| dt, of that of the ideal case"
    if _more(name):
        return at_least(what, 1.0, "", "“the lower the weight is, the less … and vice versa”")
    return at_most(what, 1.0, "", "“the lower the weight is, the less … torque”")


def _largest_error(name: str) -> NumberLimits:
    what = "largest errors, of those of the ideal case, mean of the joints"
    why = "“lower the lower the inertia value is and vice versa”; “small”: a tenth"
    return between(what, 1.0, 1.1, "", why) if _more(name) else between(what, 0.9, 1.0, "", why)


def _more(name: str) -> bool:
    return int(name.rpartition("-")[2]) > 100


PAYLOAD = {
    name: Statement(
        f"figures-{name}",
        f"S1, {figures_of(name)}",
        f"{title(name)}: a static error stays; {'more' if _more(name) else 'less'} of the torque "
        "is cut off than in the ideal case",
        "kind",
        {
            "static": at_least("largest static error at the end", 5e-3, "rad", "seen in a picture"),
            "cut": _torque_cut_off(name),
        },
    )
    for name in PAYLOADS.values()
}
INERTIA = {
    name: Statement(
        f"figures-{name}",
        f"S1, {figures_of(name)}",
        f"{title(name)}: the largest errors get {'larger' if _more(name) else 'smaller'}, by a "
        "small margin; nothing is left at rest",
        "kind",
        {
            "static": at_most("largest error from 8 to 10 s", 1e-3, "rad", "not seen in a picture"),
            "ratio": _largest_error(name),
        },
    )
    for name in INERTIAS.values()
}


def case_claims(steps: StepTest, runs: Mapping[str, Run]) -> list[Claim]:
    """In the order of S1's figures."""
    makers = {
        **dict.fromkeys(NOISE, _noise),
        **dict.fromkeys(PAYLOAD, _payload),
        **dict.fromkeys(INERTIA, _inertia),
    }
    found = [_at_limits(runs["ideal"]), _peaks(steps, runs)]
    return found + [makers[name](steps, runs, name) for name in FIGURES if name in makers]


def _at_limits(ideal: Run) -> Claim:
    share = error_growth_at_limits(ideal)
    return AT_LIMITS.judged(
        f"{percent(share, 1)} of the growth of all errors is while y or u of a joint is at its "
        "limit",
        share=share,
    )


def _noise(steps: StepTest, runs: Mapping[str, Run], name: str) -> Claim:
    run, k = runs[name], 0 if name == "noise-q" else 1
    noise = _noise_at_rest(run, k)
    ratio = amplitudes(run)[k] / noise
    share = roughness(run, "bias_joint_torque") / roughness(run, "inertial_joint_torque")
    largest = steps.largest(run).max()
    unit = ("rad", "rad/s")[k]
    return NOISE[name].judged(
        f"largest error {percent(largest)} of the step; at rest {fixed(ratio, 2)} times the noise "
        f"of {short(noise)} {unit}; n changes by {percent(share.mean(), 1)} of what B(q) y does",
        largest=largest,
        noise=ratio,
        share=share.mean(),
    )


def _noise_at_rest(run: Run, k: int) -> float:
    """Its largest value at rest, mean of the joints. `k`: 0 of angles, 1 of velocities."""
    what = ("position", "velocity")[k]
    noise = values(run, f"measured_joint_{what}") - values(run, f"joint_{what}")
    return float(np.abs(noise[time(run) >= SETTLED]).max(axis=0).mean())


def _peaks(steps: StepTest, runs: Mapping[str, Run]) -> Claim:
    """What noise adds in the second in which it adds most to the angles, and at rest."""
    ideal, noisy = runs["ideal"], runs["noise-both"]
    t = time(noisy)
    y = "commanded_joint_acceleration"
    added = [
        np.abs(error(noisy) - error(ideal)),
        np.abs(error(noisy, "velocity") - error(ideal, "velocity")),
        np.abs(values(noisy, y) - values(ideal, y)),
    ]
    second = max(range(1, 7), key=lambda k: float(added[0][(t >= k) & (t < k + 1)].max()))
    inside, rest = (t >= second) & (t < second + 1), t >= SETTLED
    joint = int(added[0][inside].max(axis=0).argmax())
    ratios = [float(one[inside, joint].max() / one[rest, joint].max()) for one in added]
    name = noisy.data["joint"].values[joint]
    largest = steps.largest(noisy).max()
    over = (values(noisy, "wanted_joint_torque") != values(noisy, "joint_torque"))[inside]
    met = " and ".join(noisy.data["joint"].values[over.any(axis=0)]) or "no joint"
    return PEAKS.judged(
        f"largest in {name} from {second} to {second + 1} s: there noise adds "
        f"{', '.join(fixed(r, 1) for r in ratios)} times what it does at rest, to angle, velocity "
        f"and y; largest error {percent(largest)} of the step",
        "In S1 it is from 2 to 3 s; which step it is, is a matter of chance. Here y, which a limit "
        f"cuts off, is disturbed no more in a step than at rest: the torques of {met} meet "
        "their limits in it, and what these cut off moves the other joints.",
        largest=largest,
        angles=ratios[0],
        velocities=ratios[1],
        accelerations=ratios[2],
    )


def _payload(steps: StepTest, runs: Mapping[str, Run], name: str) -> Claim:
    run = runs[name]
    left, largest = float(np.abs(static(run)).max()), float(steps.largest(run).max())
    cut = float(unserved(run).sum() / unserved(runs["ideal"]).sum())
    return PAYLOAD[name].judged(
        f"{fixed(left, 4)} rad stay; {fixed(cut, 2)} times as much torque is cut off; largest "
        f"error {percent(largest)} of the step",
        static=left,
        cut=cut,
    )


def _inertia(steps: StepTest, runs: Mapping[str, Run], name: str) -> Claim:
    run = runs[name]
    left, largest = at_rest(run), steps.largest(run)
    ratio = float((largest / steps.largest(runs["ideal"])).mean())
    return INERTIA[name].judged(
        f"the largest errors are {fixed(ratio, 3)} times those of the ideal case, at most "
        f"{percent(largest.max())} of the step; {short(left, 1)} rad are left at rest",
        static=left,
        ratio=ratio,
    )
