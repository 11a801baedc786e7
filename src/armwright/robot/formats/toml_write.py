"""Writing our TOML, as bodies and joints; it holds everything that a Robot is."""

from __future__ import annotations

import dataclasses
import json
import math
import re
from collections.abc import Iterable, Mapping

import numpy as np

from armwright.arrays import Array
from armwright.robot.drive import Drive
from armwright.robot.elastic import FOUNDATION, ElasticAxis
from armwright.robot.inertia import Inertia
from armwright.robot.links import Frame, Joint, Link
from armwright.robot.model import Description
from armwright.robot.motor import Motor
from armwright.robot.pose import Pose, rpy_from_rotation
from armwright.robot.shape import Hull, Shape


def text(robot: Description) -> str:
    lines = head_lines(robot)
    for link in robot.links:
        lines += link_lines(link)
    for joint in robot.joints:
        lines += joint_lines(joint)
    for motor in robot.motors:
        lines += motor_lines(motor)
    for axis in robot.elastic:
        lines += elastic_lines(axis)
    for frame in robot.frames:
        lines += frame_lines(frame)
    return "\n".join(lines + tail_lines(robot)) + "\n"


def head_lines(robot: Description) -> list[str]:
    lines = [f"name = {string(robot.name)}"]
    if robot.description:
        lines.append(f"description = {string(robot.description)}")
    return [*lines, f"tool = {string(robot.tool)}", f"gravity = {_list(robot.gravity)}"]


def tail_lines(robot: Description) -> list[str]:
    if not robot.sources:
        return []
    lines = [f"{string(key)} = {string(source)}" for key, source in robot.sources.items()]
    return ["", "[sources]", *lines]


def frame_lines(frame: Frame) -> list[str]:
    lines = ["", "[[frames]]", f"name = {string(frame.name)}", f"link = {string(frame.link)}"]
    return lines + [f"{key} = {value}" for key, value in pose_table(frame.pose).items()]


def link_lines(link: Link) -> list[str]:
    lines = ["", "[[links]]", f"name = {string(link.name)}"]
    lines += _inertia(link.inertia)
    if link.shapes:
        lines += ["shapes = [", *(f"  {inline(_shape(shape))}," for shape in link.shapes), "]"]
    if link.hull is not None:
        lines.append(f"hull = {inline(_hull(link.hull))}")
    return lines


def _inertia(inertia: Inertia | None) -> list[str]:
    if inertia is None:
        return []
    return [
        f"mass = {number(inertia.mass)}",
        f"centre = {_list(inertia.centre)}",
        f"inertia = {_list(_tensor(inertia))}",
    ]


def _hull(hull: Hull) -> dict[str, str]:
    table = {}
    for field in dataclasses.fields(hull):
        value = getattr(hull, field.name)
        if np.any(value):
            table[field.name] = number(value) if np.ndim(value) == 0 else _list(value)
    return table


def _tensor(inertia: Inertia) -> list[float]:
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = inertia.tensor.tolist()
    return [xx, xy, xz, yy, yz, zz] if xy or xz or yz else [xx, yy, zz]


def _shape(shape: Shape) -> dict[str, str]:
    table = {"kind": string(shape.kind), "size": _list(shape.size)}
    if shape.mesh is not None:
        table["mesh"] = string(shape.mesh)
    return table | pose_table(shape.pose)


def joint_lines(joint: Joint) -> list[str]:
    lines = ["", "[[joints]]"]
    for key in ("name", "kind", "parent", "child"):
        lines.append(f"{key} = {string(getattr(joint, key))}")
    origin = pose_table(joint.origin)
    if origin:
        lines.append(f"origin = {inline(origin)}")
    if joint.axis.tolist() != [0, 0, 1]:
        lines.append(f"axis = {_list(joint.axis)}")
    return lines + motion_lines(joint)


def motion_lines(joint: Joint) -> list[str]:
    """What drives the joint and how far it goes."""
    lines = ["passive = true"] if joint.passive else []
    if joint.mimic is not None:
        mimic = {"joint": string(joint.mimic.joint), "multiplier": number(joint.mimic.multiplier)}
        lines.append(f"mimic = {inline(mimic | {'offset': number(joint.mimic.offset)})}")
    limits = {
        key: number(value)
        for key in ("lower", "upper", "velocity", "effort")
        if math.isfinite(value := getattr(joint.limits, key))
    }
    if limits:
        lines.append(f"limits = {inline(limits)}")
    if joint.drive is None:
        return lines
    lines += ["[joints.drive]", f"gear_ratio = {number(joint.drive.gear_ratio)}"]
    if joint.drive.coupling:
        lines.append(f"coupling = {inline(_numbers(joint.drive.coupling))}")
    return lines + _motor_numbers(joint.drive)


def motor_lines(motor: Motor) -> list[str]:
    lines = ["", "[[motors]]", f"name = {string(motor.name)}"]
    lines.append(f"along = {inline(_numbers(motor.along))}")
    if motor.link:
        lines.append(f"link = {string(motor.link)}")
    if motor.axis.tolist() != [0, 0, 1]:
        lines.append(f"axis = {_list(motor.axis)}")
    return lines + _motor_numbers(motor.drive)


def _motor_numbers(drive: Drive) -> list[str]:
    lines = []
    for key in (
        "motor_inertia",
        "torque_constant",
        "torque_limit",
        "current_limit",
        "stiffness",
        "damping",
    ):
        value = getattr(drive, key)
        if value is not None:
            lines.append(f"{key} = {number(value)}")
    if drive.friction or (drive.friction_law, drive.friction_side) != ("coulomb", "motor"):
        friction = {"law": string(drive.friction_law), "side": string(drive.friction_side)}
        lines.append(f"friction = {inline(friction | _numbers(drive.friction))}")
    if drive.spring or drive.spring_law != "linear":
        lines.append(f"spring = {_law(drive.spring_law, drive.spring)}")
    if drive.electrical:
        lines.append(f"electrical = {inline(_numbers(drive.electrical))}")
    return lines


def elastic_lines(axis: ElasticAxis) -> list[str]:
    lines = ["", "[[elastic]]", f"name = {string(axis.name)}"]
    if axis.at == FOUNDATION:
        lines.append("foundation = true")
    else:
        lines.append(f"{axis.place} = {string(axis.at)}")
    lines.append(f"axis = {string(axis.axis)}")
    if origin := pose_table(axis.origin):
        lines.append(f"origin = {inline(origin)}")
    if axis.spring_law == "linear" and axis.spring.keys() <= {"stiffness", "damping"}:
        lines += [f"{key} = {value}" for key, value in _numbers(axis.spring).items()]
    else:
        lines.append(f"spring = {_law(axis.spring_law, axis.spring)}")
    if axis.friction or axis.friction_law != "coulomb":
        lines.append(f"friction = {_law(axis.friction_law, axis.friction)}")
    return lines + _inertia(axis.inertia)


def _law(name: str, numbers: Mapping[str, float]) -> str:
    return inline({"law": string(name), **_numbers(numbers)})


def pose_table(pose: Pose) -> dict[str, str]:
    table = {}
    if pose.translation.any():
        table["xyz"] = _list(pose.translation)
    rpy = rpy_from_rotation(pose.rotation)
    if any(rpy):
        table["rpy"] = _list(rpy)
    return table


def _numbers(table: Mapping[str, float]) -> dict[str, str]:
    return {key: number(value) for key, value in table.items()}


def inline(table: Mapping[str, str]) -> str:
    return "{ " + ", ".join(f"{_key(key)} = {value}" for key, value in table.items()) + " }"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else string(key)


def _list(values: Iterable[float] | Array) -> str:
    return "[" + ", ".join(number(value) for value in values) + "]"


def number(value: float) -> str:
    value = float(value)
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def string(text: str) -> str:
    # JSON's escapes are TOML's too; only DEL is allowed in the one and not in the other.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
