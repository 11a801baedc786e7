"""Numbers that are followed while an arm works: an extended Kalman filter on the plant.

S4, section 5.4. A plain filter as there is `PLAIN`. On measurements that a wrong model has biased
it follows the bias: links that ring behind their springs look like less friction where a motor
turns round, and where an arm moves fast in one direction only, a wrong weight looks like viscous
friction. The default tuning has three cures. Friction is measured better: links move behind their
springs. Errors of bodies and rotors are estimated along, in the few directions that the motion
shows. And what is left over counts as a slow disturbance instead of white noise, as large and as
slow as the filter's own innovations are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.estimate import Consistency
from armwright.fit import Combinations, Fit, FittedNumber, Knowledge
from armwright.identify.adaptive_check import found_in
from armwright.identify.adaptive_model import AdaptiveModel, adaptive_models
from armwright.identify.adaptive_run import AdaptiveTuning, FilterPass, followed, inputs
from armwright.identify.elements import element_value, with_elements
from armwright.identify.link_motion import link_motion
from armwright.identify.motion import Motion, motion_of
from armwright.identify.regressor import JOINT_TORQUE, MOTOR_CURRENT
from armwright.plant.registry import registry
from armwright.robot import Robot
from armwright.robot.changing import canonical, expanded
from armwright.robot.contents import motor_path
from armwright.signals.log import MEASURED, Log

#: A number is seen where less than this part of what was open is left, partly where less than that.
_SEEN, _PARTLY = 0.2, 0.7
#: Points of a history, and rows of residuals.
_POINTS, _ROWS = 1500, 20000
#: Larger than any number.
_ANY = 1e300


@dataclass(frozen=True, eq=False)
class AdaptiveFit:
    """`fit`: what is known at the end. `history`: over time, `estimate` and `deviation` of each
    number, and `surprise`, the mean of normalised innovations squared since the point before: 1 for
    a filter that is right. `consistency`: the same of all innovations. `left_over`: by channel,
    rms of the slow disturbance that was counted with, in the effort's unit, and `fading`: how long
    it lasts at most, in s. `covariance`: of the numbers, to go on with."""

    fit: Fit
    history: xr.Dataset
    consistency: Consistency
    left_over: Mapping[str, float]
    fading: float
    covariance: xr.DataArray

    @property
    def robot(self) -> Robot:
        return self.fit.robot

    @property
    def parameters(self) -> Mapping[str, FittedNumber]:
        return self.fit.parameters


def adaptive(
    robot: Robot,
    log: Log,
    free: Sequence[str],
    *,
    tuning: AdaptiveTuning | None = None,
    start: AdaptiveFit | None = None,
    pause: float = 0.0,
    signal: str | None = None,
    deviations: Mapping[str, float] | None = None,
) -> AdaptiveFit:
    """Follows numbers of the robot through a log. `free`: their paths, or patterns of them.
    `start`: an earlier result of the same numbers, to go on from, and `pause`: the s since its end,
    in which numbers may have changed. `signal`: which effort is measured, if the log has several.
    `deviations`: how far a number may be off at first, in its unit, where a part of its value is
    not right."""
    tuned = tuning or AdaptiveTuning()
    paths = _paths(robot, free)
    if not 0 <= pause < np.inf or (pause and start is None):
        raise InputError(
            "pause", where="start", got=pause, expected="0 s or more, after an earlier result"
        )
    motion = motion_of(robot, log, signal, tuned.cutoff, every=True)
    links = link_motion(robot, motion, flexible=tuned.springs and "joint_position" not in log)
    models = adaptive_models(robot, motion.signal, paths, motion.step, bodies=tuned.model_error > 0)
    read = _read(log, motion, models[0].reads)
    away = _deviations(robot, [name for one in models for name in one.numbers], deviations or {})
    pieces = []
    for one in models:
        known = None if start is None else _continued(start, one)
        pieces.append(followed(robot, motion, links, one, read, tuned, known, away, pause))
    return _result(robot, log, motion, pieces, tuned.springs)


def friction_paths(robot: Robot) -> list[str]:
    """Of every motor that has friction: what changes most with temperature and wear."""
    found = []
    for motor in robot.all_motors:
        given, head = motor.drive.friction, f"{motor_path(robot, motor)}.friction"
        dry = "static" if "static" in given else "coulomb"
        found += [f"{head}.{name}" for name in (dry, "viscous") if given.get(name)]
    if not found:
        raise InputError(
            "no friction to follow",
            where=f"robot '{robot.name}'",
            expected="coulomb, static or viscous friction of a motor, or paths of other numbers",
        )
    return found


def _paths(robot: Robot, free: Sequence[str]) -> list[str]:
    if isinstance(free, str) or not free:
        raise InputError(
            "which numbers are to be followed?",
            where="free",
            got=repr(free),
            expected="a list of paths such as joints.<joint>.drive.friction.viscous",
        )
    every = [path for one in free for path in expanded(robot, one)]
    return list(dict.fromkeys(canonical(robot, path) for path in every))


def _deviations(
    robot: Robot, numbers: Sequence[str], given: Mapping[str, float]
) -> dict[str, float]:
    """By the names that numbers have here; one that is not followed is a mistake."""
    found = {}
    for name, value in given.items():
        path, bracket, place = name.partition("[")
        full = canonical(robot, path) + bracket + place
        if full not in numbers:
            raise InputError(
                "is not followed", where="deviations", got=name, expected=", ".join(numbers)
            )
        if not 0 < value < np.inf:
            raise InputError(name, where="deviations", got=value, expected="more than 0")
        found[full] = float(value)
    return found


def _read(log: Log, motion: Motion, names: Sequence[str]) -> Array:
    """What friction laws read beside velocities, at the motion's samples."""
    first = int(np.searchsorted(log.time, motion.time[0]))
    parts = [log[name][first : first + motion.samples] for name in names]
    for name, part in zip(names, parts, strict=True):
        if not np.isfinite(part).all():
            raise InputError("not finite everywhere", where=name, hint="Check the log first.")
    return np.concatenate([np.zeros((motion.samples, 0)), *parts], axis=1)


def _continued(start: AdaptiveFit, model: AdaptiveModel) -> tuple[Array, Array]:
    numbers = model.numbers
    names = [str(name) for name in start.covariance["number"].values]
    missing = [name for name in numbers if name not in names]
    if missing:
        raise InputError(
            "was not followed before", where="start", got=missing[0], expected=", ".join(names)
        )
    places = [names.index(name) for name in numbers]
    values = np.array([start.parameters[name].value for name in numbers])
    return values, np.asarray(start.covariance.values)[np.ix_(places, places)]


def _result(
    robot: Robot, log: Log, motion: Motion, pieces: Sequence[FilterPass], springs: bool
) -> AdaptiveFit:
    numbers = _numbers(robot, pieces)
    names, units = tuple(numbers), tuple(one.unit for one in numbers.values())
    covariance = _block_diagonal([piece.covariance for piece in pieces])
    spread = np.sqrt(np.diag(covariance))
    consistent = Consistency.of(
        sum(float(piece.found.surprise.sum()) for piece in pieces),
        sum(float(piece.found.freedom.sum()) for piece in pieces),
    )
    channels = channel_names(robot, motion.signal)
    values = np.array([one.value for one in numbers.values()])
    fit = Fit(
        method="extended Kalman filter",
        nominal=robot,
        robot=with_elements(robot, {name: one.value for name, one in numbers.items()}),
        combinations=Combinations(names, names, units, np.eye(len(names)), values, covariance),
        parameters=numbers,
        residuals=_residuals(motion, channels, pieces),
        condition=float(np.linalg.cond(covariance / np.outer(spread, spread))),
        samples=motion.samples,
        effective_samples=float(motion.samples),
        predictor=FollowedEfforts(motion.signal, motion.cutoff, names, springs),
        findings=(*log.findings, *found_in(robot, motion, channels, pieces, consistent)),
        unseen=tuple(name for name, one in numbers.items() if one.knowledge == "prior"),
    )
    left = {
        channels[channel]: float(piece.disturbance[k])
        for piece in pieces
        for k, channel in enumerate(piece.model.channels)
    }
    coords = {"number": list(names), "other": list(names)}
    known = xr.DataArray(covariance, dims=("number", "other"), coords=coords)
    fading = max(piece.fading for piece in pieces)
    return AdaptiveFit(fit, _history(motion, names, pieces), consistent, left, fading, known)


def _numbers(robot: Robot, pieces: Sequence[FilterPass]) -> dict[str, FittedNumber]:
    known, found = registry(robot), dict[str, FittedNumber]()
    for piece in pieces:
        for k, name in enumerate(piece.model.numbers):
            value, error = float(piece.estimate[-1, k]), float(piece.deviation[-1, k])
            part = error / piece.open[k]
            knowledge: Knowledge = (
                "seen" if part < _SEEN else "partly" if part < _PARTLY else "prior"
            )
            number = known.get(name.partition("[")[0])
            unit, nominal = number.unit if number else "", float(piece.model.nominal[k])
            found[name] = FittedNumber(name, value, error, knowledge, nominal, unit)
    return found


def channel_names(robot: Robot, signal: str) -> tuple[str, ...]:
    """Whose efforts these are."""
    if signal == JOINT_TORQUE:
        return tuple(robot.joint_names)
    return tuple(motor.name for motor in robot.all_motors)


def _block_diagonal(blocks: Sequence[Array]) -> Array:
    size, first = sum(len(one) for one in blocks), 0
    found = np.zeros((size, size))
    for one in blocks:
        found[first : first + len(one), first : first + len(one)] = one
        first += len(one)
    return found


def _history(motion: Motion, names: Sequence[str], pieces: Sequence[FilterPass]) -> xr.Dataset:
    every = max(1, motion.samples // _POINTS)
    points = np.arange(every - 1, motion.samples, every)
    starts = np.arange(len(points)) * every
    size = len(points) * every
    total, freedom = np.zeros(len(points)), np.zeros(len(points))
    for piece in pieces:
        total += np.add.reduceat(piece.found.surprise[:size], starts)
        freedom += np.add.reduceat(piece.found.freedom[:size], starts)
    estimate = np.concatenate([piece.estimate[points] for piece in pieces], axis=1)
    deviation = np.concatenate([piece.deviation[points] for piece in pieces], axis=1)
    return xr.Dataset(
        {
            "estimate": (("time", "number"), estimate),
            "deviation": (("time", "number"), deviation),
            "surprise": ("time", total / np.maximum(freedom, 1.0)),
        },
        coords={"time": motion.time[points], "number": list(names)},
    )


def _residuals(motion: Motion, channels: Sequence[str], pieces: Sequence[FilterPass]) -> xr.Dataset:
    """Innovations, and what was measured; some of them where there are many."""
    every = max(1, motion.samples // _ROWS)
    dimension = "joint" if motion.signal == JOINT_TORQUE else "motor"
    places = [channel for piece in pieces for channel in piece.model.channels]
    off = np.concatenate([piece.found.innovation[::every] for piece in pieces], axis=1)
    units = {"units": "A" if motion.signal == MOTOR_CURRENT else "N m"}
    return xr.Dataset(
        {
            motion.signal: (("time", dimension), off, units),
            f"{MEASURED}{motion.signal}": (
                ("time", dimension),
                motion.effort[::every, places],
                units,
            ),
        },
        coords={"time": motion.time[::every], dimension: [channels[k] for k in places]},
    )


@dataclass(frozen=True)
class FollowedEfforts:
    """Efforts that the robot needs for the motion in a log, its friction's states from rest; not
    known where no followed number matters, and at the ends of the log."""

    signal: str
    cutoff: float
    numbers: tuple[str, ...]
    springs: bool = True

    def __call__(self, robot: Robot, log: Log) -> xr.Dataset:
        motion = motion_of(robot, log, self.signal, self.cutoff, every=True)
        paths = list(dict.fromkeys(name.partition("[")[0] for name in self.numbers))
        links = link_motion(robot, motion, flexible=self.springs and "joint_position" not in log)
        values = np.full(log[self.signal].shape, np.nan)
        first = int(np.searchsorted(log.time, motion.time[0]))
        for one in adaptive_models(robot, self.signal, paths, motion.step):
            m = len(one.channels)
            now = np.array([element_value(robot, name) for name in one.numbers])
            state = np.zeros(one.model.size)
            state[one.places["θ"]] = now
            limits = {"noise": 1.0, "least": -_ANY, "most": _ANY}
            found = one.filter.run(
                np.zeros((motion.samples, m)),
                inputs(one, links, motion.v, motion.a, _read(log, motion, one.reads)),
                state=state,
                covariance=np.zeros(one.model.size),
                parameters=one.parameters({k: np.asarray(v) for k, v in limits.items()}),
                available=np.zeros(m),
            )
            values[first : first + motion.samples, list(one.channels)] = found.shown
        return log.data[[self.signal]].copy(data={self.signal: values})
