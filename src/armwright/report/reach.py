"""How far an arm reaches."""

from __future__ import annotations

import math

import numpy as np

from armwright.arm import Arm
from armwright.arrays import Array
from armwright.robot import Joint, Robot

STARTS, ROUNDS, CHILDREN = 4096, 60, 64


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
