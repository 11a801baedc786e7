"""What the runs are judged by: where the vehicle and the tool are, and what the thrusters do."""

from __future__ import annotations

import numpy as np

from armwright.arm import compile
from armwright.arrays import Array
from armwright.robot import Robot, rotation_about
from armwright.signals import Run
from armwright.studies.underwater.vehicle.axes import SLIDES, TURNS, VEHICLE

X, Y, Z = np.eye(3)


def tool_error(run: Run) -> Array:
    """Distance of the tool from where the path has it with the vehicle as it was at first, m."""
    wanted = run.data["reference_tool_position"].values
    q = run.data["joint_position"].values
    if q.shape[1] > VEHICLE.stop:
        yaw, pitch, roll = q[0, TURNS]
        R = rotation_about(Z, yaw) @ rotation_about(Y, pitch) @ rotation_about(X, roll)
        wanted = wanted @ R.T + q[0, SLIDES]
    return np.asarray(np.linalg.norm(run.data["tool_position"].values - wanted, axis=1))


def departure(run: Run) -> Array:
    """Of the vehicle from where it began, m."""
    slides = run.data["joint_position"].values[:, SLIDES]
    return np.asarray(np.linalg.norm(slides - slides[0], axis=1))


def tilt(run: Run) -> Array:
    """Between the vehicle's upright axis and the vertical, rad."""
    _, pitch, roll = run.data["joint_position"].values[:, TURNS].T
    return np.asarray(np.arccos(np.cos(pitch) * np.cos(roll)))


def impulse_left(run: Run, robot: Robot) -> float:
    """The largest impulse along the slides, of the largest that single bodies have: nothing pushes
    from outside, so that what the arm gets the vehicle and the water give."""
    q, v = (run.data[f"joint_{name}"].values for name in ("position", "velocity"))
    shares = compile(robot).mass_matrix(q)[:, SLIDES] * v[:, None, :]
    return float(np.abs(shares.sum(axis=2)).max() / np.abs(shares).max())


def last_wrench(run: Run) -> Array:
    """What the thrusters give at the end: force and moment, world axes."""
    return np.asarray(run.data["thruster_wrench"].values[-1])


def moved(run: Run) -> Array:
    """Largest of each of the vehicle's six coordinates, from where it began: m and rad."""
    own = run.data["joint_position"].values[:, VEHICLE]
    return np.asarray(np.abs(own - own[0]).max(axis=0))
