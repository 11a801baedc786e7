"""What was measured: joint positions, and where targets on the tool were seen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.inputs import check_name
from armwright.robot import Robot

#: One yes or no for each pose.
PoseMask = NDArray[np.bool_]
Kind = Literal["position", "pose", "distance"]
#: rows of a residual by the kind of its target
ROWS: dict[Kind, int] = {"position": 3, "pose": 6, "distance": 1}
#: What a target is called that nobody named.
ONLY = "target"


@dataclass(frozen=True, eq=False)
class Distances:
    """How far a target was from a `point` that is known in the measuring frame (m)."""

    values: ArrayLike
    point: ArrayLike = field(default_factory=lambda: np.zeros(3))


@dataclass(frozen=True, eq=False)
class Target:
    """Something on the tool that was seen: its positions (m, 3), poses (m, 4, 4) or distances (m,)
    from `point`, in the measuring frame and in m; NaN where it was not seen."""

    name: str
    kind: Kind
    values: Array
    point: Array = field(default_factory=lambda: np.zeros(3))

    @property
    def seen(self) -> PoseMask:
        """(m,)"""
        flat = self.values.reshape(len(self.values), -1)
        return np.asarray(np.isfinite(flat).all(axis=1), dtype=np.bool_)


@dataclass(frozen=True, eq=False)
class Measurements:
    """`joints` (m, n): positions of the joints that move by themselves, in the order in which the
    poses were approached: backlash depends on it."""

    joints: Array
    targets: tuple[Target, ...]

    def __len__(self) -> int:
        return len(self.joints)

    @property
    def numbers(self) -> int:
        """How many numbers were measured."""
        return int(sum(ROWS[one.kind] * one.seen.sum() for one in self.targets))

    def target(self, name: str) -> Target:
        return next(one for one in self.targets if one.name == name)

    def chosen(self, poses: PoseMask) -> Measurements:
        """Some of the poses."""
        targets = tuple(replace(one, values=one.values[poses]) for one in self.targets)
        return Measurements(self.joints[poses], targets)


Seen = ArrayLike | Distances


def measurements(
    robot: Robot, joints: ArrayLike, points: Seen | Mapping[str, Seen]
) -> Measurements:
    """From arrays, checked. `points`: positions (m, 3), poses (m, 4, 4) or `Distances` of one
    target, or of several by name."""
    q = _array(joints, "joints")
    names = robot.joint_names
    if q.ndim != 2 or q.shape[1] != len(names):
        raise InputError(
            "wrong shape",
            where="joints",
            got=q.shape,
            expected=f"(poses, {len(names)}): {', '.join(names)}",
        )
    if not np.isfinite(q).all():
        raise InputError(
            "not finite", where="joints", got=f"pose {int(np.argwhere(~np.isfinite(q))[0, 0]) + 1}"
        )
    named = points if isinstance(points, Mapping) else {ONLY: points}
    if not named:
        raise InputError("nothing was measured", where="points", expected="at least one target")
    targets = tuple(_target(str(name), seen, len(q)) for name, seen in named.items())
    return Measurements(q, targets)


def _target(name: str, seen: Seen, count: int) -> Target:
    check_name(name, "target", "points")
    where = f"points, target '{name}'"
    if isinstance(seen, Distances):
        values, point = _array(seen.values, where), _array(seen.point, f"{where}, point")
        shape: tuple[int, ...] = (count,)
        if point.shape != (3,) or not np.isfinite(point).all():
            raise InputError("not a point", where=where, got=seen.point, expected="three numbers")
        target = Target(name, "distance", values, point)
    else:
        values = _array(seen, where)
        shape = (count, 4, 4) if values.ndim == 3 else (count, 3)
        target = Target(name, "pose" if values.ndim == 3 else "position", values)
    if values.shape != shape:
        raise InputError(
            "wrong shape",
            where=where,
            got=values.shape,
            expected=f"({count}, 3), ({count}, 4, 4) or Distances with ({count},)",
        )
    if np.isinf(values).any() or not target.seen.any():
        raise InputError("not finite", where=where, expected="numbers, NaN where it was not seen")
    if target.kind == "pose":
        _check_rotations(values[target.seen], where)
    if target.kind == "distance" and (values[target.seen] <= 0).any():
        raise InputError("a distance is not positive", where=where)
    return target


def _check_rotations(poses: Array, where: str) -> None:
    R = poses[:, :3, :3]
    off = np.abs(R @ R.transpose(0, 2, 1) - np.eye(3)).max(axis=(1, 2))
    if off.max() > 1e-3:
        raise InputError(
            "not a rotation matrix",
            where=f"{where}, pose {int(off.argmax()) + 1}",
            expected="orthonormal",
        )
    left = np.linalg.det(R) < 0
    if left.any():
        raise InputError(
            "a mirrored frame: its axes are left-handed",
            where=f"{where}, pose {int(left.argmax()) + 1}",
            expected="determinant +1",
            hint="Change the sign of one axis of the measuring system.",
        )


def _array(values: ArrayLike, where: str) -> Array:
    try:
        return np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError("not an array of numbers", where=where) from None
