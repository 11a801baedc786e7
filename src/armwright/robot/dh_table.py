"""The D-H table of an arm, found from where its axes lie.

A joint's axis is a line, and so is z of the tool frame. Between each line and the next runs the
common normal; its two feet and its direction give the frames, and two frames give a row. Where two
axes are nearly but not exactly parallel, their normal may be hundreds of metres away: a standard
row then has Hayati's β, and stays next to that of parallel axes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

import numpy as np

from armwright.arrays import Array
from armwright.robot.formats.dh import DhRow, standard_step
from armwright.robot.links import Joint
from armwright.robot.model import Description
from armwright.robot.pose import Pose, turn

Convention = Literal["standard", "modified"]
#: Lines closer to parallel (rad) or to meeting (m) than this count as exactly so.
PARALLEL, MEETING = 1e-9, 1e-9
#: Lines closer to parallel than this (rad) get a β.
NEARLY = 0.02


@dataclass(frozen=True)
class DhTable:
    """Rows for `joints`, from frame 0 (`origin`, seen from the base) to the last D-H frame, from
    which `tool` is seen. `frames` are the D-H frames at zero position, seen from the base."""

    convention: Convention
    joints: tuple[str, ...]
    rows: tuple[DhRow, ...]
    origin: Pose
    tool: Pose
    frames: tuple[Pose, ...]


@dataclass(frozen=True)
class _Line:
    point: Array
    direction: Array


def dh_table(robot: Description, convention: Convention = "standard") -> DhTable:
    """The table of the chain from the base to the tool; nothing is rounded or left out."""
    chain, poses, tool = chain_at_zero(robot, robot.tool)
    lines = [
        _Line(pose.translation, pose.rotation @ joint.axis)
        for joint, pose in zip(chain, poses, strict=True)
    ]
    lines.append(_Line(tool.translation, tool.rotation[:, 2]))
    start = _first_frame(lines[0])
    frames: list[Pose] = []
    rows: list[DhRow] = []
    origin, x, before = start.translation, start.rotation[:, 0], start
    for i, (joint, (line, after)) in enumerate(zip(chain, pairwise(lines), strict=True)):
        end = tool if i == len(chain) - 1 else None
        if convention == "standard" and PARALLEL <= _sine(line, after) < NEARLY:
            row = _hayati_row(before, after, origin if end is None else end.translation, x, joint)
            frame = before @ standard_step(row)
            origin, x = frame.translation, frame.rotation[:, 0]
        else:
            near, far, x = _normal(line, after, origin, x, end)
            origin = far
            if convention == "standard":
                frame = _frame(far, after.direction, x)
                row = _standard_row(before.inverse() @ frame, joint)
            else:
                frame = _frame(near, line.direction, x)
                row = _modified_row(before.inverse() @ frame, joint)
        frames.append(frame)
        rows.append(row)
        before = frame
    return DhTable(
        convention,
        tuple(joint.name for joint in chain),
        tuple(rows),
        start,
        (frames[-1] if frames else start).inverse() @ tool,
        tuple(frames),
    )


def chain_at_zero(robot: Description, frame: str) -> tuple[list[Joint], list[Pose], Pose]:
    """The joints that move from the base to a frame, their frames and the frame itself, in the base
    and with all joints at zero."""
    above = {joint.child: joint for joint in robot.joints}
    target = robot.frame(frame)
    path: list[Joint] = []
    link = target.link
    while link != robot.base:
        path.append(above[link])
        link = above[link].parent
    pose, joints, poses = Pose(), [], []
    for joint in reversed(path):
        pose = pose @ joint.origin
        if joint.moves:
            joints.append(joint)
            poses.append(pose)
    return joints, poses, pose @ target.pose


def _first_frame(line: _Line) -> Pose:
    """On the first axis, as near to the base's origin and as little turned as can be."""
    foot = line.point - line.direction * float(line.direction @ line.point)
    trial = np.eye(3)[np.argmin(np.abs(line.direction[:2]))]
    x = trial - line.direction * float(line.direction @ trial)
    return _frame(foot, line.direction, x / np.linalg.norm(x))


def _frame(origin: Array, z: Array, x: Array) -> Pose:
    x = x - z * float(x @ z)
    x = x / np.linalg.norm(x)
    return Pose(np.column_stack([x, np.cross(z, x), z]), origin)


def _normal(
    line: _Line, after: _Line, origin: Array, x: Array, tool: Pose | None
) -> tuple[Array, Array, Array]:
    """Feet of the common normal on both lines, and its direction from the first to the second.

    Parallel lines have many: the one through `origin` is taken, or, at the last line, the one
    through the tool's origin. Where the lines meet, the direction nearest to `x` is taken.
    """
    cross = np.cross(line.direction, after.direction)
    sine = float(np.linalg.norm(cross))
    if sine < PARALLEL:
        start = origin if tool is None else tool.translation
        far = after.point + after.direction * float(after.direction @ (start - after.point))
        near = line.point + line.direction * float(line.direction @ (start - line.point))
        choice = x if tool is None else tool.rotation[:, 0]
    else:
        n = cross / sine
        between = after.point - line.point
        near = line.point + line.direction * float(np.cross(between, after.direction) @ n) / sine
        far = after.point + after.direction * float(np.cross(between, line.direction) @ n) / sine
        choice = n if float(n @ x) >= -1e-12 else -n
    way = far - near
    length = float(np.linalg.norm(way))
    return near, far, way / length if length > MEETING else choice


def _sine(line: _Line, after: _Line) -> float:
    return float(np.linalg.norm(np.cross(line.direction, after.direction)))


def _hayati_row(before: Pose, after: _Line, level: Array, x: Array, joint: Joint) -> DhRow:
    """θ and a lead from the axis to where the next one comes through the plane across it at
    `level`; α and β tilt it (Hayati and Mirmirani 1985)."""
    z = before.rotation[:, 2]
    away = float(z @ (level - after.point)) / float(z @ after.direction)
    p = before.rotation.T @ (after.point + away * after.direction - before.translation)
    toward = p if math.hypot(p[0], p[1]) > MEETING else before.rotation.T @ x
    theta = math.atan2(toward[1], toward[0])
    tilted = turn((0, 0, 1), -theta).rotation @ (before.rotation.T @ after.direction)
    row = _row(joint, theta, p[2], math.hypot(p[0], p[1]), math.atan2(-tilted[1], tilted[2]))
    return replace(row, beta=math.asin(tilted[0]))


def _standard_row(step: Pose, joint: Joint) -> DhRow:
    R, p = step.rotation, step.translation
    theta = math.atan2(R[1, 0], R[0, 0])
    a = p[0] * math.cos(theta) + p[1] * math.sin(theta)
    return _row(joint, theta, p[2], a, math.atan2(R[2, 1], R[2, 2]))


def _modified_row(step: Pose, joint: Joint) -> DhRow:
    R, p = step.rotation, step.translation
    alpha = math.atan2(-R[1, 2], R[2, 2])
    d = p[2] * math.cos(alpha) - p[1] * math.sin(alpha)
    return _row(joint, math.atan2(-R[0, 1], R[0, 0]), d, p[0], alpha)


def _row(joint: Joint, theta: float, d: float, a: float, alpha: float) -> DhRow:
    kind: Literal["revolute", "prismatic"]
    kind = "prismatic" if joint.kind == "prismatic" else "revolute"
    return DhRow(_clean(theta), _clean(d), _clean(a), _clean(alpha), kind=kind)


def _clean(value: float) -> float:
    return 0.0 if abs(value) < 1e-15 else float(value)
