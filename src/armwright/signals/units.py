"""Units that a person likes to read: µm for a tool's error, mrad for a joint's; and those of
products."""

from __future__ import annotations

import math
import re
from collections import Counter

_PREFIXES = ((1.0, ""), (1e3, "m"), (1e6, "µ"), (1e9, "n"))
#: Below this, a value is written with a prefix; 0.5 m is better read as 500 mm, 0.5 N m is not.
_SMALL = {"m": 1.0, "rad": 1.0}
_TAKE_PREFIX = {"m", "rad", "N", "A", "J", "W", "V", "s"}
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


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


def unit_of_product(*factors: tuple[str, float]) -> str:
    """Of units to powers: N m and rad/s give N m rad/s, m/s² to 0.5 gives none."""
    powers: Counter[str] = Counter()
    exact = True
    for unit, power in factors:
        above, _, below = unit.partition("/")
        for part, sign in ((above, 1), (below.strip("()"), -1)):
            for symbol in part.replace("1", "").split():
                base = symbol.rstrip("⁰¹²³⁴⁵⁶⁷⁸⁹")
                whole = sign * power * int(symbol[len(base) :].translate(_DIGITS) or 1)
                exact = exact and whole == int(whole)
                powers[base] += int(whole)
    if not exact:
        return ""
    above, below = (
        " ".join(_raised(base, sign * n) for base, n in powers.items() if sign * n > 0)
        for sign in (1, -1)
    )
    if not below:
        return above
    return f"{above or '1'}/{f'({below})' if ' ' in below else below}"


def _raised(base: str, power: int) -> str:
    return base if power == 1 else base + str(power).translate(_SUPERSCRIPTS)
