"""The inks of the page."""

from __future__ import annotations

from armwright.report.runs.page import AMBER, BLUE, GREEN, RED

#: Of the paths on the test plane, by their shape.
SHAPES = {"line": BLUE, "circle": RED, "small_circle": AMBER, "corner": GREEN}
NAMES = {
    "line": "line",
    "circle": "large circle",
    "small_circle": "small circle",
    "corner": "rectangle, rounded",
}
PLANE, MOVES = "#3f7fd1", "#6b4fb3"
TRAPEZOID, JERK_LIMITED = BLUE, RED
