"""Elementary functions as lane code: polynomials where speed counts, libm where it does not.

Each function takes an Emitter and operands, and returns the operand that holds the result.
"""

from armwright.compiler.math.exponential import exp
from armwright.compiler.math.hyperbolic import cosh, sinh, tanh
from armwright.compiler.math.library import (
    LIBM_NAMES,
    LIBM_OPERATIONS,
    acos,
    asin,
    atan,
    atan2,
    from_libm,
    log,
    power,
)
from armwright.compiler.math.trigonometric import sincos, tan

__all__ = [
    "LIBM_NAMES",
    "LIBM_OPERATIONS",
    "acos",
    "asin",
    "atan",
    "atan2",
    "cosh",
    "exp",
    "from_libm",
    "log",
    "power",
    "sincos",
    "sinh",
    "tan",
    "tanh",
]
