"""Torques against the robot's model: do the columns of both belong to the same joints?

The model's inverse dynamics need not be right: each measured torque is explained by the model's
torque of a joint with free gain and offset, and by that joint's friction. Which joint explains it
is clear long before the numbers are.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import combinations

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.finding import Finding
from armwright.robot.model import Description
from armwright.signals.checks.columns import finding
from armwright.signals.processing.differentiation import derivative, second_derivative
from armwright.signals.processing.filtering import low_passed
from armwright.signals.processing.resampling import new_time, resampled
from armwright.signals.processing.stretches import usual_step
from armwright.signals.records import array_of, channels_of

POSITION, TORQUE = "joint_position", "joint_torque"
#: Samples, at most, and the cutoff (Hz) and rate, in cutoffs, at which they are compared.
MOST, CUTOFF, DENSITY = 4000, 4.0, 5.0
#: Velocity (rad/s, m/s) at which dry friction has turned.
TURNED = 0.05
#: Part of a torque's variance that is explained well; how much better another joint must explain.
WELL, BETTER = 0.8, 0.25


def check_torques(time: Array, data: xr.Dataset, robot: Description | None) -> Iterator[Finding]:
    if robot is None or POSITION not in data or TORQUE not in data:
        return
    names = channels_of(data, POSITION)
    count = len(robot.moving_joints)
    if len(names) != count or len(channels_of(data, TORQUE)) != count:
        return
    try:
        q, torque, t = _compared(time, data)
    except InputError:
        # Too short, too slow or too broken to be differentiated.
        return
    v, a = derivative(t, q), second_derivative(t, q)
    used = np.isfinite(q + v + a + torque).all(axis=1)
    if used.sum() < 100:
        return
    # Compiled models are a layer above this one: they are fetched when there is one to ask.
    arm = import_module("armwright").compile(robot)
    model = np.asarray(arm.inverse_dynamics(q[used], v[used], a[used]))
    explained, gains = _explained(torque[used], model, v[used])
    for i, j in combinations(range(count), 2):
        own = max(explained[i, i], explained[j, j])
        other = min(explained[i, j], explained[j, i])
        if other > WELL and other > own + BETTER:
            yield finding(
                "error",
                "columns are exchanged",
                TORQUE,
                [names[i], names[j]],
                f"the model explains {explained[i, j]:.0%} of {names[i]} by {names[j]}, and "
                f"{explained[j, i]:.0%} the other way round",
                f"each by its own joint, which has {explained[i, i]:.0%} and {explained[j, j]:.0%}",
                f"They are exchanged here or in '{POSITION}'.",
            )
    turned = [k for k in range(count) if explained[k, k] > WELL and gains[k] < -0.5]
    if turned:
        yield finding(
            "error",
            "wrong sign",
            TORQUE,
            [names[k] for k in turned],
            f"{gains[turned[0]]:.2f} times what the robot's model needs",
            "about once",
            "A torque that drives a joint in its positive direction is positive.",
        )


def _compared(time: Array, data: xr.Dataset) -> tuple[Array, Array, Array]:
    """Positions and torques through the same low-pass, at few enough instants."""
    cutoff = min(CUTOFF, 0.2 / usual_step(time))
    at = new_time(time, DENSITY * cutoff)[:MOST]
    both = []
    for name in (POSITION, TORQUE):
        values = array_of(data, name)[0]
        both.append(low_passed(at, resampled(time, values, at), cutoff))
    return both[0], both[1], at


def _explained(torque: Array, model: Array, v: Array) -> tuple[Array, Array]:
    """Part of the variance of torque i that the model's torque and friction of joint j explain, and
    each joint's gain of its own."""
    count = torque.shape[1]
    explained, gains = np.zeros((count, count)), np.zeros(count)
    for j in range(count):
        table = np.stack([model[:, j], v[:, j], np.tanh(v[:, j] / TURNED)], axis=1)
        table -= table.mean(axis=0)
        centred = torque - torque.mean(axis=0)
        solved = np.linalg.lstsq(table, centred, rcond=None)[0]
        left = centred - table @ solved
        total = np.maximum((centred**2).sum(axis=0), 1e-300)
        explained[:, j] = 1 - (left**2).sum(axis=0) / total
        gains[j] = solved[0, j]
    return explained, gains
