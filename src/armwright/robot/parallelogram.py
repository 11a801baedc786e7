"""Rigid parallelograms: a loop of four bars whose opposite ones stay parallel needs no constraint.

The angles of opposite bars differ by constants, so that two joints of the loop follow from the
others by a linear map (S4 2.2.6 and fig. 6.5): they mimic them, each a sum of one or two.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.formats.mjcf_loops import drawn_poses
from armwright.robot.links import Joint
from armwright.robot.loop import LoopClosure
from armwright.robot.mimic import Mimic
from armwright.robot.model import Description
from armwright.robot.pose import Pose

#: Of lengths (m) and of directions.
_ROUNDING = 1e-9
_Described = TypeVar("_Described", bound=Description)


class _Bar(NamedTuple):
    """A side of the loop, in the zero position and as it is gone round; `turns`: joint → ±1, what
    turns its link about the loop's axis."""

    way: Array
    turns: Mapping[str, float]


def as_parallelogram(robot: _Described, loop: LoopClosure) -> _Described:
    """The robot whose passive joints in a loop, which would be closed by a hinge, mimic others.
    Refused unless the loop is a rigid parallelogram with two passive joints."""
    poses = drawn_poses(robot.joints, {})
    axis = poses[loop.first.link].rotation @ loop.first.pose.rotation @ loop.axis
    bars, joints = _bars(robot, loop, poses, axis)
    long = [bar for bar in bars if np.linalg.norm(bar.way) > 1e-6]
    lengths = [float(np.linalg.norm(bar.way)) for bar in long]
    if len(long) != 4 or max(abs(lengths[k] - lengths[k + 2]) for k in (0, 1)) > 1e-6:
        said = ", ".join(f"{length:.6g}" for length in lengths)
        raise _refused(loop, f"bars of {said} m", "four bars, opposite ones of one length")
    passive = [joint.name for joint in joints if joint.passive]
    if len(passive) != 2:
        got = f"passive: {', '.join(passive) or 'none'}"
        raise _refused(loop, got, "two passive joints in the loop")
    others = [joint.name for joint in joints if not joint.passive]
    names = [*passive, *others]
    rows, sides = np.zeros((2, len(names))), np.zeros(2)
    for k in (0, 1):
        one, two = long[k], long[k + 2]
        rows[k] = [two.turns.get(name, 0.0) - one.turns.get(name, 0.0) for name in names]
        sides[k] = _angle(two.way, -one.way, axis)
    if abs(np.linalg.det(rows[:, :2])) < 0.5:
        raise _refused(loop, f"passive: {', '.join(passive)}", "joints that follow from the others")
    solved = np.linalg.solve(rows[:, :2], np.column_stack([sides, -rows[:, 2:]]))
    mimics = {
        name: _mimic(others, numbers[1:], numbers[0])
        for name, numbers in zip(passive, solved, strict=True)
    }
    found = replace(
        robot,
        joints=tuple(
            replace(joint, passive=False, mimic=mimics[joint.name])
            if joint.name in mimics
            else joint
            for joint in robot.joints
        ),
    )
    _check_closed(found, loop)
    return found


def _mimic(joints: list[str], shares: Array, offset: float) -> Mimic:
    entries = {j: float(round(s)) for j, s in zip(joints, shares, strict=True) if round(s)}
    first, *rest = entries or {joints[0]: 0.0}
    wrapped = math.remainder(offset, 2 * math.pi)
    more = {name: entries[name] for name in rest}
    return Mimic(first, entries.get(first, 0.0), wrapped, more)


def _bars(
    robot: Description, loop: LoopClosure, poses: Mapping[str, Pose], axis: Array
) -> tuple[list[_Bar], list[Joint]]:
    """All sides from the carrier of both ends round to it."""
    above = {joint.child: joint for joint in robot.joints}
    ways = []
    for end in loop.ends:
        way, link = list[Joint](), end.link
        while link in above:
            way.append(above[link])
            link = above[link].parent
        ways.append(way[::-1])
    while ways[0] and ways[1] and ways[0][0] is ways[1][0]:
        ways = [way[1:] for way in ways]
    points: list[Array] = []
    turns: list[list[dict[str, float]]] = []
    for end, way in zip(loop.ends, ways, strict=True):
        corners, sums = list[Array](), [dict[str, float]()]
        for joint in way:
            here = poses[joint.child]
            if not joint.moves:
                continue
            along = float((here.rotation @ joint.axis) @ axis)
            if joint.kind != "revolute" or abs(abs(along) - 1.0) > _ROUNDING:
                raise _refused(loop, f"joint '{joint.name}'", "hinges with parallel axes")
            corners.append(here.translation)
            sums.append({**sums[-1], joint.name: round(along)})
        corners.append((poses[end.link] @ end.pose).translation)
        points.append(np.array(corners))
        turns.append(sums)
    flat = [part - np.outer(part @ axis, axis) for part in points]
    bars = [_Bar(flat[0][0] - flat[1][0], {})]
    bars += [_Bar(b - a, t) for a, b, t in zip(flat[0], flat[0][1:], turns[0][1:], strict=False)]
    back = [_Bar(a - b, t) for a, b, t in zip(flat[1], flat[1][1:], turns[1][1:], strict=False)]
    joints = [joint for way in ways for joint in way if joint.moves]
    return bars + back[::-1], joints


def _angle(one: Array, two: Array, axis: Array) -> float:
    """By which `one` has to turn about the axis to be along `two`."""
    return math.atan2(float(np.cross(one, two) @ axis), float(one @ two))


def _check_closed(robot: Description, loop: LoopClosure) -> None:
    rng = np.random.default_rng(0)
    for _ in range(3):
        own = dict(zip(robot.joint_names, rng.uniform(-1, 1, len(robot.joint_names)), strict=True))
        poses = drawn_poses(robot.joints, followed(robot, own))
        first, second = (poses[end.link] @ end.pose for end in loop.ends)
        gap = float(np.linalg.norm(second.translation - first.translation))
        if gap > 1e-6:
            raise _refused(loop, f"a gap of {gap:.3g} m", "bars in one plane that close")


def followed(robot: Description, positions: Mapping[str, float]) -> dict[str, float]:
    """Positions of all joints that move, from those that move by themselves."""
    found = dict(positions)
    for joint in robot.joints:
        if joint.mimic is not None:
            found[joint.name] = joint.mimic.position(positions)
    return found


def _refused(loop: LoopClosure, got: str, expected: str) -> InputError:
    return InputError(
        "is not a rigid parallelogram",
        where=loop.where,
        got=got,
        expected=expected,
        hint='Other loops are closed by kind = "revolute".',
    )
