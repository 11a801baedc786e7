"""The general power x^y, and half-integer powers by roots.

Method: x^y = exp(y log x), where log x is needed to 64 bits, because the exponential turns an
absolute error of its argument into a relative one. So the method of `logarithm` is carried out on
sums of two doubles, high + low; a fused multiply-add gives the low part of a product exactly.
Range: all doubles. Whatever is not a positive normal x with |y log x| ≤ 708 is left to the C
library, and so is everything on a CPU without fused multiply-add.
Error against the exact value: below 1 ulp, and exact results come out exact; below 2 ulp for
half-integer powers.
"""

from __future__ import annotations

from armwright.compiler.arithmetic import Arithmetic
from armwright.compiler.emitter import EXPONENT_BIAS
from armwright.compiler.math.coefficients import EXP, LOG_2, LOG_TAIL, TWO_THIRDS
from armwright.compiler.math.exponential import LOG2_E, power_of_two
from armwright.compiler.math.logarithm import LARGEST, SMALLEST_NORMAL, split
from armwright.compiler.math.polynomial import polynomial
from armwright.compiler.math.rounding import round_product

INFINITY = float("inf")
#: Up to here e^x and e^−x are normal numbers.
LIMIT = 708.0


def power(e: Arithmetic, x: str, y: str) -> str:
    """x^y, with the special cases of C's pow."""
    if not e.has_fma:
        return e.call_libm("pow", x, y)
    high, low = _long_log(e, x)
    exponent = e.mul(y, high)
    exponent_low = e.fma(y, low, e.fma(y, high, e.neg(exponent)))
    usual = _long_exp(e, exponent, exponent_low)
    unusual = e.compare("ugt", e.intrinsic("fabs", exponent), e.constant(LIMIT))
    for predicate, bound in (("ult", SMALLEST_NORMAL), ("ugt", LARGEST)):
        unusual = e.logic("or", unusual, e.compare(predicate, x, e.constant(bound)))
    return e.where_rare(unusual, lambda: e.call_libm("pow", x, y), usual)


def constant_power(e: Arithmetic, x: str, exponent: float) -> str:
    """x^exponent for an exponent that is known when the code is made.

    CasADi has made products of small integer powers by then.
    """
    if exponent not in (-0.5, 0.5, 1.5, 2.5):
        return power(e, x, e.constant(exponent))
    # pow takes −0 for +0 and −∞ for +∞ here; below zero the root makes NaN.
    x = e.add(x, e.constant(0.0))
    x = e.select(e.compare("oeq", x, e.constant(-INFINITY)), e.constant(INFINITY), x)
    root = e.intrinsic("sqrt", x)
    if exponent == -0.5:
        return e.div(e.constant(1.0), root)
    if exponent == 0.5:
        return root
    return e.mul(root, x if exponent == 1.5 else e.mul(x, x))


def _long_log(e: Arithmetic, x: str) -> tuple[str, str]:
    """log x = k ln 2 + 2 s + s³ (2/3 + s² P(s²)), s = (m − 1)/(m + 1), as high + low."""
    k, m = split(e, x)
    f = e.sub(m, e.constant(1.0))
    below, below_low = _fast_sum(e, e.constant(2.0), f)
    inverse = e.div(e.constant(1.0), below)
    s = e.mul(f, inverse)
    rest = e.fma(e.neg(s), below_low, e.fma(e.neg(s), below, f))
    s_low = e.mul(rest, inverse)

    z, z_low = _product(e, s, s_low, s, s_low)
    series = e.mul(z, polynomial(e, z, LOG_TAIL, e.mul(z, z)))
    series, series_low = _fast_sum(e, e.constant(TWO_THIRDS[0]), series)
    series_low = e.add(series_low, e.constant(TWO_THIRDS[1]))
    cubic, cubic_low = _product(e, *_product(e, z, z_low, series, series_low), s, s_low)

    powers = e.mul(k, e.constant(LOG_2[0]))  # exact
    high, lost = _fast_sum(e, powers, e.add(s, s))
    high, lost_too = _fast_sum(e, high, cubic)
    low = e.fma(k, e.constant(LOG_2[1]), e.fma(s_low, e.constant(2.0), cubic_low))
    return high, e.add(low, e.add(lost, lost_too))


def _long_exp(e: Arithmetic, high: str, low: str) -> str:
    """e^(high + low), |high| ≤ 708."""
    k, bits = round_product(e, high, LOG2_E, EXPONENT_BIAS)
    r = e.fma(k, e.constant(-LOG_2[0]), high)  # exact
    r, r_low = _fast_sum(e, r, e.fma(k, e.constant(-LOG_2[1]), low))
    rr = e.mul(r, r)
    small = e.add(r, e.fma(rr, polynomial(e, r, EXP, rr), r_low))
    return e.mul(e.add(e.constant(1.0), small), power_of_two(e, bits))


def _fast_sum(e: Arithmetic, a: str, b: str) -> tuple[str, str]:
    """a + b and what its rounding lost, exactly where a is 0 or |a| ≥ |b|."""
    total = e.add(a, b)
    return total, e.add(e.sub(a, total), b)


def _product(e: Arithmetic, a: str, a_low: str, b: str, b_low: str) -> tuple[str, str]:
    """(a + a_low)(b + b_low), without the product of the low parts."""
    high = e.mul(a, b)
    return high, e.fma(a, b_low, e.fma(a_low, b, e.fma(a, b, e.neg(high))))
