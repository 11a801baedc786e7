"""What S3 publishes as numbers; SI units."""

from __future__ import annotations

from armwright.sources import SOURCES

SOURCE = SOURCES["S3"].full
#: What a laser needs, m (S3, section 1).
NEEDED = 1e-4

#: Of the perturbation method, where its equations are made linear (section 7).
POINTS = 400
#: m, the difference that S3 stays well below everywhere, and that it mostly stays below;
#: “mostly” is read as this share of the time.
EVERYWHERE, MOSTLY, MOST = 10e-6, 2e-6, 0.9
#: What the full model took in 2004, s (section 7).
WALL_TIME = 70 * 60.0
