"""Linear models to look at: `strobe` draws modes, `bode` frequency responses; `tables` prints."""

from armwright.report.linear.bode import bode_page
from armwright.report.linear.strobe import modes_page
from armwright.report.linear.tables import assumption_lines, margin_lines, modes_table, peaks_table

__all__ = [
    "assumption_lines",
    "bode_page",
    "margin_lines",
    "modes_page",
    "modes_table",
    "peaks_table",
]
