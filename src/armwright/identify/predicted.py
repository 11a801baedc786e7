"""What a robot's motors would have had to do for a motion that was measured."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import xarray as xr

from armwright.arm import compile
from armwright.arrays import Array
from armwright.errors import InputError
from armwright.plant import Plant
from armwright.robot import Robot
from armwright.signals.log import Log

#: What a log may show of the motors' efforts, the best first.
EFFORTS = ("motor_current", "motor_torque", "joint_torque")


def effort_signal(log: Log) -> str:
    for name in EFFORTS:
        if name in log:
            return name
    raise InputError(
        "no torques",
        where="log",
        got=", ".join(map(str, log.data.data_vars)),
        expected="one of " + ", ".join(EFFORTS),
    )


def joint_signal(robot: Robot, log: Log, what: str) -> Array | None:
    """Positions or velocities (N, n) of the joints: as measured, or from their motors'."""
    if f"joint_{what}" in log:
        return log[f"joint_{what}"]
    if f"motor_{what}" in log:
        found: Array = log[f"motor_{what}"] @ Plant(robot).gears.inverse.T
        return found
    return None


def joint_states(robot: Robot, log: Log) -> tuple[Array, Array, Array]:
    """q, v, a (N, n); derivatives that were not measured by central differences."""
    q = joint_signal(robot, log, "position")
    if q is None:
        raise InputError(
            "no positions",
            where="log",
            got=", ".join(map(str, log.data.data_vars)),
            expected="joint_position or motor_position",
        )
    v = joint_signal(robot, log, "velocity")
    v = np.gradient(q, log.time, axis=0, edge_order=2) if v is None else v
    return q, v, np.gradient(v, log.time, axis=0, edge_order=2)


def torque_constants(robot: Robot) -> Array:
    """N m/A, of all motors."""
    found = []
    for motor in robot.all_motors:
        if motor.drive.torque_constant is None:
            raise InputError(
                "the torque constant is not known",
                where=f"robot '{robot.name}', motor '{motor.name}'",
                hint="Give it, or a log with motor_torque.",
            )
        found.append(motor.drive.torque_constant)
    return np.array(found)


def rigid_efforts(robot: Robot, log: Log) -> xr.Dataset:
    """In the signal that the log has: rigid links, rotors, viscous and Coulomb friction."""
    signal = effort_signal(log)
    q, v, a = joint_states(robot, log)
    eta = robot.gear_matrix
    own = np.zeros((len(q), len(eta)))
    torque = compile(robot).inverse_dynamics(q, v, a)
    for k, motor in enumerate(robot.all_motors):
        drive = motor.drive
        own[:, k] += drive.motor_inertia * (a @ eta[k])
        if drive.friction_side == "motor":
            own[:, k] += _friction(drive.friction, v @ eta[k])
        else:
            joint = int(np.argmax(np.abs(eta[k])))
            torque[:, joint] += _friction(drive.friction, v[:, joint])
    if signal == "joint_torque":
        values = torque + own @ eta
    else:
        values = own + torque @ np.linalg.pinv(eta)
        if signal == "motor_current":
            values = values / torque_constants(robot)
    return xr.Dataset({signal: log.data[signal].copy(data=values)})


def effort_residuals(robot: Robot, log: Log) -> xr.Dataset:
    """Measured minus predicted."""
    predicted = rigid_efforts(robot, log)
    return xr.Dataset({name: log.data[name] - predicted[name] for name in predicted})


def _friction(numbers: Mapping[str, float], v: Array) -> Array:
    both = numbers.get("coulomb", 0.0)
    up = numbers.get("coulomb_positive", both)
    down = numbers.get("coulomb_negative", both)
    found: Array = numbers.get("viscous", 0.0) * v + np.where(v > 0, up, 0.0)
    return found - np.where(v < 0, down, 0.0)
