"""Units that a person likes to read: µm for a tool's error, mrad for a joint's."""

from __future__ import annotations

import math
import re

_PREFIXES = ((1.0, ""), (1e3, "m"), (1e6, "µ"), (1e9, "n"))
#: Below this, a value is written with a prefix; 0.5 m is better read as 500 mm, 0.5 N m is not.
_SMALL = {"m": 1.0, "rad": 1.0}
_TAKE_PREFIX = {"m", "rad", "N", "A", "J", "W", "V", "s"}


def readable(largest: float, unit: str) -> tuple[float, str]:
    """Factor for SI values up to `largest` in size, and the unit that they then have.

    Rounding noise keeps the plain unit.
    """
    symbol = re.split(r"[ /]", unit, maxsplit=1)[0]
    size = abs(largest)
    if symbol not in _TAKE_PREFIX or not 1e-12 <= size < math.inf:
        return 1.0, unit
    if size >= _SMALL.get(symbol, 0.01):
        return 1.0, unit
    for factor, prefix in _PREFIXES[1:]:
        # A hair less than 1: 1e-6 m times 1e6 may round to 0.9999….
        if size * factor >= 1 - 1e-9:
            return factor, prefix + unit
    return factor, prefix + unit


def duration_text(seconds: float) -> str:
    factor, unit = readable(seconds, "s")
    return f"{seconds * factor:.4g} {unit}"
