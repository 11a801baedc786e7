"""What S2's chapter 4 publishes about its measuring system."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.sources import SOURCES

SOURCE = SOURCES["S2"].part("chapter 4")
#: Hz, of three encoders and three currents together.
RATE = 1600.0
#: Of the tracker, in one test; it may sample at up to 1 kHz.
MOST_SAMPLES = 1000
#: m, of the tracker's x, y and z.
TRACKER_NOISE = 1e-4
#: A for 1 V of the transducer, with the wire led through it once; bits of the converter, for ±10 V.
AMPERES_PER_VOLT, BITS, VOLTS = 20.0, 12, 10.0
#: Table 6.1, the real arm: what has to be added to joints 1, 2, 3 for the zero of the nominal one.
ZERO_ERRORS: Array = np.radians([-1.3037, 0.1481, 2.751])
