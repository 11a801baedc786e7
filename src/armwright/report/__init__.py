"""What a person looks at: tables, pictures, pages.

A robot: `lists.py`, `sheet.py`, `tables.py`, `dh.py`, `drives.py`, `pictures.py`, `drawing/`. By
their names: `runs/`, `sweeps/`, `logs/`, `fits/`, `calibration/`, `linear/`, `iso9283/`,
`replays.py`; galleries `friction/`, `references/`. Shared: `html/`, `words.py`, `terminal.py`.
"""

from typing import TYPE_CHECKING

from armwright.later import imported_later

if TYPE_CHECKING:
    from armwright.report.canvas import save_figure
    from armwright.report.lists import robots_table, scenarios_table
    from armwright.report.pictures import picture, robots_page, save_picture
    from armwright.report.sheet import DynamicsAtRest, Sheet, describe
    from armwright.report.tables import findings_text, sheet_parts
    from armwright.report.terminal import print_parts

__all__ = [
    "DynamicsAtRest",
    "Sheet",
    "describe",
    "findings_text",
    "picture",
    "print_parts",
    "robots_page",
    "robots_table",
    "save_figure",
    "save_picture",
    "scenarios_table",
    "sheet_parts",
]

__getattr__ = imported_later(
    __name__,
    {
        "DynamicsAtRest": "armwright.report.sheet",
        "Sheet": "armwright.report.sheet",
        "describe": "armwright.report.sheet",
        "findings_text": "armwright.report.tables",
        "picture": "armwright.report.pictures",
        "print_parts": "armwright.report.terminal",
        "robots_page": "armwright.report.pictures",
        "robots_table": "armwright.report.lists",
        "save_figure": "armwright.report.canvas",
        "save_picture": "armwright.report.pictures",
        "scenarios_table": "armwright.report.lists",
        "sheet_parts": "armwright.report.tables",
    },
)
