"""Numbers as a reader likes them: few digits, and a minus sign instead of a hyphen."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

#: Powers of ten below this one are written out.
_SMALL = -4


def short(value: float, digits: int = 2) -> str:
    """So many digits, as `0.0031`, `3.1e−5`, `−12` or `12000`."""
    text = f"{value:.{digits}g}"
    mantissa, _, exponent = text.partition("e")
    if exponent:
        power = int(exponent)
        text = f"{float(text):.0f}" if power > 0 else f"{mantissa}e{power}"
    return minus(text)


def scientific(value: float, digits: int = 0) -> str:
    """`3e−11`; 0 is just that, and so is what is no number."""
    if value == 0 or not math.isfinite(value):
        return short(value)
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    return minus(f"{mantissa}e{int(exponent)}")


def fixed(value: float, decimals: int) -> str:
    """So many decimals; a zero has no sign."""
    text = f"{value:.{decimals}f}"
    return minus(text.lstrip("-") if float(text) == 0 else text)


def alike(values: Sequence[float], error: float) -> list[str]:
    """Numbers of one quantity, with the same decimals: so many that `error` shows two digits."""
    known = error != 0 and math.isfinite(error)
    digits = 1 - math.floor(math.log10(abs(error))) if known else 4
    sizes = [abs(one) for one in values if one and math.isfinite(one)]
    size = math.floor(math.log10(max(sizes, default=1.0)))
    if size >= _SMALL:
        return [fixed(one, max(digits, 0)) for one in values]
    return [f"{fixed(one / 10**size, max(digits + size, 0))}e{minus(str(size))}" for one in values]


def plus_minus(value: float, error: float) -> str:
    """`3.58 ± 0.42`: two digits of the error, and as many decimals of the value."""
    return " ± ".join(alike((value, error), error))


def percent(share: float, decimals: int = 0) -> str:
    return f"{fixed(100 * share, decimals)} %"


def span(values: Iterable[float], digits: int = 2) -> str:
    """`0.12 to 0.34`."""
    found = sorted(values)
    return f"{short(found[0], digits)} to {short(found[-1], digits)}"


def minus(number: str) -> str:
    """With a minus sign instead of a hyphen."""
    return number.replace("-", "\N{MINUS SIGN}")
