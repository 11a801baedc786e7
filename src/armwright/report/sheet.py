"""What there is to tell of a robot at one pose, in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armwright.arm import Arm, compile
from armwright.arrays import Array
from armwright.errors import InputError
from armwright.report.poses import poses_of
from armwright.report.reach import reach
from armwright.robot import Robot


@dataclass(frozen=True, eq=False)
class Dynamics:
    """Per joint: torque that holds the arm (N m or N), its diagonal element of the mass matrix
    (kg m² or kg), and its acceleration if all joints are let go at rest."""

    holding: Array
    inertia: Array
    falling: Array


@dataclass(frozen=True, eq=False)
class Sheet:
    """`poses`: 4 × 4 of every link and the tool in the base frame. `dynamics` is None for a robot
    without masses, or where they do not suffice for the motion of each joint."""

    robot: Robot
    position: Array
    poses: Mapping[str, Array]
    mass: float
    reach: float | None
    dynamics: Dynamics | None

    @property
    def tool_position(self) -> Array:
        return self.poses[self.robot.tool][:3, 3]


def describe(robot: Robot, position: ArrayLike | None = None) -> Sheet:
    """`position` (rad, m): by default zero, or the limit nearest to it."""
    zero = np.zeros(len(robot.moving_joints))
    q = within(robot, zero) if position is None else _checked(robot, position)
    arm = compile(robot)
    bodies = (*(k.inertia for k in robot.links), *(k.inertia for k in robot.elastic))
    return Sheet(
        robot=robot,
        position=q,
        poses=poses_of(robot)(q),
        mass=sum(body.mass for body in bodies if body is not None),
        reach=reach(arm),
        dynamics=_dynamics(arm, q),
    )


def _dynamics(arm: Arm, q: Array) -> Dynamics | None:
    M = arm.mass_matrix(q)
    if not q.size or np.linalg.eigvalsh(M)[0] <= 1e-12 * np.trace(M):
        return None
    gravity = arm.gravity(q)
    falling: Array = np.linalg.solve(M, -gravity).astype(np.float64)
    return Dynamics(gravity, np.diagonal(M), falling)


def within(robot: Robot, q: Array) -> Array:
    """The position within the limits that is nearest to `q`."""
    pairs = zip(q, (joint.limits for joint in robot.moving_joints), strict=True)
    return np.array([min(max(value, limit.lower), limit.upper) for value, limit in pairs])


def _checked(robot: Robot, position: ArrayLike) -> Array:
    q = np.asarray(position, dtype=np.float64)
    n = len(robot.moving_joints)
    if q.shape != (n,) or not np.isfinite(q).all():
        raise InputError(
            "not a position of this robot",
            where=f"robot '{robot.name}'",
            got=q.tolist(),
            expected=f"{n} finite numbers, for {', '.join(robot.joint_names)}",
        )
    return q
