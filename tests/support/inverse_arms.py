"""Arms to try inverse kinematics on: with a closed form of each kind, and without."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np

from armwright import Arm, Frame, Joint, Limits, Link, Pose, Robot, load
from armwright.robot import rotation_about
from tests.support.random_robots import random_chain, random_pose

LIBRARY = (
    "puma560",
    "manutec_r3",
    "rx90b",
    "six_axis",
    "two_axis",
    "puma560_armstrong3",
    "underwater_two_link",
)


@cache
def arm_of(name: str) -> Arm:
    """By name, compiled once: a library robot, `ur5`, `wrist`, `parallel`, `chain6` or `chain7`."""
    made = {
        "ur5": ur5,
        "wrist": lambda: wrist_arm(3),
        "parallel": lambda: parallel_arm(4),
        "chain6": lambda: limited(random_chain(3, 6), 2.5),
        "chain7": lambda: limited(random_chain(3, 7), 2.5),
    }
    return Arm(made[name]() if name in made else load(name))


def ur5() -> Robot:
    """UR5, from the D-H parameters that its maker publishes."""
    d = (0.089159, 0, 0, 0.10915, 0.09465, 0.0823)
    a = (0, -0.425, -0.39225, 0, 0, 0)
    alpha = (math.pi / 2, 0, 0, math.pi / 2, -math.pi / 2, 0)
    links = [Link("base"), *(Link(f"link{k + 1}") for k in range(6))]
    joints, origin = [], Pose()
    for k in range(6):
        limits = Limits(-2 * math.pi, 2 * math.pi)
        parent, child = links[k].name, links[k + 1].name
        joints.append(Joint(f"joint{k + 1}", "revolute", parent, child, origin, limits=limits))
        origin = Pose(rotation_about([1, 0, 0], alpha[k]), np.array([a[k], 0, d[k]]))
    return Robot("ur5", tuple(links), tuple(joints), (Frame("tool", "link6", origin),), "tool")


def arm_from_lines(name: str, points: np.ndarray, axes: np.ndarray, tool: Pose) -> Robot:
    """Revolute joints whose axes at zero position are the given lines."""
    links = [Link("base"), *(Link(f"link{k + 1}") for k in range(len(points)))]
    joints = [
        Joint(
            f"joint{k + 1}",
            "revolute",
            links[k].name,
            links[k + 1].name,
            Pose(translation=points[k] - (points[k - 1] if k else 0)),
            axis,
        )
        for k, axis in enumerate(axes)
    ]
    frame = Frame("tool", links[-1].name, tool)
    return Robot(name, tuple(links), tuple(joints), (frame,), "tool")


def wrist_arm(seed: int) -> Robot:
    """Axes 2 and 3 antiparallel, 4 to 6 through one point; all angles and offsets arbitrary."""
    rng = np.random.default_rng(seed)
    axes = _directions(rng)
    axes[2] = -axes[1]
    points = rng.normal(size=(6, 3)) * 0.4
    points[3:] = points[3] + rng.normal(size=(3, 1)) * axes[3:]
    return arm_from_lines(f"wrist{seed}", points, axes, random_pose(rng))


def parallel_arm(seed: int) -> Robot:
    """Axes 2 to 4 parallel, the middle one in the other direction; 5 and 6 meet."""
    rng = np.random.default_rng(seed)
    axes = _directions(rng)
    axes[2], axes[3] = -axes[1], axes[1]
    points = rng.normal(size=(6, 3)) * 0.4
    points[5] = points[4] + 0.3 * axes[4] - 0.2 * axes[5]
    return arm_from_lines(f"parallel{seed}", points, axes, random_pose(rng))


def _directions(rng: np.random.Generator) -> np.ndarray:
    axes = rng.normal(size=(6, 3))
    return axes / np.linalg.norm(axes, axis=1)[:, None]


def limited(robot: Robot, limit: float) -> Robot:
    """Every joint from −limit to limit."""
    limits = Limits(-limit, limit)
    return replace(robot, joints=tuple(replace(joint, limits=limits) for joint in robot.joints))


def moved_a_little(robot: Robot, size: float, seed: int = 0) -> Robot:
    """Every joint frame shifted and turned by about `size` (m, rad)."""
    rng = np.random.default_rng(seed)
    joints = []
    for joint in robot.joints:
        axis = rng.normal(size=3)
        turn = rotation_about(axis / np.linalg.norm(axis), size * rng.normal())
        shift = size * rng.normal(size=3)
        origin = Pose(joint.origin.rotation @ turn, joint.origin.translation + shift)
        joints.append(replace(joint, origin=origin))
    return replace(robot, joints=tuple(joints))


def random_positions(robot: Robot, count: int, seed: int = 1) -> np.ndarray:
    """Within limits; a joint without takes a full turn."""
    limits = [joint.limits for joint in robot.moving_joints]
    low = [max(limit.lower, -math.pi) for limit in limits]
    high = [min(limit.upper, math.pi) for limit in limits]
    return np.random.default_rng(seed).uniform(low, high, (count, len(limits)))


def miss(arm: Arm, q: np.ndarray, pose: np.ndarray) -> float:
    """The largest element by which poses at q differ from `pose`; of positions, if those count."""
    error = arm.pose(q) - pose
    return float(np.abs(error).max(initial=0.0))
