"""Hyperbolic functions: an odd polynomial near zero, one exponential elsewhere.

Method: near zero differences of exponentials would cancel, so tanh (|x| ≤ 0.55) and sinh (|x| ≤ 1)
have minimax polynomials there. Elsewhere, with y = e^|x|,
    tanh x = 1 − 2 / (y² + 1),   sinh x = (y − 1/y) / 2,   cosh x = (y + 1/y) / 2.
Both are computed, then one is chosen.
Range: all doubles; sinh and cosh carry a quarter of y, which does not overflow before they do.
Error against the exact value: below 1.5 ulp, sinh 1.7 ulp. The sign comes from x, so ±0 stays; NaN
gives NaN.
"""

from __future__ import annotations

from armwright.compiler.arithmetic import Arithmetic
from armwright.compiler.emitter import EXPONENT_BIAS
from armwright.compiler.math.coefficients import SINH, TANH
from armwright.compiler.math.exponential import exp_of_remainder, power_of_two, remove_powers_of_two
from armwright.compiler.math.polynomial import polynomial

TANH_NEAR, SINH_NEAR = 0.55, 1.0
#: From here on tanh is ±1.
TANH_LIMIT = 20.0
#: From here on sinh and cosh are infinite.
OVERFLOW = 710.5


def tanh(e: Arithmetic, x: str) -> str:
    """tanh x."""
    magnitude = e.at_most(e.intrinsic("fabs", x), e.constant(TANH_LIMIT))
    y, power = _exponential(e, e.add(magnitude, magnitude), 0)
    ratio = e.div(e.constant(2.0), e.fma(y, power, e.constant(1.0)))
    far = e.sub(e.constant(1.0), ratio)
    return _join(e, x, magnitude, TANH_NEAR, TANH, far)


def sinh(e: Arithmetic, x: str) -> str:
    """sinh x."""
    magnitude = e.at_most(e.intrinsic("fabs", x), e.constant(OVERFLOW))
    quarter = e.mul(*_exponential(e, magnitude, -2))
    half = e.sub(quarter, e.div(e.constant(1 / 16), quarter))
    return _join(e, x, magnitude, SINH_NEAR, SINH, e.add(half, half))


def cosh(e: Arithmetic, x: str) -> str:
    """cosh x."""
    magnitude = e.at_most(e.intrinsic("fabs", x), e.constant(OVERFLOW))
    quarter = e.mul(*_exponential(e, magnitude, -2))
    half = e.add(quarter, e.div(e.constant(1 / 16), quarter))
    return e.add(half, half)


def _exponential(e: Arithmetic, y: str, shift: int) -> tuple[str, str]:
    """eʳ and 2^(k + shift) of y = k ln 2 + r."""
    r, k = remove_powers_of_two(e, y, EXPONENT_BIAS + shift)
    return exp_of_remainder(e, r), power_of_two(e, k)


def _join(
    e: Arithmetic, x: str, magnitude: str, border: float, coefficients: list[float], far: str
) -> str:
    """The polynomial up to `border`, `far` beyond it, with the sign of x. NaN: as `far` is then."""
    z = e.mul(magnitude, magnitude)
    cubic = e.mul(magnitude, z)
    near = e.fma(cubic, polynomial(e, z, coefficients, e.mul(z, z)), magnitude)
    is_near = e.compare("olt", magnitude, e.constant(border))
    return e.intrinsic("copysign", e.select(is_near, near, far), x)
