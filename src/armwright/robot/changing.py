"""Single values of a robot, by their paths: found, read, and replaced.

`joints.2.friction.coulomb`, `joints.elbow.gear_ratio`, `joints.*.stiffness`, `links.forearm.mass`,
`links.tool.centre`, `links.forearm.hull.drag_coefficient`, `motors.wrist.friction.viscous`,
`elastic.base_tilt.stiffness`, `loops.closure.first.translation`, `gravity`, `water_density`,
`spring_matrices.bearing.stiffness` (its entries on and above the diagonal, row by row).
Joints go by name or by their number among the moving joints, from 1; `*` means all, and for what
belongs to a drive all that have a motor of their own. Such values may be named with or without
`drive`, and those of an elastic axis's linear spring without `spring`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from armwright.errors import InputError, did_you_mean, shown
from armwright.inputs import check_value
from armwright.robot.drive import Drive, Limits
from armwright.robot.elastic import ElasticAxis
from armwright.robot.gear_train import GearTrain, Shaft
from armwright.robot.hull import HULL_NUMBERS
from armwright.robot.inertia import Inertia
from armwright.robot.links import Joint, Link
from armwright.robot.loop import LoopClosure, LoopEnd
from armwright.robot.model import PARTS, Description
from armwright.robot.motor import Motor
from armwright.robot.part import RobotPart
from armwright.robot.pose import Pose, rotation_about
from armwright.robot.spring_matrix import SpringMatrix, from_triangle, triangle
from armwright.robot.values import frozen_array

_Described = TypeVar("_Described", bound=Description)
#: What the paths of a robot's values begin with.
HEADS = (
    "joints",
    "links",
    "motors",
    "elastic",
    "loops",
    "spring_matrices",
    "gear_trains",
    "gravity",
    "water_density",
)
#: Where its rotor rides is structure, no value.
_DRIVE = tuple(f.name for f in dataclasses.fields(Drive) if f.name not in ("link", "axis"))
_LIMITS = tuple(field.name for field in dataclasses.fields(Limits))
_TABLES = ("friction", "spring", "electrical", "coupling")
#: Of a joint's frame in its parent's: where it is, and a correction Rx Ry Rz of how it is turned.
_PLACE = ("translation", "rotation")
#: Between a link's name and a number of its hull.
HULL = "hull"
_ENDS = ("first", "second")
_LINK = ("mass", "centre", "inertia", "first_moment", "inertia_at_origin")
#: What files call it → the field of a drive.
_WORDS = {
    ("friction", "law"): "friction_law",
    ("friction", "side"): "friction_side",
    ("spring", "law"): "spring_law",
}


def changed(robot: _Described, changes: Mapping[str, Any]) -> _Described:
    """The robot with some values replaced, in the order given."""
    for path, value in changes.items():
        check_value(value, path)
        robot = _change(robot, path, value)
    return robot


def expanded(robot: Description, path: str) -> list[str]:
    """The path for every joint, link, motor or elastic axis that a `*` stands for."""
    head, *rest = path.split(".")
    if len(rest) < 2 or rest[0] != "*" or head not in HEADS:
        return [path]
    if head == "joints":
        names = _joints(robot, rest, path)
    elif head == "links" and rest[1] == HULL:
        names = _links_with_hull(robot, "*", path)
    elif head == "links":
        names = _links(robot, "*", path)
    else:
        names = tuple(one.name for one in getattr(robot, head))
    return [".".join([head, name, *rest[1:]]) for name in names]


def canonical(robot: Description, path: str) -> str:
    """The one path of a value that has several: joints by name, with `drive`, and so on."""
    head, *rest = path.split(".")
    if head == "joints" and len(rest) >= 2:
        (name,) = _joints(robot, rest, path)
        own = ("drive", "limits", *_PLACE)
        return ".".join([head, name, *([] if rest[1] in own else ["drive"]), *rest[1:]])
    if head == "elastic" and rest:
        name, keys = _named(robot.elastic, rest, "elastic axis", path)
        inner = keys if keys[:1] in (["spring"], ["friction"]) else ["spring", *keys]
        return ".".join([head, name, *inner])
    if head == "motors" and rest:
        name, keys = _named(robot.motors, rest, "motor", path)
        return ".".join([head, name, *(keys[1:] if keys[:1] == ["drive"] else keys)])
    if head == "spring_matrices" and rest:
        _named(robot.spring_matrices, rest, "spring matrix", path)
    if head == "gear_trains" and rest:
        _named(robot.gear_trains, rest, "gear train", path)
    return path


def value_at(robot: Description, path: str) -> Any:
    """The value at a canonical path; None if there is none."""
    head, *rest = path.split(".")
    if path in ("gravity", "water_density"):
        return getattr(robot, path)
    if head == "links" and len(rest) >= 3 and rest[-2] == HULL:
        link = next((one for one in robot.links if one.name == ".".join(rest[:-2])), None)
        return _of_hull(link, rest[-1])
    if head == "links" and len(rest) >= 2:
        link = next((one for one in robot.links if one.name == ".".join(rest[:-1])), None)
        return None if link is None else _of_link(link, rest[-1])
    if head == "joints" and rest[1:] == ["translation"]:
        return robot.joint(rest[0]).origin.translation
    if head == "joints" and rest[1:] == ["rotation"]:
        return np.zeros(3)
    if head == "joints" and len(rest) >= 3:
        joint = robot.joint(rest[0])
        if rest[1] == "limits":
            return getattr(joint.limits, rest[2], None)
        return _of_drive(joint.drive or Drive(), rest[2:])
    if head == "motors" and len(rest) >= 2:
        motor = next(one for one in robot.motors if one.name == rest[0])
        if rest[1] == "along":
            return motor.along.get(rest[2]) if len(rest) == 3 else None
        return _of_drive(motor.drive, rest[1:])
    if head == "elastic" and len(rest) >= 3:
        name, keys = _named(robot.elastic, rest, "elastic axis", path)
        axis = next(one for one in robot.elastic if one.name == name)
        table: Mapping[str, float] = getattr(axis, keys[0], {})
        return table.get(keys[1]) if len(keys) == 2 else None
    if head == "spring_matrices" and len(rest) >= 2:
        name, keys = _named(robot.spring_matrices, rest, "spring matrix", path)
        matrix = next(one for one in robot.spring_matrices if one.name == name)
        return triangle(getattr(matrix, keys[0])) if keys in (["stiffness"], ["damping"]) else None
    if head == "gear_trains" and len(rest) >= 3:
        name, keys = _named(robot.gear_trains, rest, "gear train", path)
        train = next(one for one in robot.gear_trains if one.name == name)
        if keys[0] == "inertia":
            return train.inertia.get(".".join(keys[1:]))
        shaft, keys = _named(train.shafts, keys[1:], "shaft", path)
        own = next(one for one in train.shafts if one.name == shaft)
        return getattr(own, keys[0]) if keys in (["stiffness"], ["damping"]) else None
    if head == "loops" and rest[-1:] == ["translation"]:
        name, keys = _named(robot.loops, rest, "loop", path)
        loop = next(one for one in robot.loops if one.name == name)
        return getattr(loop, keys[0]).pose.translation if keys[0] in _ENDS else None
    return None


def _of_hull(link: Link | None, key: str) -> Any:
    if link is None or link.hull is None or key not in HULL_NUMBERS:
        return None
    return link.hull.displaced_volume if key == "volume" else getattr(link.hull, key)


def _of_link(link: Link, key: str) -> Any:
    own = link.inertia or Inertia(0.0, np.zeros(3), np.zeros((3, 3)))
    values = {
        "mass": own.mass,
        "centre": own.centre,
        "inertia": own.tensor[np.triu_indices(3)],
        "first_moment": own.parameters[1:4],
        "inertia_at_origin": own.parameters[4:],
    }
    return values.get(key)


def _of_drive(drive: Drive, keys: Sequence[str]) -> Any:
    if keys[0] not in _DRIVE:
        return None
    value = getattr(drive, keys[0])
    return value.get(keys[1]) if len(keys) == 2 and isinstance(value, Mapping) else value


def _change(robot: _Described, path: str, value: Any) -> _Described:
    head, *rest = path.split(".")
    if head == "gravity" and not rest:
        return dataclasses.replace(robot, gravity=value)
    if head == "water_density" and not rest:
        return dataclasses.replace(robot, water_density=_number(value, path))
    if head == "links" and len(rest) == 3 and rest[1] == HULL:
        names = _links_with_hull(robot, rest[0], path)
        links = (_hull(k, rest[2], value, path) if k.name in names else k for k in robot.links)
        return dataclasses.replace(robot, links=tuple(links))
    if head == "joints" and len(rest) >= 2:
        names = _joints(robot, rest, path)
        joints = (_joint(j, rest[1:], value, path) if j.name in names else j for j in robot.joints)
        return dataclasses.replace(robot, joints=tuple(joints))
    if head == "links" and len(rest) == 2:
        names = _links(robot, rest[0], path)
        links = (_link(k, rest[1], value, path) if k.name in names else k for k in robot.links)
        return dataclasses.replace(robot, links=tuple(links))
    if head in ("motors", *PARTS) and len(rest) >= 2:
        for single in expanded(robot, path):
            robot = _change_named(robot, single, value)
        return robot
    raise InputError(
        "no such value of a robot",
        where=path,
        expected="joints.<joint>.…, links.<link>.mass, .centre, .inertia or .hull.…, "
        "motors.<motor>.…, elastic.<axis>.…, loops.<loop>.…, spring_matrices.<matrix>.…, "
        "gear_trains.<train>.…, gravity, or water_density",
    )


def _change_named(robot: _Described, path: str, value: Any) -> _Described:
    """A motor, an elastic axis, a loop, a spring matrix or a gear train with another value."""
    head, *rest = canonical(robot, path).split(".")
    if head == "motors":
        name, keys = _named(robot.motors, rest, "motor", path)
        motors = (_motor(m, keys, value, path) if m.name == name else m for m in robot.motors)
        return dataclasses.replace(robot, motors=tuple(motors))
    if head == "spring_matrices":
        name, keys = _named(robot.spring_matrices, rest, "spring matrix", path)
        matrices = (
            _matrix(one, keys, value, path) if one.name == name else one
            for one in robot.spring_matrices
        )
        return dataclasses.replace(robot, spring_matrices=tuple(matrices))
    if head == "gear_trains":
        name, keys = _named(robot.gear_trains, rest, "gear train", path)
        trains = (_train(t, keys, value, path) if t.name == name else t for t in robot.gear_trains)
        return dataclasses.replace(robot, gear_trains=tuple(trains))
    if head == "loops":
        name, keys = _named(robot.loops, rest, "loop", path)
        loops = (_loop(one, keys, value, path) if one.name == name else one for one in robot.loops)
        return dataclasses.replace(robot, loops=tuple(loops))
    name, keys = _named(robot.elastic, rest, "elastic axis", path)
    axes = (_axis(one, keys, value, path) if one.name == name else one for one in robot.elastic)
    return dataclasses.replace(robot, elastic=tuple(axes))


def _named(
    items: Sequence[Motor | RobotPart | Shaft], keys: Sequence[str], what: str, path: str
) -> tuple[str, list[str]]:
    """The item's name, which may have dots in it, and the keys after it."""
    for item in items:
        own = item.name.split(".")
        if list(keys[: len(own)]) == own:
            return item.name, list(keys[len(own) :])
    raise _unknown(what, keys[0], [item.name for item in items], path)


def _motor(motor: Motor, keys: Sequence[str], value: Any, path: str) -> Motor:
    if len(keys) == 2 and keys[0] == "along":
        along = {**motor.along, keys[1]: _number(value, path)}
        return dataclasses.replace(motor, along=along)
    return dataclasses.replace(motor, drive=_drive(motor.drive, keys, value, path))


def _loop(loop: LoopClosure, keys: Sequence[str], value: Any, path: str) -> LoopClosure:
    if len(keys) != 2 or keys[0] not in _ENDS or keys[1] != "translation":
        known = tuple(f"{end}.translation" for end in _ENDS)
        raise _unknown("value of a loop", ".".join(keys), known, path)
    end: LoopEnd = getattr(loop, keys[0])
    moved: dict[str, Any] = {keys[0]: LoopEnd(end.link, _moved(end.pose, keys[1], value, path))}
    return dataclasses.replace(loop, **moved)


def _axis(axis: ElasticAxis, keys: Sequence[str], value: Any, path: str) -> ElasticAxis:
    if tuple(keys) in (("spring", "law"), ("friction", "law")):
        law: dict[str, Any] = {f"{keys[0]}_law": _word(value, path, "law")}
        return dataclasses.replace(axis, **law)
    if len(keys) != 2:
        raise _unknown("value of an elastic axis", ".".join(keys), ("spring", "friction"), path)
    table: dict[str, Any] = {keys[0]: {**getattr(axis, keys[0]), keys[1]: _number(value, path)}}
    return dataclasses.replace(axis, **table)


def _matrix(matrix: SpringMatrix, keys: Sequence[str], value: Any, path: str) -> SpringMatrix:
    """Given as a matrix, or as its entries on and above the diagonal, row by row."""
    if list(keys) not in (["stiffness"], ["damping"]):
        raise _unknown("value of a spring matrix", ".".join(keys), ("stiffness", "damping"), path)
    n = len(matrix.springs)
    if np.ndim(value) == 2:
        entries: Any = frozen_array(value, (n, n), path)
    else:
        entries = from_triangle(frozen_array(value, (n * (n + 1) // 2,), path))
    return dataclasses.replace(matrix, **{keys[0]: entries})


def _train(train: GearTrain, keys: Sequence[str], value: Any, path: str) -> GearTrain:
    if keys[0] == "inertia" and ".".join(keys[1:]) in train.inertia:
        wheel = ".".join(keys[1:])
        inertia = {**train.inertia, wheel: _number(value, path)}
        return dataclasses.replace(train, inertia=inertia)
    if keys[0] != "shafts" or len(keys) < 3 or keys[-1] not in ("stiffness", "damping"):
        known = [f"inertia.{wheel}" for wheel in train.inertia]
        known += [f"shafts.{shaft.name}.stiffness" for shaft in train.shafts]
        raise _unknown("value of a gear train", ".".join(keys), known, path)
    name, rest = _named(train.shafts, keys[1:], "shaft", path)
    changes: Any = {rest[0]: _number(value, path)}
    shafts = (
        dataclasses.replace(one, **changes) if one.name == name else one for one in train.shafts
    )
    return dataclasses.replace(train, shafts=tuple(shafts))


def _joints(robot: Description, keys: Sequence[str], path: str) -> tuple[str, ...]:
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


def _without_motor(robot: Description) -> tuple[str, ...]:
    """Joints that a drive would give a motor which they do not have."""
    return tuple(
        joint.name
        for joint in robot.moving_joints
        if joint.passive or (robot.motors and joint.drive is None)
    )


def _links(robot: Description, which: str, path: str) -> tuple[str, ...]:
    names = tuple(link.name for link in robot.links)
    if which == "*":
        return tuple(link.name for link in robot.links if link.inertia is not None)
    if which in names:
        return (which,)
    raise _unknown("link", which, names, path)


def _links_with_hull(robot: Description, which: str, path: str) -> tuple[str, ...]:
    if which == "*":
        return tuple(link.name for link in robot.links if link.hull is not None)
    return _links(robot, which, path)


def _joint(joint: Joint, keys: Sequence[str], value: Any, path: str) -> Joint:
    if keys[0] == "drive":
        keys = keys[1:]
    if keys and keys[0] == "limits" and len(keys) == 2 and keys[1] in _LIMITS:
        limits = dataclasses.replace(joint.limits, **{keys[1]: _number(value, path)})
        return dataclasses.replace(joint, limits=limits)
    if keys and len(keys) == 1 and keys[0] in _PLACE:
        return dataclasses.replace(joint, origin=_moved(joint.origin, keys[0], value, path))
    drive = _drive(joint.drive or Drive(), keys, value, path)
    return dataclasses.replace(joint, drive=drive)


def _moved(origin: Pose, key: str, value: Any, path: str) -> Pose:
    numbers = frozen_array(value, (3,), path)
    if key == "translation":
        return Pose(origin.rotation, numbers)
    turn = np.eye(3)
    for axis, angle in zip(np.eye(3), numbers, strict=True):
        turn = turn @ rotation_about(axis, float(angle))
    return Pose(origin.rotation @ turn, origin.translation)


def _drive(drive: Drive, keys: Sequence[str], value: Any, path: str) -> Drive:
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
    return dataclasses.replace(drive, **fields)


def _table(name: str, value: Any, path: str) -> dict[str, Any]:
    """A whole friction, spring, … table, with its law and side if it has them."""
    if not isinstance(value, Mapping):
        raise InputError("not a table", where=path, got=shown(value))
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
            raise InputError(
                "a mass cannot be negative", where=path, got=shown(value), expected="kg ≥ 0"
            )
        new = dataclasses.replace(old, mass=mass)
    elif key == "centre":
        new = dataclasses.replace(old, centre=value)
    elif key == "inertia":
        new = dataclasses.replace(old, tensor=_tensor(value, path))
    elif key in ("first_moment", "inertia_at_origin"):
        new = _from_linear(old, key, value, path)
    else:
        raise _unknown("value of a link", key, _LINK, path)
    return dataclasses.replace(link, inertia=new)


def _hull(link: Link, key: str, value: Any, path: str) -> Link:
    if link.hull is None:
        raise InputError(
            "the link has no hull", where=path, hint="Give it one in the robot's file."
        )
    if key not in HULL_NUMBERS:
        raise _unknown("number of a hull", key, tuple(HULL_NUMBERS), path)
    single = np.ndim(getattr(link.hull, key)) == 0
    number: dict[str, Any] = {key: _number(value, path) if single else value}
    try:
        return dataclasses.replace(link, hull=dataclasses.replace(link.hull, **number))
    except InputError as error:
        raise error.at(f"{path}: ") from None


def _from_linear(old: Inertia, key: str, value: Any, path: str) -> Inertia:
    """With another first moment, or inertia about the link's origin: the other stays, and the
    mass."""
    size = 3 if key == "first_moment" else 6
    part = frozen_array(value, (size,), path)
    if not old.mass:
        raise InputError("the link has no mass", where=path, hint="Give it one first.")
    numbers = np.array(old.parameters)
    numbers[slice(1, 4) if size == 3 else slice(4, 10)] = part
    return Inertia.from_parameters(numbers)


def _tensor(value: Any, path: str) -> Any:
    """Three or six numbers as in files, (xx, yy, zz) or (xx, xy, xz, yy, yz, zz); or a matrix."""
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError(
            "not an inertia", where=path, got=shown(value), expected="3 or 6 numbers"
        ) from None
    if array.shape == (3,):
        array = np.diag(array)
    elif array.shape == (6,):
        xx, xy, xz, yy, yz, zz = array
        array = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    if array.shape == (3, 3) and np.any(np.diag(array) < 0):
        raise InputError(
            "a moment of inertia cannot be negative",
            where=path,
            got=shown(value),
            expected="kg m² ≥ 0",
        )
    return array


def _number(value: Any, path: str) -> float:
    if not isinstance(value, bool) and isinstance(value, int | float) and abs(value) < 1e300:
        return float(value)
    raise InputError("not a number", where=path, got=shown(value))


def _word(value: Any, path: str, key: str) -> str:
    if not isinstance(value, str):
        raise InputError("not a name", where=path, got=shown(value))
    if key == "side" and value not in ("motor", "joint"):
        raise InputError(
            "unknown side", where=path, got=shown(value), expected="'motor' or 'joint'"
        )
    return value


def _unknown(what: str, got: str, known: Sequence[str], path: str, numbers: str = "") -> InputError:
    return InputError(
        f"unknown {what}",
        where=path,
        got=shown(got),
        expected=f"{numbers}one of {', '.join(known)}",
        hint=did_you_mean(got, known),
    )
