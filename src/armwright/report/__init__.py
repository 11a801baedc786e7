"""What a person looks at: tables, pictures, pages.

A robot: `sheet.py`, `tables.py`, `dh.py`, `drives.py`, `pictures.py`, `drawing/`. By their names:
`runs/`, `sweeps/`, `logs/`, `fits/`, `calibration/`, `linear/`, `iso9283/`, `replays.py`; galleries
`friction/`, `references/`. Shared: `html/`, `words.py`, `terminal.py`, `canvas.py`.
"""

from armwright.report.canvas import save_figure
from armwright.report.pictures import picture, robots_page, save_picture
from armwright.report.sheet import DynamicsAtRest, Sheet, describe
from armwright.report.tables import findings_text, robots_table, scenarios_table, sheet_parts
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
