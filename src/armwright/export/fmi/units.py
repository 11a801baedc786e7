"""Units as FMI defines them: exponents of SI base units, and rad."""

from __future__ import annotations

import re
from dataclasses import dataclass

BASE = ("kg", "m", "s", "A", "K", "mol", "cd", "rad")

#: Symbol → exponents of base units.
_SYMBOLS: dict[str, dict[str, int]] = {
    **{name: {name: 1} for name in BASE},
    "Hz": {"s": -1},
    "N": {"kg": 1, "m": 1, "s": -2},
    "J": {"kg": 1, "m": 2, "s": -2},
    "W": {"kg": 1, "m": 2, "s": -3},
    "V": {"kg": 1, "m": 2, "s": -3, "A": -1},
    "Ω": {"kg": 1, "m": 2, "s": -3, "A": -2},
    "H": {"kg": 1, "m": 2, "s": -2, "A": -2},
    "F": {"kg": -1, "m": -2, "s": 4, "A": 2},
    "1": {},
}
_POWERS = {"²": 2, "³": 3, "⁴": 4}


@dataclass(frozen=True)
class FmiUnit:
    """`name` as FMI's tools write it; `exponents`: None if a symbol in it is not known."""

    name: str
    exponents: tuple[tuple[str, int], ...] | None


def parse(text: str) -> FmiUnit:
    """Of a unit as signals and parameters have it: `N m s/rad`, `rad/(s² N m)`; not empty.

    All that follows the stroke divides.
    """
    above, _, below = text.partition("/")
    totals: dict[str, int] = {}
    known = True
    for part, sign in ((above, 1), (below, -1)):
        for symbol, power in _factors(part):
            if symbol not in _SYMBOLS:
                known = False
            for base, exponent in _SYMBOLS.get(symbol, {}).items():
                totals[base] = totals.get(base, 0) + sign * power * exponent
    exponents = tuple((base, totals[base]) for base in BASE if totals.get(base))
    return FmiUnit(_name(above, below), exponents if known else None)


def of_prismatic(text: str) -> str:
    """A unit that is given for a revolute joint, for a prismatic one: m for rad, N for N m."""
    above, stroke, below = text.partition("/")
    return _prismatic(above) + stroke + _prismatic(below)


def _prismatic(product: str) -> str:
    plain = re.sub(r"\bN m\b", "N", product)
    return re.sub(r"\brad(?![A-Za-z])", "m", plain)


def _factors(product: str) -> list[tuple[str, int]]:
    found = []
    for word in product.strip("() ").replace("·", " ").split():
        power = _POWERS.get(word[-1], 1)
        found.append((word[:-1] if word[-1] in _POWERS else word, power))
    return found


def _name(above: str, below: str) -> str:
    """`N.m.s/rad`, `rad/(s2.N.m)`."""
    top, bottom = (
        ".".join(
            f"{_ASCII.get(symbol, symbol)}{power if power > 1 else ''}" for symbol, power in factors
        )
        for factors in (_factors(above), _factors(below))
    )
    if not bottom:
        return top
    return f"{top or '1'}/({bottom})" if "." in bottom else f"{top or '1'}/{bottom}"


_ASCII = {"Ω": "Ohm"}
