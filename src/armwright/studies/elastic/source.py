"""What S4's chapter 4 publishes: procedures and kinds of results, hardly a number."""

from __future__ import annotations

from armwright.sources import SOURCES

SOURCE = (
    f"{SOURCES['S4'].part('chapter 4')}. Estimators of responses: E. Wernholt and S. Moberg, 2008. "
    "The arm of four masses: S. Moberg and J. Öhr, 2005"
)
#: Hz: by how much resonances come out too low where springs are linearised at one point.
SHIFT = (0.1, 0.5)
