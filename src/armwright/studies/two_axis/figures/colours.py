"""What is drawn in which colour throughout the study."""

from __future__ import annotations

from armwright.report.canvas import AMBER, BLUE, GREEN, RED

PURPLE = "#7a4fc4"
#: The set-ups; Sim1, Sim3 and Sim4 have one true path.
SIM1, SIM2 = BLUE, RED
PATHS = {"square": BLUE, "circle": GREEN, "triangle": AMBER, "iso": PURPLE}
TITLES = {
    "square": "Square with rounded corners",
    "circle": "Circle",
    "triangle": "Triangle with sharp corners",
    "iso": "Lines, arcs and corners, as in ISO 9283",
}
