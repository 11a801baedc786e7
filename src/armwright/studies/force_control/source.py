"""What S2 wishes for in its chapter 8. It has no force control itself, and so no numbers of it."""

from __future__ import annotations

from armwright.sources import SOURCES

SOURCE = SOURCES["S2"].part("chapter 8")
#: The chapter's first wish.
WISH = "joint flexibility, one more degree of freedom per joint, and its use for force control"
