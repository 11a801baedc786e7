"""Arithmetic found in files, computed without executing anything.

The text is parsed into Python's syntax tree and only the nodes listed here are walked; names are
looked up in a table of numbers and texts; there are no attributes, no subscripts, and no calls but
those of FUNCTIONS.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping

from armwright.errors import InputError
from armwright.robot.formats.common import LARGEST

XacroValue = float | int | bool | str

LONGEST = 2000
CONSTANTS: Mapping[str, XacroValue] = {
    "pi": math.pi,
    "e": math.e,
    "inf": math.inf,
    "true": True,
    "false": False,
    "True": True,
    "False": False,
}
_OF_MATH = "sin cos tan asin acos atan atan2 sqrt radians degrees floor ceil hypot"
#: More digits than any float has; `round` would compute as many.
_MOST_DIGITS = 400


def _rounded(value: float, *digits: int) -> float:
    if any(abs(one) > _MOST_DIGITS for one in digits):
        raise ValueError(f"more than {_MOST_DIGITS} digits")
    return round(value, *digits)


FUNCTIONS: Mapping[str, Callable[..., float]] = {
    **{name: getattr(math, name) for name in _OF_MATH.split(" ")},
    "abs": abs,
    "min": min,
    "max": max,
    "int": int,
    "float": float,
    "round": _rounded,
}
BINARY: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
COMPARISONS: Mapping[type[ast.cmpop], Callable[[object, object], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,  # type: ignore[dict-item]
    ast.LtE: operator.le,  # type: ignore[dict-item]
    ast.Gt: operator.gt,  # type: ignore[dict-item]
    ast.GtE: operator.ge,  # type: ignore[dict-item]
}


def evaluate(text: str, names: Callable[[str], XacroValue | None], where: str) -> XacroValue:
    """The value of the expression; `names` gives the value of a name, or None."""
    if len(text) > LONGEST:
        raise InputError("expression is too long", where=where, expected=f"at most {LONGEST}")
    try:
        tree = ast.parse(text.strip(), mode="eval")
        return _value(tree.body, names)
    except InputError as error:
        raise InputError(error.what, where=where, got=repr(text[:80]), hint=error.hint) from None
    except (SyntaxError, ValueError, TypeError, ArithmeticError, RecursionError, MemoryError) as e:
        reason = type(e).__name__ if isinstance(e, RecursionError | MemoryError) else e.args[0]
        raise InputError(
            f"expression cannot be computed: {reason}", where=where, got=repr(text[:80])
        ) from None


def _value(node: ast.expr, names: Callable[[str], XacroValue | None]) -> XacroValue:
    value = _unchecked(node, names)
    if isinstance(value, str):
        if len(value) > LONGEST:
            raise ValueError("text gets too long")
    elif abs(value) > LARGEST and not math.isinf(value):
        raise ValueError(f"number beyond {LARGEST:g}")
    return value


def _unchecked(node: ast.expr, names: Callable[[str], XacroValue | None]) -> XacroValue:
    match node:
        case ast.Constant(value=bool() | int() | float() | str() as constant):
            return constant
        case ast.Name(id=name):
            found = names(name)
            value = CONSTANTS.get(name) if found is None else found
            if value is None:
                raise InputError(f"name '{name}' has no value")
            return value
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _value(operand, names)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(operand, names)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _number(operand, names)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return math.pow(_number(left, names), _number(right, names))
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            a, b = _value(left, names), _value(right, names)
            if isinstance(a, str) and isinstance(b, str):
                return a + b
            return _as_number(a) + _as_number(b)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in BINARY:
            return BINARY[type(op)](_number(left, names), _number(right, names))
        case ast.BoolOp(op=op, values=values):
            pick = all if isinstance(op, ast.And) else any
            return pick(_value(value, names) for value in values)
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
            return COMPARISONS[type(op)](_value(left, names), _value(right, names))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _value(body if _value(test, names) else orelse, names)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](*(_number(argument, names) for argument in args))
        case _:
            raise InputError(
                "expression has more in it than arithmetic",
                hint="Numbers, names, + - * / ** %, comparisons and the functions "
                f"{', '.join(FUNCTIONS)} are understood; nothing in a file is executed.",
            )


def _number(node: ast.expr, names: Callable[[str], XacroValue | None]) -> float | int:
    return _as_number(_value(node, names))


def _as_number(value: XacroValue) -> float | int:
    if isinstance(value, str):
        raise TypeError(f"'{value[:40]}' is a text, not a number")
    return value
