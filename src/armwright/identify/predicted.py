"""What a robot's motors would have had to do for a motion that was measured, sample by sample."""

from __future__ import annotations

import numpy as np
import xarray as xr

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.motion import effort_signal, joint_positions
from armwright.identify.regressor import regressor
from armwright.plant import Plant
from armwright.robot import Robot
from armwright.signals.log import Log


def joint_states(robot: Robot, log: Log) -> tuple[Array, Array, Array]:
    """q, v, a (N, n); derivatives that were not measured by central differences."""
    q = joint_positions(robot, log)
    if "joint_velocity" in log:
        v = log["joint_velocity"]
    elif "motor_velocity" in log:
        v = log["motor_velocity"] @ Plant(robot).gears.inverse.T
    else:
        v = np.gradient(q, log.time, axis=0, edge_order=2)
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
    """In the signal that the log has: rigid links, rotors, and friction that slides."""
    signal = effort_signal(log)
    q, v, a = joint_states(robot, log)
    found = regressor(robot, signal, ())
    rows = found.compiled(q, v, a, np.zeros_like(log[signal]), np.zeros(1))
    values = -np.asarray(rows) / found.gains
    data = log.data[signal]
    return xr.Dataset({signal: data.copy(data=values.reshape(data.shape))})


def effort_residuals(robot: Robot, log: Log) -> xr.Dataset:
    """Measured minus predicted."""
    predicted = rigid_efforts(robot, log)
    return xr.Dataset({name: log.data[name] - predicted[name] for name in predicted})
