"""From the validated tables of a file to a Robot."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from armwright.errors import InputError
from armwright.robot.drive import Limits
from armwright.robot.formats import dh_chain
from armwright.robot.formats import schema as s
from armwright.robot.formats.common import unit_axis
from armwright.robot.formats.parts import LoopTable, loop, read_parts
from armwright.robot.formats.pieces import drive, inertia, pose
from armwright.robot.formats.tables import in_si
from armwright.robot.links import Frame, Joint, Link
from armwright.robot.mimic import Mimic
from armwright.robot.parallelogram import as_parallelogram
from armwright.robot.pose import Pose
from armwright.robot.robot import Robot
from armwright.robot.shape import Hull, Shape

SIZES = {"box": 3, "cylinder": 2, "sphere": 1, "mesh": 3}


def robot(file: s.RobotFile) -> Robot:
    file = dh_chain.with_kinds(file)
    file = in_si(file, file.units)
    chain = dh_chain.of(file)
    tables = {link.name: link for link in file.links}
    links = (*chain.links, *(link.name for link in file.links if link.name not in chain.links))
    options: dict[str, Any] = {} if file.gravity is None else {"gravity": file.gravity}
    options["links"] = tuple(
        _link(tables.get(name, s.LinkTable(name=name)), chain.end(name)) for name in links
    )
    options["joints"] = tuple(_joint(table, origin) for table, origin in chain.joints) + tuple(
        _joint(table, chain.end(table.parent or "") @ pose(table.origin))
        for table in file.joints
        if table.name not in chain.joint_names
    )
    options |= read_parts(file, chain.ends)
    own_frames = (Frame(f"{name}_dh", name, end) for name, end in chain.far_ends)
    options["frames"] = (*own_frames, *options["frames"])
    options["loops"] = ()
    robot = Robot(
        name=file.name,
        tool=file.tool or chain.tool,
        description=file.description,
        sources=file.sources,
        **options,
    )
    return with_loops(robot, file.loops, chain.ends)


def with_loops(
    robot: Robot, tables: Sequence[LoopTable], ends: Mapping[str, Pose] | None = None
) -> Robot:
    """The robot with more loops; rigid parallelograms become joints that mimic others."""
    found = [(loop(table, ends or {}), table.kind == "parallelogram") for table in tables]
    closed = [one for one, minimal in found if not minimal]
    if closed:
        robot = replace(robot, loops=(*robot.loops, *closed))
    for one, minimal in found:
        if minimal:
            robot = as_parallelogram(robot, one)
    return robot


def _link(table: s.LinkTable, end: Pose) -> Link:
    where = f"link '{table.name}'"
    body = inertia(table, where)
    shapes = tuple(_shape(shape, end, where) for shape in table.shapes)
    return Link(
        table.name,
        None if body is None else body.seen_from(end),
        shapes,
        _hull(table.hull, end),
    )


def _hull(table: s.HullTable | None, end: Pose) -> Hull | None:
    return None if table is None else Hull(**table.model_dump()).seen_from(end)


def _shape(table: s.ShapeTable, end: Pose, where: str) -> Shape:
    if len(table.size) != SIZES[table.kind]:
        raise InputError(
            f"{table.kind} has the wrong number of sizes",
            where=where,
            got=len(table.size),
            expected=SIZES[table.kind],
        )
    if (table.mesh is None) == (table.kind == "mesh"):
        raise InputError(
            "only a mesh, and every mesh, names a file", where=where, got=f"kind '{table.kind}'"
        )
    return Shape(table.kind, table.size, end @ pose(table), table.mesh)


def _joint(table: s.JointTable, origin: Pose) -> Joint:
    where = f"joint '{table.name}'"
    for key in ("kind", "parent", "child"):
        if getattr(table, key) is None:
            raise InputError(f"{key} is missing", where=where)
    assert table.kind is not None and table.parent is not None and table.child is not None
    return Joint(
        table.name,
        table.kind,
        table.parent,
        table.child,
        origin,
        unit_axis(table.axis, where),
        _limits(table.limits),
        None if table.drive is None else drive(table.drive),
        table.passive,
        None if table.mimic is None else Mimic(**table.mimic.model_dump()),
    )


def _limits(table: s.LimitsTable) -> Limits:
    return Limits(
        -math.inf if table.lower is None else table.lower,
        math.inf if table.upper is None else table.upper,
        math.inf if table.velocity is None else table.velocity,
        math.inf if table.effort is None else table.effort,
    )
