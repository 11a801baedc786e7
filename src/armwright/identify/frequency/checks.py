"""What is wrong with logs and responses before anything is fitted to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from armwright.arrays import Array
from armwright.identify.frequency.model import ResponseModel
from armwright.identify.frequency.response import MeasuredResponse
from armwright.identify.frequency.spectra import PeriodSpectra
from armwright.linear.response import Complex
from armwright.robot import Robot
from armwright.robot.finding import Finding

#: rms of what differs from period to period, as a part of the whole: of torques, of accelerations.
_TORQUES_REPEAT, _MOTION_REPEATS = 0.2, 0.6
#: Of the samples: so many at the largest or smallest torque are no accident.
_FLAT, _FEWEST = 2e-3, 8
#: Medians of |Ĝ|/|G| over the lines: below, a motor stands still; beyond, for all motors, units are
#: wrong.
_STUCK, _UNITS = 0.1, 4.0
_KNOWN = {57.3: "degrees for rad", 1000.0: "mN m for N m, or mm for m", 9.55: "rpm for rad/s"}
#: Lines there should be at least, and rows for each number that is to be found.
LINES, ROWS = 8, 3


def check_spectra(robot: Robot, spectra: Sequence[PeriodSpectra]) -> list[Finding]:
    """Of each log."""
    return [found for one in spectra for found in _of_log(robot, one)]


def _of_log(robot: Robot, one: PeriodSpectra) -> Iterator[Finding]:
    if not (np.isfinite(one.U).all() and np.isfinite(one.Y).all()):
        yield Finding(
            "error",
            "values are missing",
            one.name,
            "gaps in torques or motion",
            "whole periods without gaps",
            "Cut the log where it is whole, or resample it.",
        )
        return
    for what, waves, limit in (
        ("torques", one.U, _TORQUES_REPEAT),
        ("motion", one.Y, _MOTION_REPEATS),
    ):
        part = _unlike(waves)
        if part > limit:
            yield Finding(
                "error",
                "periods are not alike",
                f"{one.name}, {what}",
                f"{100 * part:.3g} % of it differs from period to period",
                f"at most {100 * limit:.3g} %",
                "Is the period right, was the log cut or did it lose samples, do transients last?",
            )
            return
    names = [motor.name for motor in robot.all_motors]
    flat = [name for name, torque in zip(names, one.commanded.T, strict=True) if _cut_off(torque)]
    if flat:
        yield Finding(
            "error",
            "the torque is cut off",
            f"{one.name}, {', '.join(flat)}",
            "many samples at the largest or smallest torque",
            "a drive that stays within its limits",
            "Excite less: a limit is no linear part of a response.",
        )
    silent = [n for n, u in zip(names, np.abs(one.U).max(axis=(0, 1)), strict=True) if not u > 0]
    if silent:
        yield Finding(
            "error",
            "a motor has no torque at any excited frequency",
            f"{one.name}, {', '.join(silent)}",
            "0 N m",
            "all motors excited in every experiment",
            "Excite with orthogonal multisines: see response_experiments.",
        )


def _unlike(waves: Complex) -> float:
    if waves.shape[0] < 2:
        return 0.0
    middle = waves.mean(axis=0)
    whole = float(np.sqrt(np.mean(np.abs(waves) ** 2)))
    return float(np.sqrt(np.mean(np.abs(waves - middle) ** 2))) / whole if whole > 0 else 0.0


def _cut_off(torque: Array) -> bool:
    width = float(np.ptp(torque))
    if not width > 0:
        return False
    least = max(_FEWEST, _FLAT * torque.size)
    high = np.sum(torque >= torque.max() - 1e-9 * width)
    low = np.sum(torque <= torque.min() + 1e-9 * width)
    return bool(max(high, low) >= least)


def check_responses(model: ResponseModel, responses: Sequence[MeasuredResponse]) -> list[Finding]:
    """Of responses, against the model with its nominal numbers."""
    found = []
    names = model.plant.motor_names
    lines, n = len(model.frequencies), len(names)
    rows = lines * len(responses) * n * (n + 1) // 2
    if lines < LINES or rows < ROWS * len(model.elements):
        found.append(
            Finding(
                "error",
                "there are too few frequencies",
                f"robot '{model.robot.name}'",
                f"{lines} lines in {len(responses)} configurations, {len(model.elements)} numbers",
                f"at least {LINES}, and {ROWS} values of responses for each number",
                "Excite more lines or configurations, or free fewer numbers.",
            )
        )
        return found
    own = np.abs(np.stack([one.G for one in responses])[..., range(n), range(n)])
    expected = np.abs(model.answers(model.nominal).G[..., range(n), range(n)])
    ratio = np.median((own / expected).reshape(-1, n), axis=0)
    if ratio.max() < 1 / _UNITS or ratio.min() > _UNITS:
        factor = float(np.exp(np.mean(np.log(np.maximum(ratio, 1e-300)))))
        size = max(factor, 1 / max(factor, 1e-300))
        near = [text for known, text in _KNOWN.items() if 0.7 < size / known < 1.4]
        found.append(
            Finding(
                "error",
                "responses of all motors have another size than the robot's",
                f"robot '{model.robot.name}'",
                f"{factor:.3g} times those of the model",
                f"within a factor of {_UNITS:g}",
                f"Units: {near[0]}?" if near else "Units, or sides of the gear?",
            )
        )
        return found
    for name, part in zip(names, ratio, strict=True):
        if part < _STUCK:
            found.append(
                Finding(
                    "error",
                    "the motor hardly answers to its own torque",
                    f"motor '{name}'",
                    f"{100 * part:.2g} % of the model's acceleration",
                    f"at least {100 * _STUCK:.0f} %",
                    "Is its brake on, or does friction hold it? A bias motion keeps it sliding.",
                )
            )
    return found
