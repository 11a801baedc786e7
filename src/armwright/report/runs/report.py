"""A run as one HTML file: the arm, its path, errors, torques and limits, gears, the block diagram
of its scenario, and all settings."""

from __future__ import annotations

import dataclasses
import math
import os
from collections.abc import Iterator
from pathlib import Path

from armwright.files import write_results
from armwright.report.html import (
    Chapter,
    Document,
    Fold,
    HtmlPage,
    Paragraph,
    Picture,
    Preformatted,
    ReportPart,
    ReportTable,
    render,
)
from armwright.report.pictures import picture
from armwright.report.runs.diagram import diagram_figure
from armwright.report.runs.energy import energy_figure
from armwright.report.runs.origin import drive_rows, drives_of_run, first_position, scenario_of_run
from armwright.report.runs.path import path_figure
from armwright.report.runs.recorded import Recorded
from armwright.report.runs.spread import spread_figure
from armwright.report.runs.torques import torques_figure
from armwright.report.runs.tracking import tracking_figure
from armwright.report.runs.wiring import ARM, wiring_of
from armwright.report.sheet import describe
from armwright.report.words import plain
from armwright.robot import Robot
from armwright.scenario import Scenario
from armwright.signals import Run, Summary
from armwright.signals.summary import Group
from armwright.signals.units import duration_text, readable

REPORT = "report.html"
#: Of a setting that is shown.
_MOST_NUMBERS = 20
_UNKNOWN = (
    "The run does not know its scenario: it was made from other data, or with blocks that were "
    "written in Python. What is told of the arm and of the loop is missing here."
)


def report_run(run: Run, directory: str | os.PathLike[str]) -> Path:
    """Write report.html into a folder of its own; what an earlier report left there goes."""
    return write_results(directory, {REPORT: run_page(run).html})[0]


def run_page(run: Run) -> HtmlPage:
    return render(run_document(run))


def run_document(run: Run) -> Document:
    recorded, scenario = Recorded.of(run), scenario_of_run(run)
    chapters = [
        *([_arm(run, scenario)] if scenario else []),
        _motion(recorded),
        _torques(recorded, scenario),
        *_gears(run),
        *([_loop(scenario)] if scenario else []),
        _settings(run, scenario),
    ]
    name = str(run.data.attrs.get("scenario") or "")
    lead = scenario.description.strip() if scenario else ""
    return Document(
        f"Run of {name}" if name else "Run",
        " ".join(plain(lead).split()),
        _facts(run),
        [one for one in chapters if one.parts],
    )


def _facts(run: Run) -> list[tuple[str, str]]:
    known, summary = run.data.attrs, run.summary()
    facts = [("robot", str(known.get("robot", "")))]
    if summary.runs is not None:
        facts.append(("runs", str(len(summary.runs))))
    if isinstance(known.get("duration"), float):
        facts.append(("simulated", duration_text(known["duration"])))
    if isinstance(known.get("step"), float):
        error = known.get("step_error")
        off = f"; joints off by about {error:.1g} rad (or m)" if isinstance(error, float) else ""
        facts.append(("steps", f"{known.get('integrator')}, {duration_text(known['step'])}{off}"))
    facts.append(("seed", str(known.get("seed", ""))))
    if known.get("complete") is False:
        facts.append(("not complete", "the run stopped before its end"))
    facts.append(("armwright", str(known.get("armwright_version", ""))))
    facts.append(("made", str(known.get("created", ""))))
    return [(name, value) for name, value in facts if value]


def _arm(run: Run, scenario: Scenario) -> Chapter:
    robot = scenario.robot
    position = first_position(run, len(robot.joint_names))
    drawn = Picture(
        "arm",
        picture(describe(robot, position)),
        "The arm where the run begins." if position is not None else "The arm.",
    )
    return Chapter("The arm", [drawn, _joints(robot)])


def _joints(robot: Robot) -> ReportTable:
    rows = []
    for joint in robot.moving_joints:
        slides, limits = joint.kind == "prismatic", joint.limits
        unit, force = ("m", "N") if slides else ("rad", "N m")
        rows.append(
            (
                plain(joint.name),
                joint.kind,
                _limit(limits.lower, unit),
                _limit(limits.upper, unit),
                _limit(limits.velocity, f"{unit}/s"),
                _limit(limits.effort, force),
                f"{joint.drive.gear_ratio:.4g}" if joint.drive else "–",
            )
        )
    head = ("joint", "kind", "lower limit:", "upper limit:", "speed:", "effort:", "gear ratio:")
    return ReportTable(head, rows, "Joints that move by themselves, and their limits.")


def _limit(value: float, unit: str) -> str:
    return f"{value:.4g} {unit}".replace("-", "\N{MINUS SIGN}") if math.isfinite(value) else "–"


def _motion(recorded: Recorded) -> Chapter:
    parts: list[ReportPart] = []
    figures = (
        ("path", path_figure, "The path of the tool, and how far it is off."),
        ("tracking", tracking_figure, "Where the joints are, and how far they are off."),
        ("spread", spread_figure, "How the runs differ."),
        ("energy", energy_figure, "Energy."),
    )
    for name, make, caption in figures:
        figure = make(recorded)
        if figure is not None:
            parts.append(Picture(name, figure, caption))
    errors = ("joint_error", "tool_error", "energy")
    parts += [_group(recorded.summary, name) for name in errors if name in recorded.summary.groups]
    return Chapter("Path and errors", parts)


def _group(summary: Summary, name: str) -> ReportTable:
    group = summary.groups[name]
    if summary.runs is not None:
        return _group_of_many(summary, group)
    rows = [
        (plain(channel), *(_quantity(float(one[k]), group.unit) for one in group.columns.values()))
        for k, channel in enumerate(group.channels)
    ]
    return ReportTable(("", *(f"{column}:" for column in group.columns)), rows, _title(group))


def _group_of_many(summary: Summary, group: Group) -> ReportTable:
    rows = []
    for k, channel in enumerate(group.channels):
        for column in group.columns:
            found = summary.statistics(group.name, column, k)
            if found is not None:
                values = (found.median, found.low, found.high, found.worst)
                cells = (_quantity(value, group.unit) for value in values)
                rows.append((f"{plain(channel)}, {column}", *cells, str(found.worst_run)))
    return ReportTable(("", "median:", "5 %:", "95 %:", "worst:", "in run:"), rows, _title(group))


def _title(group: Group) -> str:
    return f"{group.title[:1].upper()}{group.title[1:]}."


def _quantity(value: float, unit: str) -> str:
    if not math.isfinite(value):
        return "–"
    factor, text = readable(value, unit)
    return f"{factor * value:.4g} {text}".rstrip().replace("-", "\N{MINUS SIGN}")


def _torques(recorded: Recorded, scenario: Scenario | None) -> Chapter:
    parts: list[ReportPart] = []
    figure = torques_figure(recorded)
    if figure is not None:
        parts.append(Picture("torques", figure, "What the motors give."))
    for name in ("motor_torque", "joint_torque", "motor_current", "spring_deflection"):
        if name in recorded.summary.groups:
            parts.append(_demand(recorded, name))
    reached = recorded.summary.saturations
    if reached:
        rows = [
            (plain(one.flag), plain(one.channel), str(one.count), f"{one.first_time:.4g} s")
            for one in reached
        ]
        head = ("limit", "where", "times:", "first at:")
        parts.append(ReportTable(head, rows, "Limits that were reached."))
    elif figure is not None:
        parts.append(Paragraph("No limit was reached that a controller, a motor or a sensor has."))
    return Chapter("Torques and limits", parts)


def _demand(recorded: Recorded, name: str) -> ReportTable:
    """With how much of its limit a motor needs."""
    table = _group(recorded.summary, name)
    group = recorded.summary.groups[name]
    limits = [recorded.limits(name, channel)[1] for channel in group.channels]
    if recorded.summary.runs is not None or not any(map(math.isfinite, limits)):
        return table
    peaks = group.columns["peak"]
    more = [
        (_limit(limit, group.unit), f"{100 * float(peak) / limit:.0f} %" if limit else "–")
        if math.isfinite(limit)
        else ("–", "–")
        for peak, limit in zip(peaks, limits, strict=True)
    ]
    rows = [(*row, *cells) for row, cells in zip(table.rows, more, strict=True)]
    return ReportTable((*table.head, "limit:", "peak of it:"), rows, table.caption)


def _gears(run: Run) -> Iterator[Chapter]:
    modes = drives_of_run(run)
    if modes:
        head = ("gear", "motor side:", "joint side:", "motor held:", "free:")
        caption = (
            "Stiffness near rest, N m/rad (N/m at a joint that slides), on both sides of the gear, "
            "and how fast it swings where the run begins, other joints held: against a motor that "
            "does not turn, and against one that is free."
        )
        yield Chapter("Gears", [ReportTable(head, drive_rows(modes), caption)])


def _loop(scenario: Scenario) -> Chapter:
    wiring = wiring_of(scenario)
    said = "; ".join(
        f"{wire.source or 'the arm'} to {wire.target or 'the arm'}: {', '.join(wire.signals)}"
        for wire in wiring.wires
    )
    parts: list[ReportPart] = []
    if len(wiring.blocks) > 1:
        caption = "The loop as it was simulated: blocks, how often they run, and what they read."
        parts.append(Picture("loop", diagram_figure(wiring), caption, said))
        titles = {block.name: plain(block.title) for block in wiring.blocks} | {ARM: "the arm"}
        rows = [
            (titles[wire.source], ", ".join(map(plain, wire.signals)), titles[wire.target])
            for wire in wiring.wires
        ]
        parts.append(Fold("Every connection", [ReportTable(("from", "signals", "to"), rows)]))
    if notes := scenario.notes():
        parts += [Paragraph(f"Note: {plain(note)}.") for note in notes]
    return Chapter("The loop", parts)


def _settings(run: Run, scenario: Scenario | None) -> Chapter:
    if scenario is None:
        return Chapter("Settings", [Paragraph(_UNKNOWN)])
    rows = [(key, _value(getattr(scenario, key))) for key in ("duration", "tick", "seed")]
    for name in ("integration", "start", "recording", "fidelity"):
        part = getattr(scenario, name)
        for one in dataclasses.fields(part):
            if getattr(part, one.name) is not None:
                rows.append((f"{name}.{one.name}", _value(getattr(part, one.name))))
    rows += [
        (f"{block.name}.{key}", _value(value))
        for block in scenario.blocks
        for key, value in block.values.items()
        if _short(value)
    ]
    table = ReportTable(("setting", "value"), rows, "By the paths that change them; SI units.")
    text = "The whole scenario, robot and all: a file that armwright simulate takes."
    parts: list[ReportPart] = [
        table,
        Fold("scenario.toml", [Preformatted(run.scenario_file, text)]),
    ]
    return Chapter("Settings", parts)


def _short(value: object) -> bool:
    """Points of a path, other blocks, and columns of a file are in the file alone."""
    if isinstance(value, tuple | list):
        return all(isinstance(one, int | float) for one in value) and len(value) <= _MOST_NUMBERS
    return isinstance(value, bool | int | float) or (isinstance(value, str | Path) and value != "")


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return plain(f"{value:.6g}" if isinstance(value, float) else str(value))
    inside = value if isinstance(value, tuple | list) else (str(value),)
    return ", ".join(map(_value, inside))
