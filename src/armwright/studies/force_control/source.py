"""What S2 wishes for in its chapter 8. It has no force control itself, and so no numbers of it."""

from __future__ import annotations

SOURCE = (
    "S2, chapter 8: a thesis on robotic manipulator modelling, dynamic and kinematic; author, "
    "university and year are not in the text"
)
#: The chapter's first wish.
WISH = "joint flexibility, one more degree of freedom per joint, and its use for force control"
