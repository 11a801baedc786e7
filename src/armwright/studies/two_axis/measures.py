"""What is measured in the runs: how far the tool is from its path, what is left over of S0's
equations of motion, and what the accelerometer's reading is made of."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.signals.figures import lengths, rms
from armwright.studies.two_axis import source
from armwright.studies.two_axis.source import (
    Mounting,
    ReadingParts,
    TwoAxisNumbers,
    expected_reading,
    ideal_reading,
    mounted_reading,
)
from armwright.studies.two_axis.whiteness import Noise, farthest_off

MOUNTING_NAMES = ("x, mm", "z, mm", "angle, °", "drift in x, m/s²", "drift in z, m/s²")
_MOUNTING_SCALES = np.array([1e3, 1e3, 180 / np.pi, 1.0, 1.0])
_FIT_STEP, _FIT_ITERATIONS = 1e-6, 3


def joint_motion(run: Run) -> tuple[Array, Array, Array]:
    """q, q̇ and q̈, (records, 2) each."""
    return _motion(run, "joint")


def values(run: Run, signal: str) -> Array:
    """(records, 2); of signals in space x and z."""
    found: Array = run.data[signal].values
    return found[:, [0, 2]] if found.shape[1] == 3 else found


def farthest(found: Array, expected: Array) -> float:
    """The largest difference of two arrays."""
    return float(np.abs(found - expected).max())


@dataclass(frozen=True)
class Distance:
    """How large a distance is over a run, m."""

    rms: float
    largest: float


def path_error(run: Run) -> Distance:
    """The tool's true distance from its reference."""
    return _size(run, error_vector(run))


def tools_apart(run: Run, other: Run) -> Distance:
    """How far the tools of two runs over the same time are from each other."""
    return _size(run, run.data["tool_position"].values - other.data["tool_position"].values)


def error_vector(run: Run) -> Array:
    """(records, 3): the tool's true position less its reference, base frame."""
    difference: Array = (
        run.data["tool_position"].values - run.data["reference_tool_position"].values
    )
    return difference


def _size(run: Run, vectors: Array) -> Distance:
    distance = lengths(vectors)
    return Distance(float(rms(run.data["time"].values, distance)[0]), float(distance.max()))


@dataclass(frozen=True)
class MotionRemainder:
    """The largest remainder of the equations of the joints and of those of the motors, and the
    largest torque of a spring, to compare with; all on the joints' side of the gears, N m."""

    joints: float
    motors: float
    torque: float

    @property
    def part(self) -> float:
        """The larger remainder as a part of the largest torque."""
        return max(self.joints, self.motors) / self.torque


def motion_remainder(
    n: TwoAxisNumbers,
    run: Run,
    *,
    gravity: bool = True,
    friction: bool = True,
    linear: bool = False,
) -> MotionRemainder:
    """The remainder of (1.9) at every record. `linear`: springs with k_high = k_low, as S0 says."""
    if linear:
        n = _with_linear_springs(n)
    q, v, a = joint_motion(run)
    motor, speed, faster = _motion(run, "motor")
    bent = source.springs(n, q - motor / n.eta, v - speed / n.eta)
    joints = np.einsum("tij,tj->ti", source.mass_matrix(n, q), a)
    joints += source.coriolis(n, q, v) + bent - _pushed(n, run, q)
    if gravity:
        joints += source.gravity(n, q)
    motors = source.motor_inertia(n) / n.eta**2 * faster - bent / n.eta - _turning(run)
    if friction:
        motors += source.frictions(n, speed)
    return MotionRemainder(*(float(np.abs(part).max()) for part in (joints, n.eta * motors, bent)))


def _motion(run: Run, what: str) -> tuple[Array, Array, Array]:
    position, velocity, acceleration = (
        values(run, f"{what}_{name}") for name in ("position", "velocity", "acceleration")
    )
    return position, velocity, acceleration


def _turning(run: Run) -> Array:
    """u_m: the motors' torque with its ripple and disturbance."""
    signals = ("motor_torque", "ripple_motor_torque", "disturbance_motor_torque")
    return sum((values(run, name) for name in signals if name in run.data), start=np.zeros(2))


def _pushed(n: TwoAxisNumbers, run: Run, q: Array) -> Array:
    """Jᵀ F of the force on the tool."""
    if "tool_force" not in run.data:
        return np.zeros(2)
    torque: Array = np.einsum("tji,tj->ti", source.jacobian(n, q), values(run, "tool_force"))
    return torque


def _with_linear_springs(n: TwoAxisNumbers) -> TwoAxisNumbers:
    springs = tuple({**p, "k_high": p["k_low"]} for p in n.springs)
    return dataclasses.replace(n, springs=springs)


@dataclass(frozen=True, eq=False)
class Reading:
    """(records, 2) each, along x and z of the sensor, in m/s². `sigma`: what the scenario says is
    the noise's standard deviation."""

    shown: Array
    parts: ReadingParts
    sigma: float

    @classmethod
    def of(cls, scenario: Scenario, run: Run) -> Reading:
        n, sensor = TwoAxisNumbers.of(scenario.robot), settings_of(scenario, "accelerometer")
        parts = expected_reading(n, *joint_motion(run), mounting_of(scenario))
        return cls(values(run, "accelerometer"), parts, float(sensor["noise"]))

    @property
    def difference(self) -> Array:
        """From a sensor without any error, exactly at the tool."""
        return self.shown - self.parts.ideal

    @property
    def remainder(self) -> Array:
        """What nothing explains: noise, if all is right."""
        return self.shown - self.parts.whole

    @property
    def noise(self) -> tuple[Noise, Noise]:
        """Statistics of the remainder, along x and z."""
        x, z = (Noise.of(self.remainder[:, k]) for k in range(2))
        return x, z

    @property
    def off(self) -> dict[str, float]:
        """How far the remainder is from the noise that the scenario says, in standard errors."""
        return farthest_off(noise.standard_errors(self.sigma) for noise in self.noise)


def mounting_of(scenario: Scenario) -> Mounting:
    """What the scenario says about the sensor."""
    sensor = settings_of(scenario, "accelerometer")
    place, angles, drift = (
        np.broadcast_to(sensor[name], 3).tolist()
        for name in ("position_error", "angle_error", "drift")
    )
    return Mounting(place[0], place[2], angles[1], (drift[0], drift[2]))


def settings_of(scenario: Scenario, name: str) -> dict[str, Any]:
    """Of the block of that name."""
    (block,) = [block for block in scenario.blocks if block.name == name]
    return dict(block.values)


@dataclass(frozen=True, eq=False)
class FittedMounting:
    """Values and their standard errors, in the order and the units of MOUNTING_NAMES."""

    value: Array
    error: Array


def fit_mounting(scenario: Scenario, run: Run) -> FittedMounting:
    """Least squares by Gauss and Newton's method, from a sensor that is mounted well."""
    n = TwoAxisNumbers.of(scenario.robot)
    q, v, a = joint_motion(run)
    ideal, turn, turning = ideal_reading(n, q, v, a), v.sum(axis=1), a.sum(axis=1)
    shown = values(run, "accelerometer").ravel()

    def model(p: Array) -> Array:
        return mounted_reading(
            ideal, turn, turning, Mounting(p[0], p[1], p[2], (p[3], p[4]))
        ).whole.ravel()

    p, steps = np.zeros(5), _FIT_STEP * np.eye(5)
    for _ in range(_FIT_ITERATIONS):
        slopes = [(model(p + step) - model(p - step)) / (2 * _FIT_STEP) for step in steps]
        J = np.stack(slopes, axis=1)
        p = p + np.linalg.lstsq(J, shown - model(p), rcond=None)[0]
    error = (shown - model(p)).std() * np.sqrt(np.diag(np.linalg.inv(J.T @ J)))
    return FittedMounting(_MOUNTING_SCALES * p, _MOUNTING_SCALES * error)


def mounting_in_units(mounting: Mounting) -> Array:
    """In the order and the units of MOUNTING_NAMES."""
    scaled: Array = _MOUNTING_SCALES * [mounting.x, mounting.z, mounting.angle, *mounting.drift]
    return scaled
