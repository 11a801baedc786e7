"""Scenarios in a table."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import shorten

from rich.table import Table

from armwright.report.layout import console, make_table
from armwright.report.words import plain, summary
from armwright.scenario import Scenario


def scenarios_table(scenarios: Iterable[Scenario]) -> Table:
    """One line each."""
    rows = list(scenarios)
    names = max((len(row.name) for row in rows), default=0)
    robots = max((len(row.robot.name) for row in rows), default=0)
    room = console().width - names - robots - len("duration") - 10
    table = make_table("scenario", "robot", "duration:", "")
    for row in rows:
        line = shorten(summary(row.description), max(room, 20), placeholder=" …")
        table.add_row(plain(row.name), plain(row.robot.name), f"{row.duration:g} s", line)
    return table
