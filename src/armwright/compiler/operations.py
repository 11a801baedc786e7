"""What each SX operation becomes: one entry per operation, for any lane width."""

from __future__ import annotations

import math as math_of_numbers
import struct
from collections.abc import Callable

from armwright.compiler import math
from armwright.compiler.emitter import Emitter

Operation = Callable[..., str]


def _comparison(predicate: str) -> Operation:
    return lambda e, a, b: e.compare(predicate, a, b)


def truth(e: Emitter, a: str) -> str:
    """The condition that a number stands for. Anything but zero is true; so is NaN, as in C."""
    return e.compare("une", a, e.constant(0.0))


def _sign(e: Emitter, a: str) -> str:
    """±1, and the argument itself where it is ±0 or NaN."""
    one = e.intrinsic("copysign", e.constant(1.0), a)
    return e.select(e.compare("one", a, e.constant(0.0)), one, a)


def _is_number(operand: str) -> bool:
    """Whether it is a constant, and not NaN."""
    if operand.startswith("%"):
        return False
    bits = int(operand[operand.index("0x") :].rstrip(")"), 16)
    return not math_of_numbers.isnan(struct.unpack("<d", struct.pack("<Q", bits))[0])


def _fmin(e: Emitter, a: str, b: str) -> str:
    return _extreme(e, "olt", a, b)


def _fmax(e: Emitter, a: str, b: str) -> str:
    return _extreme(e, "ogt", a, b)


def _extreme(e: Emitter, before: str, a: str, b: str) -> str:
    """The one that stands `before` the other; NaN only where both are, as C's fmin and fmax."""
    if _is_number(a):
        a, b = b, a
    found = e.chosen(before, a, b)
    if _is_number(b):
        return found
    return e.select(e.compare("uno", b, b), a, found)


OPERATIONS: dict[str, Operation] = {
    "assign": lambda e, a: a,
    "lift": lambda e, a, _: a,
    "add": Emitter.add,
    "sub": Emitter.sub,
    "mul": Emitter.mul,
    "div": Emitter.div,
    "neg": Emitter.neg,
    "inv": lambda e, a: e.div(e.constant(1.0), a),
    "sq": lambda e, a: e.mul(a, a),
    "twice": lambda e, a: e.add(a, a),
    "sqrt": lambda e, a: e.intrinsic("sqrt", a),
    "fabs": lambda e, a: e.intrinsic("fabs", a),
    "floor": lambda e, a: e.intrinsic("floor", a),
    "ceil": lambda e, a: e.intrinsic("ceil", a),
    "copysign": lambda e, a, b: e.intrinsic("copysign", a, b),
    "sign": _sign,
    "fmin": _fmin,
    "fmax": _fmax,
    "sin": lambda e, a: math.sincos(e, a)[0],
    "cos": lambda e, a: math.sincos(e, a)[1],
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "atan2": math.atan2,
    "exp": lambda e, a: math.exp(e, a, bounded=e.bounded),
    "log": math.log,
    "tanh": math.tanh,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "pow": math.power,
    "constpow": math.power,
    **{name: math.from_libm(name) for name in math.LIBM_OPERATIONS},
}

#: Operations whose result is true or false: they give conditions.
COMPARISONS: dict[str, Operation] = {
    "lt": _comparison("olt"),
    "le": _comparison("ole"),
    "eq": _comparison("oeq"),
    "ne": _comparison("une"),
}
#: The same, of conditions.
LOGIC: dict[str, Operation] = {
    "not": lambda e, a: e.opposite(a),
    "and": lambda e, a, b: e.logic("and", a, b),
    "or": lambda e, a, b: e.logic("or", a, b),
}
