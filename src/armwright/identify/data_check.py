"""Whether a log can answer: what looks wrong in it, what it cannot see, which motion would show it.

First the signals by themselves (missing, constant, too fast, saturated), then by what a fit makes
of them: torques that come late, that fit better with the other sign, that are a thousand times what
the description needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import scipy.linalg

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.advice import Advice
from armwright.identify.base import random_states
from armwright.identify.consistent import prior_deviations
from armwright.identify.estimators import stacked
from armwright.identify.motion import Motion, efforts, joint_positions, sample_time
from armwright.identify.problem import RigidEstimate, RigidProblem
from armwright.identify.reduction import Triangle, filtered, reduced
from armwright.identify.regressor import JOINT_TORQUE
from armwright.robot.finding import Finding
from armwright.signals.log import Log

Answer = Literal["can answer", "can answer in part", "cannot answer"]
#: A joint that moves by less than this, in rad or m, is still.
_STILL = 1e-4
#: Speeds above the limits by this factor are no motion of the arm.
_TOO_FAST = 1.5
#: So many equal extreme values in a row, and this part of all samples, are saturation.
_ROW, _PART = 5, 0.005
#: Delays that are looked for, in s. One is told where it is longer than the first of these, is an
#: error beyond the second, and leaves less of the squared residual by this part.
_DELAYS = np.array([-0.03, -0.02, -0.01, -0.005, 0.0, 0.005, 0.01, 0.02, 0.03])
_LATE, _TOO_LATE, _BETTER = 1.5e-3, 4e-3, 0.05
#: A sign is wrong if the other one leaves less than this part of the squared residual; one is
#: looked for where this part of a torque's variation is not explained.
_OTHER_SIGN, _DOUBTFUL = 0.6, 0.25
#: Torques this many times larger or smaller than described are in other units.
_OTHER_UNITS = 20.0
#: Lengths of a sample, against that of the log, which are tried; another one is right if it leaves
#: less than this part of the squared residual.
_TIMES = np.array([0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 1.0, 1.2, 1.4, 2.0, 2.8, 5.0, 10.0])
_OTHER_TIME = 0.5
#: The part of the torques' variation that a fit may leave unexplained.
_UNEXPLAINED = 0.5
#: Gravity's torques vary by at least this part of what they do over all positions.
_GRAVITY = 0.05
#: A combination is not seen where its standard error is above this part of what was open before.
_UNSEEN = 0.5


@dataclass(frozen=True)
class Unseen:
    """A combination that the data hardly tells: its standard error and what was open before, in its
    unit, and the motion that would show it."""

    name: str
    error: float
    before: float
    shown_by: str


@dataclass(frozen=True)
class DataCheck:
    """`findings`: errors make the log useless for this. `unseen`: what it does not tell, of
    `combinations` in all; `condition`: of the regression."""

    findings: tuple[Finding, ...]
    unseen: tuple[Unseen, ...]
    combinations: int
    condition: float

    @property
    def answers(self) -> bool:
        return self.verdict != "cannot answer"

    @property
    def verdict(self) -> Answer:
        if any(one.severity == "error" for one in self.findings):
            return "cannot answer"
        return "can answer in part" if self.unseen else "can answer"

    def __str__(self) -> str:
        lines = [
            f"{self.verdict}: {self.combinations - len(self.unseen)} of {self.combinations} seen"
        ]
        lines += [str(one) for one in self.findings]
        lines += [f"not seen: {one.name}; shown by {one.shown_by}" for one in self.unseen]
        return "\n".join(lines)


def checked(problem: RigidProblem, log: Log, cutoff: float | None = None) -> DataCheck:
    """Signals first; a fit only where they can be fitted."""
    size = problem.base.size
    findings = [*_signals(problem, log)]
    if any(one.severity == "error" for one in findings):
        return DataCheck(tuple(findings), (), size, float("inf"))
    try:
        motion = problem.motion(log, cutoff)
    except InputError as error:
        return DataCheck((*findings, Finding.of(error)), (), size, float("inf"))
    findings += [*_speeds(problem, motion), *_units(problem, motion)]
    if any(one.severity == "error" for one in findings):
        return DataCheck(tuple(findings), (), size, float("inf"))
    estimate = problem.solve(motion)
    rows = _WeightedRows(problem, estimate)
    findings += [*_delay(problem, estimate, rows), *_signs(problem, estimate)]
    findings += [*_time(problem, estimate, sample_time(log)), *_gravity(problem, motion)]
    findings += [*_explained(problem, estimate)]
    unseen = tuple(_unseen(problem, estimate))
    if len(unseen) == size:
        findings.append(
            Finding(
                "error",
                "no number can be told from this motion",
                "log",
                "standard errors above what is open",
                "a motion that excites the arm",
                "Move all joints together, at different speeds and in different poses.",
            )
        )
    return DataCheck(tuple(findings), unseen, size, estimate.solution.condition)


def _signals(problem: RigidProblem, log: Log) -> Iterator[Finding]:
    try:
        sample_time(log)
        q = joint_positions(problem.robot, log)
        effort = efforts(problem.robot, log, problem.signal)
    except InputError as error:
        yield Finding.of(error)
        return
    for name, values, channels in (
        ("position", q, problem.robot.joint_names),
        (problem.signal, effort, problem.regressor.channels),
    ):
        for k, channel in enumerate(channels):
            yield from _column(name, channel, values[:, k], log.time)
    limits = {m.name: m.drive.torque_limit for m in problem.robot.all_motors}
    for k, channel in enumerate(problem.regressor.channels):
        limit = limits.get(channel) if problem.signal != JOINT_TORQUE else None
        yield from saturated(problem.signal, channel, effort[:, k], limit)


def _column(name: str, channel: str, values: Array, time: Array) -> Iterator[Finding]:
    missing = ~np.isfinite(values)
    where = f"{name} of {channel}"
    if missing.any():
        yield Finding(
            "error",
            "values are missing",
            where,
            f"{missing.sum()} of {values.size}, first at {time[missing][0]:.6g} s",
            "a finite number in every sample",
            "Cut the log before or after the gap, or resample it.",
        )
    elif np.ptp(values) == 0 and name != "position":
        yield Finding(
            "error",
            "the column never changes",
            where,
            f"{values[0]:.6g} in every sample",
            "a torque that changes with the motion",
            "Is it the right column?",
        )
    elif np.ptp(values) < _STILL and name == "position":
        yield Finding(
            "warning",
            "the joint does not move",
            where,
            f"{np.ptp(values):.3g} rad in all",
            "a motion of this joint, too",
            f"What only {channel} shows stays as it was described.",
        )


def saturated(signal: str, channel: str, values: Array, limit: float | None) -> Iterator[Finding]:
    if not np.isfinite(values).all() or np.ptp(values) == 0:
        return
    for extreme in (values.max(), values.min()):
        at = np.abs(values - extreme) <= 1e-9 * max(abs(extreme), 1e-300)
        runs = np.convolve(at, np.ones(_ROW), mode="valid") == _ROW
        known = limit is not None and abs(extreme) >= (1 - 1e-6) * limit
        if (at.mean() > _PART and runs.any()) or (known and at.mean() > _PART / 10):
            yield Finding(
                "warning",
                "the torque saturates",
                f"{signal} of {channel}",
                f"{extreme:.4g} in {100 * at.mean():.2g} % of the samples",
                "torques below the limit",
                "Slow the motion down, or leave these times out.",
            )


def _speeds(problem: RigidProblem, motion: Motion) -> Iterator[Finding]:
    joints = problem.robot.moving_joints
    for joint, fastest in zip(joints, motion.fastest, strict=True):
        if fastest > _TOO_FAST * joint.limits.velocity:
            yield Finding(
                "error",
                "faster than the joint can move",
                f"joint '{joint.name}'",
                f"{fastest:.4g} rad/s",
                f"at most {joint.limits.velocity:.4g} rad/s",
                "Are the sampling time and the unit of positions right (degrees)?",
            )
            return


def _units(problem: RigidProblem, motion: Motion) -> Iterator[Finding]:
    """Measured torques against those of the description."""
    model = _described_torques(problem, motion)
    size = np.array(
        [float(np.sqrt(np.mean(y**2))) for y in (motion.effort * problem.whole.gains).T]
    )
    expected = np.array([float(np.sqrt(np.mean(y**2))) for y in model.T])
    ratio = size / np.maximum(expected, 1e-300)
    turns = [joint.kind != "prismatic" for joint in problem.robot.moving_joints]
    if np.median(ratio) < 1 / _OTHER_UNITS and np.abs(motion.q[:, turns]).max(initial=0.0) > 15.0:
        yield Finding(
            "error",
            "positions look like degrees",
            "positions",
            f"up to {np.abs(motion.q).max():.4g}",
            "rad",
            "Say the unit where the log is read.",
        )
        return
    for k, channel in enumerate(problem.regressor.channels):
        if not 1 / _OTHER_UNITS < ratio[k] < _OTHER_UNITS and expected[k] > 0:
            yield Finding(
                "error" if not 1e-2 < ratio[k] < 1e2 else "warning",
                "torques are of another size than described",
                f"{problem.signal} of {channel}",
                f"{size[k]:.3g} rms",
                f"about {expected[k]:.3g} by the robot's file",
                "Are units (N m, mN m, A) and the side of the gear right?",
            )


def _described_torques(problem: RigidProblem, motion: Motion) -> Array:
    step = max(1, motion.samples // 2000)
    s = slice(None, None, step)
    nominal = problem.base.matrix @ problem.whole.nominal
    rows = problem.regressor.compiled(
        motion.q[s], motion.v[s], motion.a[s], np.zeros_like(motion.effort[s]), np.zeros(1)
    )
    rows = np.asarray(rows)
    found = []
    for place, columns in zip(problem.regressor.places, problem.regressor.sparsity, strict=True):
        part = rows[:, place]
        found.append(part[:, :-1] @ nominal[list(columns)] - part[:, -1])
    return np.stack(found, axis=1)


class _WeightedRows:
    """All channels' rows divided by their deviations: an orthogonal base of Y, and y by channel."""

    def __init__(self, problem: RigidProblem, estimate: RigidEstimate) -> None:
        size, channels = problem.base.size, len(problem.regressor.channels)
        blocks = list(problem.rows(estimate.motion, estimate.thin)())
        n = sum(len(block.values) for block in blocks)
        Y = np.zeros((channels, n, size))
        self.weights = 1.0 / np.maximum(estimate.solution.deviations, 1e-300)
        self.y = np.zeros((channels, n))
        self.used = np.concatenate([block.used for block in blocks]).T
        for channel, columns in enumerate(problem.regressor.sparsity):
            parts = [block.of(channel) for block in blocks]
            Y[channel][:, list(columns)] = np.concatenate([one[0] for one in parts])
            self.y[channel] = np.concatenate([one[1] for one in parts])
        self.y *= self.weights[:, None]
        Y *= self.weights[:, None, None]
        self._Q = scipy.linalg.qr(Y.reshape(-1, size), mode="economic")[0]

    def left(self, y: Array) -> float:
        """The squared residual."""
        flat = y.ravel()
        return float(flat @ flat - np.sum((self._Q.T @ flat) ** 2))


def _delay(
    problem: RigidProblem, estimate: RigidEstimate, rows: _WeightedRows
) -> Iterator[Finding]:
    """The shift of the torques that leaves least, by whole samples: in between interpolation would
    average noise away, and leave less for that reason alone."""
    if any(name.endswith("torque_constant") for name in problem.whole.elements):
        return
    motion = estimate.motion
    present = filtered(motion.effort, estimate.thin)
    delays = np.unique(np.round(_DELAYS / motion.step)) * motion.step
    costs = []
    for delay in delays:
        later = [np.interp(motion.time + delay, motion.time, one) for one in motion.effort.T]
        change = filtered(np.stack(later, axis=1), estimate.thin) - present
        scale = problem.whole.gains * rows.weights
        costs.append(rows.left(rows.y + (change * scale).T * rows.used))
    best = int(np.argmin(costs))
    delay, least = float(delays[best]), costs[best]
    if 0 < best < len(delays) - 1:
        a, b, c = np.polyfit(delays[best - 1 : best + 2], costs[best - 1 : best + 2], 2)
        delay, least = float(-b / (2 * a)), min(least, float(c - b**2 / (4 * a)))
    gain = 1.0 - least / max(rows.left(rows.y), 1e-300)
    if abs(delay) > _LATE and gain > _BETTER:
        yield Finding(
            "error" if abs(delay) > _TOO_LATE else "warning",
            f"torques come {'late' if delay > 0 else 'early'}",
            problem.signal,
            f"{1e3 * abs(delay):.2g} ms against positions",
            "signals of the same time",
            f"Shift them first: log.earlier(['{problem.signal}'], {delay:.3g}).",
        )


def _signs(problem: RigidProblem, estimate: RigidEstimate) -> Iterator[Finding]:
    """Each channel's torque and each joint's position with the other sign; every channel counts by
    its torque's variation. Then friction that would drive the arm."""
    motion = estimate.motion
    share = _unexplained(problem, estimate)
    if share.max() > _DOUBTFUL:
        variation = np.std(motion.effort * problem.whole.gains, axis=0)
        triangles = reduced(problem.regressor, motion, estimate.thin)
        before = _cost(triangles, variation)
        names, costs = [], []
        for k, channel in enumerate(problem.regressor.channels):
            other = [_turned(one) if i == k else one for i, one in enumerate(triangles)]
            names.append(f"{problem.signal} of {channel}")
            costs.append(_cost(other, variation) / before)
        for k, joint in enumerate(problem.robot.joint_names):
            sign = np.ones(motion.q.shape[1])
            sign[k] = -1.0
            mirrored = replace(motion, q=motion.q * sign, v=motion.v * sign, a=motion.a * sign)
            other = [*reduced(problem.regressor, mirrored, estimate.thin)]
            names.append(f"position of {joint}")
            costs.append(_cost(other, variation) / before)
        best = int(np.argmin(costs))
        if costs[best] < _OTHER_SIGN:
            yield _wrong_sign(names[best], costs[best])
            return
    values, errors = estimate.combinations.values, estimate.combinations.errors
    for name, value, error in zip(estimate.combinations.names, values, errors, strict=True):
        if name.startswith("Fv") and value < -4 * error:
            channel = problem.regressor.channels[int(name.removeprefix("Fv")) - 1]
            yield Finding(
                "error",
                "friction would drive the arm",
                f"{problem.signal} of {channel}",
                f"{name} = {value:.3g}",
                "friction that brakes",
                "Is the sign of the torque or of the position wrong?",
            )


def _cost(triangles: Sequence[Triangle], deviations: Array) -> float:
    """The squared residual of all channels, each divided by its deviation."""
    size = 1 + max(column for one in triangles for column in one.columns)
    return max(float(stacked(triangles, size, deviations)[-1, -1] ** 2), 1e-300)


def _turned(triangle: Triangle) -> Triangle:
    """With the other sign of y."""
    matrix = triangle.matrix.copy()
    matrix[:, -1] *= -1.0
    return replace(triangle, matrix=matrix)


def _wrong_sign(where: str, part: float) -> Finding:
    return Finding(
        "error",
        "the sign looks wrong",
        where,
        f"with the other sign {100 * part:.2g} % of the squared residual is left",
        "torques that accelerate the joint in its positive direction",
        "Set the sign where the log is read.",
    )


def _time(problem: RigidProblem, estimate: RigidEstimate, step: float) -> Iterator[Finding]:
    """Masses show in gravity, which knows no time, and in inertia, which goes with its square: a
    wrong length of the samples leaves more of the torques unexplained than the right one."""
    motion = estimate.motion
    variation = np.std(motion.effort * problem.whole.gains, axis=0)
    costs = []
    for factor in _TIMES:
        other = replace(motion, v=motion.v / factor, a=motion.a / factor**2)
        costs.append(_cost(reduced(problem.regressor, other, estimate.thin), variation))
    best = int(np.argmin(costs))
    # At an end there is no length that fits, only less and less of a motion that explains nothing.
    between = 0 < best < len(_TIMES) - 1
    if between and costs[best] < _OTHER_TIME * costs[int(np.flatnonzero(_TIMES == 1.0)[0])]:
        yield Finding(
            "error",
            "inertia and gravity do not fit together",
            "log, time",
            f"samples {step:.4g} s apart",
            f"about {_TIMES[best] * step:.3g} s",
            "Is the sampling time right?",
        )


def _gravity(problem: RigidProblem, motion: Motion) -> Iterator[Finding]:
    """How much gravity's torques vary, against all poses."""
    if not np.any(problem.robot.gravity):
        return
    nominal = problem.base.matrix @ problem.whole.nominal
    step = max(1, motion.samples // 400)
    q = motion.q[::step]
    seen = _static(problem, q, nominal)
    possible = _static(problem, random_states(problem.robot, 400, 0)[0], nominal)
    able = possible.std(axis=0) > 1e-6 * max(float(np.abs(possible).max()), 1e-300)
    share = seen.std(axis=0)[able] / possible.std(axis=0)[able]
    if able.any() and share.max() < _GRAVITY:
        names = [name for name, ok in zip(problem.regressor.channels, able, strict=True) if ok]
        yield Finding(
            "error",
            "no motion that gravity shows in",
            "positions",
            f"torques of gravity vary by {100 * share.max():.2g} % of what they can",
            f"at least {100 * _GRAVITY:g} %",
            f"Move {', '.join(names[:3])} through poses in which the arm weighs differently.",
        )


def _static(problem: RigidProblem, q: Array, nominal: Array) -> Array:
    zero = np.zeros_like(q)
    Y, y = problem.regressor.at(q, zero, zero)
    dry = [k for k, c in enumerate(problem.base.columns) if "friction" in problem.whole.elements[c]]
    values = nominal.copy()
    values[dry] = 0.0
    found: Array = Y @ values - y
    return found


def _unexplained(problem: RigidProblem, estimate: RigidEstimate) -> Array:
    """The part of each torque's variation that a fit leaves."""
    variation = np.std(estimate.motion.effort * problem.whole.gains, axis=0)
    share: Array = estimate.solution.deviations / np.maximum(variation, 1e-300)
    return share


def _explained(problem: RigidProblem, estimate: RigidEstimate) -> Iterator[Finding]:
    share = _unexplained(problem, estimate)
    for channel, part in zip(problem.regressor.channels, share, strict=True):
        if part > _UNEXPLAINED:
            yield Finding(
                "warning",
                "the model does not explain the torque",
                f"{problem.signal} of {channel}",
                f"{100 * part:.3g} % of its variation is left",
                f"at most {100 * _UNEXPLAINED:g} %",
                "Are columns exchanged, or is something missing in the model?",
            )


def _unseen(problem: RigidProblem, estimate: RigidEstimate) -> Iterator[Unseen]:
    known = estimate.combinations
    deviations = prior_deviations(problem.whole)
    described = np.isfinite(deviations)
    before = np.sqrt((known.matrix[:, described] ** 2) @ deviations[described] ** 2)
    # What is not described at all is seen where it differs from zero.
    before += np.where(known.matrix[:, ~described].any(axis=1), np.abs(known.values), 0.0)
    hidden = np.flatnonzero(known.errors > _UNSEEN * before)
    if hidden.size:
        advice = Advice(problem.regressor, estimate.motion)
        for k in hidden:
            shown = advice.motion_for(int(k))
            yield Unseen(known.names[k], float(known.errors[k]), float(before[k]), shown)
