"""Tables for the terminal."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console, RenderableType
from rich.table import Table

from armwright.report.sheet import Sheet
from armwright.robot import Joint, Robot


def console() -> Console:
    """Texts come from users' files: nothing in them is markup. Not cut to 80 columns in a pipe."""
    out = Console(markup=False, emoji=False, highlight=False)
    if not out.is_terminal:
        out.width = max(out.width, 120)
    return out


def robots_table(robots: Iterable[Robot]) -> Table:
    table = _table("robot", "joints:", "description")
    for robot in robots:
        joints = str(len(robot.moving_joints))
        table.add_row(plain(robot.name), joints, first_sentence(robot.description))
    return table


def sheet_tables(sheet: Sheet, *, degrees: bool = False) -> list[RenderableType]:
    """Everything `armwright show` prints, top to bottom."""
    parts: list[RenderableType] = [_head(sheet), _joints(sheet.robot, degrees)]
    if sheet.mass:
        parts.append(_links(sheet.robot))
    return [*parts, _pose(sheet, degrees)]


def first_sentence(text: str) -> str:
    """Up to the first full stop that does not stand behind an initial."""
    return re.split(r"(?<!\b[A-Z])\.(?:\s|$)", plain(text).strip(), maxsplit=1)[0]


def plain(text: str) -> str:
    """On one line, without characters that do something to a terminal."""
    return re.sub(r"\s+", " ", "".join(c if c.isprintable() else " " for c in text))


def angle(value: float, degrees: bool) -> str:
    return f"{math.degrees(value):.4g}°" if degrees else f"{value:.4g}"


def _head(sheet: Sheet) -> str:
    robot, (x, y, z) = sheet.robot, sheet.tool_position
    facts = [
        f"joints  {len(robot.moving_joints)}",
        f"mass    {sheet.mass:.4g} kg",
        f"tool    {plain(robot.tool)} at x {x:.4g}, y {y:.4g}, z {z:.4g} m",
    ]
    if sheet.reach is not None:
        facts.insert(2, f"reach   {sheet.reach:.3f} m")
    description = plain(robot.description).strip()
    return "\n".join([plain(robot.name), *([description] if description else []), "", *facts])


def _joints(robot: Robot, degrees: bool) -> Table:
    table = _table("joint", "kind", "moves", "range:", "speed:", "effort:", "gear:")
    for joint in robot.moving_joints:
        drive = joint.drive
        table.add_row(
            plain(joint.name),
            joint.kind,
            plain(joint.child),
            _range(joint, degrees),
            _speed(joint, degrees),
            _limit(joint.limits.effort, "N m" if joint.kind == "revolute" else "N"),
            f"{drive.gear_ratio:.4g}" if drive is not None else "",
        )
    return table


def _links(robot: Robot) -> Table:
    table = _table("link", "mass kg:", "centre x:", "y:", "z m:", "Ixx:", "Iyy:", "Izz kg m²:")
    for link in robot.links:
        if link.inertia is not None:
            values = (link.inertia.mass, *link.inertia.centre, *np.diagonal(link.inertia.tensor))
            table.add_row(plain(link.name), *(f"{value:.4g}" for value in values))
    return table


def _pose(sheet: Sheet, degrees: bool) -> Table:
    headers = ["at this pose", "position:"]
    if sheet.dynamics is not None:
        headers += ["holding torque:", "own inertia:", "acceleration if let go:"]
    table = _table(*headers)
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


def _table(*headers: str) -> Table:
    """A header that ends in a colon is a column of numbers."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for header in headers:
        number = header.endswith(":")
        table.add_column(header.rstrip(":"), justify="right" if number else "left", no_wrap=number)
    return table
