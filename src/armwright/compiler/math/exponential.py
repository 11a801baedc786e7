"""The exponential function, and the reduction that the hyperbolic functions share.

Method: x = k ln 2 + r with |r| ≤ ln 2 / 2; eʳ is a minimax polynomial, and 2^k is made from the
bits of k. The factor is applied in two halves, so that results below the normal range are
rounded once and correctly, and overflow gives infinity.
Range: all doubles. Error against the exact value: below 1 ulp.
NaN gives NaN: it is only ever multiplied and added to, never looked at as bits.
"""

from __future__ import annotations

from armwright.compiler.arithmetic import Arithmetic
from armwright.compiler.emitter import EXPONENT_BIAS, FRACTION_BITS
from armwright.compiler.math.coefficients import EXP, LOG_2
from armwright.compiler.math.polynomial import polynomial
from armwright.compiler.math.rounding import round_product

LOG2_E = 1.4426950408889634

#: Beyond these the result is 0 or infinity, and k would no longer fit.
LOWEST, HIGHEST = -746.0, 710.0
#: Where 2^k in one piece is 0 already.
LOWEST_NORMAL = -709.0


def exp(e: Arithmetic, x: str, *, bounded: bool = False) -> str:
    """e^x. `bounded`: the factor in one piece. Results below the normal range are then 0, and
    infinite from 1.27e308 on; all others are the same."""
    lowest = LOWEST_NORMAL if bounded else LOWEST
    x = e.at_least(e.at_most(x, e.constant(HIGHEST)), e.constant(lowest))
    if bounded:
        r, k = remove_powers_of_two(e, x, bias=EXPONENT_BIAS)
        return e.mul(exp_of_remainder(e, r), power_of_two(e, k))
    r, k = remove_powers_of_two(e, x, bias=2 * EXPONENT_BIAS)
    y = exp_of_remainder(e, r)
    half = e.integer_op("lshr", k, e.integer_constant(1))
    other_half = e.integer_op("sub", k, half)
    return e.mul(e.mul(y, power_of_two(e, half)), power_of_two(e, other_half))


def remove_powers_of_two(e: Arithmetic, x: str, bias: int) -> tuple[str, str]:
    """r and k of x = k ln 2 + r; k as the low bits of an integer, `bias` added."""
    k, bits = round_product(e, x, LOG2_E, bias)
    r = x
    for part in LOG_2:
        r = e.fma(k, e.constant(-part), r)
    return r, bits


def exp_of_remainder(e: Arithmetic, r: str) -> str:
    """eʳ for |r| ≤ ln 2 / 2."""
    rr = e.mul(r, r)
    return e.add(e.constant(1.0), e.fma(rr, polynomial(e, r, EXP, rr), r))


def power_of_two(e: Arithmetic, biased: str) -> str:
    """2^k for the integer k + 1023, of which only the low bits count; k in the normal range."""
    return e.from_bits(e.integer_op("shl", biased, e.integer_constant(FRACTION_BITS)))
