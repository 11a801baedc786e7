"""How far the tool is beside its path, and what joints that turn around have to do with it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.measures.path import reversal_times
from armwright.signals import Run

#: s, how late or early the tool may be on its path.
_LATE = 0.15
#: s after a joint has turned around in which its friction shows.
AFTER = 0.6
#: m/s, slower than this the tool rests.
_RESTING = 1e-3


class PathError(NamedTuple):
    """`beside`: distance of the tool from the path, m, at `time` (s). Where it was wrong by before
    it moved, which calibration takes away, is not counted."""

    time: Array
    beside: Array


def path_error(run: Run) -> PathError:
    time = run.data["time"].values
    tool, path = (run.data[f"{name}tool_position"].values for name in ("", "reference_"))
    off = tool - path - (tool[0] - path[0])
    speed = np.gradient(path, time, axis=0)
    size = np.linalg.norm(speed, axis=1)
    shifts = round(_LATE / float(time[1] - time[0]))
    best = np.full(len(time), np.inf)
    beside = np.linalg.norm(off, axis=1)
    places = np.arange(len(time))
    for shift in range(-shifts, shifts + 1):
        other = np.clip(places + shift, 0, len(time) - 1)
        gap = path + off - path[other]
        distance = np.linalg.norm(gap, axis=1)
        nearer = distance < best
        best[nearer] = distance[nearer]
        forward = speed[other] / np.maximum(size[other], _RESTING)[:, None]
        across = np.linalg.norm(gap - np.sum(gap * forward, axis=1)[:, None] * forward, axis=1)
        beside[nearer] = across[nearer]
    return PathError(time, beside)


def largest(run: Run) -> float:
    return float(path_error(run).beside.max())


def apart(one: Run, other: Run) -> float:
    """The largest distance between two tools at the same time, their first places taken off, m."""
    tools = [run.data["tool_position"].values for run in (one, other)]
    a, b = (tool - tool[0] for tool in tools)
    return float(np.linalg.norm(a - b, axis=1).max())


def moving(run: Run) -> NDArray[np.bool_]:
    """Whether the tool should move, at each record."""
    path = run.data["reference_tool_position"].values
    speed = np.gradient(path, run.data["time"].values, axis=0)
    return np.asarray(np.linalg.norm(speed, axis=1) > _RESTING)


def after_reversals(run: Run, motors: int = 3) -> NDArray[np.bool_]:
    """Whether one of the first motors has just turned around, at each record."""
    time = run.data["time"].values
    found = np.zeros(len(time), dtype=bool)
    for turns in reversal_times(time, run.data["motor_velocity"].values[:, :motors]):
        for turn in turns:
            found |= (time >= turn - 0.02) & (time < turn + AFTER)
    return found


class FrictionEffect(NamedTuple):
    """By how much friction moves the tool, m: means while it moves, and at most."""

    after: float
    elsewhere: float
    largest: float


def friction_at_reversals(run: Run, without: Run) -> FrictionEffect:
    """A run beside the same without friction, just after joints have turned around and not."""
    tools = [one.data["tool_position"].values for one in (run, without)]
    a, b = (tool - tool[0] for tool in tools)
    off, moves, after = np.linalg.norm(a - b, axis=1), moving(run), after_reversals(run)
    here, elsewhere = off[moves & after], off[moves & ~after]
    return FrictionEffect(float(here.mean()), float(elsewhere.mean()), float(off[moves].max()))
