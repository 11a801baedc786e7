"""Measurements from CSV files, in degrees and millimetres.

One row for each pose. Joints go by the names of the robot's joints, or as joint_1, joint_2, …:
degrees, or mm for those that slide. Targets: x, y, z (mm), or NAME_x, NAME_y, NAME_z for several;
with NAME_roll, NAME_pitch, NAME_yaw (degrees, as in URDF) a full pose; or NAME_distance (mm) from
the origin of the measuring frame. Empty cells were not measured. In files of circles, the column
`moving` names the joint that moves. Other columns are refused, so that none is overlooked, unless
their names begin with #.
"""

from __future__ import annotations

import csv
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from armwright.arrays import Array
from armwright.calibrate.circles import JointSweep
from armwright.calibrate.measurements import ONLY, Distances, Seen
from armwright.errors import InputError, shown
from armwright.inputs import read_text
from armwright.robot import Robot, rotation_from_rpy

LARGEST = 200_000_000
_MM = 1e-3
_POSITION, _ROTATION = ("x", "y", "z"), ("roll", "pitch", "yaw")


def read_pose_table(path: str | os.PathLike[str], robot: Robot) -> tuple[Array, dict[str, Seen]]:
    """Joints (m, n) and what was seen, by target: as `calibrate.poses` takes them."""
    table = _Table(Path(path))
    joints = _joints(table, robot)
    return joints, _targets(table, used=_joint_columns(table, robot))


def read_circle_table(path: str | os.PathLike[str], robot: Robot) -> dict[str, JointSweep]:
    """Sweeps by joint, as `calibrate.circles` takes them."""
    table = _Table(Path(path))
    if "moving" not in table.head:
        raise InputError(
            "no column that says which joint moves",
            where=str(path),
            got=", ".join(table.head),
            expected="a column 'moving' with the names of joints",
        )
    names = table.words("moving")
    unknown = sorted(set(names) - set(robot.joint_names))
    if unknown:
        raise InputError(
            "no such joint",
            where=f"{path}, column 'moving'",
            got=shown(unknown[0]),
            expected=f"one of {', '.join(robot.joint_names)}",
        )
    joints = _joints(table, robot)
    seen = _targets(table, used={*_joint_columns(table, robot), "moving"})
    only = seen.get(ONLY)
    if len(seen) != 1 or not isinstance(only, np.ndarray) or only.ndim != 2:
        raise InputError(
            "one target's position is needed", where=str(path), expected="columns x, y, z"
        )
    found = {}
    for name in dict.fromkeys(names):
        rows = [k for k, one in enumerate(names) if one == name]
        found[name] = JointSweep(joints[rows], only[rows])
    return found


class _Table:
    """The cells of a CSV file by the names of its columns."""

    def __init__(self, path: Path) -> None:
        self.path = path
        lines = [one for one in csv.reader(read_text(path, LARGEST).splitlines()) if any(one)]
        if len(lines) < 2:
            raise InputError("no rows", where=str(path), expected="a header, and a row per pose")
        self.head = [name.strip() for name in lines[0]]
        twice = [name for name in self.head if self.head.count(name) > 1]
        if twice:
            raise InputError("a column is there twice", where=str(path), got=shown(twice[0]))
        for k, line in enumerate(lines[1:], 2):
            if len(line) != len(self.head):
                raise InputError(
                    "wrong number of cells",
                    where=f"{path}, row {k}",
                    got=len(line),
                    expected=len(self.head),
                )
        self.rows = lines[1:]

    def words(self, name: str) -> list[str]:
        k = self.head.index(name)
        return [row[k].strip() for row in self.rows]

    def numbers(self, name: str, *, empty: bool = False) -> Array:
        values = []
        for k, word in enumerate(self.words(name), 2):
            try:
                value = float(word) if word or not empty else float("nan")
            except ValueError:
                raise self._bad(name, k, word) from None
            if not np.isfinite(value) and not (empty and not word):
                raise self._bad(name, k, word)
            values.append(value)
        return np.array(values)

    def _bad(self, name: str, row: int, word: str) -> InputError:
        return InputError(
            "not a number", where=f"{self.path}, row {row}, column '{name}'", got=shown(word)
        )


def _joint_columns(table: _Table, robot: Robot) -> list[str]:
    """The columns of the joints, in their order."""
    names = robot.joint_names
    numbered = [f"joint_{k + 1}" for k in range(len(names))]
    for columns in (list(names), numbered):
        if all(name in table.head for name in columns):
            return columns
    missing = next(name for name in names if name not in table.head)
    raise InputError(
        "no column for a joint",
        where=str(table.path),
        got=", ".join(table.head),
        expected=f"'{missing}', or joint_1 to joint_{len(names)}",
    )


def _joints(table: _Table, robot: Robot) -> Array:
    columns = []
    for name, joint in zip(_joint_columns(table, robot), robot.moving_joints, strict=True):
        values = table.numbers(name)
        columns.append(values * _MM if joint.kind == "prismatic" else np.radians(values))
    return np.column_stack(columns)


def _targets(table: _Table, used: Sequence[str] | set[str]) -> dict[str, Seen]:
    left = [name for name in table.head if name not in used and not name.startswith("#")]
    parts: dict[str, set[str]] = {}
    for name in left:
        target, _, part = name.rpartition("_")
        if part not in (*_POSITION, *_ROTATION, "distance"):
            raise InputError(
                "a column that nobody asked for",
                where=str(table.path),
                got=shown(name),
                expected="joints, and x, y, z, roll, pitch, yaw or distance of a target",
                hint="Begin its name with # to leave it out.",
            )
        parts.setdefault(target, set()).add(part)
    found: dict[str, Seen] = {}
    for target, have in parts.items():
        found[target or ONLY] = _seen(table, f"{target}_" if target else "", have)
    if not found:
        raise InputError("nothing was measured", where=str(table.path), expected="columns x, y, z")
    return found


def _seen(table: _Table, head: str, have: set[str]) -> Seen:
    def columns(names: Sequence[str]) -> Array:
        return np.column_stack([table.numbers(f"{head}{name}", empty=True) for name in names])

    if have == {"distance"}:
        return Distances(columns(["distance"])[:, 0] * _MM)
    if have == set(_POSITION):
        return columns(_POSITION) * _MM
    if have == {*_POSITION, *_ROTATION}:
        poses = np.full((len(table.rows), 4, 4), np.nan)
        where, turned = columns(_POSITION) * _MM, np.radians(columns(_ROTATION))
        for k in range(len(poses)):
            if np.isfinite(where[k]).all() and np.isfinite(turned[k]).all():
                poses[k] = np.eye(4)
                poses[k, :3, :3], poses[k, :3, 3] = rotation_from_rpy(turned[k]), where[k]
        return poses
    raise InputError(
        "an incomplete target",
        where=f"{table.path}, target '{head.rstrip('_') or ONLY}'",
        got=", ".join(sorted(have)),
        expected="x, y, z; or x, y, z, roll, pitch, yaw; or distance",
    )
