"""What S2 publishes about kinematic identification, chapter 6. Tables in m and rad."""

from __future__ import annotations

import math

from armwright.robot.formats.dh import DhRow
from armwright.sources import SOURCES

SOURCE = SOURCES["S2"].part("chapter 6")


def rows(table: tuple[tuple[float, ...], ...]) -> tuple[DhRow, ...]:
    """From θ, α, a, d, β in degrees and mm."""
    found = []
    for theta, alpha, a, d, beta in table:
        angles = [math.radians(value) for value in (theta, alpha, beta)]
        found.append(DhRow(angles[0], d * 1e-3, a * 1e-3, angles[1], angles[2]))
    return tuple(found)


#: Table 6.1, nominal: θ, α, a, d, β.
NOMINAL = rows(
    (
        (0, -90, 0, 0, 0),
        (0, 0, 431.8, 149.09, 0),
        (0, 90, -20.32, 0, 0),
        (0, -90, 0, 433.07, 0),
        (0, 90, 0, 0, 0),
        (0, 0, 0, 0, 0),
    )
)
#: Table 6.1*, the real PUMA as the method found it; links 4 to 6 taken as fixed.
REAL = rows(
    (
        (-1.3037, -90.0013, 0, 0, 0),
        (0.1481, -0.1343, 432.10, 149.06, 0),
        (2.751, 89.998, -20.0, 0, -0.2942),
        (0, -90, 0, 433.22, 0),
        (0, 90, 0, 0, 0),
        (0, 0, 0, 0, 0),
    )
)
#: Table 6.2: what the method estimated for the altered PUMA. Its θ of row 6, "87", cannot be an
#: angle in degrees and is left out.
ESTIMATED = rows(
    (
        (-1.306, -90.0, 0, 0, 0),
        (0.0011, 0, 432.3001, 148.9911, 0),
        (1.9855, 90.0545, -19.9898, 0, 0.002),
        (0.002, -89.94, 0, 434.0384, 0),
        (-2.5e-5, 90.0, 0, 0, 0),
        (0, 0, 0, 0, 0),
    )
)
#: The altered PUMA itself is not printed. Assumed: table 6.2, rounded.
ASSUMED_TRUTH = rows(
    (
        (-1.3, -90.0, 0, 0, 0),
        (0, 0, 432.3, 149.0, 0),
        (2.0, 90.05, -20.0, 0, 0),
        (0, -89.94, 0, 434.0, 0),
        (0, 90.0, 0, 0, 0),
        (0, 0, 0, 0, 0),
    )
)
#: Table 6.3, in mm: five points of a 500 mm cube, with the nominal and the estimated table.
BEFORE = (17.6922, 16.0544, 16.4298, 23.0123, 18.3326)
AFTER = (3.0494, 2.9483, 3.0159, 3.5302, 3.1533)
#: Table 6.3: improvement, %.
IMPROVEMENT = 82.7
CUBE = 0.5
#: Experiment with the real PUMA: sweep, mm before, mm after.
EXPERIMENT = (("joint 2", 29.62, 5.05), ("joint 3", 25.67, 6.33))
