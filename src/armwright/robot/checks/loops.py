"""Can loops be closed at all? And do they hold anything?"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from armwright.arrays import Array
from armwright.robot.checks.tree import reach
from armwright.robot.finding import Finding
from armwright.robot.formats.mjcf_loops import drawn_poses
from armwright.robot.loop import LoopClosure
from armwright.robot.model import Description
from armwright.robot.parallelogram import followed
from armwright.robot.pose import Pose

#: A gap below it, as a part of the robot's reach, is rounding of the file's numbers.
_SMALL = 1e-6
_ATTEMPTS = 4


def check_loops_close(robot: Description) -> Iterator[Finding]:
    """By least squares from the zero position, and from some others."""
    if not robot.loops:
        return
    from scipy.optimize import least_squares  # takes longer to import than a robot to read

    rng = np.random.default_rng(0)
    size = max(reach(robot), 1e-9)
    names, best, gaps = robot.joint_names, np.inf, np.zeros(len(robot.loops))
    for attempt in range(_ATTEMPTS):
        begin = rng.uniform(-1.5, 1.5, len(names)) if attempt else np.zeros(len(names))
        found = least_squares(lambda q: np.concatenate(_gaps(robot, q)), begin, max_nfev=60)
        if found.cost < best:
            best = float(found.cost)
            gaps = np.array([float(np.linalg.norm(one)) for one in _gaps(robot, found.x)])
        if gaps.max() < _SMALL * size:
            return
    worst = int(np.argmax(gaps))
    yield Finding(
        "error",
        "cannot be closed",
        robot.loops[worst].where,
        f"a gap of {gaps[worst]:.4g} (m, rad) where it is smallest",
        "a position of the joints in which its two frames meet",
        "Are the frames given in the axes of their links, and the lengths in the file's unit?",
    )


def _gaps(robot: Description, q: Array) -> list[Array]:
    positions = dict(zip(robot.joint_names, q.tolist(), strict=True))
    poses = drawn_poses(robot.joints, followed(robot, positions))
    return [_gap(loop, *(poses[end.link] @ end.pose for end in loop.ends)) for loop in robot.loops]


def _gap(loop: LoopClosure, first: Pose, second: Pose) -> Array:
    way = first.rotation.T @ (second.translation - first.translation)
    turn = first.rotation.T @ second.rotation
    if loop.kind == "spherical":
        return np.asarray(way)
    if loop.kind == "revolute":
        return np.concatenate([way, turn @ loop.axis - loop.axis])
    if loop.kind == "prismatic":
        way = way - loop.axis * float(loop.axis @ way)
    return np.concatenate([way, (turn - np.eye(3)).ravel()])
