"""What a filter may read in the data sheets of sensors and motors: sizes of errors, no phases."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Output
from armwright.blocks.motors import TorqueRipple
from armwright.blocks.sensors import Accelerometer, Encoder, Resolver
from armwright.errors import InputError
from armwright.system.setup import Setup
from armwright.system.system import model_of, plant_of, site_of

#: What an accelerometer's calibration tells.
CALIBRATION = ("position_error", "angle_error", "drift")


@dataclass(frozen=True, eq=False)
class Ripple:
    """What comes back with every turn of a motor. Its variance is `constant` + `by_torque` τ², and
    after `angle` (rad) its slowest part is its own opposite."""

    constant: Array
    by_torque: Array
    angle: Array


@dataclass(frozen=True, eq=False)
class MotorSensor:
    """`noise`: the variance of what is new at every sample, rad². `rate`: Hz, None for always."""

    noise: Array
    ripple: Ripple
    rate: float | None


@dataclass(frozen=True, eq=False)
class AccelerationSensor:
    """`noise`: variances, (m/s²)². `calibration`: how it is mounted, and its drift, as it really
    is. `block`: the sensor itself, whose equations a filter takes over."""

    noise: Array
    calibration: Mapping[str, Array]
    block: Accelerometer


def motor_sensor(setup: Setup) -> MotorSensor:
    """What measures the positions of the motors; without a sensor they are known exactly."""
    written = "measured_motor_position"
    blocks = [b for b in setup.blocks if written in (b.signal(port) for port in b.of(Output))]
    if not blocks:
        return MotorSensor(_zeros(setup), _no_ripple(setup), None)
    block = blocks[0]
    if not isinstance(block, Encoder | Resolver):
        raise InputError(
            "the errors of this sensor are not known to filters",
            where=f"scenario '{setup.name}', block '{block.name}'",
            got=type(block).__name__,
            expected="an encoder or a resolver",
        )
    numbers = _numbers(setup, block)
    noise = setup.fidelity.noise * numbers["noise"] ** 2 + numbers["resolution"] ** 2 / 12.0
    ripple = _no_ripple(setup)
    if isinstance(block, Resolver) and setup.fidelity.ripple:
        waves = 0.5 * (numbers["ripple_1"] ** 2 + numbers["ripple_2"] ** 2)
        ripple = Ripple(waves, _zeros(setup), _zeros(setup) + math.pi)
    return MotorSensor(noise, ripple, block.rate)


def torque_ripple(setup: Setup) -> Ripple:
    """That of the motors."""
    blocks = [block for block in setup.blocks if isinstance(block, TorqueRipple)]
    if not blocks or not setup.fidelity.ripple:
        return _no_ripple(setup)
    numbers = _numbers(setup, blocks[0])
    waves = 0.5 * np.sum([numbers[f"ripple_{k}"] ** 2 for k in (1, 2, 3)], axis=0)
    slowest = np.min([numbers[f"order_{k}"] for k in (1, 2, 3)], axis=0)
    return Ripple(waves, 0.5 * numbers["current_ripple"] ** 2, math.pi / slowest)


def acceleration_sensor(setup: Setup) -> AccelerationSensor | None:
    """The accelerometer, if there is one."""
    found = [block for block in setup.blocks if isinstance(block, Accelerometer)]
    if len(found) > 1:
        raise InputError(
            "the filter cannot tell which accelerometer to use",
            where=f"scenario '{setup.name}', sensors",
            got=", ".join(block.name for block in found),
            expected="one",
        )
    if not found:
        return None
    numbers = _numbers(setup, found[0])
    return AccelerationSensor(
        noise=setup.fidelity.noise * numbers["noise"] ** 2,
        calibration={name: numbers[name] for name in CALIBRATION},
        block=found[0],
    )


def due(rate: float | None, period: float, samples: int, what: str) -> Array:
    """1 for the samples, one every `period`, at which a sensor of this rate measures, else 0."""
    times = period * (rate or 1.0 / period)
    every = 1.0 / min(times, 1.0)
    if abs(every - round(every)) > 1e-6 or abs(times * round(every) - round(times * every)) > 1e-6:
        raise InputError(
            "rates do not fit together",
            where=f"filter, {what}",
            got=f"{rate:g} Hz, recorded at {1.0 / period:g} Hz",
            expected="one to be a multiple of the other",
        )
    return np.asarray(np.arange(samples) % round(every) == 0, dtype=np.float64)


def _numbers(setup: Setup, block: Block) -> dict[str, Array]:
    return block.parameters(site_of(setup, plant_of(setup), model_of(setup), block))


def _zeros(setup: Setup) -> Array:
    return np.zeros(len(plant_of(setup).motor_names))


def _no_ripple(setup: Setup) -> Ripple:
    zero = _zeros(setup)
    return Ripple(zero, zero, zero + math.pi)
