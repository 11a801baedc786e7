"""Where all links of a robot are: at given positions, turned upright, and well seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.multibody.kinematics import body_poses, frame_in_body, homogeneous
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from armwright.plant.loop_structure import closed_robot
from armwright.report.drawing.skeleton import skeleton
from armwright.robot import Robot

Poses = dict[str, Array]
#: How far the joints are bent, rad, to try whether the arm is seen better then.
BEND = 0.6


def poses_of(robot: Robot) -> Callable[[Array], Poses]:
    """A function from joint positions to the 4 × 4 of every link and of the tool, in the base.

    Machine code for each of the frames would take longer to make than a picture does.
    """
    mechanism = build(FreeParameters.choose(robot, ()))
    bodies = body_poses(mechanism)
    frames = tuple(dict.fromkeys((*(link.name for link in robot.links), robot.tool)))
    placements = [frame_in_body(mechanism, frame) for frame in frames]
    matrices = [homogeneous(bodies[k] @ place if k >= 0 else place) for k, place in placements]
    function = cs.Function("poses", [mechanism.q], [cs.horzcat(*matrices)])

    def poses(q: Array) -> Poses:
        side_by_side = np.array(function(q))
        return dict(zip(frames, np.split(side_by_side, len(frames), axis=1), strict=True))

    return poses


def upright(robot: Robot, poses: Mapping[str, Array]) -> dict[str, Array]:
    """The same poses, turned so that gravity points down; not turned at all without gravity."""
    T = np.eye(4)
    T[:3, :3] = _down(robot.gravity)
    return {name: T @ pose for name, pose in poses.items()}


def within(robot: Robot, q: Array) -> Array:
    """The position within the limits that is nearest to `q`."""
    pairs = zip(q, (joint.limits for joint in robot.moving_joints), strict=True)
    return np.array([min(max(value, limit.lower), limit.upper) for value, limit in pairs])


def assembled(robot: Robot, q: Array) -> Array:
    """With closed loops, where there are any: the joints that follow from others moved."""
    return closed_robot(robot, q) if robot.loops else q


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
    bent = (within(robot, start + BEND * bend) for start, bend in product(starts, bends))
    return [assembled(robot, q) for q in bent]


def _spread(robot: Robot, poses: Mapping[str, Array]) -> float:
    """Second singular value of the arm's corners, by its size; less if they lie below the base."""
    bones = skeleton(robot, poses)
    if not bones.bones:
        return 0.0
    cloud = np.concatenate([bone.line for bone in bones.bones])
    values = np.linalg.svd(cloud - cloud.mean(axis=0), compute_uv=False)
    low = max(0.0, float(poses[robot.base][2, 3] - cloud[:, 2].min())) / bones.size
    return float(values[1] / bones.size - 3 * low)


def _down(gravity: Array) -> Array:
    """The shortest rotation that makes `gravity` point down."""
    length = float(np.linalg.norm(gravity))
    if length == 0:
        return np.eye(3)
    up = -gravity / length
    cosine = float(up[2])
    if cosine < -1 + 1e-9:
        return np.diag([1.0, -1.0, -1.0])
    x, y, z = np.cross(up, [0.0, 0.0, 1.0])
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    R: Array = np.eye(3) + K + K @ K / (1 + cosine)
    return R
