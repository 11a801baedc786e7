"""What notebooks show of robots, scenarios, runs and fits: a short head, and tables."""

from __future__ import annotations

import math

from armwright.fit import Fit
from armwright.report.html.elements import table, words
from armwright.report.html.parts import ReportTable
from armwright.report.words import plain
from armwright.robot import Joint, Robot
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.signals.units import readable


def robot_html(robot: Robot) -> str:
    """Its moving joints with their limits, and its links with their masses."""
    joints = [
        [joint.name, joint.kind, joint.child, *_limits(joint)]
        for joint in robot.joints
        if joint.moves
    ]
    links = [
        [link.name, f"{link.inertia.mass:.4g}", *(f"{x:.4g}" for x in link.inertia.centre)]
        for link in robot.links
        if link.inertia is not None
    ]
    head = ("joint", "kind", "moves", "from:", "to:", "speed:", "effort:")
    return _page(
        repr(robot),
        robot.description,
        ReportTable(head, joints),
        ReportTable(("link", "mass kg:", "centre x m:", "y:", "z:"), links),
    )


def _limits(joint: Joint) -> list[str]:
    unit, effort = ("rad", "N m") if joint.kind == "revolute" else ("m", "N")
    given = zip(
        (joint.limits.lower, joint.limits.upper, joint.limits.velocity, joint.limits.effort),
        (unit, unit, f"{unit}/s", effort),
        strict=True,
    )
    return [f"{value:.4g} {its}" if math.isfinite(value) else "" for value, its in given]


def scenario_html(scenario: Scenario) -> str:
    """Its blocks, with their kinds, rates and settings."""
    rows = [
        [
            block.name,
            block.kind or type(block).__name__,
            f"{block.rate:g} Hz" if block.rate else "continuous",
            ", ".join(f"{name} = {_short(value)}" for name, value in block.values.items()),
        ]
        for block in scenario.blocks
    ]
    head = f"Scenario {scenario.name!r}: {scenario.robot.name!r} for {scenario.duration:g} s"
    blocks = ReportTable(("block", "kind", "rate", "settings"), rows)
    return _page(head, scenario.description, blocks)


def _short(value: object) -> str:
    if isinstance(value, tuple) and len(value) > 12:
        return f"{len(value)} values"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_short, value))}]"
    return f"{value:g}" if isinstance(value, float) else plain(str(value))


def run_html(run: Run) -> str:
    """The figures of its summary, then its signals."""
    summary = run.summary()
    tables = []
    for group in summary.groups.values():
        if summary.runs is None and group.alike:
            values = [float(value) for column in group.columns.values() for value in column]
            finite = [abs(value) for value in values if math.isfinite(value)]
            factor, unit = readable(max(finite, default=0.0), group.unit)
            rows = [
                [channel, *(f"{factor * column[k]:.4g}" for column in group.columns.values())]
                for k, channel in enumerate(group.channels)
            ]
            head = [f"{group.title}, {unit}", *(f"{name}:" for name in group.columns)]
            tables.append(ReportTable(head, rows))
    signals = [
        [str(name), str(one.attrs.get("units", "")), " × ".join(map(str, one.dims))]
        for name, one in run.data.data_vars.items()
    ]
    return _page(
        repr(run),
        "run.data is the xarray dataset, run.plot() draws it.",
        *tables,
        ReportTable(("signal", "unit", "dimensions"), signals),
    )


def fit_html(fit: Fit) -> str:
    """The verdict, and every number with how certain it is."""
    rows = [
        [
            one.element,
            f"{one.value:.5g}",
            f"{one.error:.2g}" if math.isfinite(one.error) else "",
            one.unit,
            f"{one.nominal:.5g}",
            one.knowledge,
        ]
        for one in fit.parameters.values()
    ]
    head = ("number", "value:", "standard error:", "unit", "described:", "data")
    name = f"Fit {fit.method!r} of {fit.robot.name!r}"
    return _page(name, fit.verdict, ReportTable(head, rows))


def _page(head: str, text: str, *tables: ReportTable) -> str:
    parts = [f"<p><b>{words(head)}</b></p>", f"<p>{words(text)}</p>" if text.strip() else ""]
    return "\n".join([*parts, *(table(one) for one in tables if one.rows)])
