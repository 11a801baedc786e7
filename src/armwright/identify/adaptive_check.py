"""What a filter's log looks like when it cannot tell what is asked of it, or when it tells of
something else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from armwright.estimate import Consistency
from armwright.estimate.followed import FARTHEST
from armwright.estimate.followed import lowest as least_values
from armwright.identify.adaptive_run import FilterPass
from armwright.identify.data_check import saturated
from armwright.identify.link_motion import stiff_springs
from armwright.identify.motion import Motion
from armwright.identify.regressor import JOINT_TORQUE, MOTOR_CURRENT
from armwright.robot import Robot
from armwright.robot.finding import Finding

#: A number is not seen where more than this part of what was open is left.
_UNSEEN = 0.7
#: rad or m: a joint that moves by less is still. Of its speed the other way, the least that counts.
_STILL, _ONE_WAY = 1e-4, 0.02
#: Of how far a number may go: from there on it ran away. Of what was open: so near it is at its
#: bound.
_AWAY, _AT_BOUND = 0.99, 1e-3
#: Innovations so many times as large as expected, squared, are no longer a matter of tuning.
_INCONSISTENT = 2.0
#: Errors of bodies this far from nothing, in standard deviations of what was thought possible.
_HEAVIER = 3.0


def found_in(
    robot: Robot,
    motion: Motion,
    channels: Sequence[str],
    pieces: Sequence[FilterPass],
    consistency: Consistency,
) -> tuple[Finding, ...]:
    found = [*_signals(robot, motion, channels, pieces)]
    for piece in pieces:
        found += [
            *_numbers(robot, piece),
            *_bodies(piece, [channels[k] for k in piece.model.channels]),
        ]
    return (*found, *_springs(robot), *_consistent(consistency))


def _signals(
    robot: Robot, motion: Motion, channels: Sequence[str], pieces: Sequence[FilterPass]
) -> Iterator[Finding]:
    limits = {
        motor.name: motor.drive.current_limit
        if motion.signal == MOTOR_CURRENT
        else motor.drive.torque_limit
        for motor in robot.all_motors
    }
    for channel in sorted({k for piece in pieces for k in piece.model.channels}):
        limit = limits.get(channels[channel]) if motion.signal != JOINT_TORQUE else None
        yield from saturated(motion.signal, channels[channel], motion.effort[:, channel], limit)
    for k in _joints(robot, pieces):
        name, v = robot.joint_names[k], motion.v[:, k]
        unit = "m" if robot.moving_joints[k].kind == "prismatic" else "rad"
        if np.ptp(motion.q[:, k]) < _STILL:
            yield Finding(
                "error",
                "the joint does not move",
                f"position of {name}",
                f"{np.ptp(motion.q[:, k]):.3g} {unit} in all",
                "a motion of this joint",
                "Its friction cannot be told at rest.",
            )
        elif min(v.max(), -v.min()) < _ONE_WAY * np.abs(v).max():
            yield Finding(
                "warning",
                "the joint moves in one direction only",
                f"velocity of {name}",
                f"{v.min():.3g} to {v.max():.3g} {unit}/s",
                "motion both ways",
                "Friction cannot be told from weight, or from an offset of the torque.",
            )


def _joints(robot: Robot, pieces: Sequence[FilterPass]) -> list[int]:
    """Those whose drives have a number that is followed."""
    owners = {name.split(".")[1] for piece in pieces for name in piece.model.numbers}
    return [k for k, name in enumerate(robot.joint_names) if name in owners]


def _numbers(robot: Robot, piece: FilterPass) -> Iterator[Finding]:
    estimate, deviation = piece.estimate[-1], piece.deviation[-1]
    reach = _AWAY * FARTHEST * piece.open
    lowest, highest = piece.model.nominal - reach, piece.model.nominal + reach
    least = least_values(robot, piece.model.numbers, piece.model.nominal)
    for k, name in enumerate(piece.model.numbers):
        if deviation[k] > _UNSEEN * piece.open[k]:
            yield Finding(
                "warning",
                "this motion does not show the number",
                name,
                f"{100 * deviation[k] / piece.open[k]:.0f} % of what was open is left",
                f"less than {100 * _UNSEEN:.0f} %",
                "Move at speeds at which it matters.",
            )
        if not lowest[k] < estimate[k] < highest[k]:
            yield Finding(
                "error",
                "the filter ran away with the number",
                name,
                f"{estimate[k]:.4g}",
                f"{lowest[k]:.4g} to {highest[k]:.4g}",
                "The log is not of this robot, or signs and units are wrong.",
            )
        if lowest[k] < estimate[k] <= least[k] + _AT_BOUND * piece.open[k]:
            yield Finding(
                "warning",
                "the number is as low as it may be",
                name,
                f"{estimate[k]:.4g}",
                f"above {least[k]:.4g}",
                "Something else, as a weight or an offset, may stand in its place.",
            )


def _bodies(piece: FilterPass, channels: Sequence[str]) -> Iterator[Finding]:
    errors, _ = piece.body_errors
    per = len(errors) // max(len(channels), 1)
    for k, channel in enumerate(channels):
        own = errors[per * k : per * (k + 1)]
        if own.size and np.abs(own).max() > _HEAVIER:
            yield Finding(
                "warning",
                "the arm does not weigh what is described",
                f"torque of {channel}",
                f"{np.abs(own).max():.1f} times what was thought possible",
                f"at most {_HEAVIER:g}",
                "Is there a payload that the robot's file does not have?",
            )


def _springs(robot: Robot) -> Iterator[Finding]:
    for name in stiff_springs(robot):
        yield Finding(
            "warning",
            "the spring of this gear counts as stiff",
            f"motor '{name}'",
            "a spring law with a state",
            "a stiffness, or a law without a state",
            "Links do not ring behind it: friction is measured as through a rigid arm.",
        )


def _consistent(found: Consistency) -> Iterator[Finding]:
    if found.mean > _INCONSISTENT:
        yield Finding(
            "warning",
            "the filter is surer than it may be",
            "innovations",
            f"{found.mean:.3g} times as large as expected, squared",
            "1",
            "Standard errors are too small: the model leaves something out.",
        )
