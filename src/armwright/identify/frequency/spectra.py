"""Spectra of experiments: whole periods of torques, motor accelerations and references."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.frequency.experiments import (
    CONFIGURATION,
    HARMONICS,
    HOLD,
    PERIOD,
    PERIODS,
    SETTLING,
    told,
)
from armwright.identify.predicted import torque_constants
from armwright.linear.response import Complex
from armwright.robot import Robot
from armwright.signals.log import Log

#: Of a period: how far it may be from a whole number of samples.
_WHOLE = 1e-6
#: rad or m: configurations that differ by less are the same.
_SAME = 0.05
#: Lines with this many times the power of the quieter ones in the band are excited.
_LOUD = 10.0


@dataclass(frozen=True, eq=False)
class PeriodSpectra:
    """Of one experiment: amplitudes (periods, F, n) of torques `U` (N m), motor accelerations `Y`
    (rad/s²) and references `R`, None if there are none; `frequencies` (F,) in rad/s, which are
    `harmonics` of the period of so many `samples`. `commanded`: the motors' own torque over time,
    (samples, n), N m; `group`: the number of the configuration, if the log says it."""

    name: str
    configuration: Array
    frequencies: Array
    U: Complex
    Y: Complex
    R: Complex | None
    mean_torque: Array
    commanded: Array
    group: int | None
    harmonics: NDArray[np.int64]
    samples: int


def spectra_of(
    robot: Robot, log: Log, given: Mapping[str, object], band: tuple[float, float] | None
) -> PeriodSpectra:
    """`given`: period and so on, where the log does not say. `band`: Hz."""
    name = str(log.data.attrs.get("file", "log"))
    about = told(log, given)
    if PERIOD not in about:
        raise InputError(
            "the period of the excitation is not known",
            where=name,
            expected=f"the log's attribute '{PERIOD}', or period=… in s",
        )
    period = float(str(about[PERIOD]))
    step, samples = _samples(name, log, period)
    count = log.time.size // samples - int(str(about.get(SETTLING, 1)))
    if count < 1:
        raise InputError(
            "no whole period is left",
            where=name,
            got=f"{log.time.size * step:.4g} s",
            expected=f"settling and at least one period of {period:g} s",
        )
    if count < int(str(about.get(PERIODS, 1))):
        raise InputError(
            "periods were cut",
            where=name,
            got=f"{count} after settling",
            expected=f"{about[PERIODS]}, as the log says itself",
            hint="Samples were lost, or the end is missing.",
        )
    torque = torques(robot, log)
    waves = {"U": torque, "Y": None, "R": _reference(log)}
    k = np.arange(1, samples // 2)
    s = 2j * np.pi * k / period
    found = {
        key: amplitudes(value, samples, count)[:, 1 : samples // 2]
        for key, value in waves.items()
        if value is not None
    }
    motion, power = _motion(name, log)
    found["Y"] = amplitudes(motion, samples, count)[:, 1 : samples // 2] * s[:, None] ** power
    # Held torques act half a step late.
    hold = float(str(about.get(HOLD, 0.0)))
    found["U"] = (
        found["U"] * (np.exp(-s * hold / 2) * np.sinc(np.abs(s) * hold / (2 * np.pi)))[:, None]
    )
    lines = _lines(about, k, found["R"] if "R" in found else found["U"], period, band)
    return PeriodSpectra(
        name,
        _configuration(robot, log),
        np.asarray(2 * np.pi * k[lines] / period, dtype=np.float64),
        found["U"][:, lines],
        found["Y"][:, lines],
        found["R"][:, lines] if "R" in found else None,
        np.nanmean(torque[-count * samples :], axis=0),
        _own_torques(robot, log)[-count * samples :],
        int(str(about[CONFIGURATION])) if CONFIGURATION in about else None,
        k[lines],
        samples,
    )


def torques(robot: Robot, log: Log) -> Array:
    """All that turns the rotors, N m at the motors."""
    torque = _own_torques(robot, log)
    if "disturbance_motor_torque" in log:
        torque = torque + log["disturbance_motor_torque"]
    return torque


def _own_torques(robot: Robot, log: Log) -> Array:
    if "motor_current" in log and "motor_torque" not in log:
        found: Array = log["motor_current"] * torque_constants(robot)
        return found
    return log["motor_torque"]


def grouped(spectra: Sequence[PeriodSpectra]) -> list[list[PeriodSpectra]]:
    """By configuration, in the order in which they come."""
    groups: list[list[PeriodSpectra]] = []
    for one in spectra:
        for group in groups:
            first = group[0]
            told_same = one.group is not None and one.group == first.group
            near = np.abs(one.configuration - first.configuration).max() < _SAME
            if told_same or (one.group is None and near):
                group.append(one)
                break
        else:
            groups.append([one])
    return groups


def _samples(name: str, log: Log, period: float) -> tuple[float, int]:
    time = log.time
    step = float((time[-1] - time[0]) / (time.size - 1))
    uneven = np.abs(np.diff(time) - step).max() > 1e-3 * step
    if not 0 < period < np.inf:
        raise InputError("not a period", where=name, got=f"{period:g} s", expected="more than 0 s")
    samples = round(period / step)
    if uneven or samples < 8 or abs(samples * step - period) > _WHOLE * period * 10:
        raise InputError(
            "periods do not fit the samples",
            where=name,
            got="uneven steps" if uneven else f"{period / step:.6g} samples in a period",
            expected="even steps, a whole number of them in each period",
            hint="Resample the log, or correct the period.",
        )
    return step, samples


def amplitudes(values: Array, samples: int, count: int) -> Complex:
    """(periods, lines, n) of the last whole periods: x = Σ Re(X exp jωt)."""
    last = values[-count * samples :].reshape(count, samples, -1)
    found: Complex = np.fft.rfft(last, axis=1) * (2.0 / samples)
    return found


def _motion(name: str, log: Log) -> tuple[Array, int]:
    """A signal of the motors' motion, and how often it is to be differentiated."""
    for signal, power in (("motor_acceleration", 0), ("motor_velocity", 1), ("motor_position", 2)):
        if signal in log:
            return log[signal], power
    raise InputError(
        "no motion of the motors",
        where=name,
        got=", ".join(map(str, log.data.data_vars)),
        expected="motor_acceleration, motor_velocity or motor_position",
    )


def _reference(log: Log) -> Array | None:
    """What was put in from outside, independent of all noise."""
    for signal in (
        "disturbance_motor_torque",
        "reference_joint_velocity",
        "reference_joint_position",
    ):
        if signal in log and np.ptp(log[signal]) > 0:
            return log[signal]
    return None


def _lines(
    about: Mapping[str, object],
    k: NDArray[np.int64],
    reference: Complex,
    period: float,
    band: tuple[float, float] | None,
) -> NDArray[np.int64]:
    """Places of the excited harmonics among k."""
    if HARMONICS in about:
        wanted = np.array(str(about[HARMONICS]).split(), dtype=np.int64)
    else:
        power = (np.abs(reference) ** 2).sum(axis=(0, 2))
        inside = np.ones(len(k), dtype=bool)
        if band is not None:
            inside = (k / period >= band[0] * (1 - 1e-9)) & (k / period <= band[1] * (1 + 1e-9))
        loud = inside & (
            power > _LOUD * np.quantile(power[inside], 0.25) if inside.any() else False
        )
        wanted = k[loud] if 0 < loud.sum() < 0.5 * inside.sum() else k[inside]
    if band is not None:
        low, high = band[0] * period * (1 - 1e-9), band[1] * period * (1 + 1e-9)
        wanted = wanted[(wanted >= low) & (wanted <= high)]
    wanted = wanted[(wanted >= k[0]) & (wanted <= k[-1])]
    if not len(wanted):
        raise InputError(
            "no excited frequency", where="log", got=f"band {band} Hz", expected="one or more"
        )
    return np.asarray(wanted - k[0], dtype=np.int64)


def _configuration(robot: Robot, log: Log) -> Array:
    """Where the joints are on average, as their motors say."""
    if "motor_position" in log:
        means = np.nanmean(log["motor_position"], axis=0)
        found: Array = np.linalg.pinv(robot.gear_matrix) @ means
        return found
    for signal in ("joint_position", "reference_joint_position"):
        if signal in log:
            mean: Array = np.nanmean(log[signal], axis=0)
            return mean
    raise InputError(
        "the configuration is not known",
        where=str(log.data.attrs.get("file", "log")),
        expected="motor_position, joint_position or reference_joint_position",
    )
