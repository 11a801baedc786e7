"""What a person looks at: tables, pictures, pages.

A robot: `sheet.py` (its numbers), `tables.py`, `dh.py`, `drives.py` (printed), `pictures.py`,
`drawing/`. A run: `runs/`, `replays.py`, `iso9283/`. A log: `logs/`. A sweep: `sweeps/`. A linear
model: `linear/`. Galleries: `friction/`, `references/`. Reports: `html/`. Shared: `words.py` (text),
`terminal.py` (printed tables) and `canvas.py` (figures).
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
