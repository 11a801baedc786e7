"""What makes a log useless for friction, or doubtful: told by name, before anybody trusts it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from armwright.arrays import Array
from armwright.identify.friction.curve_fit import CurveFit
from armwright.identify.friction.measured import FrictionRecord
from armwright.identify.motion import Motion, effort_signal, efforts, joint_positions
from armwright.identify.regressor import JOINT_TORQUE, MOTOR_TORQUE, regressor
from armwright.plant.arrangement import main_joint
from armwright.robot import Robot
from armwright.robot.changing import changed
from armwright.robot.contents import motor_path
from armwright.robot.finding import Finding
from armwright.signals.checks.saturation import flat_tops
from armwright.signals.log import Log

#: Speeds that differ by less than this part are one.
_SAME = 0.05
#: Of a limit: from here on it is reached; and of all samples, where it counts.
_REACHED, _OFTEN = 0.995, 0.002
#: Samples with which a payload is looked for. It is told where it explains this part of what the
#: curve leaves, stands out of its error so many times, and makes this part of friction.
_SAMPLES, _EXPLAINED, _CLEAR, _MATTERS = 1500, 0.3, 6.0, 0.05
#: Ranges of velocity, and parts of the time, within which residuals are averaged; so many times
#: what noise does to these means, and this part of friction, are too much.
_RANGES, _TIMES, _TOO_MUCH, _SOME = 12, 4, 4.0, 0.002
#: rad or m: nearer to its stop than this a joint is at it.
_NEAR = 1e-3


def distinct_speeds(velocity: Array) -> int:
    """How many different speeds there are, regardless of their direction."""
    speeds = np.sort(np.abs(velocity))
    speeds = speeds[speeds > 0]
    count, last = 0, 0.0
    for one in speeds:
        if one > last * (1 + _SAME):
            count, last = count + 1, float(one)
    return count


def check_speeds(where: str, velocity: Array, numbers: int, *, paired: bool) -> Iterator[Finding]:
    """`velocity`: of the points; `numbers`: how many are to be found of them."""
    count = distinct_speeds(velocity)
    if count < numbers + 1:
        yield Finding(
            "error",
            "too few speeds",
            where,
            f"{count}",
            f"more than the {numbers} numbers of the law, {2 * numbers} or more",
            "Move at more speeds, most of them slow, or ask for a simpler law.",
        )
    elif count < 2 * numbers:
        yield Finding(
            "warning",
            "few speeds",
            where,
            f"{count}",
            f"{2 * numbers} or more for {numbers} numbers",
            "Standard errors say what these are worth.",
        )
    if not paired and not (np.any(velocity > 0) and np.any(velocity < 0)):
        yield one_way(where, "forwards" if np.any(velocity > 0) else "backwards")


def shows_stribeck(fit: CurveFit) -> bool:
    """Whether friction falls with speed from rest on, as a Stribeck curve is to say. One that does
    not, with a v_s of the size of all speeds or no F_c, stands for some other bend."""
    reach = float(fit.points.speed.max())
    speed = reach * np.geomspace(1e-4, 0.5, 60)
    others = np.median(fit.points.inputs[:, 1:], axis=0)
    for way in (1.0, -1.0):
        inputs = np.column_stack([way * speed, np.tile(others, (speed.size, 1))])
        size = way * fit.curve.torque(inputs, fit.numbers)
        if size.min() < size[0] * (1 - 1e-9):
            return True
    return False


def check_static(where: str, fit: CurveFit) -> Iterator[Finding]:
    """A law with static friction, on data that shows none above Coulomb friction."""
    if any(name.startswith("static") for name in fit.curve.free) and not shows_stribeck(fit):
        yield Finding(
            "warning",
            "no static friction above Coulomb friction is seen",
            where,
            f"friction that does not fall with speed, from {fit.points.speed.min():.2g} rad/s on",
            "friction that is higher at slower speeds",
            "F_s and v_s mean nothing. Move more slowly, or take 'coulomb' or 'quadratic'.",
        )


def one_way(where: str, way: str) -> Finding:
    return Finding(
        "error",
        "one direction only",
        where,
        f"{way} alone",
        "both: friction is what changes its sign with the velocity",
        "Without the other direction weight and offsets count as friction.",
    )


def check_limits(robot: Robot, log: Log, motors: Sequence[int]) -> Iterator[Finding]:
    """A torque that cannot rise shows the limit, not friction; a joint at its stop is pushed."""
    signal = effort_signal(log)
    given = efforts(robot, log, signal)
    for k in motors:
        drive, name = robot.all_motors[k].drive, robot.all_motors[k].name
        if signal == JOINT_TORQUE:
            column, limit = given[:, main_joint(robot, robot.all_motors[k])], None
        else:
            column = given[:, k]
            limit = drive.torque_limit if signal == MOTOR_TORQUE else drive.current_limit
        at = float(np.mean(np.abs(column) > _REACHED * limit)) if limit else 0.0
        tops = flat_tops(column, 0.0)
        flat = sum(count for _, _, count in tops) / len(column)
        if max(at, flat) > _OFTEN:
            level = limit if limit and at > _OFTEN else max(abs(one[0]) for one in tops)
            yield _reached(f"motor '{name}', {signal}", f"{level:.4g}", max(at, flat))
    positions = joint_positions(robot, log)
    for k, joint in enumerate(robot.moving_joints):
        q = positions[:, k]
        limits = joint.limits
        for stop, end, beyond in (
            (limits.lower, -limits.lower, -q),
            (limits.upper, limits.upper, q),
        ):
            share = float(np.mean(beyond > end - _NEAR))
            if np.isfinite(stop) and share > _OFTEN:
                yield _reached(f"joint '{joint.name}', position", f"{stop:.4g}", share)


def _reached(where: str, limit: str, share: float) -> Finding:
    return Finding(
        "error",
        "a limit is reached",
        where,
        f"{limit} in {100 * share:.2g} % of the samples",
        "a motion within the limits",
        "There the limit is measured, not friction. Move more slowly, or cut these samples out.",
    )


def check_payload(
    robot: Robot,
    motion: Motion,
    records: Sequence[FrictionRecord],
    fits: Sequence[CurveFit],
    inputs: Sequence[Array],
) -> Iterator[Finding]:
    """What the curves leave, explained by a body at the arm's end that the description lacks."""
    link = robot.moving_joints[-1].child
    bare = changed(
        robot,
        {f"{motor_path(robot, one)}.friction": {"law": "coulomb"} for one in robot.all_motors},
    )
    free = (f"links.{link}.mass", f"links.{link}.first_moment")
    rows = np.unique(np.linspace(0, motion.samples - 1, _SAMPLES).astype(int))
    columns, left = [], []
    for record, fit, given in zip(records, fits, inputs, strict=True):
        moving = np.isin(rows, np.flatnonzero(np.abs(record.velocity) > 0))
        own = rows[moving]
        signal = MOTOR_TORQUE if record.side == "motor" else JOINT_TORQUE
        found = regressor(bare, signal, free)
        Y, _ = found.at(motion.q[own], motion.v[own], motion.a[own])
        channel = found.channels.index(record.name)
        gap = record.friction[own] - fit.curve.torque(given[own], fit.numbers)
        size = float(np.sqrt(np.mean(record.friction[own] ** 2))) or 1.0
        columns.append(Y[:, channel] / size)
        left.append(gap / size)
    A, y = np.concatenate(columns), np.concatenate(left)
    yield from _payload_found(link, A, y)


def check_unexplained(fit: CurveFit, where: str) -> Iterator[Finding]:
    """What is left goes with velocity and time: the law is not the right one, so that intervals,
    which are those of noise, are too narrow."""
    v, gap = fit.points.inputs[:, 0], fit.residual
    place = np.searchsorted(np.quantile(v, np.linspace(0, 1, _RANGES + 1)[1:-1]), v)
    place = place * _TIMES + np.arange(len(v)) * _TIMES // len(v)
    count = np.bincount(place, minlength=_RANGES * _TIMES)
    means = np.bincount(place, gap, minlength=_RANGES * _TIMES) / np.maximum(count, 1)
    explained = float(np.sum(count * means**2))
    inside = float(gap @ gap) - explained
    free = max(int(np.sum(count > 0)) - len(fit.curve.free), 1)
    noise = inside / max(len(v) - int(np.sum(count > 0)), 1)
    systematic = float(np.sqrt(explained / len(v)))
    usual = float(np.sqrt(np.mean(fit.points.torque**2)))
    if explained / free > _TOO_MUCH * noise and systematic > _SOME * usual:
        yield Finding(
            "warning",
            "the law does not explain all of friction",
            where,
            f"{systematic:.2g} N m, {100 * systematic / usual:.2g} % of friction, go with velocity "
            "and time",
            "noise alone",
            "Intervals do not cover errors of the law. Take another law, or none so that one is "
            "chosen.",
        )


def _payload_found(link: str, A: Array, y: Array) -> Iterator[Finding]:
    length = np.linalg.norm(A, axis=0)
    used = length > 1e-9 * max(float(length.max(initial=0.0)), 1e-300)
    if not used.any():
        return
    x = np.linalg.lstsq(A[:, used] / length[used], y, rcond=1e-8)[0]
    model = (A[:, used] / length[used]) @ x
    before, after = float(y @ y), float((y - model) @ (y - model))
    explained = 1 - after / max(before, 1e-300)
    size = float(np.sqrt(np.mean(model**2)))
    noise = np.sqrt(after / len(y)) / np.sqrt(len(y))
    if explained > _EXPLAINED and size > _MATTERS and size > _CLEAR * noise:
        yield Finding(
            "error",
            "links take other torques than described: an unmodelled payload?",
            f"link '{link}' and what is beyond it",
            f"{100 * explained:.0f} % of what friction leaves goes with its weight and inertia, "
            f"{100 * size:.0f} % of friction's size",
            "a description that has the payload",
            "Describe the payload, or identify it first: aw.identify.rigid.",
        )
