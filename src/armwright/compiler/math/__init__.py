"""Elementary functions as lane code: polynomials where speed counts, libm where it does not.

Each function takes an Arithmetic and operands, and returns the operand that holds the result. There
is one code for every lane width and for exported C, so that results are the same bit for bit.
"""

from armwright.compiler.math.exponential import exp
from armwright.compiler.math.hyperbolic import cosh, sinh, tanh
from armwright.compiler.math.inverse_trigonometric import acos, asin, atan, atan2
from armwright.compiler.math.library import LIBM_NAMES, LIBM_OPERATIONS, from_libm
from armwright.compiler.math.logarithm import log
from armwright.compiler.math.power import constant_power, power
from armwright.compiler.math.trigonometric import sincos, tan

__all__ = [
    "LIBM_NAMES",
    "LIBM_OPERATIONS",
    "acos",
    "asin",
    "atan",
    "atan2",
    "constant_power",
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
