"""What is measured in the recordings: distances, and what is lost between samples."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.studies.measuring.runs import (
    DELAY,
    DRIFT,
    FAST,
    THOUSAND,
    Measurement,
    target_of,
)


def current_lost(found: Measurement) -> float:
    """What joint 1's current does between the card's samples, as a part of its variation."""
    time = found.run.data["time"].values
    true = found.run.data["motor_current"].values[:, 0]
    seen = np.interp(time, found.raw[FAST].instants, found.card[FAST]["motor_current"][:, 0])
    return float(np.std(seen - true) / np.std(true))


def triggered_distance(found: Measurement, nominal: bool = False) -> Array:
    """From the target by the encoders to the target by the tracker, m; by the arm's own geometry,
    or by the nominal one."""
    tool = target_of(found.nominal if nominal else found.scenario.robot)
    off = tool(found.card[THOUSAND]) - found.triggered["tool_position"]
    distance: Array = np.linalg.norm(off, axis=1)
    return distance


def free_distance(found: Measurement) -> Array:
    """The same with a tracker that runs by its own clock, each file by its own time."""
    own = found.card[FAST]
    tool = target_of(found.scenario.robot)(own)
    at = np.stack([np.interp(found.free.time, own.time, one) for one in tool.T], axis=1)
    distance: Array = np.linalg.norm(at - found.free["tool_position"], axis=1)
    return distance


def joined_distance(found: Measurement) -> Array:
    """The same after both were joined by the motion."""
    both = found.card[FAST].joined(found.free, found.alignment)
    off = target_of(found.scenario.robot)(both) - both["tool_position"]
    distance: Array = np.linalg.norm(off[np.isfinite(off).all(axis=1)], axis=1)
    return distance


def clock_error(found: Measurement) -> float:
    """How far off the alignment is at its centre, in samples of the tracker."""
    centre = found.alignment.centre
    true = (centre - DELAY) * (1 + DRIFT)
    step = float(np.median(np.diff(found.free.time)))
    return abs(float(found.alignment.other_time(centre)) - true) / step


def angle_error(found: Measurement) -> float:
    """Joint 1 by its encoder against the run, rms over its travel."""
    log, run = found.card[FAST], found.run
    ratio = float(found.nominal.gear_matrix[0, 0])
    true = np.interp(
        found.raw[FAST].instants, run.data["time"].values, run.data["joint_position"].values[:, 0]
    )
    off = log["motor_position"][:, 0] / ratio - true
    return float(np.sqrt(np.mean(off**2)) / np.ptp(true))


def rms(values: Array) -> float:
    return float(np.sqrt(np.mean(values**2)))
