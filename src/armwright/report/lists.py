"""What the commands `robots` and `scenarios` print."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.table import Table

from armwright.report.terminal import make_table
from armwright.report.words import plain, summary
from armwright.sources import cited

if TYPE_CHECKING:  # slow to import, and not needed for scenarios
    from armwright.robot import Robot
    from armwright.scenario.library_files import LibraryScenario


def robots_table(robots: Iterable[Robot]) -> Table:
    """What each of them is; a long line goes on below."""
    table = make_table("robot", "joints:", "")
    for robot in robots:
        number = str(len(robot.moving_joints))
        table.add_row(plain(robot.name), number, cited(summary(robot.description)))
    return table


def scenarios_table(scenarios: Iterable[LibraryScenario]) -> Table:
    """What happens in each of them; a long line goes on below."""
    table = make_table("scenario", "robot", "duration:", "")
    for one in scenarios:
        line = cited(summary(one.description))
        table.add_row(plain(one.name), plain(one.robot), f"{one.duration:g} s", line)
    return table
