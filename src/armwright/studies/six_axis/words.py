"""Numbers as words."""

from __future__ import annotations

from collections.abc import Iterable


def short(value: float, digits: int = 2) -> str:
    """So many digits, as `0.0031`, `3.1e−5`, `−12` or `12000`."""
    text = f"{value:.{digits}g}"
    mantissa, _, exponent = text.partition("e")
    if exponent:
        power = int(exponent)
        text = f"{float(text):.0f}" if power > 0 else f"{mantissa}e{power}"
    return text.replace("-", "\N{MINUS SIGN}")


def fixed(value: float, decimals: int) -> str:
    """So many decimals; a zero has no sign."""
    text = f"{value:.{decimals}f}"
    return (text.lstrip("-") if float(text) == 0 else text).replace("-", "\N{MINUS SIGN}")


def percent(share: float, decimals: int = 0) -> str:
    return f"{fixed(100 * share, decimals)} %"


def span(values: Iterable[float], digits: int = 2) -> str:
    """`0.12 to 0.34`."""
    found = sorted(values)
    return f"{short(found[0], digits)} to {short(found[-1], digits)}"
