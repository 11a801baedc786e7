"""From a log to motion: positions smoothed, and differentiated twice, beside the measured efforts.

Positions pass a Butterworth filter forwards and backwards, which moves nothing in time. Differences
of five points are exact to (ωT)⁴/30 for velocities and (ωT)⁴/90 for accelerations.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.signal

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.regressor import EFFORTS, JOINT_TORQUE
from armwright.plant import Plant
from armwright.robot import Robot
from armwright.signals.log import Log
from armwright.signals.processing.differentiation import derivative, second_derivative
from armwright.signals.processing.filtering import low_passed

#: Where the band of a motion ends: the power of acceleration against its peak, and of positions
#: against the sensors' noise. How far above its end positions pass.
_FALLEN, _CLEAR, _MARGIN = 1e-3, 20.0, 3.0
#: Peaks are sought below this share of the sampling rate: above it differences make noise large.
_SLOW = 0.1
#: Samples in each period of the cut-off that are kept, where that leaves out many.
_DENSE, _FEWEST = 12.0, 9
#: Periods of the filter's cut-off that are lost at each end; from this part of the sampling rate on
#: there is no filter.
_LOST, _NO_FILTER = 1.5, 0.4


@dataclass(frozen=True, eq=False)
class Motion:
    """q, v, a (samples, joints), `effort` (samples, channels) of `signal`, every `step` s.
    `band`: up to where the joints were moved, in Hz; `cutoff`: of the filter of positions.
    `fastest`: each joint's largest speed in the whole log. `mean`: over how long efforts are means,
    in s; 0 for single samples."""

    time: Array
    q: Array
    v: Array
    a: Array
    effort: Array
    signal: str
    step: float
    band: float
    cutoff: float
    fastest: Array
    mean: float = 0.0

    @property
    def samples(self) -> int:
        return int(self.time.size)

    def part(self, first: int, last: int) -> Motion:
        """From one sample to before another."""
        s = slice(first, last)
        rest = (self.signal, self.step, self.band, self.cutoff, self.fastest, self.mean)
        return Motion(self.time[s], self.q[s], self.v[s], self.a[s], self.effort[s], *rest)


def effort_signal(log: Log, measured: str | None = None) -> str:
    """What the log has to regress on, or what is asked for."""
    if measured is not None:
        if measured not in EFFORTS:
            raise InputError(
                "nothing to identify with",
                where="measured",
                got=repr(measured),
                expected="one of " + ", ".join(EFFORTS),
            )
        _ = log[measured]
        return measured
    found = [name for name in EFFORTS if name in log]
    if not found:
        raise InputError(
            "neither torques nor currents",
            where=str(log.data.attrs.get("file", "log")),
            got=", ".join(map(str, log.data.data_vars)),
            expected="one of " + ", ".join(EFFORTS),
        )
    return found[0]


def joint_positions(robot: Robot, log: Log) -> Array:
    """As measured, or from the motors' positions through the gears."""
    if "joint_position" in log:
        return _sized(robot, log, "joint_position", len(robot.joint_names))
    if "motor_position" not in log:
        raise InputError(
            "no positions",
            where=str(log.data.attrs.get("file", "log")),
            got=", ".join(map(str, log.data.data_vars)),
            expected="joint_position or motor_position",
        )
    motors = _sized(robot, log, "motor_position", len(robot.all_motors))
    positions: Array = motors @ Plant(robot).gears.inverse.T
    return positions


def efforts(robot: Robot, log: Log, signal: str) -> Array:
    """Torques or currents, one for each channel of the robot."""
    names = robot.joint_names if signal == JOINT_TORQUE else robot.all_motors
    return _sized(robot, log, signal, len(names))


def _sized(robot: Robot, log: Log, signal: str, size: int) -> Array:
    values = log[signal]
    if values.shape[1] != size:
        raise InputError(
            "not a log of this robot",
            where=f"robot '{robot.name}'",
            got=f"{values.shape[1]} of {signal}",
            expected=f"{size}",
        )
    return values


def sample_time(log: Log) -> float:
    """The one distance between all samples; others are refused."""
    steps = np.diff(log.time)
    step = float(np.median(steps))
    if np.abs(steps - step).max() > 1e-3 * step:
        k = int(np.argmax(np.abs(steps - step)))
        raise InputError(
            "samples are not equally far apart",
            where=f"log, {log.time[k]:.6g} s",
            got=f"{steps[k]:.6g} s",
            expected=f"{step:.6g} s",
            hint="Resample it first.",
        )
    return step


def motion_of(
    robot: Robot,
    log: Log,
    measured: str | None = None,
    cutoff: float | None = None,
    *,
    every: bool = False,
) -> Motion:
    """`cutoff`: of the filter of positions, in Hz; by default from their spectrum. What is left of
    the samples is as many as the cut-off needs, or `every` one."""
    signal = effort_signal(log, measured)
    step, q, effort = sample_time(log), joint_positions(robot, log), efforts(robot, log, signal)
    for name, values in (("positions", q), (signal, effort)):
        if not np.isfinite(values).all():
            raise InputError("not finite everywhere", where=name, hint="Check the log first.")
    band = motion_band(q, step)
    found = min(_MARGIN * band if cutoff is None else cutoff, _NO_FILTER / step)
    smooth = filtered(log.time, q, found)
    v, a = derivative(log.time, smooth), second_derivative(log.time, smooth)
    lost = int(np.ceil(_LOST / (found * step)))
    if q.shape[0] - 2 * lost < 10:
        raise InputError(
            "too short for its filter",
            where="log",
            got=f"{q.shape[0]} samples",
            expected=f"more than {2 * lost + 10}",
        )
    inside = slice(lost, q.shape[0] - lost)
    motion = Motion(
        log.time[inside],
        smooth[inside],
        v[inside],
        a[inside],
        effort[inside],
        signal,
        step,
        band,
        found,
        np.abs(v[inside]).max(axis=0),
    )
    return motion if every else coarser(motion)


def filtered(time: Array, values: Array, cutoff: float) -> Array:
    """(N, k) up to `cutoff`, in Hz, unless that is near the sampling rate."""
    if cutoff * float(np.median(np.diff(time))) >= _NO_FILTER:
        return values
    return low_passed(time, values, cutoff)


def coarser(motion: Motion) -> Motion:
    """Twelve samples in each period of the cut-off: what is smooth is taken where it is, efforts as
    the mean of the samples around, an odd number, which moves nothing in time."""
    count = int(1.0 / (_DENSE * motion.cutoff * motion.step))
    count -= 1 - count % 2
    if count < _FEWEST:
        return motion
    s = slice(count // 2, motion.samples // count * count, count)
    groups = motion.effort[: motion.samples // count * count]
    effort = np.add.reduceat(groups, np.arange(0, len(groups), count), axis=0) / count
    moved = (motion.time[s], motion.q[s], motion.v[s], motion.a[s], effort)
    step = count * motion.step
    return Motion(*moved, motion.signal, step, motion.band, motion.cutoff, motion.fastest, step)


def motion_band(q: Array, step: float) -> float:
    """The frequency, in Hz, from which on no joint's acceleration has a thousandth of its largest
    power, as far as positions stand out of their noise."""
    length = min(q.shape[0], max(256, int(4.0 / step)))
    f, power = scipy.signal.welch(
        q, 1.0 / step, nperseg=length, axis=0, detrend=_without_line, window="hann"
    )
    floor = np.median(power[f > 0.35 / step], axis=0)
    ends = []
    for k in range(q.shape[1]):
        clear = np.where(power[:, k] > _CLEAR * floor[k], power[:, k], 0.0)
        acceleration = clear * f**4
        peak = int(np.argmax(_running_mean(acceleration[f < _SLOW / step])))
        fallen = _running_mean(acceleration)[peak:] <= _FALLEN * acceleration[peak]
        if acceleration[peak] > 0 and fallen.any():
            ends.append(float(f[peak + int(np.argmax(fallen))]))
    return max(ends, default=0.02 / step)


def _without_line(segments: Array) -> Array:
    """(…, samples) less the straight line that fits best."""
    t = np.linspace(-1.0, 1.0, segments.shape[-1])
    slopes = segments @ t / (t @ t)
    rest: Array = segments - segments.mean(axis=-1, keepdims=True) - slopes[..., None] * t
    return rest


def _running_mean(power: Array) -> Array:
    """Over three frequencies: one line less does not end a band."""
    mean: Array = np.convolve(power, np.ones(3) / 3.0, mode="same")
    return mean
