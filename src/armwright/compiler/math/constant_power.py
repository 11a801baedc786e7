"""Powers with a small constant exponent: multiplications, divisions and roots.

Each factor adds rounding errors, so that plain products are good enough only up to the third
power. Above, a second number carries what each product rounds off; with a fused multiply-add that
costs two more instructions. Without one, and for all other exponents, the general power is used.
Error against the exact value: below 2 ulp, below 1.5 ulp with fused multiply-add. Special values
are those of C's pow: x⁰ is 1 even for NaN, (−0)^½ is +0, (−∞)^½ is +∞.
"""

from __future__ import annotations

from armwright.compiler.emitter import Emitter
from armwright.compiler.math.power import power

#: Up to this power products are shorter than any pow.
LARGEST_PRODUCT = 16
INFINITY = float("inf")


def constant_power(e: Emitter, x: str, exponent: float) -> str:
    """x^exponent for an exponent that is known when the code is made."""
    if exponent in (-0.5, 0.5, 1.5, 2.5):
        return _half_integer_power(e, x, exponent)
    if exponent in (-1, 0, 1, 2, 3):
        return _short_power(e, x, int(exponent))
    if e.has_fma and abs(exponent) <= LARGEST_PRODUCT and exponent == int(exponent):
        return _long_power(e, x, int(exponent))
    if exponent in (-3, -2, 4):
        return _short_power(e, x, int(exponent))
    return power(e, x, e.constant(exponent))


def _half_integer_power(e: Emitter, x: str, exponent: float) -> str:
    """pow takes −0 for +0 and −∞ for +∞ here; below zero the root makes NaN."""
    x = e.add(x, e.constant(0.0))
    x = e.select(e.compare("oeq", x, e.constant(-INFINITY)), e.constant(INFINITY), x)
    root = e.intrinsic("sqrt", x)
    if exponent == 0.5:
        return root
    if exponent == -0.5:
        return e.div(e.constant(1.0), root)
    return e.mul(_short_power(e, x, int(exponent)), root)


def _short_power(e: Emitter, x: str, exponent: int) -> str:
    """In an order in which nothing overflows or underflows before the result does."""
    if exponent == 0:
        return e.constant(1.0)
    if exponent == 1:
        return x
    if exponent == -1:
        return e.div(e.constant(1.0), x)
    if exponent == -2:
        inverse = e.div(e.constant(1.0), x)
        return e.mul(inverse, inverse)
    square = e.mul(x, x)
    if exponent == 2:
        return square
    other = x if exponent % 2 else square
    return e.mul(square, other) if exponent > 0 else e.div(e.div(e.constant(1.0), square), other)


def _long_power(e: Emitter, x: str, exponent: int) -> str:
    """Squares and products of high + low, from the leading bit of the exponent down."""
    base: tuple[str, str | None] = (x, None)
    if exponent < 0:
        inverse = e.div(e.constant(1.0), x)
        rest = e.fma(e.neg(x), inverse, e.constant(1.0))
        base = (inverse, e.mul(rest, inverse))
    high, low = base
    for bit in f"{abs(exponent):b}"[1:]:
        high, low = _product(e, (high, low), (high, low))
        if bit == "1":
            high, low = _product(e, (high, low), base)
    assert low is not None
    # With infinity in play `low` is NaN or infinite, and `high` alone is right.
    finite = e.compare("olt", e.intrinsic("fabs", low), e.constant(INFINITY))
    result = e.select(finite, e.add(high, low), high)
    return e.intrinsic("copysign", result, high) if exponent % 2 else result  # −0 + 0 = +0


def _product(
    e: Emitter, a: tuple[str, str | None], b: tuple[str, str | None]
) -> tuple[str, str | None]:
    """(a + a_low)(b + b_low), without the product of the low parts."""
    high = e.mul(a[0], b[0])
    low = e.fma(a[0], b[0], e.neg(high))
    if a == b and a[1] is not None:
        return high, e.fma(e.add(a[0], a[0]), a[1], low)
    if a[1] is not None:
        low = e.fma(a[1], b[0], low)
    if b[1] is not None:
        low = e.fma(a[0], b[1], low)
    return high, low
