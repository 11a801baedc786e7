"""What S4 publishes about the couplings of rotors and links (2.2.3 and 3.1)."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.sources import SOURCES

SOURCE = SOURCES["S4"].part("chapters 2 and 3")
#: The two configurations of 3.1, rad: the upper arm straight up, and folded down.
UP: Array = np.array([0.0, 0.0, -np.pi / 2, 0.0, 0.0, 0.0])
FOLDED: Array = np.array([0.0, 0.0, np.pi / 2, 0.0, 0.0, 0.0])
#: (3.5): rows of S η, each divided by its M_ii; row 1 in the first configuration, the others in the
#: second.
ROWS: Array = np.array(
    [
        [0.0099, 0.0, 0.0, 0.0017, 0.0019, 0.0015],
        [0.0, 0.0, 0.0065, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0040, 0.0, 0.0, 0.0],
    ]
)
#: Of the maximal torque, 3.1.
CORIOLIS = 1e-3
#: s, figure 3.1.
DURATION = 10.0
