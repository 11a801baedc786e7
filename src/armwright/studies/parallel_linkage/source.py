"""What S4 says of its arm with a parallel linkage. Its figures are lost, and most numbers with
them."""

from __future__ import annotations

from armwright.sources import SOURCES

SOURCE = SOURCES["S4"].part("chapters 2, 4 and 6")
#: m, chapter 6: the largest error at high speed, by a laser tracker.
HIGH_SPEED_ERROR = 1.5e-3
#: Table 6.2: seconds for 15 s of the programme, on a laptop of 2011 (i7-2720QM); the mean is
#: printed as 44.9.
SIMULATED, WALL, PRINTED_MEAN = 15.0, (44.2, 45.1, 46.4, 44.5, 45.2), 44.9
