"""A position in which a robot is well seen."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import numpy as np

from armwright.arrays import Array
from armwright.report.drawing import upright
from armwright.report.poses import poses_of
from armwright.report.sheet import within
from armwright.report.skeleton import skeleton
from armwright.robot import Robot

#: How far the joints are bent, rad, to try whether the arm is seen better then.
BEND = 0.6


def stance(robot: Robot) -> Array:
    """Of zero and of the middle of the ranges, both as they are and with bent joints, the position
    in which the arm spreads most without reaching lower than its base.

    An arm that is straight or folded together does not spread: its second dimension is small.
    """
    poses = poses_of(robot)
    first, *others = _candidates(robot)
    best, most = first, _spread(robot, upright(robot, poses(first)))
    for q in others:
        spread = _spread(robot, upright(robot, poses(q)))
        # A little better is not worth a less usual position.
        if spread > most + 0.03:
            best, most = q, spread
    return best


def _candidates(robot: Robot) -> list[Array]:
    limits = [joint.limits for joint in robot.moving_joints]
    ranges = [(limit.lower, limit.upper) for limit in limits]
    middle = np.array([0.5 * (a + b) if np.isfinite([a, b]).all() else 0.0 for a, b in ranges])
    turns = np.array([joint.kind == "revolute" for joint in robot.moving_joints], dtype=float)
    sign = np.where(np.cumsum(turns) % 2 == 1, 1.0, -1.0)
    bends = [0 * turns, turns, -turns, turns * sign, -turns * sign]
    starts = (within(robot, 0 * turns), middle)
    return [within(robot, start + BEND * bend) for start, bend in product(starts, bends)]


def _spread(robot: Robot, poses: Mapping[str, Array]) -> float:
    """Second singular value of the arm's corners, by its size; less if they lie below the base."""
    bones = skeleton(robot, poses)
    if not bones.bones:
        return 0.0
    cloud = np.concatenate([bone.line for bone in bones.bones])
    values = np.linalg.svd(cloud - cloud.mean(axis=0), compute_uv=False)
    low = max(0.0, float(poses[robot.base][2, 3] - cloud[:, 2].min())) / bones.size
    return float(values[1] / bones.size - 3 * low)
