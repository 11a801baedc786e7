"""Numbers as a reader likes them."""

from __future__ import annotations


def scientific(value: float, digits: int = 0) -> str:
    """`3e−11`; 0 is just that."""
    if value == 0:
        return "0"
    mantissa, exponent = f"{value:.{digits}e}".split("e")
    return minus(f"{mantissa}e{int(exponent)}")


def fixed(value: float, digits: int) -> str:
    return minus(f"{value:.{digits}f}")


def minus(number: str) -> str:
    """With a minus sign instead of a hyphen."""
    return number.replace("-", "\N{MINUS SIGN}")
