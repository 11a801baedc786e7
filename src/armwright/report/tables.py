"""What `armwright robots` and `armwright show` print."""

from __future__ import annotations

import math
from collections.abc import Iterable
from textwrap import shorten

import numpy as np
from rich.console import RenderableType
from rich.table import Table

from armwright.report import origins
from armwright.report.dh import dh_parts
from armwright.report.drives import drive_tables, mountings
from armwright.report.elastic import elastic_table
from armwright.report.layout import console, make_table, page_width
from armwright.report.sheet import Sheet
from armwright.report.words import plain, summary
from armwright.robot import Joint, Mimic, Robot
from armwright.robot.contents import PLANT, left_out
from armwright.robot.dh_table import Convention


def robots_table(robots: Iterable[Robot]) -> Table:
    """One line each."""
    rows = [(plain(robot.name), robot) for robot in robots]
    room = console().width - max((len(name) for name, _ in rows), default=0) - len("joints") - 6
    table = make_table("robot", "joints:", "")
    for name, robot in rows:
        line = shorten(summary(robot.description), max(room, 20), placeholder=" …")
        table.add_row(name, str(len(robot.moving_joints)), line)
    return table


def sheet_parts(
    sheet: Sheet,
    *,
    degrees: bool = False,
    dh: Convention = "standard",
    sources: bool = False,
) -> list[RenderableType]:
    """Everything `armwright show` prints, top to bottom."""
    robot = sheet.robot
    parts: list[RenderableType] = [_head(sheet, sources)]
    if robot.moving_joints:
        parts += [_joints(robot, degrees), *_remarks(robot, degrees)]
        parts += [*dh_parts(robot, dh, degrees), *drive_tables(robot, page_width())]
        parts += [mounted] if (mounted := mountings(robot)) else []
    if robot.elastic:
        parts.append(elastic_table(robot))
    if sheet.mass:
        parts.append(_links(robot))
    if robot.moving_joints:
        parts.append(_pose(sheet, degrees))
    if missing := left_out(robot, PLANT - {"shapes"}):
        parts.append("\n".join(["", *(f"not in the model: {plain(part)}" for part in missing), ""]))
    if sources and robot.sources:
        parts.append(f"\n{origins.sources_text(robot)}\n")
    return parts


def angle(value: float, degrees: bool) -> str:
    return f"{math.degrees(value):.4g}°" if degrees else f"{value:.4g}"


def _head(sheet: Sheet, sources: bool) -> str:
    robot, (x, y, z) = sheet.robot, sheet.tool_position
    facts = [
        f"joints   {_count(robot)}",
        f"mass     {sheet.mass:.4g} kg",
        f"tool     {plain(robot.tool)} at x {x:.4g}, y {y:.4g}, z {z:.4g} m",
    ]
    if sheet.reach is not None:
        facts.insert(2, f"reach    {sheet.reach:.3f} m")
    if robot.sources:
        more = "" if sources else "; --sources lists them"
        facts.append(f"sources  {origins.counts(robot)}{more}")
    description = plain(robot.description).strip()
    return "\n".join([plain(robot.name), *([description] if description else []), "", *facts])


def _joints(robot: Robot, degrees: bool) -> Table:
    table = make_table("joint", "kind", "moves", "range:", "speed:", "effort:")
    for joint in robot.joints:
        if not joint.moves:
            continue
        table.add_row(
            plain(joint.name),
            joint.kind,
            plain(joint.child),
            _range(joint, degrees),
            _speed(joint, degrees),
            _limit(joint.limits.effort, "N m" if joint.kind == "revolute" else "N"),
        )
    return table


def _count(robot: Robot) -> str:
    """Such as '6, of which 1 passive; 1 more mimics another'."""
    text, following = f"{len(robot.moving_joints)}", len(_followers(robot))
    if robot.passive_joints:
        text += f", of which {len(robot.passive_joints)} passive"
    if following:
        text += f"; {following} more {'mimics another' if following == 1 else 'mimic others'}"
    return text


def _remarks(robot: Robot, degrees: bool) -> list[str]:
    """Which joints do not move as the others do, and why; nothing if all do."""
    lines = [f"{plain(name)} is passive: nothing drives it" for name in robot.passive_joints]
    for joint, mimic in _followers(robot):
        offset = ""
        if mimic.offset:
            size = _position(joint, abs(mimic.offset), degrees)
            offset = f" {'-' if mimic.offset < 0 else '+'} {size}"
        factor = "" if mimic.multiplier == 1 else f"{mimic.multiplier:.4g} · "
        lines.append(
            f"{plain(joint.name)} mimics {plain(mimic.joint)}: its position is "
            f"{factor}{plain(mimic.joint)}{offset}"
        )
    return ["\n".join(lines)] if lines else []


def _followers(robot: Robot) -> list[tuple[Joint, Mimic]]:
    return [(joint, joint.mimic) for joint in robot.joints if joint.mimic is not None]


def _links(robot: Robot) -> Table:
    table = make_table("link", "mass kg:", "centre x:", "y:", "z m:", "Ixx:", "Iyy:", "Izz kg m²:")
    for link in robot.links:
        if link.inertia is not None:
            values = (link.inertia.mass, *link.inertia.centre, *np.diagonal(link.inertia.tensor))
            table.add_row(plain(link.name), *(f"{value:.4g}" for value in values))
    return table


def _pose(sheet: Sheet, degrees: bool) -> Table:
    headers = ["at this pose", "position:"]
    if sheet.dynamics is not None:
        headers += ["holding torque:", "own inertia:", "if let go:"]
    table = make_table(*headers)
    for k, joint in enumerate(sheet.robot.moving_joints):
        turns = joint.kind == "revolute"
        unit = "N m", "kg m²", "rad/s²"
        if not turns:
            unit = "N", "kg", "m/s²"
        row = [plain(joint.name), _position(joint, sheet.position[k], degrees)]
        if sheet.dynamics is not None:
            values = (
                sheet.dynamics.holding[k],
                sheet.dynamics.inertia[k],
                sheet.dynamics.falling[k],
            )
            row += [f"{_tidy(v):.4g} {u}" for v, u in zip(values, unit, strict=True)]
        table.add_row(*row)
    return table


def _tidy(value: float) -> float:
    """Rounding noise is nothing to show."""
    return 0.0 if abs(value) < 1e-12 else float(value)


def _position(joint: Joint, value: float, degrees: bool) -> str:
    if joint.kind == "prismatic":
        return f"{value:.4g} m"
    return angle(value, degrees) if degrees else f"{value:.4g} rad"


def _range(joint: Joint, degrees: bool) -> str:
    low, high = joint.limits.lower, joint.limits.upper
    if math.isinf(low) and math.isinf(high):
        return "free"
    if joint.kind == "prismatic":
        return f"{low:.4g} … {high:.4g} m"
    unit = "" if degrees else " rad"
    return f"{angle(low, degrees)} … {angle(high, degrees)}{unit}"


def _speed(joint: Joint, degrees: bool) -> str:
    speed = joint.limits.velocity
    if joint.kind == "prismatic":
        return _limit(speed, "m/s")
    return _limit(math.degrees(speed), "°/s") if degrees else _limit(speed, "rad/s")


def _limit(value: float, unit: str) -> str:
    return "" if math.isinf(value) else f"{value:.4g} {unit}"
