"""Writing our TOML, as bodies and joints; it holds everything that a Robot is."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping

from armwright.robot.inertia import Inertia
from armwright.robot.model import Drive, Joint, Link, Robot, Shape
from armwright.robot.pose import Pose, rpy_from_rotation
from armwright.robot.values import Array


def text(robot: Robot) -> str:
    lines = [f"name = {_string(robot.name)}"]
    if robot.description:
        lines.append(f"description = {_string(robot.description)}")
    lines += [f"tool = {_string(robot.tool)}", f"gravity = {_list(robot.gravity)}"]
    for link in robot.links:
        lines += _link(link)
    for joint in robot.joints:
        lines += _joint(joint)
    for frame in robot.frames:
        lines += [
            "",
            "[[frames]]",
            f"name = {_string(frame.name)}",
            f"link = {_string(frame.link)}",
        ]
        lines += [f"{key} = {value}" for key, value in _pose(frame.pose).items()]
    if robot.sources:
        lines += ["", "[sources]"]
        lines += [f"{_string(key)} = {_string(source)}" for key, source in robot.sources.items()]
    return "\n".join(lines) + "\n"


def _link(link: Link) -> list[str]:
    lines = ["", "[[links]]", f"name = {_string(link.name)}"]
    if link.inertia is not None:
        lines += [
            f"mass = {_number(link.inertia.mass)}",
            f"centre = {_list(link.inertia.centre)}",
            f"inertia = {_list(_tensor(link.inertia))}",
        ]
    if link.shapes:
        lines += ["shapes = [", *(f"  {_inline(_shape(shape))}," for shape in link.shapes), "]"]
    return lines


def _tensor(inertia: Inertia) -> list[float]:
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia.tensor.tolist()
    return [xx, xy, xz, yy, yz, zz] if xy or xz or yz else [xx, yy, zz]


def _shape(shape: Shape) -> dict[str, str]:
    table = {"kind": _string(shape.kind), "size": _list(shape.size)}
    if shape.mesh is not None:
        table["mesh"] = _string(shape.mesh)
    return table | _pose(shape.pose)


def _joint(joint: Joint) -> list[str]:
    lines = ["", "[[joints]]"]
    for key in ("name", "kind", "parent", "child"):
        lines.append(f"{key} = {_string(getattr(joint, key))}")
    origin = _pose(joint.origin)
    if origin:
        lines.append(f"origin = {_inline(origin)}")
    if joint.axis.tolist() != [0, 0, 1]:
        lines.append(f"axis = {_list(joint.axis)}")
    limits = {
        key: _number(value)
        for key in ("lower", "upper", "velocity", "effort")
        if math.isfinite(value := getattr(joint.limits, key))
    }
    if limits:
        lines.append(f"limits = {_inline(limits)}")
    return lines + (_drive(joint.drive) if joint.drive is not None else [])


def _drive(drive: Drive) -> list[str]:
    lines = ["[joints.drive]"]
    for key in (
        "gear_ratio",
        "motor_inertia",
        "torque_constant",
        "torque_limit",
        "current_limit",
        "stiffness",
        "damping",
    ):
        value = getattr(drive, key)
        if value is not None:
            lines.append(f"{key} = {_number(value)}")
    friction = {"law": _string(drive.friction_law), "side": _string(drive.friction_side)}
    lines.append(f"friction = {_inline(friction | _numbers(drive.friction))}")
    for key in ("coupling", "electrical"):
        if table := getattr(drive, key):
            lines.append(f"{key} = {_inline(_numbers(table))}")
    return lines


def _pose(pose: Pose) -> dict[str, str]:
    table = {}
    if pose.translation.any():
        table["xyz"] = _list(pose.translation)
    rpy = rpy_from_rotation(pose.rotation)
    if any(rpy):
        table["rpy"] = _list(rpy)
    return table


def _numbers(table: Mapping[str, float]) -> dict[str, str]:
    return {key: _number(value) for key, value in table.items()}


def _inline(table: Mapping[str, str]) -> str:
    return "{ " + ", ".join(f"{_key(key)} = {value}" for key, value in table.items()) + " }"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _string(key)


def _list(values: Iterable[float] | Array) -> str:
    return "[" + ", ".join(_number(value) for value in values) + "]"


def _number(value: float) -> str:
    value = float(value)
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _string(text: str) -> str:
    # JSON's escapes are TOML's too; only DEL is allowed in the one and not in the other.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
