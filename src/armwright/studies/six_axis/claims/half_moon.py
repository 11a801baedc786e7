"""S1, section 5.4: a half moon in space, through inverse kinematics and the filter."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy.signal import find_peaks

from armwright.arrays import Array
from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_least, at_most
from armwright.studies.six_axis.measures import (
    FILTER_LASTS,
    StepTest,
    error,
    near_changes,
    time,
    values,
)
from armwright.studies.six_axis.runs import OUR_DIRECTION_CHANGES, half_moon_rate
from armwright.studies.wording import fixed, short, span

_WHERE = "S1, section 5.4"

BELOW_A_HUNDREDTH = Statement(
    "half-moon-error",
    _WHERE,
    "the error stays below 0.01 rad",
    "kind",
    {"largest": at_most("largest error", 0.01, "rad", "S1's own limit")},
)
ONLY_AT_CHANGES = Statement(
    "half-moon-changes",
    _WHERE,
    "the error is larger only where the path changes its direction: at 0.3, 3, 5, 7 and 10 s",
    "kind",
    {"ratio": at_least("error there, times that elsewhere, least joint", 1.5, "", "“larger”")},
)
TORQUE = Statement(
    "half-moon-torque",
    _WHERE,
    "the torques' changes are not large, even lower than in the ideal case",
    "kind",
    {"share": at_most("largest B(q) y, of the ideal case's, worst joint", 1, "", "“lower”")},
)
OSCILLATIONS = Statement(
    "half-moon-oscillations",
    _WHERE,
    "some peaks and rapid oscillations of the torque in the first 2 s",
    "kind",
    {
        "swings": at_least(
            "turns of B(q) y in any joint", 10, "", "“rapid”: more than five a second"
        )
    },
)
ACCELERATION = Statement(
    "half-moon-acceleration",
    "S1, section 5.4, figure 5.38",
    "the same peaks of the first 2 s appear in the acceleration",
    "kind",
    {"swings": at_least("turns of y in any joint", 10, "", "as for the torque")},
)
SOFTER = Statement(
    "half-moon-softer",
    "S1, section 6.1",
    "the error is mainly related to the size of the step: a softer trajectory keeps it small",
    "kind",
    {"share": at_most("largest error, of that in the steps", 0.1, "", "“small”: a tenth")},
)


def half_moon_claims(steps: StepTest, runs: Mapping[str, Run]) -> list[Claim]:
    return [
        _below_a_hundredth(runs["half-moon"]),
        _only_at_changes(runs["half-moon"]),
        _torque(runs["half-moon"], runs["ideal"]),
        _oscillations(runs["half-moon"]),
        _acceleration(runs["half-moon"]),
        _softer(steps, runs),
    ]


def _below_a_hundredth(run: Run) -> Claim:
    largest = float(np.abs(error(run)).max())
    return BELOW_A_HUNDREDTH.judged(
        f"it is {short(largest)} rad at most",
        "The half moon is ours: S1 does not say where and how large its own is.",
        largest=largest,
    )


def _only_at_changes(run: Run) -> Claim:
    ratio, largest = near_changes(run), float(np.abs(error(run)).max())
    speed = float(np.abs(values(run, "reference_joint_velocity")).max())
    changes = ", ".join(f"{c:g}" for c in OUR_DIRECTION_CHANGES)
    half = 0.5 / half_moon_rate()
    return ONLY_AT_CHANGES.judged(
        f"in the {FILTER_LASTS} s after {changes} s it is {span(ratio)} times that of the rest of "
        "the way",
        "With an exact model and limits that are not reached nothing makes an error. What there "
        f"is here, {short(largest)} rad, is by how much the reference is ahead in the middle of a "
        f"sample: {fixed(1e3 * half, 1)} ms at {fixed(speed, 3)} rad/s make "
        f"{short(speed * half)} rad. It goes with the speed. That of the velocities does "
        f"go with changes of direction: it is {span(near_changes(run, 'velocity'))} times as "
        "large there. Where S1's error comes from cannot be told.",
        ratio=ratio.min(),
    )


def _torque(run: Run, ideal: Run) -> Claim:
    here, there = (_largest(each, "inertial_joint_torque") for each in (run, ideal))
    return TORQUE.judged(
        f"the largest B(q) y of each joint is {span(here / there)} times that of the ideal case",
        share=(here / there).max(),
    )


def _oscillations(run: Run) -> Claim:
    swings = _early_turns(run, "inertial_joint_torque")
    return OSCILLATIONS.judged(
        f"from 0.3 to 2 s B(q) y turns round {swings} × in any joint, at the most",
        "The start at 0.3 s is all that happens there. S1's path may begin elsewhere than its "
        "arm does.",
        swings=swings,
    )


def _acceleration(run: Run) -> Claim:
    swings = _early_turns(run, "commanded_joint_acceleration")
    return ACCELERATION.judged(
        f"from 0.3 to 2 s y turns round {swings} × in any joint, at the most", swings=swings
    )


def _softer(steps: StepTest, runs: Mapping[str, Run]) -> Claim:
    path = float(np.abs(error(runs["half-moon"])).max())
    step = float((steps.largest(runs["ideal"]) * steps.heights).max())
    return SOFTER.judged(
        f"{short(path)} rad on the half moon, {fixed(step, 2)} rad in the steps",
        share=path / step,
    )


def _largest(run: Run, signal: str) -> Array:
    found: Array = np.abs(values(run, signal)).max(axis=0)
    return found


def _early_turns(run: Run, signal: str) -> int:
    """In any joint from 0.3 to 2 s, at the most; by more than a hundredth of the largest value."""
    t, curves = time(run), values(run, signal)
    early = (t > OUR_DIRECTION_CHANGES[0]) & (t < 2.0)
    return max(_turns(curves[early, k], 0.01 * np.abs(curves[:, k]).max()) for k in range(6))


def _turns(curve: Array, least: float) -> int:
    """How often a curve turns round by more than `least`."""
    return sum(len(find_peaks(sign * curve, prominence=least)[0]) for sign in (1, -1))
