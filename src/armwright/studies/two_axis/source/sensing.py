"""What the accelerometer should show, from the arm's true motion: plain S0, no code of the sensor.

Components (x, z), those of the sensor's axes unless said otherwise. Gravity has S0's sign: a
sensor at rest shows the acceleration of free fall.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.studies.two_axis.source.kinematics import jacobian, jacobian_rate
from armwright.studies.two_axis.source.numbers import Numbers


@dataclass(frozen=True)
class Mounting:
    """By how much the sensor is off, m along x and z of the tool and rad; and its drift, m/s²."""

    x: float = 0.0
    z: float = 0.0
    angle: float = 0.0
    drift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Parts:
    """What a reading is made of, (…, 2) each: `ideal`, of a sensor exactly at the tool; and what
    its place, its rotation and its drift add."""

    ideal: Array
    lever: Array
    rotation: Array
    drift: Array

    @property
    def whole(self) -> Array:
        return self.ideal + self.lever + self.rotation + self.drift


def expected_reading(n: Numbers, q: Array, v: Array, a: Array, mounting: Mounting) -> Parts:
    """R_sb (J q̈ + J̇ q̇ + G_b) + δ.  S0 (2.7), with the mounting error of its section 3."""
    return mounted(ideal_reading(n, q, v, a), v.sum(axis=-1), a.sum(axis=-1), mounting)


def ideal_reading(n: Numbers, q: Array, v: Array, a: Array) -> Array:
    """Of a sensor without errors, exactly at the tool."""
    return turned(tool_acceleration(n, q, v, a) + np.array([0.0, -n.g]), q.sum(axis=-1))


def mounted(ideal: Array, turn: Array, turning: Array, mounting: Mounting) -> Parts:
    """What errors make of it, where link 2 turns with `turn` (rad/s) and `turning` (rad/s²)."""
    lever = _lever(mounting, turn, turning)
    rotation = turned(ideal + lever, mounting.angle) - (ideal + lever)
    drift = np.broadcast_to(np.asarray(mounting.drift), ideal.shape)
    return Parts(ideal, lever, rotation, drift)


def tool_acceleration(n: Numbers, q: Array, v: Array, a: Array) -> Array:
    """ρ̈_b, in the base frame.  S0 (2.4b)."""
    by_acceleration = np.einsum("...ij,...j->...i", jacobian(n, q), a)
    by_velocity = np.einsum("...ij,...j->...i", jacobian_rate(n, q, v), v)
    return np.asarray(by_acceleration + by_velocity)


def turned(vector: Array, angle: Array | float) -> Array:
    """In axes that are turned by the angle, as the joints turn.  S0 (2.2)."""
    x, z = vector[..., 0], vector[..., 1]
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([c * x - s * z, s * x + c * z], axis=-1)


def _lever(mounting: Mounting, turn: Array, turning: Array) -> Array:
    """r̈ of a point r fixed to link 2, in its axes: α × r − ω² r; about y, (x, z) × → (z, −x)."""
    x, z = mounting.x, mounting.z
    return np.stack([turning * z - turn**2 * x, -turning * x - turn**2 * z], axis=-1)
