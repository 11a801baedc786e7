"""What there is to tell of a robot at one pose, in numbers; how far it reaches."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from armwright.arm import Arm, compile
from armwright.arrays import Array
from armwright.errors import InputError
from armwright.report.drawing.poses import assembled, poses_of, within
from armwright.robot import Joint, Robot

#: Of the random search for the reach.
STARTS, ROUNDS, CHILDREN = 4096, 60, 64


@dataclass(frozen=True, eq=False)
class DynamicsAtRest:
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
    dynamics: DynamicsAtRest | None

    @property
    def tool_position(self) -> Array:
        return self.poses[self.robot.tool][:3, 3]


def describe(robot: Robot, position: ArrayLike | None = None) -> Sheet:
    """`position` (rad, m): by default zero, or the limit nearest to it. Closed loops are closed
    near it."""
    zero = np.zeros(len(robot.moving_joints))
    q = within(robot, zero) if position is None else _checked(robot, position)
    q = assembled(robot, q)
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


def _dynamics(arm: Arm, q: Array) -> DynamicsAtRest | None:
    if arm.robot.loops:
        return None  # an arm is the open tree
    M = arm.mass_matrix(q)
    if not q.size or np.linalg.eigvalsh(M)[0] <= 1e-12 * np.trace(M):
        return None
    gravity = arm.gravity(q)
    falling: Array = np.linalg.solve(M, -gravity).astype(np.float64)
    return DynamicsAtRest(gravity, np.diagonal(M), falling)


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


def reach(arm: Arm) -> float | None:
    """Largest distance (m) of the tool's origin from the axis of the first joint, within limits.

    From the base's origin, if the first joint on the way to the tool is no revolute one; None if a
    prismatic joint has no limits. Found by random search, refined around the best: right to about
    a millimetre for an arm of a metre.
    """
    joints = arm.robot.moving_joints
    if not joints or any(j.kind == "prismatic" and not _bounded(j) for j in joints):
        return None
    lower, upper = np.array([_range(joint) for joint in joints]).T
    point, axis = _measured_from(arm.robot)
    generator = np.random.default_rng(0)
    candidates = lower + (upper - lower) * generator.random((STARTS, len(joints)))
    width = 0.25 * (upper - lower)
    for _ in range(ROUNDS):
        away = arm.pose(candidates)[..., :3, 3] - point
        distance = np.linalg.norm(away - (away @ axis)[:, None] * axis, axis=1)
        best = candidates[np.argsort(-distance)[:16]]
        steps = generator.normal(size=(CHILDREN, len(best), len(joints))) * width
        candidates = np.clip(best + np.concatenate([0 * steps[:1], steps]), lower, upper)
        candidates = candidates.reshape(-1, len(joints))
        width = 0.85 * width
    return float(distance.max())


def _measured_from(robot: Robot) -> tuple[Array, Array]:
    """A point and a direction; distances along the direction do not count."""
    up = {joint.child: joint for joint in robot.joints}
    link, way = robot.frame(robot.tool).link, []
    while link != robot.base:
        way.append(up[link])
        link = up[link].parent
    T = np.eye(4)
    for joint in reversed(way):
        T = T @ joint.origin.matrix()
        if joint.moves:
            turns = joint.kind == "revolute"
            return (T[:3, 3], T[:3, :3] @ joint.axis) if turns else (np.zeros(3), np.zeros(3))
    return np.zeros(3), np.zeros(3)


def _bounded(joint: Joint) -> bool:
    return math.isfinite(joint.limits.lower) and math.isfinite(joint.limits.upper)


def _range(joint: Joint) -> tuple[float, float]:
    return (joint.limits.lower, joint.limits.upper) if _bounded(joint) else (-math.pi, math.pi)
