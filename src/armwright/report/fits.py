"""What a fit found, as tables for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.table import Table

from armwright.report.terminal import make_table
from armwright.report.words import plain

if TYPE_CHECKING:
    from armwright.fit import Fit


def combinations_table(fit: Fit) -> Table:
    """What the data saw, with standard errors."""
    known = fit.combinations
    table = make_table("seen in the data", "value:", "standard error:", "unit")
    for name, value, error, unit in zip(
        known.names, known.values, known.errors, known.units, strict=True
    ):
        table.add_row(plain(name), f"{value:.5g}", f"{error:.2g}", unit)
    return table


def parameters_table(fit: Fit) -> Table:
    """The robot's numbers, and how each is known."""
    table = make_table("number", "value:", "standard error:", "before:", "unit", "known")
    for one in fit.parameters.values():
        error = f"{one.error:.2g}" if one.error < float("inf") else "–"
        row = (plain(one.element), f"{one.value:.5g}", error, f"{one.nominal:.5g}")
        table.add_row(*row, one.unit, one.knowledge)
    return table
