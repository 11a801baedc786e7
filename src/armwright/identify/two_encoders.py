"""Stiffness and play of a drive from two encoders: how far the link lags behind its motor.

Δ = θ/n − q at the joint, against the torque τ that the gear carries: Δ = Δ₀ + τ/K + b sgn τ, K the
stiffness and 2 b the play (S2 4.6). What the motor gives, less its rotor's inertia and friction, is
what the gear carries; friction is found along with the rest, as the part of Δ that goes with the
motor's direction. Pushing the link against a work piece (S2, figure 4.6) loads the gear without
moving it far, and tells the stiffness of the work piece too.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.fit import Combinations, Fit, FittedNumber
from armwright.identify.autocorrelation import coloured, effective_samples, memory
from armwright.identify.elements import element_value
from armwright.identify.one_joint import joint_number
from armwright.identify.passages import noise_of
from armwright.identify.predicted import torque_constants
from armwright.robot import Robot
from armwright.robot.changing import changed
from armwright.signals.log import Log

#: Of the largest torque: below it the gear may be inside its play.
_LOADED = 0.1
#: Of the largest speed of the motor: below it its friction may stick.
_SLIDING = 0.02


@dataclass(frozen=True, eq=False)
class _Loading:
    """Samples (N,) of one joint, all at the joint."""

    time: Array
    deflection: Array
    torque: Array
    speed: Array
    position: Array


def two_encoders(robot: Robot, log: Log, name: str | None = None) -> Fit:
    """Stiffness and play of a joint's gear, from positions of its motor and of its link and from
    the motor's torque or current. The result's robot has a spring with play, on the joint's
    side."""
    number = joint_number(robot, name)
    load = _loading(robot, log, number)
    loaded = np.abs(load.torque) > _LOADED * np.abs(load.torque).max()
    sliding = np.abs(load.speed) > _SLIDING * np.abs(load.speed).max()
    used = loaded & sliding
    ways = {bool(one) for one in load.torque[used] > 0}
    if used.sum() < 20 or len(ways) < 2:
        raise InputError(
            "the gear is not loaded both ways",
            where=f"log, joint '{robot.joint_names[number]}'",
            got=f"{int(used.sum())} samples under load",
            expected="torques of both signs while the motor turns",
            hint="Play shows where the torque changes its sign.",
        )
    constant = np.ones_like(load.torque)
    rubbing = (-np.sign(load.speed), -load.speed)
    A = np.column_stack([load.torque, np.sign(load.torque), constant, *rubbing])[used]
    y = load.deflection[used]
    scale = np.linalg.norm(A, axis=0)
    condition = float(np.linalg.cond(A / scale))
    x = np.linalg.lstsq(A / scale, y, rcond=None)[0] / scale
    residual = y - A @ x
    lags = memory(residual[:, None])
    covariance = coloured(A, residual, (slice(0, len(y)),), lags)
    if not x[0] > 0:
        raise InputError(
            "the link does not follow its motor's torque",
            where=f"joint '{robot.joint_names[number]}'",
            got=f"a compliance of {x[0]:.3g} rad/(N m)",
            expected="above zero",
            hint="Are the encoders' signs, or the gear ratio, right?",
        )
    stiffness = 1 / x[0]
    # From the compliance 1/K to K, the gap as it is.
    change = np.array([[-(stiffness**2), 0.0], [0.0, 1.0]])
    values = np.array([stiffness, x[1]])
    known = change @ covariance[:2, :2] @ change.T
    return _fit(robot, log, number, load, values, known, condition, residual, lags, used)


def work_stiffness(robot: Robot, log: Log, name: str | None = None) -> tuple[float, float]:
    """Stiffness at the joint, N m/rad, of what the link is pushed against, and its standard error:
    the torque that the gear carries, less what damps, against the position of the link. The axis
    should be upright: weight would count as stiffness."""
    load = _loading(robot, log, joint_number(robot, name))
    pushing = np.abs(load.torque) > _LOADED * np.abs(load.torque).max()
    slow = np.gradient(load.position, load.time)
    rubbing = (np.sign(load.speed), load.speed)
    A = np.column_stack([load.torque, np.ones_like(slow), slow, *rubbing])[pushing]
    y = load.position[pushing]
    x = np.linalg.lstsq(A, y, rcond=None)[0]
    residual = y - A @ x
    spread = coloured(A, residual, (slice(0, len(y)),), memory(residual[:, None]))
    return float(1 / x[0]), float(np.sqrt(spread[0, 0]) / x[0] ** 2)


def _loading(robot: Robot, log: Log, number: int) -> _Loading:
    for signal in ("motor_position", "joint_position"):
        _ = log[signal]
    eta = robot.gear_matrix
    theta = log["motor_position"] @ np.linalg.pinv(eta).T
    q = log["joint_position"][:, number]
    if "motor_current" in log:
        efforts = log["motor_current"] * torque_constants(robot)
    else:
        efforts = log["motor_torque"]
    inertia = np.array([motor.drive.motor_inertia for motor in robot.all_motors])
    time = log.time
    speed = np.gradient(log["motor_position"], time, axis=0, edge_order=2)
    if "motor_velocity" in log:
        speed = log["motor_velocity"]
    rotors = np.gradient(speed, time, axis=0, edge_order=2) * inertia
    torque = (efforts - rotors) @ eta[:, number]
    turning = speed @ np.linalg.pinv(eta).T
    parts = (time, theta[:, number] - q, torque, turning[:, number], q)
    finite = np.isfinite(parts).all(axis=0)
    return _Loading(*(part[finite] for part in parts))


def _fit(
    robot: Robot,
    log: Log,
    number: int,
    load: _Loading,
    values: Array,
    covariance: Array,
    condition: float,
    residual: Array,
    lags: int,
    used: Array,
) -> Fit:
    joint = robot.moving_joints[number]
    path = f"joints.{joint.name}.drive.spring"
    elements = (f"{path}.stiffness", f"{path}.gap")
    gap = max(float(values[1]), 0.0)
    numbers = {
        element: FittedNumber(
            element,
            float(value),
            float(np.sqrt(covariance[k, k])),
            "seen",
            element_value(robot, element),
            unit,
        )
        for k, (element, value, unit) in enumerate(
            zip(elements, (float(values[0]), gap), ("N m/rad", "rad"), strict=True)
        )
    }
    spring = {"law": "backlash", "stiffness": float(values[0]), "gap": gap}
    fitted = changed(robot, {path: spring, f"joints.{joint.name}.drive.stiffness": None})
    coords = {"time": load.time[used]}
    left = xr.DataArray(residual, dims="time", coords=coords, attrs={"units": "rad"})
    return Fit(
        method="two encoders",
        nominal=robot,
        robot=fitted,
        combinations=Combinations(
            elements,
            ("stiffness at the joint", "half of the play at the joint"),
            ("N m/rad", "rad"),
            np.eye(2),
            values,
            covariance,
        ),
        parameters=numbers,
        residuals=xr.Dataset({"deflection": left}),
        condition=condition,
        samples=len(residual),
        effective_samples=effective_samples([residual], lags),
        predictor=Deflection(number),
        findings=log.findings,
    )


@dataclass(frozen=True)
class Deflection:
    """Predicts where the link is from its motor's torque and position, through the spring with
    play; where the gear is inside its play, it is not known."""

    joint: int

    def __call__(self, robot: Robot, log: Log) -> xr.Dataset:
        drive = robot.moving_joints[self.joint].drive
        assert drive is not None
        load = _loading(robot, log, self.joint)
        off = load.torque / drive.spring["stiffness"] + drive.spring["gap"] * np.sign(load.torque)
        noise = noise_of(load.torque)
        inside = np.abs(load.torque) <= max(_LOADED * np.abs(load.torque).max(), 4 * noise)
        values = log["joint_position"].copy()
        values[:, self.joint] = np.where(inside, np.nan, load.deflection + load.position - off)
        data = log.data["joint_position"]
        return xr.Dataset({"joint_position": data.copy(data=values.reshape(data.shape))})
