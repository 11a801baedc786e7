"""What the commands `show` and `check` print."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from armwright.report.dh import dh_parts
from armwright.report.drives import (
    drive_tables,
    elastic_table,
    gear_train_tables,
    mountings,
    spring_matrix_tables,
)
from armwright.report.sheet import Sheet
from armwright.report.terminal import folded, make_table, page_width
from armwright.report.words import KINDS, plain, split_source
from armwright.robot import Finding, Joint, Mimic, Robot, library_names
from armwright.robot.contents import PLANT, left_out
from armwright.robot.dh_table import Convention
from armwright.sources import cited

STYLES = {"error": "bold red", "warning": "bold yellow"}


def findings_text(name: str, findings: Sequence[Finding], notes: Sequence[str] = ()) -> Text:
    """A heading with the counts, and a block for each finding: severity, where and what; got,
    expected, try. Then what one should know of a scenario."""
    text = Text(f"{plain(name)}: {_finding_counts(findings)}", style="bold")
    for finding in findings:
        text.append(f"\n  {finding.severity:<7}  ", STYLES[finding.severity])
        where = f"{finding.where}: " if finding.where else ""
        text.append(folded(f"{where}{finding.what}", 11), "not bold")
        facts = (("got", finding.got), ("expected", finding.expected), ("try", finding.hint))
        for label, value in facts:
            if value not in (None, ""):
                text.append(f"\n{'':11}{label:<10}{folded(str(value), 21)}", "not bold")
    for note in notes:
        text.append(f"\n  {'note':<7}  {folded(note, 11)}", "not bold")
    return text


def _finding_counts(findings: Sequence[Finding]) -> str:
    """Such as '1 error, 2 warnings'."""
    numbers = {
        severity: sum(finding.severity == severity for finding in findings) for severity in STYLES
    }
    parts = [f"{n} {severity}{'s' if n > 1 else ''}" for severity, n in numbers.items() if n]
    return ", ".join(parts) or "nothing found"


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
    parts += spring_matrix_tables(robot, page_width())
    if robot.loops:
        said = (f"loop {plain(one.name)}: {plain('; '.join(one.facts()))}" for one in robot.loops)
        parts.append("\n".join(["", *said, ""]))
    parts += gear_train_tables(robot, page_width())
    if sheet.mass:
        parts.append(_links(robot))
    if robot.moving_joints:
        parts.append(_pose(sheet, degrees))
    if missing := left_out(robot, PLANT - {"shapes"}):
        parts.append("\n".join(["", *(f"not in the model: {plain(part)}" for part in missing), ""]))
    if sources and robot.sources:
        parts.append(f"\n{sources_text(robot)}\n")
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
        facts.append(f"sources  {source_counts(robot)}{more}")
    description = _cited(robot, robot.description).strip()
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
        parts = [
            f"{'' if share == 1 else f'{share:.4g} · '}{plain(name)}"
            for name, share in mimic.entries.items()
        ]
        lines.append(
            f"{plain(joint.name)} mimics {' and '.join(map(plain, mimic.entries))}: its position "
            f"is {' + '.join(parts)}{offset}"
        )
    return ["\n".join(lines)] if lines else []


def _followers(robot: Robot) -> list[tuple[Joint, Mimic]]:
    return [(joint, joint.mimic) for joint in robot.joints if joint.mimic is not None]


def _links(robot: Robot) -> Table:
    headers = ("link", "mass kg:", "centre x:", "y:", "z m:", "Ixx:", "Iyy:", "Izz kg m²:")
    table = make_table(*headers)
    rows = [
        (link.name, link.inertia.mass, *link.inertia.centre, *np.diagonal(link.inertia.tensor))
        for link in robot.links
        if link.inertia is not None
    ]
    for digits in (4, 3, 2):
        texts = [[name, *(f"{value:.{digits}g}" for value in values)] for name, *values in rows]
        if _width([headers, *texts]) <= page_width():
            break
    for name, *values in texts:
        table.add_row(plain(name), *values)
    return table


def _width(rows: Sequence[Sequence[str]]) -> int:
    """Of a table's columns, with what is between them."""
    columns = zip(*rows, strict=True)
    return 1 + sum(2 + max(len(one.rstrip(":")) for one in column) for column in columns)


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


def _cited(robot: Robot, text: str) -> str:
    """The library cites sources by tags, which in other files may be anything."""
    return cited(plain(text)) if robot.name in library_names() else plain(text)


def source_counts(robot: Robot) -> str:
    """Such as '3 published, 2 assumed'; empty without sources."""
    kinds = [split_source(text)[0] for text in robot.sources.values()]
    parts = [f"{kinds.count(kind)} {kind or 'other'}" for kind in (*KINDS, "") if kind in kinds]
    return ", ".join(parts)


def sources_text(robot: Robot) -> str:
    """One entry below the other; the most exact one that names a value holds for it."""
    entries = [
        (plain(key), *split_source(_cited(robot, text))) for key, text in robot.sources.items()
    ]
    longest = max((len(key) for key, *_ in entries), default=0)
    indent = longest + max(map(len, KINDS)) + 5
    lines = [f" {key:<{longest}}  {kind:<9}  {folded(text, indent)}" for key, kind, text in entries]
    return "\n".join(["where the numbers come from", *lines])
