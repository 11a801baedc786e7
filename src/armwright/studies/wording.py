"""Numbers as a reader likes them: few digits, and a minus sign instead of a hyphen."""

from __future__ import annotations

from collections.abc import Iterable


def short(value: float, digits: int = 2) -> str:
    """So many digits, as `0.0031`, `3.1e−5`, `−12` or `12000`."""
    text = f"{value:.{digits}g}"
    mantissa, _, exponent = text.partition("e")
    if exponent:
        power = int(exponent)
        text = f"{float(text):.0f}" if power > 0 else f"{mantissa}e{power}"
    return minus(text)


def scientific(value: float, digits: int = 0) -> str:
    """`3e−11`; 0 is just that."""
    if value == 0:
        return "0"
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    return minus(f"{mantissa}e{int(exponent)}")


def fixed(value: float, decimals: int) -> str:
    """So many decimals; a zero has no sign."""
    text = f"{value:.{decimals}f}"
    return minus(text.lstrip("-") if float(text) == 0 else text)


def percent(share: float, decimals: int = 0) -> str:
    return f"{fixed(100 * share, decimals)} %"


def span(values: Iterable[float], digits: int = 2) -> str:
    """`0.12 to 0.34`."""
    found = sorted(values)
    return f"{short(found[0], digits)} to {short(found[-1], digits)}"


def minus(number: str) -> str:
    """With a minus sign instead of a hyphen."""
    return number.replace("-", "\N{MINUS SIGN}")
