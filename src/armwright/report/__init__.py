"""What a person looks at: tables and pictures."""

from armwright.report.findings import findings_text
from armwright.report.gallery import robots_page
from armwright.report.layout import print_parts
from armwright.report.picture import picture, save_figure, save_picture
from armwright.report.sheet import Dynamics, Sheet, describe
from armwright.report.tables import robots_table, sheet_parts

__all__ = [
    "Dynamics",
    "Sheet",
    "describe",
    "findings_text",
    "picture",
    "print_parts",
    "robots_page",
    "robots_table",
    "save_figure",
    "save_picture",
    "sheet_parts",
]
