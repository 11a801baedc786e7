"""The arm in three forms: with its loop, in minimal form, and with elasticity outside the loop.

Joint 3 of the minimal form is the angle at the elbow; the lever that motor 3 turns has q₂ + q₃.
"""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.robot import Robot, load
from armwright.robot.changing import changed

LOOP, SERIAL = "pl_arm", "pl_arm_serial"


def in_loop(joints: Array) -> Array:
    """Positions, velocities or accelerations (..., 9) of the joints with the loop, closed, for
    those of the minimal form (..., 6)."""
    q = np.asarray(joints, dtype=np.float64)
    found = np.zeros((*q.shape[:-1], 9))
    found[..., :6] = q
    found[..., 2] += q[..., 1]  # the lever
    found[..., 6] = q[..., 2]  # the elbow
    found[..., 7] = -q[..., 2]  # the rod against the lever
    return found


def lever_radius(robot: Robot) -> float:
    """From the shoulder to the rod, m."""
    return float(np.linalg.norm(robot.joint("rod_swing").origin.translation))


def rod_stiffness_about_elbow(robot: Robot, elbow: float) -> float:
    """k_T r² sin² ψ of S4, 4.2.2: what the rod's spring is about Y3. ψ, from the lever to the rod,
    is a right angle where the elbow is at zero."""
    rod = next(axis for axis in robot.elastic if axis.name == "rod")
    return float(rod.spring["stiffness"] * (lever_radius(robot) * np.cos(elbow)) ** 2)


def replaced(elbow: float) -> Robot:
    """The arm with elasticity outside the loop, the rod's as it is at this angle of the elbow."""
    loop, serial = load(LOOP), load(SERIAL)
    ratio = rod_stiffness_about_elbow(loop, elbow) / rod_stiffness_about_elbow(loop, 0.0)
    spring = next(axis for axis in serial.elastic if axis.name == "Y3").spring
    return changed(
        serial, {f"elastic.Y3.spring.{name}": ratio * value for name, value in spring.items()}
    )
