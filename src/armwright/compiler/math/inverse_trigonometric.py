"""asin, acos, atan and atan2.

asin, acos: up to |x| = 1/2 asin x = x + x³ P(x²); beyond, asin |x| = π/2 − 2 asin √((1 − |x|)/2) by
the same polynomial. The argument of the root is exact.
atan, atan2: the smaller of |y|, |x| divided by the larger is t ≤ 1; atan t = t + t³ P(t²), and the
octant tells what to add: 0, π/2 or π, each in two parts.
Range: all doubles. Error against the exact value: below 1.5 ulp. Signed zeros, infinities, NaN and
arguments outside −1 … 1 (NaN) as in C.
"""

from __future__ import annotations

from armwright.compiler.arithmetic import Arithmetic
from armwright.compiler.math.coefficients import ASIN, ATAN, HALF_PI
from armwright.compiler.math.polynomial import polynomial

HIGH, LOW = HALF_PI[:2]
SMALLEST = 2.0**-1074


def asin(e: Arithmetic, x: str) -> str:
    """asin x."""
    magnitude = e.intrinsic("fabs", x)
    far, z, root2 = _asin_parts(e, x, magnitude)
    r = e.select(far, e.neg(root2), magnitude)
    high = e.select(far, e.constant(HIGH), e.constant(0.0))
    low = e.select(far, e.constant(LOW), e.constant(0.0))
    return e.intrinsic("copysign", _add_series(e, high, low, r, z, ASIN), x)


def acos(e: Arithmetic, x: str) -> str:
    """acos x: π/2 − asin x near zero; from the root, 2 asin √… on the right and π less that on
    the left."""
    magnitude = e.intrinsic("fabs", x)
    far, z, root2 = _asin_parts(e, x, magnitude)
    r = e.select(far, e.intrinsic("copysign", root2, x), e.neg(x))
    high = e.select(far, _zero_or_double(e, HIGH, x), e.constant(HIGH))
    low = e.select(far, _zero_or_double(e, LOW, x), e.constant(LOW))
    return _add_series(e, high, low, r, z, ASIN)


def atan(e: Arithmetic, x: str) -> str:
    """atan x."""
    magnitude = e.intrinsic("fabs", x)
    steep = e.compare("ogt", magnitude, e.constant(1.0))
    t = e.select(steep, e.div(e.constant(-1.0), magnitude), magnitude)
    high = e.select(steep, e.constant(HIGH), e.constant(0.0))
    low = e.select(steep, e.constant(LOW), e.constant(0.0))
    angle = _add_series(e, high, low, t, e.mul(t, t), ATAN)
    return e.intrinsic("copysign", angle, x)


def atan2(e: Arithmetic, y: str, x: str) -> str:
    """The angle of the point (x, y)."""
    abs_y, abs_x = e.intrinsic("fabs", y), e.intrinsic("fabs", x)
    steep = e.compare("ogt", abs_y, abs_x)
    shorter = e.select(steep, abs_x, abs_y)
    longer = e.select(steep, abs_y, abs_x)
    # 0/0 must be 0, and inf/inf 1; comparisons are ordered, so that NaN stays.
    longer = e.at_least(longer, e.constant(SMALLEST))
    t = e.select(e.compare("oeq", shorter, longer), e.constant(1.0), e.div(shorter, longer))
    t = e.intrinsic("copysign", t, e.select(steep, e.neg(x), x))
    high = e.select(steep, e.constant(HIGH), _zero_or_double(e, HIGH, x))
    low = e.select(steep, e.constant(LOW), _zero_or_double(e, LOW, x))
    angle = _add_series(e, high, low, t, e.mul(t, t), ATAN)
    return e.intrinsic("copysign", angle, y)


def _asin_parts(e: Arithmetic, x: str, magnitude: str) -> tuple[str, str, str]:
    """Whether |x| > 1/2; the argument z of P; and 2 √z, of use only where it is."""
    far = e.compare("ogt", magnitude, e.constant(0.5))
    half_gap = e.fma(magnitude, e.constant(-0.5), e.constant(0.5))
    root = e.intrinsic("sqrt", half_gap)
    return far, e.select(far, half_gap, e.mul(x, x)), e.add(root, root)


def _add_series(
    e: Arithmetic, high: str, low: str, r: str, z: str, coefficients: list[float]
) -> str:
    """high + low + (r + r z P(z)), where high is 0 or larger than r.

    What the sum high + r loses is found again exactly and added with the small terms: it would be
    a whole ulp where high + r is above a power of two and the result below it.
    """
    start = e.add(high, r)
    lost = e.add(e.sub(high, start), r)
    p = polynomial(e, z, coefficients, e.mul(z, z))
    return e.add(start, e.fma(e.mul(r, z), p, e.add(low, lost)))


def _zero_or_double(e: Arithmetic, value: float, x: str) -> str:
    """0 where x has no minus sign, twice the value where it has; exact."""
    return e.sub(e.constant(value), e.intrinsic("copysign", e.constant(value), x))
