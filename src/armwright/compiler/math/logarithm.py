"""The natural logarithm.

Method: x = 2^k m with √½ ≤ m < √2, taken apart as bits. With f = m − 1 (exact) and s = f/(2 + f),
log m = 2 s + s R with R = s² P(s²), and 2 s = f − s f: so log m = f − s (f − R), in which only the
small second term carries rounding errors.
Range: all doubles. What is not a positive normal number (zero, below, NaN, infinity, denormal)
is left to the C library.
Error against the exact value: below 1 ulp.
"""

from __future__ import annotations

from armwright.compiler.arithmetic import Arithmetic
from armwright.compiler.emitter import EXPONENT_BIAS, FRACTION_BITS
from armwright.compiler.math.coefficients import LOG, LOG_2
from armwright.compiler.math.polynomial import polynomial

SMALLEST_NORMAL = 2.0**-1022
LARGEST = (2.0 - 2.0**-52) * 2.0**1023
#: Bits of √½, and how far they are below those of 1: the exponent steps up where m reaches √2.
ROOT_HALF_BITS = 0x3FE6A09E667F3BCD
ONE_BITS = EXPONENT_BIAS << FRACTION_BITS
FRACTION_MASK = (1 << FRACTION_BITS) - 1


def log(e: Arithmetic, x: str) -> str:
    """log x."""
    k, m = split(e, x)
    f = e.sub(m, e.constant(1.0))
    s = e.div(f, e.add(f, e.constant(2.0)))
    z = e.mul(s, s)
    rest = e.mul(z, polynomial(e, z, LOG, e.mul(z, z)))
    small = e.fma(k, e.constant(-LOG_2[1]), e.mul(s, e.sub(f, rest)))
    usual = e.fma(k, e.constant(LOG_2[0]), e.sub(f, small))
    unusual = e.logic(  # unordered comparisons: true for NaN
        "or",
        e.compare("ult", x, e.constant(SMALLEST_NORMAL)),
        e.compare("ugt", x, e.constant(LARGEST)),
    )
    return e.where_rare(unusual, lambda: e.call_libm("log", x), usual)


def split(e: Arithmetic, x: str) -> tuple[str, str]:
    """k and m of x = 2^k m, √½ ≤ m < √2, for positive normal x."""
    shifted = e.integer_op("add", e.bits(x), e.integer_constant(ONE_BITS - ROOT_HALF_BITS))
    biased = e.integer_op("lshr", shifted, e.integer_constant(FRACTION_BITS))
    # Below 2^52 an integer is the fraction of the double 2^52 + integer: no conversion needed.
    at_2_52 = e.integer_op("or", biased, e.integer_constant((EXPONENT_BIAS + 52) << FRACTION_BITS))
    k = e.sub(e.from_bits(at_2_52), e.constant(2.0**52 + EXPONENT_BIAS))
    fraction = e.integer_op("and", shifted, e.integer_constant(FRACTION_MASK))
    m = e.from_bits(e.integer_op("add", fraction, e.integer_constant(ROOT_HALF_BITS)))
    return k, m
