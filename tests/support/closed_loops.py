"""Closed loops whose logs are identified: a PUMA 560 on an exciting trajectory, with quantised
encoders and noise in its currents."""

from __future__ import annotations

import numpy as np
import scipy.signal

from armwright import Blocks, Log, Recording, Robot, Scenario, load
from armwright.arrays import Array
from armwright.blocks.controllers.cascade import Cascade
from armwright.blocks.references.fourier import Fourier
from armwright.blocks.sensors import Encoder
from armwright.robot.changing import changed

HARMONICS, FREQUENCY, RATE = 5, 0.2, 1000.0
#: Pulses per turn of the motors' encoders, after interpolation.
COUNTS = 4096
#: Of the noise in the torques: its part of each torque's deviation, how much of it is coloured, and
#: the corner of its spectrum in Hz.
NOISE, COLOURED, CORNER = 0.03, 0.8, 10.0


def true_robot() -> Robot:
    """With a link 1 that can exist, and currents that are torques."""
    return changed(
        load("puma560"),
        {
            "links.link1.mass": 8.0,
            "links.link1.inertia": [0.2, 0.1, 0.2],
            "joints.*.torque_constant": 1.0,
        },
    )


def exciting(robot: Robot, duration: float = 10.0, seed: int = 3) -> Scenario:
    """The robot follows a Fourier series under cascade control."""
    rng = np.random.default_rng(seed)
    k = np.arange(1, HARMONICS + 1)
    shape = (len(robot.joint_names), HARMONICS)
    waves = [rng.normal(size=shape) * 1.2 / np.sqrt(k) for _ in range(2)]
    gains = [0.35, 0.35, 0.2, 0.03, 0.03, 0.03]
    return Scenario(
        name="exciting",
        robot=robot,
        duration=duration,
        blocks=Blocks(
            reference=Fourier(
                rate=4000.0,
                frequency=FREQUENCY,
                sine=waves[0].tolist(),
                cosine=waves[1].tolist(),
                fade=0.5,
            ),
            controller=(
                Cascade(
                    position_rate=4000.0,
                    velocity_rate=4000.0,
                    position_gain=40.0,
                    velocity_gain=gains,
                ),
            ),
            sensors=(Encoder(rate=4000.0, resolution=2 * np.pi / COUNTS),),
        ),
        recording=Recording(signals=("measured_motor_position", "motor_torque"), rate=RATE),
    )


def spread_values(robot: Robot, runs: int, seed: int) -> dict[str, Array]:
    """Masses and friction of many arms, each within a fifth of the robot's."""
    rng = np.random.default_rng(seed)
    found = {}
    for link in robot.links:
        if link.inertia is not None and link.inertia.mass:
            found[f"links.{link.name}.mass"] = link.inertia.mass * rng.uniform(0.8, 1.2, runs)
    for joint in robot.moving_joints:
        for name in ("viscous", "coulomb_positive", "coulomb_negative"):
            path = f"joints.{joint.name}.drive.friction.{name}"
            found[path] = joint.drive.friction[name] * rng.uniform(0.8, 1.2, runs)  # type: ignore[union-attr]
    return found


def coloured_noise(shape: tuple[int, int], rng: np.random.Generator) -> Array:
    """Of deviation 1: white, and with a corner at low frequencies."""
    decay = np.exp(-2 * np.pi * CORNER / RATE)
    start = 1000
    driven = rng.normal(size=(shape[0] + start, shape[1]))
    slow = scipy.signal.lfilter([np.sqrt(1 - decay**2)], [1.0, -decay], driven, axis=0)[start:]
    white = rng.normal(size=shape)
    found: Array = np.sqrt(COLOURED) * slow + np.sqrt(1 - COLOURED) * white
    return found


def noisy_log(robot: Robot, time: Array, position: Array, torque: Array, seed: int) -> Log:
    """What the sensors of one run show."""
    rng = np.random.default_rng(seed)
    noise = NOISE * torque.std(axis=0) * coloured_noise(torque.shape, rng)
    return Log.from_arrays(
        time,
        {"motor_position": position, "motor_torque": torque + noise},
        joints=robot.joint_names,
    )
