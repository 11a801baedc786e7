"""Sine, cosine and tangent: Cody-Waite reduction to ±π/4, then polynomials.

Method: |x| = n π/2 + r with |r| ≤ π/4. π/2 is kept in parts, so that the first product with n
cancels against |x| without any rounding; sin r and cos r are minimax polynomials, exchanged when n
is odd and signed by the second bit of n. Working with |x| keeps the sign of zero.
Range: all doubles. Beyond LIMIT the C library takes over, lane by lane.
Error against the exact value: sin and cos below 1.6 ulp, tan below 1.4 ulp. NaN and ±inf give NaN.
"""

from __future__ import annotations

from math import nan

from armwright.compiler.arithmetic import Arithmetic
from armwright.compiler.emitter import SIGN_BIT
from armwright.compiler.math.coefficients import COS, HALF_PI, HALF_PI_SHORT, SIN, TAN
from armwright.compiler.math.polynomial import polynomial
from armwright.compiler.math.rounding import round_product

#: With a fused multiply-add the first product is exact for any n; the sum of three parts of π/2
#: is then far closer to π/2 than any double comes to a multiple of it.
LIMIT_FUSED = 2.0**40
#: Without it n must leave room for the 36 bits of a part.
LIMIT_SPLIT = 1e5


def sincos(e: Arithmetic, x: str, *, bounded: bool = False) -> tuple[str, str]:
    """(sin x, cos x). `bounded`: NaN beyond LIMIT_FUSED, which saves a jump; with a fused
    multiply-add only, for without it the limit is too near."""
    magnitude = e.intrinsic("fabs", x)
    n, quadrant = round_product(e, magnitude, 1.0 / HALF_PI[0])
    r = magnitude
    bounded = bounded and e.has_fma
    if bounded:
        r = e.select(e.compare("ogt", magnitude, _limit(e)), e.constant(nan), magnitude)
    for part in _parts(e):
        r = e.fma(n, e.constant(-part), r)
    z = e.mul(r, r)
    zz = e.mul(z, z)
    sine = e.fma(e.mul(r, z), polynomial(e, z, SIN, zz), r)
    cosine = e.fma(z, polynomial(e, z, COS, zz), e.constant(1.0))

    odd = e.integer_op("shl", quadrant, e.integer_constant(63))
    half_turn = e.integer_op("shl", quadrant, e.integer_constant(62))
    sine_sign = e.integer_op("xor", half_turn, e.bits(x))
    cosine_sign = e.integer_op("xor", half_turn, odd)
    usual = (
        _flip(e, e.where_negative(odd, cosine, sine), sine_sign),
        _flip(e, e.where_negative(odd, sine, cosine), cosine_sign),
    )
    if bounded:
        return usual
    sine, cosine = e.where_rare_each(
        e.compare("ogt", magnitude, _limit(e)),
        lambda: (e.call_libm("sin", x), e.call_libm("cos", x)),
        usual,
    )
    return sine, cosine


def tan(e: Arithmetic, x: str) -> str:
    """tan x: a polynomial for tan r, and −1/tan r where n is odd.

    What the reduction rounds off is kept in `tail`, because the slope of tan and the reciprocal
    would make it visible. It is known exactly only if the products with n are: on every CPU the
    short parts of π/2 are used.
    """
    magnitude = e.intrinsic("fabs", x)
    n, quadrant = round_product(e, magnitude, 1.0 / HALF_PI[0])
    r = magnitude
    lost = []
    for part in HALF_PI_SHORT:
        minus = e.constant(-part)
        nearer = e.fma(n, minus, r)
        lost.append(e.fma(n, minus, e.sub(r, nearer)))
        r = nearer
    tail = e.add(lost[1], e.add(lost[2], lost[3]))  # nothing is lost in the first step
    z = e.mul(r, r)
    cubic = e.mul(e.mul(r, z), polynomial(e, z, TAN, e.mul(z, z)))
    tangent = e.add(r, cubic)
    slope = e.fma(tangent, tangent, e.constant(1.0))
    correction = e.fma(slope, tail, cubic)
    tangent = e.add(r, correction)
    rounded_off = e.add(e.sub(r, tangent), correction)
    reciprocal = e.div(e.constant(-1.0), tangent)
    reciprocal = e.fma(e.mul(reciprocal, reciprocal), rounded_off, reciprocal)

    odd = e.integer_op("shl", quadrant, e.integer_constant(63))
    usual = _flip(e, e.where_negative(odd, reciprocal, tangent), e.bits(x))
    too_large = e.compare("ogt", magnitude, e.constant(LIMIT_SPLIT))
    return e.where_rare_each(too_large, lambda: (e.call_libm("tan", x),), (usual,))[0]


def _parts(e: Arithmetic) -> list[float]:
    return HALF_PI if e.has_fma else HALF_PI_SHORT


def _limit(e: Arithmetic) -> str:
    return e.constant(LIMIT_FUSED if e.has_fma else LIMIT_SPLIT)


def _flip(e: Arithmetic, value: str, sign: str) -> str:
    """`value` with its sign changed where the highest bit of `sign` is set."""
    flips = e.integer_op("and", sign, e.integer_constant(SIGN_BIT))
    return e.from_bits(e.integer_op("xor", e.bits(value), flips))
