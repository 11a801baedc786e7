"""What a person looks at: tables and pictures."""

from armwright.report.picture import picture, save_picture
from armwright.report.sheet import Dynamics, Sheet, describe
from armwright.report.tables import console, robots_table, sheet_tables

__all__ = [
    "Dynamics",
    "Sheet",
    "console",
    "describe",
    "picture",
    "robots_table",
    "save_picture",
    "sheet_tables",
]
