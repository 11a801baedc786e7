"""Other values for single numbers of a robot, by their paths.

`joints.2.friction.coulomb`, `joints.elbow.gear_ratio`, `joints.*.stiffness`, `links.forearm.mass`,
`links.tool.centre`, `gravity`. Joints go by name or by their number among the moving joints, from
1; `*` means all, and for what belongs to a drive all that have a motor of their own. Such values
may be named with or without `drive`.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from armwright.errors import InputError
from armwright.robot.drive import Drive, Limits
from armwright.robot.inertia import Inertia
from armwright.robot.model import Joint, Link, Robot

_DRIVE = tuple(field.name for field in dataclasses.fields(Drive))
_LIMITS = tuple(field.name for field in dataclasses.fields(Limits))
_TABLES = ("friction", "spring", "electrical", "coupling")
#: What files call it → the field of a drive.
_WORDS = {
    ("friction", "law"): "friction_law",
    ("friction", "side"): "friction_side",
    ("spring", "law"): "spring_law",
}


def changed(robot: Robot, changes: Mapping[str, Any]) -> Robot:
    """The robot with some values replaced, in the order given."""
    for path, value in changes.items():
        robot = _change(robot, path, value)
    return robot


def _change(robot: Robot, path: str, value: Any) -> Robot:
    head, *rest = path.split(".")
    if head == "gravity" and not rest:
        return dataclasses.replace(robot, gravity=value)
    if head == "joints" and len(rest) >= 2:
        names = _joints(robot, rest, path)
        joints = (_joint(j, rest[1:], value, path) if j.name in names else j for j in robot.joints)
        return dataclasses.replace(robot, joints=tuple(joints))
    if head == "links" and len(rest) == 2:
        names = _links(robot, rest[0], path)
        links = (_link(k, rest[1], value, path) if k.name in names else k for k in robot.links)
        return dataclasses.replace(robot, links=tuple(links))
    raise InputError(
        "no such value of a robot",
        where=path,
        expected="joints.<joint>.…, links.<link>.mass, .centre or .inertia, or gravity",
    )


def _joints(robot: Robot, keys: Sequence[str], path: str) -> tuple[str, ...]:
    names, which = robot.joint_names, keys[0]
    if which == "*":
        passive = () if keys[1] == "limits" else _without_motor(robot)
        return tuple(name for name in names if name not in passive)
    if which.isdecimal() and 1 <= int(which) <= len(names):
        return (names[int(which) - 1],)
    if which in names:
        return (which,)
    numbers = f"a number from 1 to {len(names)}, "
    raise _unknown("joint", which, names, path, numbers)


def _without_motor(robot: Robot) -> tuple[str, ...]:
    """Joints that a drive would give a motor which they do not have."""
    return tuple(
        joint.name
        for joint in robot.moving_joints
        if joint.passive or (robot.motors and joint.drive is None)
    )


def _links(robot: Robot, which: str, path: str) -> tuple[str, ...]:
    names = tuple(link.name for link in robot.links)
    if which == "*":
        return tuple(link.name for link in robot.links if link.inertia is not None)
    if which in names:
        return (which,)
    raise _unknown("link", which, names, path)


def _joint(joint: Joint, keys: Sequence[str], value: Any, path: str) -> Joint:
    if keys[0] == "drive":
        keys = keys[1:]
    if keys and keys[0] == "limits" and len(keys) == 2 and keys[1] in _LIMITS:
        limits = dataclasses.replace(joint.limits, **{keys[1]: _number(value, path)})
        return dataclasses.replace(joint, limits=limits)
    drive = joint.drive or Drive()
    if len(keys) == 1 and keys[0] in _TABLES:
        fields = _table(keys[0], value, path)
    elif len(keys) == 1 and keys[0] in _DRIVE:
        fields = {keys[0]: None if value is None else _number(value, path)}
    elif tuple(keys) in _WORDS:
        fields = {_WORDS[keys[0], keys[1]]: _word(value, path, keys[1])}
    elif len(keys) == 2 and keys[0] in _TABLES:
        fields = {keys[0]: {**getattr(drive, keys[0]), keys[1]: _number(value, path)}}
    else:
        known = ("limits", *(name for name in _DRIVE if "_law" not in name and "_side" not in name))
        raise _unknown("value of a joint", ".".join(keys), known, path)
    return dataclasses.replace(joint, drive=dataclasses.replace(drive, **fields))


def _table(name: str, value: Any, path: str) -> dict[str, Any]:
    """A whole friction, spring, … table, with its law and side if it has them."""
    if not isinstance(value, Mapping):
        raise InputError("not a table", where=path, got=repr(value))
    words = {key: field for (table, key), field in _WORDS.items() if table == name}
    fields = {words[key]: _word(item, path, key) for key, item in value.items() if key in words}
    numbers = {
        key: _number(item, f"{path}.{key}") for key, item in value.items() if key not in words
    }
    return {**fields, name: numbers}


def _link(link: Link, key: str, value: Any, path: str) -> Link:
    old = link.inertia or Inertia(0.0, np.zeros(3), np.zeros((3, 3)))
    if key == "mass":
        mass = _number(value, path)
        if mass < 0:
            raise InputError("a mass cannot be negative", where=path, got=value, expected="kg ≥ 0")
        new = dataclasses.replace(old, mass=mass)
    elif key == "centre":
        new = dataclasses.replace(old, centre=value)
    elif key == "inertia":
        new = dataclasses.replace(old, tensor=_tensor(value, path))
    else:
        raise _unknown("value of a link", key, ("mass", "centre", "inertia"), path)
    return dataclasses.replace(link, inertia=new)


def _tensor(value: Any, path: str) -> Any:
    """Three or six numbers as in files, (xx, yy, zz) or (xx, xy, xz, yy, yz, zz); or a matrix."""
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            "not an inertia", where=path, got=repr(value)[:60], expected="3 or 6 numbers"
        ) from None
    if array.shape == (3,):
        array = np.diag(array)
    elif array.shape == (6,):
        xx, xy, xz, yy, yz, zz = array
        array = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if array.shape == (3, 3) and np.any(np.diag(array) < 0):
        raise InputError(
            "a moment of inertia cannot be negative", where=path, got=value, expected="kg m² ≥ 0"
        )
    return array


def _number(value: Any, path: str) -> float:
    if not isinstance(value, bool) and isinstance(value, int | float) and abs(value) < 1e300:
        return float(value)
    raise InputError("not a number", where=path, got=repr(value)[:60])


def _word(value: Any, path: str, key: str) -> str:
    if not isinstance(value, str):
        raise InputError("not a name", where=path, got=repr(value))
    if key == "side" and value not in ("motor", "joint"):
        raise InputError("unknown side", where=path, got=repr(value), expected="'motor' or 'joint'")
    return value


def _unknown(what: str, got: str, known: Sequence[str], path: str, numbers: str = "") -> InputError:
    near = difflib.get_close_matches(got, known, n=1)
    return InputError(
        f"unknown {what}",
        where=path,
        got=repr(got),
        expected=f"{numbers}one of {', '.join(known)}",
        hint=f"Do you mean '{near[0]}'?" if near else "",
    )
