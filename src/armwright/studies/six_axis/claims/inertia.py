"""S1, section 5.3.2: an arm whose inertias are not those that its controller believes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_least, at_most, between
from armwright.studies.six_axis.measures import StepTest, at_rest, error, time, values
from armwright.studies.six_axis.runs import INERTIAS
from armwright.studies.wording import fixed, percent, short

_WHERE = "S1, section 5.3.2"

MINIMAL = Statement(
    "inertia-minimal",
    _WHERE,
    "minimal effect on the joint angles: only the largest error changes, by a small margin",
    "kind",
    {
        "static": at_most(
            "largest error from 8 to 10 s, at rest", 1e-3, "rad", "1/30 of a payload's"
        ),
        "change": at_most(
            "largest change, of the step", 0.05, "", "“small”: an eighth of S1's 40 %"
        ),
    },
)
LOWER_IS_BETTER = Statement(
    "inertia-lower",
    _WHERE,
    "the largest error is lower the lower the inertia is, and vice versa",
    "kind",
    {"rises": at_least("joints in which it rises from case to case", 6, "", "all of them")},
)
OTHER_JOINTS = Statement(
    "inertia-other-joints",
    _WHERE,
    "minimal oscillations on the joints that do not step: the decoupling is affected",
    "kind",
    {"moved": between("their largest motion", 1e-4, 0.05, "rad", "seen; a tenth of a step of 30°")},
)
PEAKS = {
    what: Statement(
        f"inertia-{what}",
        _WHERE,
        says,
        "kind",
        {
            "more": at_least(
                "largest value or change in 5 ms, more than in the ideal case",
                0.5,
                "",
                "a peak that stands out by half",
            )
        },
    )
    for what, says in (
        ("torque", "the torque gets unstable, and has occasional peaks"),
        ("acceleration", "the acceleration gets unstable, and has occasional peaks"),
    )
}


def inertia_claims(steps: StepTest, runs: Mapping[str, Run]) -> list[Claim]:
    return [
        _minimal(steps, runs),
        _lower_is_better(steps, runs),
        _other_joints(steps, runs),
        *(_peaks(runs, what) for what in ("torque", "acceleration")),
    ]


def _minimal(steps: StepTest, runs: Mapping[str, Run]) -> Claim:
    left = max(at_rest(runs[name]) for name in INERTIAS.values())
    change = max(float(np.abs(_change(steps, runs, name)).max()) for name in INERTIAS.values())
    return MINIMAL.judged(
        f"no static error (up to {short(left, 1)} rad at rest); the largest errors change by up to "
        f"{fixed(100 * change, 1)} % of the step",
        static=left,
        change=change,
    )


def _lower_is_better(steps: StepTest, runs: Mapping[str, Run]) -> Claim:
    names = [INERTIAS[0.90], INERTIAS[0.95], "ideal", INERTIAS[1.05], INERTIAS[1.10]]
    largest = np.array([steps.largest(runs[name]) for name in names])
    rises = int((np.diff(largest, axis=0) > 0).all(axis=0).sum())
    means = ", ".join(percent(x, 1) for x in largest.mean(axis=1))
    return LOWER_IS_BETTER.judged(
        f"it rises with the inertia in {rises} of 6 joints; mean of the "
        f"joints from −10 to +10 %: {means} of the step",
        "While y is at its limit a lighter arm accelerates more than y, and is less late.",
        rises=rises,
    )


def _other_joints(steps: StepTest, runs: Mapping[str, Run]) -> Claim:
    """Of all but the joint that steps, and the one whose step was a second ago."""
    t, moved = time(runs["ideal"]), []
    for name in INERTIAS.values():
        change = np.abs(error(runs[name]) - error(runs["ideal"]))
        for k, begin in enumerate(steps.times):
            others = [j for j in range(6) if j not in (k, k - 1)]
            moved.append(float(change[(t >= begin) & (t < begin + 1)][:, others].max()))
    return OTHER_JOINTS.judged(
        f"they move by up to {short(max(moved))} rad more or less than in the ideal case",
        moved=max(moved),
    )


def _peaks(runs: Mapping[str, Run], what: str) -> Claim:
    signal = f"wanted_joint_{what}"
    higher, jumps = [], []
    for name in INERTIAS.values():
        here, ideal = values(runs[name], signal), values(runs["ideal"], signal)
        higher.append((np.abs(here).max(axis=0) / np.abs(ideal).max(axis=0)).max() - 1)
        jumps.append((_jump(here) / _jump(ideal)).max() - 1)
    return PEAKS[what].judged(
        f"its largest value in any joint is at most {percent(max(higher), 1)} higher than in the "
        f"ideal case, its largest change in 5 ms at most {percent(max(jumps), 1)}",
        "An inertia that is wrong by 10 % changes the gain of the loop by less than that, which "
        "cannot make it unstable. S1's peaks may come from its solver, where limits are met."
        if what == "torque"
        else "",
        more=max(*higher, *jumps),
    )


def _jump(signal: Array) -> Array:
    """The largest change from record to record, each joint."""
    found: Array = np.abs(np.diff(signal, axis=0)).max(axis=0)
    return found


def _change(steps: StepTest, runs: Mapping[str, Run], name: str) -> Array:
    found: Array = steps.largest(runs[name]) - steps.largest(runs["ideal"])
    return found
