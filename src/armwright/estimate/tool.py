"""Where the tool is, from what a controller can know: torques, motor angles, and an accelerometer
at the tool. It is what S0's model was published for."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from armwright.arm import compile as compile_arm
from armwright.arrays import Array
from armwright.errors import InputError
from armwright.estimate.arm_model import FilterTuning, arm_model
from armwright.estimate.flexible_arm import flexible_arm
from armwright.estimate.followed import belief
from armwright.estimate.kalman import Filtered, KalmanFilter, packed_factors
from armwright.estimate.rest import RestPosition, at_rest
from armwright.estimate.sensors import (
    CALIBRATION,
    acceleration_sensor,
    due,
    motor_sensor,
    torque_ripple,
)
from armwright.estimate.tool_filter import ToolFilter
from armwright.plant import Plant
from armwright.robot import Robot
from armwright.robot.changing import canonical, expanded
from armwright.signals import Run
from armwright.system import Setup
from armwright.system.structure import differences


def samples(run: Run, period: float) -> Array:
    """The times of a single run, which are `period` (s) apart."""
    time = run.data["time"].values
    if "run" in run.data.dims:
        raise InputError("a filter takes one run at a time", where="run", got=run.data.sizes["run"])
    if len(time) < 2 or not np.allclose(np.diff(time), period, rtol=1e-6, atol=0):
        raise InputError(
            "not recorded as often as the filter expects",
            where="run",
            got=f"{len(time)} samples, {np.diff(time)[:1]} s apart",
            expected=f"one every {period:g} s",
        )
    return np.asarray(time, dtype=np.float64)


def signal(run: Run, *names: str) -> Array:
    """The first of these signals that was recorded, (samples, size)."""
    for name in names:
        if name in run.data:
            return np.asarray(run.data[name].values, dtype=np.float64)
    raise InputError(
        f"the run did not record '{names[0]}'",
        where="run",
        expected=" or ".join(names),
        hint="Name it in recording.signals.",
    )


@dataclass(frozen=True, eq=False)
class Estimate:
    """`tool_position` and its standard `deviation`: (samples, 3), in m. `filtered`: all that the
    filter tells; `places`: where the parts of its state stand (see `arm_model`)."""

    time: Array
    tool_position: Array
    deviation: Array
    filtered: Filtered
    places: Mapping[str, slice]

    def part(self, name: str) -> Array:
        """`arm`, `torque`, `sensor`, `drift` or `numbers` of the state: (samples, size)."""
        return self.filtered.state[:, self.places[name]]

    def part_deviation(self, name: str) -> Array:
        """Its standard deviations."""
        return self.filtered.deviation[:, self.places[name]]


@dataclass(frozen=True, eq=False)
class _Begin:
    """What a filter is told before the first sample."""

    state: Array
    covariance: Array
    parameters: Array


class ToolObserver:
    """An extended Kalman filter for the arm of a scenario, or for another `robot` in its place: by
    default for what its controller believes it to be. Samples come every `period` (s), by default
    as often as the scenario records. The arm has to begin at rest. `followed`: paths of numbers of
    springs and friction, or patterns of them, that the filter finds itself; it begins with what it
    is told of them.

    The filter is compiled once. Springs and friction stay inputs of its code, so that it serves the
    true arm as well as one that is believed: see `believing`.
    """

    def __init__(
        self,
        scenario: Setup,
        robot: Robot | None = None,
        *,
        period: float | None = None,
        tuning: FilterTuning | None = None,
        followed: Sequence[str] = (),
    ) -> None:
        self._scenario, self._tuning = scenario, tuning or FilterTuning()
        self._robot = robot or scenario.model or scenario.robot
        self._period = period or 1.0 / scenario.recording.rate
        self._motors, self._sensor = motor_sensor(scenario), acceleration_sensor(scenario)
        self._ripple = torque_ripple(scenario)
        plant = self._plant(self._robot)
        self._numbers = plant.numbers
        chosen = self._plant(self._robot, free=_of_laws(plant))
        arm = flexible_arm(chosen, self._sensor, scenario.blocks.compensators)
        noise = self._sensor.noise if self._sensor else np.zeros(0)
        free = {path: plant.numbers[path] for path in _of_laws(plant)}
        self.followed = _followed(self._robot, free, followed)
        self._model = arm_model(
            arm,
            self._period,
            self._motors,
            self._ripple,
            noise,
            self._tuning,
            self.followed,
        )
        self._filter = KalmanFilter(self._model.model, "tool")
        self._rest = RestPosition(arm)

    def believing(self, robot: Robot) -> ToolObserver:
        """The same filter with another belief: a robot that differs in numbers of springs and
        friction from the one that the filter was made for."""
        if not self._serves(robot):
            raise InputError(
                "the filter was made for another arm",
                where=f"robot '{robot.name}'",
                expected="a robot that differs in numbers of springs and friction only",
            )
        twin = copy.copy(self)
        twin._numbers = self._plant(robot).numbers
        return twin

    def estimate(
        self,
        run: Run,
        *,
        accelerometer: bool = True,
        drift: bool = True,
        calibration: Mapping[str, ArrayLike] | None = None,
    ) -> Estimate:
        """`accelerometer`: whether the filter listens to it. `drift`: whether it looks for its
        drift. `calibration`: position_error, angle_error and drift of the sensor; zero unless
        given."""
        time = samples(run, self._period)
        motors = signal(run, "measured_motor_position", "motor_position")
        torque = signal(run, "commanded_motor_torque", "motor_torque")
        measured, available = [motors], [self._due(self._motors.rate, motors, "motors")]
        known = dict(self._numbers)
        if self._sensor is not None:
            measured.append(signal(run, self._sensor.block.signal("accelerometer")))
            heard = self._due(self._sensor.block.rate, measured[-1], "accelerometer")
            available.append(accelerometer * heard)
            known |= self._calibrated(calibration or {})
        elif accelerometer:
            raise InputError(
                "there is no accelerometer", where=f"scenario '{self._scenario.name}', sensors"
            )
        begin = self._begin(motors[0], torque[0], known, drift=drift and accelerometer)
        found = self._filter.run(
            np.hstack(measured),
            np.hstack([torque, np.vstack([torque[:1], torque[:-1]])]),
            state=begin.state,
            covariance=begin.covariance,
            parameters=begin.parameters,
            available=np.hstack(available),
        )
        places = self._model.places
        return Estimate(time, found.shown, found.shown_deviation, found, places)

    def block(self, run: Run, *, name: str = "tool_filter") -> ToolFilter:
        """The same filter, as a block of a loop that begins as this run did. All that it listens to
        has to measure as often as it runs."""
        motors = signal(run, "measured_motor_position", "motor_position")[0]
        torque = signal(run, "commanded_motor_torque", "motor_torque")[0]
        if self._sensor is None:
            raise InputError(
                "there is no accelerometer", where=f"scenario '{self._scenario.name}', sensors"
            )
        for what, rate in (
            ("motors", self._motors.rate),
            ("accelerometer", self._sensor.block.rate),
        ):
            if not due(rate, self._period, 2, what).all():
                raise InputError(
                    "the filter runs in a loop only as often as its sensors measure",
                    where=f"filter, {what}",
                    got=f"{rate:g} Hz, the filter runs at {1.0 / self._period:g} Hz",
                    hint="Give the observer a longer period.",
                )
        begin = self._begin(motors, torque, {**self._numbers, **self._calibrated({})}, drift=True)
        return ToolFilter(
            name=name,
            rate=1.0 / self._period,
            filter=self._filter,
            first_state=begin.state,
            first_factors=packed_factors(begin.covariance),
            told=begin.parameters,
        )

    def _begin(
        self, motors: Array, torque: Array, known: Mapping[str, Array], *, drift: bool
    ) -> _Begin:
        """At rest."""
        walk = self._tuning.drift_walk**2 if drift else 0.0
        first, opened = self._numbers_at_first(known)
        hourly = self._tuning.hourly * np.abs(first)
        told = belief(self._robot, self.followed, first, opened, hourly, self._period)
        covariance = at_rest(
            self._model,
            self._motors,
            self._ripple,
            torque,
            self._tuning,
            drift=drift,
            opened=opened,
            slopes=self._rest.slopes(motors, known, self.followed),
        )
        parameters = np.concatenate([self._model.numbers(known), [walk], *told.values()])
        return _Begin(self._start(motors, known), covariance, parameters)

    def _plant(self, robot: Robot, free: Iterable[str] = ()) -> Plant:
        """The robot in the scenario's place, by itself."""
        scenario = self._scenario
        plant = Plant(
            robot, scenario.fidelity, laws=scenario.laws, frictions=scenario.frictions, free=free
        )
        if plant.arrangement.trains.shafts:
            raise InputError(
                "the filter knows no shafts inside gear trains",
                where=f"robot '{robot.name}', {robot.gear_trains[0].where}",
                expected="fidelity.gears = 'dominant'",
            )
        return plant

    def _serves(self, robot: Robot) -> bool:
        """Whether it differs from the filter's own robot in numbers of springs and friction only;
        words do not count, and the controller's model is no part of the filter."""
        own, other = (
            replace(
                self._scenario,
                robot=replace(one, name="arm", description="", sources={}),
                model=self._scenario.robot,
            )
            for one in (self._robot, robot)
        )
        if differences(own, other):
            return False
        plant, numbers = self._plant(self._robot), self._plant(robot).numbers
        free = _of_laws(plant)
        return all(
            path in free or np.array_equal(value, numbers[path])
            for path, value in plant.numbers.items()
        )

    def _calibrated(self, given: Mapping[str, ArrayLike]) -> dict[str, Array]:
        """Of the accelerometer, among the numbers of the arm."""
        found = {f"accelerometer.{name}": np.zeros(3) for name in CALIBRATION}
        for name, value in given.items():
            numbers = np.asarray(value, dtype=np.float64)
            if name not in CALIBRATION or numbers.shape != (3,) or not np.isfinite(numbers).all():
                raise InputError(
                    "no calibration of an accelerometer",
                    where=f"filter, calibration '{name}'",
                    got=numbers.tolist(),
                    expected=f"three numbers for any of {', '.join(CALIBRATION)}",
                )
            found[f"accelerometer.{name}"] = numbers
        return found

    def _due(self, rate: float | None, rows: Array, what: str) -> Array:
        there = due(rate, self._period, len(rows), what)
        return np.repeat(there[:, None], rows.shape[1], axis=1)

    def _start(self, motors: Array, known: Mapping[str, Array]) -> Array:
        """At rest, nothing slow known but the drift."""
        position = self._rest(motors, known)
        state = np.zeros(self._model.model.size)
        state[: position.size] = position
        if self._sensor is not None:
            state[self._model.places["drift"]] = known["accelerometer.drift"]
        state[self._model.places["numbers"]] = self._numbers_at_first(known)[0]
        return state

    def _numbers_at_first(self, known: Mapping[str, Array]) -> tuple[Array, Array]:
        """What is followed, and its standard deviations, before any data."""
        values = np.array([known[name].item() for name in self.followed])
        return values, self._tuning.spread * np.abs(values)


def tool_position(
    scenario: Setup,
    run: Run,
    robot: Robot | None = None,
    *,
    accelerometer: bool = True,
    drift: bool = True,
    calibrated: bool = False,
) -> Estimate:
    """The tool's position in a run of the scenario. `calibrated`: the filter knows how the
    accelerometer is mounted, and its drift. Else see `ToolObserver`."""
    sensor = acceleration_sensor(scenario)
    calibration = sensor.calibration if sensor is not None and calibrated else None
    observer = ToolObserver(scenario, robot)
    return observer.estimate(run, accelerometer=accelerometer, drift=drift, calibration=calibration)


def rigid_tool_position(robot: Robot, run: Run) -> Array:
    """What forward kinematics makes of the measured motor positions, as if nothing gave way."""
    motors = signal(run, "measured_motor_position", "motor_position")
    joints = motors @ Plant(robot).gears.inverse.T
    return np.asarray(compile_arm(robot).pose(joints)[:, :3, 3])


def _followed(robot: Robot, known: Mapping[str, Array], given: Sequence[str]) -> tuple[str, ...]:
    """Canonical paths, each once."""
    paths = dict.fromkeys(canonical(robot, one) for each in given for one in expanded(robot, each))
    for path in paths:
        if path not in known or not known[path].all():
            raise InputError(
                "the filter cannot follow this number",
                where=f"robot '{robot.name}', followed",
                got=f"{path} = {known[path].item():g}" if path in known else path,
                expected="a number of a spring or of friction that is not zero",
            )
    return tuple(paths)


def _of_laws(plant: Plant) -> set[str]:
    """The numbers that stay inputs of the machine code: those of springs and of friction."""
    return {path for law in plant.arrangement.laws for path in law.numbers}
