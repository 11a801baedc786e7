"""From the validated tables of a file to a Robot."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from armwright.errors import InputError
from armwright.robot.drive import Drive, Limits
from armwright.robot.elastic import FOUNDATION, ElasticAxis, ElasticPlace
from armwright.robot.formats import dh_chain
from armwright.robot.formats import schema as s
from armwright.robot.formats.common import tensor, unit_axis
from armwright.robot.inertia import Inertia
from armwright.robot.links import Frame, Joint, Link
from armwright.robot.mimic import Mimic
from armwright.robot.motor import Motor
from armwright.robot.pose import Pose, rotation_from_rpy
from armwright.robot.robot import Robot
from armwright.robot.shape import Hull, Shape
from armwright.robot.values import frozen_array

SIZES = {"box": 3, "cylinder": 2, "sphere": 1, "mesh": 3}


def robot(file: s.RobotFile) -> Robot:
    file = dh_chain.with_kinds(file)
    file = s.in_si(file, file.units)
    chain = dh_chain.of(file)
    tables = {link.name: link for link in file.links}
    links = (*chain.links, *(link.name for link in file.links if link.name not in chain.links))
    options: dict[str, Any] = {} if file.gravity is None else {"gravity": file.gravity}
    return Robot(
        name=file.name,
        links=tuple(
            _link(tables.get(name, s.LinkTable(name=name)), chain.end(name)) for name in links
        ),
        joints=tuple(_joint(table, origin) for table, origin in chain.joints)
        + tuple(
            _joint(table, chain.end(table.parent or "") @ pose(table.origin))
            for table in file.joints
            if table.name not in chain.joint_names
        ),
        frames=tuple(Frame(f"{name}_dh", name, end) for name, end in chain.far_ends)
        + tuple(
            Frame(frame.name, frame.link, chain.end(frame.link) @ pose(frame))
            for frame in file.frames
        ),
        motors=tuple(_motor(table, chain.end(table.link or "")) for table in file.motors),
        elastic=tuple(elastic_axis(table, chain.end(table.on or "")) for table in file.elastic),
        tool=file.tool or chain.tool,
        description=file.description,
        sources=file.sources,
        **options,
    )


def pose(origin: s.Origin) -> Pose:
    return Pose(rotation_from_rpy(origin.rpy), frozen_array(origin.xyz, (3,), "xyz"))


def _link(table: s.LinkTable, end: Pose) -> Link:
    where = f"link '{table.name}'"
    inertia = _inertia(table, where)
    shapes = tuple(_shape(shape, end, where) for shape in table.shapes)
    return Link(
        table.name,
        None if inertia is None else inertia.seen_from(end),
        shapes,
        _hull(table.hull, end),
    )


def _inertia(table: s.LinkTable | s.ElasticTable, where: str) -> Inertia | None:
    given = {"centre", "inertia"} & table.model_fields_set
    if table.mass is None and given:
        raise InputError(
            f"has {' and '.join(sorted(given))} but no mass", where=where, expected="mass (kg)"
        )
    if len(table.inertia) not in (3, 6):
        raise InputError(
            "inertia has the wrong number of values",
            where=where,
            got=len(table.inertia),
            expected="6 (xx xy xz yy yz zz) or 3 (xx yy zz)",
        )
    if table.mass is None:
        return None
    return Inertia(table.mass, np.array(table.centre), tensor(table.inertia))


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
        None if table.drive is None else _drive(table.drive),
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


def _drive(table: s.DriveTable) -> Drive:
    numbers = _motor_numbers(table)
    return Drive(gear_ratio=table.gear_ratio, coupling=table.coupling, **numbers)


def _motor(table: s.MotorTable, end: Pose) -> Motor:
    axis = end.rotation @ unit_axis(table.axis, f"motor '{table.name}'")
    return Motor(table.name, table.along, Drive(**_motor_numbers(table)), table.link or "", axis)


def _motor_numbers(table: s.DriveTable | s.MotorTable) -> dict[str, Any]:
    friction = table.friction or s.DriveFrictionTable()
    return {
        "motor_inertia": table.motor_inertia,
        "torque_constant": table.torque_constant,
        "friction": friction.model_extra or {},
        "friction_law": friction.law,
        "friction_side": friction.side,
        "spring": (table.spring.model_extra or {}) if table.spring is not None else {},
        "spring_law": "linear" if table.spring is None else table.spring.law,
        "stiffness": table.stiffness,
        "damping": table.damping,
        "torque_limit": table.torque_limit,
        "current_limit": table.current_limit,
        "electrical": table.electrical,
    }


def elastic_axis(table: s.ElasticTable, end: Pose) -> ElasticAxis:
    """`end`: the frame that the file describes the link in, seen from the link's own."""
    at, place = _at(table)
    spring = table.spring or s.AxisSpringTable()
    friction = table.friction or s.AxisFrictionTable()
    short = {
        key: value for key in ("stiffness", "damping") if (value := getattr(table, key)) is not None
    }
    if table.spring is not None and short:
        raise InputError(
            "has both a spring table and the short form of one",
            where=_named(table, at),
            got=f"spring, {', '.join(short)}",
            expected=f"{' and '.join(short)} in the spring table",
        )
    origin = Pose() if table.origin is None else pose(table.origin)
    return ElasticAxis(
        at,
        table.axis,
        place,
        table.name or "",
        end @ origin if place == "on" else origin,
        spring.law,
        short or spring.model_extra or {},
        friction.law,
        friction.model_extra or {},
        _inertia(table, _named(table, at)),
    )


def _at(table: s.ElasticTable) -> tuple[str, ElasticPlace]:
    """What the axis is at, and on which side of it."""
    choices: tuple[tuple[str, str | None, ElasticPlace], ...] = (
        ("before", table.before, "before"),
        ("after", table.after, "after"),
        ("on", table.on, "on"),
        ("at", table.at, "before"),
        ("foundation", FOUNDATION if table.foundation else None, "before"),
    )
    given = [(key, at, place) for key, at, place in choices if at is not None]
    if len(given) != 1:
        raise InputError(
            "has no place" if not given else "has several places",
            where=_named(table, ""),
            got=", ".join(key for key, _, _ in given) or None,
            expected="one of before, after, on, at and foundation = true",
        )
    return given[0][1:]


def _named(table: s.ElasticTable, at: str) -> str:
    return f"elastic axis '{table.name or f'{at}.{table.axis}'.lstrip('.')}'"
