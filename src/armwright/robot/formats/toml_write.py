"""Writing our TOML, as bodies and joints; it holds everything that a Robot is."""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from armwright.robot.formats.parts import part_lines
from armwright.robot.formats.pieces import drive_lines, inertia_lines, pose_table
from armwright.robot.formats.toml_text import inline, nested, number, numbers, string, vector
from armwright.robot.hull import FRESH_WATER, Hull
from armwright.robot.links import Joint, Link
from armwright.robot.model import Description
from armwright.robot.shape import Shape


def text(robot: Description) -> str:
    return "\n".join(_lines(robot)) + "\n"


def table_lines(robot: Description, table: str) -> list[str]:
    """The robot as a table of another file."""
    return [f"[{table}]", *nested(_lines(robot), table)]


def _lines(robot: Description) -> list[str]:
    lines = head_lines(robot)
    for link in robot.links:
        lines += link_lines(link)
    for joint in robot.joints:
        lines += joint_lines(joint)
    return [*lines, *part_lines(robot), *tail_lines(robot)]


def head_lines(robot: Description) -> list[str]:
    lines = [f"name = {string(robot.name)}"]
    if robot.description:
        lines.append(f"description = {string(robot.description)}")
    lines += [f"tool = {string(robot.tool)}", f"gravity = {vector(robot.gravity)}"]
    if robot.water_density != FRESH_WATER:
        lines.append(f"water_density = {number(robot.water_density)}")
    return lines


def tail_lines(robot: Description) -> list[str]:
    if not robot.sources:
        return []
    lines = [f"{string(key)} = {string(source)}" for key, source in robot.sources.items()]
    return ["", "[sources]", *lines]


def link_lines(link: Link) -> list[str]:
    lines = ["", "[[links]]", f"name = {string(link.name)}"]
    lines += inertia_lines(link.inertia)
    if link.shapes:
        lines += ["shapes = [", *(f"  {inline(_shape(shape))}," for shape in link.shapes), "]"]
    if link.hull is not None:
        lines.append(f"hull = {inline(_hull(link.hull))}")
    return lines


def _hull(hull: Hull) -> dict[str, str]:
    table: dict[str, str] = {}
    for field in dataclasses.fields(hull):
        value = getattr(hull, field.name)
        if isinstance(value, bool):
            table |= {field.name: "true"} if value else {}
        elif value is not None and (np.any(value) or field.name == "centre"):
            table[field.name] = number(value) if np.ndim(value) == 0 else vector(value)
    return table


def _shape(shape: Shape) -> dict[str, str]:
    table = {"kind": string(shape.kind), "size": vector(shape.size)}
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
        lines.append(f"axis = {vector(joint.axis)}")
    return lines + motion_lines(joint)


def motion_lines(joint: Joint) -> list[str]:
    """What drives the joint and how far it goes."""
    lines = ["passive = true"] if joint.passive else []
    if joint.mimic is not None:
        mimic = {"joint": string(joint.mimic.joint), "multiplier": number(joint.mimic.multiplier)}
        mimic["offset"] = number(joint.mimic.offset)
        if joint.mimic.more:
            mimic["more"] = inline(numbers(joint.mimic.more))
        lines.append(f"mimic = {inline(mimic)}")
    limits = {
        key: number(value)
        for key in ("lower", "upper", "velocity", "effort")
        if math.isfinite(value := getattr(joint.limits, key))
    }
    if limits:
        lines.append(f"limits = {inline(limits)}")
    if joint.drive is None:
        return lines
    return [*lines, "[joints.drive]", *drive_lines(joint.drive)]
