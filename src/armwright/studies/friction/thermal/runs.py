"""An hour of motion in which friction heats its gear, and what follows from the log of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.blocks.catalogue import CATALOGUE
from armwright.identify.friction.measured import friction_records
from armwright.identify.friction.static import SHARED
from armwright.identify.friction.warm_up import WarmUp, warm_up
from armwright.laws.friction import Thermal
from armwright.progress import Tell
from armwright.signals.log import Log
from armwright.studies.friction.arm import COLD, TORQUE_NOISE, WARM, controlled, forearm
from armwright.studies.friction.source import COLD_TEMPERATURE, WARM_TEMPERATURE

#: J/K and K/W of the gear, assumed: a time constant of ten minutes, and about 40 K in this motion.
CAPACITY, RESISTANCE = 350.0, 1.7
HOUR = 3600.0
#: Hz: the motion has nothing above half a hertz, where links go as their motors do.
_RATE = 20.0
#: rad/s of the motor: between these friction is looked at from minute to minute.
SPEEDS = (50.0, 70.0)
#: Numbers that one temperature more makes two of; v_s is one for both.
_VARIED = ("static", "viscous", "quadratic")
_SIGNALS = ("motor_position", "motor_torque", "joint_temperature")


@dataclass(frozen=True, eq=False)
class WarmingRuns:
    """`minutes` and `friction` (N,): at medium speed, N m at the motor, as measured.
    `temperature` (N,): true, in K. `measured` and `blind`: what follows with the temperature, and
    from friction alone."""

    minutes: Array
    friction: Array
    temperature: Array
    measured: WarmUp
    blind: WarmUp


def run_hour(tell: Tell) -> WarmingRuns:
    tell("an hour of motion from cold", 0.0)
    signals = _hour()
    logs = [_log({name: signals[name] for name in names}) for names in (_SIGNALS, _SIGNALS[:2])]
    tell("warm friction, with temperatures", 0.4)
    measured = _warmed(logs[0])
    tell("warm friction, from friction alone", 0.6)
    blind = _warmed(logs[1])
    minutes, friction = by_minutes(logs[0])
    time = np.arange(len(signals["joint_temperature"])) / _RATE
    kelvin = np.interp(60.0 * minutes, time, signals["joint_temperature"][:, 0])
    return WarmingRuns(minutes, friction, kelvin, measured, blind)


def _warmed(log: Log) -> WarmUp:
    """By a law without a Stribeck curve: the motion hardly holds still."""
    return warm_up(forearm(), log, law="quadratic", inverse="rigid", shared=SHARED)


def _hour() -> dict[str, Array]:
    """What is logged: position and torque of the motor, and the gear's temperature."""
    warm = {f"{name}_warm": WARM[name] for name in _VARIED}
    span = {"cold_temperature": COLD_TEMPERATURE, "warm_temperature": WARM_TEMPERATURE}
    reference = CATALOGUE["reference"]["fourier"](
        name="reference",
        frequency=0.1,
        sine=[[0.6, 0.3, 0.0]],
        cosine=[[0.3, 0.3, 0.1]],
        fade=3.0,
        rate=1000.0,
    )
    thermal = Thermal(name="thermal", heat_capacity=CAPACITY, thermal_resistance=RESISTANCE)
    scenario = controlled(forearm({**COLD, **warm, **span}, "warm_tustin"), reference, HOUR, _RATE)
    setup = scenario.with_blocks(others=(thermal,))
    data = setup.changed({"recording.signals": list(_SIGNALS)}).simulate().data
    found = {name: data[name].values.reshape(-1, 1) for name in _SIGNALS}
    noise = TORQUE_NOISE * np.random.default_rng(0).normal(size=found["motor_torque"].shape)
    return {**found, "motor_torque": found["motor_torque"] + noise}


def _log(signals: dict[str, Array]) -> Log:
    time = np.arange(len(signals["motor_torque"])) / _RATE
    size = {"joint_temperature": "joint"} if "joint_temperature" in signals else {}
    return Log.from_arrays(time, signals, joints=("joint3",), dimensions=size)


def by_minutes(log: Log) -> tuple[Array, Array]:
    """Friction at medium speed, the mean of both directions, for each minute of a log."""
    (record,), _ = friction_records(forearm(), log, [0], every=True)
    minute = (record.time // 60.0).astype(int)
    medium = (np.abs(record.velocity) > SPEEDS[0]) & (np.abs(record.velocity) < SPEEDS[1])
    sized = np.sign(record.velocity) * record.friction
    every = np.unique(minute)[:-1]
    means = [
        np.mean([sized[rows & way].mean() for way in (record.velocity > 0, record.velocity < 0)])
        for rows in (medium & (minute == k) for k in every)
    ]
    return every + 0.5, np.array(means)


def predicted(found: WarmUp, minutes: Array) -> Array:
    """The same by the cold and the warm curve, each as much as the gear is warm, N m."""
    cold, warm = (
        np.mean([np.interp(v, curve.velocity, curve.torque) for v in np.linspace(*SPEEDS, 5)])
        for curve in found.fit.curves
    )
    kelvin = np.interp(60.0 * minutes, found.time, found.temperature)
    low, high = found.temperature.min(), found.temperature.max()
    return np.asarray(cold + (warm - cold) * (kelvin - low) / (high - low))
