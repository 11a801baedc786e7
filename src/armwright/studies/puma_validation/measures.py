"""What is measured in the runs and fits of this study."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armwright.arrays import Array
from armwright.fit import Fit
from armwright.signals import Run

#: s in which a jump of the current happens; s from when to when joint 2 turns at its full speed.
_JUMP, _STEADY = 0.02, (1.2, 2.9)


def off(fit: Fit, truth: Sequence[float]) -> Array:
    """Found minus true."""
    found: Array = fit.combinations.values - np.array(truth)
    return found


def in_errors(fit: Fit, truth: Sequence[float]) -> Array:
    """The same in standard errors."""
    found: Array = off(fit, truth) / fit.combinations.errors
    return found


def apart(run: Run, other: Run, signal: str, until: float | None = None) -> Array:
    """Of each channel: rms of the difference, against how much the first varies."""
    a, b, time = run.data[signal].values, other.data[signal].values, run.data["time"].values
    used = time <= (time[-1] if until is None else until)
    found: Array = np.sqrt(np.mean((a - b)[used] ** 2, axis=0)) / np.std(a[used], axis=0)
    return found


def rms_apart(run: Run, other: Run, signal: str, until: float) -> Array:
    """The same in the signal's own unit."""
    used = run.data["time"].values <= until
    gap = (run.data[signal].values - other.data[signal].values)[used]
    found: Array = np.sqrt(np.mean(gap**2, axis=0))
    return found


def largest_jump(run: Run, motor: int) -> float:
    """The largest change of a current within a few ms, while joint 2 turns steadily, A."""
    time = run.data["time"].values
    current = run.data["motor_current"].values[:, motor]
    lag = round(_JUMP / (time[1] - time[0]))
    inside = (time >= _STEADY[0]) & (time <= _STEADY[1])
    part = current[inside]
    return float(np.abs(part[lag:] - part[:-lag]).max())


def jump_angle(run: Run, motor: int) -> float:
    """Where link 2 is then, degrees from the vertical."""
    time = run.data["time"].values
    inside = np.flatnonzero((time >= _STEADY[0]) & (time <= _STEADY[1]))
    current = run.data["motor_current"].values[inside, motor]
    lag = round(_JUMP / (time[1] - time[0]))
    place = inside[int(np.argmax(np.abs(current[lag:] - current[:-lag])))]
    return float(np.degrees(run.data["joint_position"].values[place, 1]) + 90)
