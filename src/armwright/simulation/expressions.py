"""A small language for expressions of signals: `norm(tool_position - reference_tool_position)`.

Signals by their names, in quotes if they have spaces; numbers; + - * / and ** with whole numbers;
elements by number (from 1, as in paths) or by name: `joint_torque[2]`, `tool_position[z]`; and a
few functions. Vectors combine element by element, numbers with every element. Python's parser reads
the text, and nothing is ever executed: what it finds becomes SX.
"""

from __future__ import annotations

import ast
import math
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NoReturn, Protocol

import casadi as cs

from armwright.errors import InputError, did_you_mean, shown
from armwright.signals.units import unit_of_product

#: Characters, levels of nesting, and powers that an expression may have.
LONGEST, _DEEPEST, _HIGHEST = 1000, 100, 16
_STRANGE = re.compile(r"[^\w .,+\-*/()\[\]'\"]")
#: The dimension of vectors whose elements are not of one kind.
ELEMENT = "element"


@dataclass(frozen=True, eq=False)
class ExpressionValue:
    """A column of SX. `unit`: None of plain numbers, which go with any. `dimension`: what the
    elements stand for, as `joint`; empty for a single number."""

    column: cs.SX
    unit: str | None
    dimension: str

    @property
    def size(self) -> int:
        return int(self.column.shape[0])


class Scope(Protocol):
    """The signals that there are."""

    def signal(self, name: str) -> ExpressionValue | None: ...

    def known(self) -> Sequence[str]: ...

    def labels(self, dimension: str) -> Sequence[str]:
        """The names of the elements; none if they have none."""


#: A part of an expression: its value in a scope.
ExpressionTerm = Callable[[Scope], ExpressionValue]
#: Makes a value of others.
Function = Callable[..., ExpressionValue]


@dataclass(frozen=True, eq=False)
class Expression:
    """`signals`: the names of those that it reads."""

    signals: tuple[str, ...]
    value: ExpressionTerm


class ExpressionReader:
    """A text, what its parts mean, and where in it something is wrong; `word`: what messages call
    it."""

    def __init__(self, text: str, word: str) -> None:
        if not isinstance(text, str):
            raise InputError("not a text", where=word, got=shown(text))
        self.text, self._word = text, word
        self._begin = 0
        self._signals: dict[str, None] = {}
        if len(text) > LONGEST:
            raise InputError(
                "the text is too long",
                where=word,
                got=f"{len(text)} characters",
                expected=f"{LONGEST} at most",
            )

    def tree(self, begin: int = 0) -> ast.expr:
        """What Python reads from that place on."""
        text = re.sub(r"\s", " ", self.text).rstrip()
        rest = text[begin:].lstrip()
        self._begin = begin = len(text) - len(rest) if rest else begin
        strange = _STRANGE.search(rest)
        if strange:
            place = begin + strange.start()
            allowed = "letters, digits, quotes, and + - * / ( ) [ ] , ."
            raise self._error(place, "this character has no meaning", shown(strange[0]), allowed)
        if not rest:
            raise self._error(begin, "there is no expression")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(rest, mode="eval").body
        except SyntaxError as error:
            place = begin + max((error.offset or 1) - 1, 0)
            message = error.msg.partition(" (detected")[0]
            raise self._error(place, f"unreadable: {message}") from None
        except (ValueError, MemoryError, RecursionError):
            raise self._error(begin, "unreadable") from None

    def expression(self, node: ast.expr) -> Expression:
        term = self._term(node, 0)
        if not self._signals:
            self.refuse(node, "there is no signal in it", expected="a signal of the scenario")
        return Expression(tuple(self._signals), term)

    def call(
        self, node: ast.expr, what: str, known: Mapping[str, object]
    ) -> tuple[str, list[ast.expr]]:
        """The name and the arguments of one of the `known`."""
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            expected = f"a {what} of an expression: one of {', '.join(known)}"
            self.refuse(node, f"there is no {what}", expected=expected)
        if node.func.id in set(FUNCTIONS) - set(known):
            hint = f"Put one around it: {next(iter(known))}({self.source(node)})."
            self.refuse(node, f"'{node.func.id}' is not a {what}", hint=hint)
        if node.func.id not in known:
            self.unknown(node.func, what, node.func.id, list(known))
        if node.keywords:
            self.refuse(node.keywords[0].value, "not an argument", expected="an expression")
        return node.func.id, node.args

    def refuse(
        self, node: ast.expr, what: str, *, expected: str | None = None, hint: str = ""
    ) -> NoReturn:
        raise self._error(self._column(node), what, self.source(node), expected, hint)

    def unknown(self, node: ast.expr, what: str, name: str, known: Sequence[str]) -> NoReturn:
        raise self._error(
            self._column(node),
            f"unknown {what}",
            shown(name),
            "one of " + ", ".join(known) if known else None,
            did_you_mean(name, known),
        )

    def source(self, node: ast.expr) -> str:
        """The part of the text."""
        end = self._column(node, node.end_col_offset or 0)
        return self.text[self._column(node) : end]

    def _column(self, node: ast.expr, place: int | None = None) -> int:
        """Python counts bytes."""
        offset = node.col_offset if place is None else place
        rest = self.text[self._begin :].encode(errors="replace")
        return self._begin + len(rest[:offset].decode(errors="ignore"))

    def _error(
        self,
        place: int,
        what: str,
        got: str | None = None,
        expected: str | None = None,
        hint: str = "",
    ) -> InputError:
        where = f"{self._word}, column {place + 1} of '{self.text}'"
        return InputError(what, where=where, got=got, expected=expected, hint=hint)

    def _term(self, node: ast.expr, depth: int) -> ExpressionTerm:
        if depth > _DEEPEST:
            self.refuse(node, "nested too deeply", expected=f"{_DEEPEST} levels at most")
        match node:
            case ast.Constant(value=str() as name):
                return self._signal(node, name)
            case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
                number = ExpressionValue(cs.SX(self.number(node)), None, "")
                return lambda scope: number
            case ast.Name(id=name) if name in FUNCTIONS:
                self.refuse(node, f"'{name}' is a function", expected=f"{name}(…)")
            case ast.Name() | ast.Attribute():
                return self._signal(node, self._dotted(node))
            case ast.UnaryOp(op=ast.UAdd(), operand=inner):
                return self._term(inner, depth + 1)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                term = self._term(inner, depth + 1)
                return lambda scope: _negative(term(scope))
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                return self._power(self._term(left, depth + 1), right)
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
                parts = [self._term(one, depth + 1) for one in (left, right)]
                return self._applied(node, _OPERATORS[type(operator)], parts)
            case ast.Call(func=ast.Name()):
                return self._call(node, depth)
            case ast.Subscript(value=vector, slice=index):
                return self._element(node, self._term(vector, depth + 1), index)
        self.refuse(
            node,
            "not allowed in an expression",
            expected="signals, numbers, + - * / **, brackets, " + ", ".join(FUNCTIONS),
        )

    def number(self, node: ast.expr) -> float:
        """A plain number, with its sign."""
        sign, inner = 1.0, node
        while isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.UAdd | ast.USub):
            sign = -sign if isinstance(inner.op, ast.USub) else sign
            inner = inner.operand
        value = inner.value if isinstance(inner, ast.Constant) else None
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.refuse(node, "not a number", expected="a number")
        if (isinstance(value, int) and value.bit_length() > 1000) or not math.isfinite(value):
            self.refuse(node, "the number is too large", expected="a finite number")
        return sign * float(value)

    def _dotted(self, node: ast.expr) -> str:
        parts, inner = [], node
        while isinstance(inner, ast.Attribute):
            parts.append(inner.attr)
            inner = inner.value
        if not isinstance(inner, ast.Name):
            self.refuse(node, "not a name", expected="a signal by its name")
        return ".".join([inner.id, *reversed(parts)])

    def _signal(self, node: ast.expr, name: str) -> ExpressionTerm:
        self._signals[name] = None

        def value(scope: Scope) -> ExpressionValue:
            found = scope.signal(name)
            if found is None:
                self.unknown(node, "signal", name, scope.known())
            if not found.size:
                self.refuse(node, f"'{name}' has no element in this scenario")
            return found

        return value

    def _power(self, base: ExpressionTerm, exponent: ast.expr) -> ExpressionTerm:
        expected = f"a whole number from {-_HIGHEST} to {_HIGHEST}"
        number = self.number(exponent)
        if number != int(number) or abs(number) > _HIGHEST:
            self.refuse(exponent, "not a power", expected=expected)
        return lambda scope: _raised(base(scope), int(number))

    def _call(self, node: ast.Call, depth: int) -> ExpressionTerm:
        name, given = self.call(node, "function", FUNCTIONS)
        arguments, function = FUNCTIONS[name]
        if len(given) != arguments:
            expected = "one argument" if arguments == 1 else f"{arguments} arguments"
            self.refuse(node, f"'{name}' has the wrong arguments", expected=expected)
        return self._applied(node, function, [self._term(one, depth + 1) for one in given])

    def _applied(
        self, node: ast.expr, function: Function, parts: Sequence[ExpressionTerm]
    ) -> ExpressionTerm:
        def value(scope: Scope) -> ExpressionValue:
            values = [part(scope) for part in parts]
            vectors = [one for one in values if one.dimension]
            if len({one.size for one in vectors}) > 1:
                sizes = " and ".join(f"{one.size} (for each {one.dimension})" for one in vectors)
                raise self._error(
                    self._column(node),
                    f"sizes differ in '{self.source(node)}'",
                    sizes,
                    "vectors of one size, or a single number",
                )
            return function(*values)

        return value

    def _element(self, node: ast.expr, vector: ExpressionTerm, index: ast.expr) -> ExpressionTerm:
        number: int | None = None
        label = ""
        match index:
            case ast.Constant(value=int() as number) if not isinstance(number, bool):
                pass
            case ast.Constant(value=str() as label):
                pass
            case ast.Name() | ast.Attribute():
                label = self._dotted(index)
            case _:
                self.refuse(index, "not an element", expected="a number or a name")

        def value(scope: Scope) -> ExpressionValue:
            whole = vector(scope)
            if not whole.dimension:
                self.refuse(node, "a single number has no elements")
            if number is None:
                labels = list(scope.labels(whole.dimension))
                if not labels:
                    expected = f"a number from 1 to {whole.size}"
                    self.refuse(index, "these elements have no names", expected=expected)
                if label not in labels:
                    self.unknown(index, whole.dimension, label, labels)
                place = labels.index(label)
            elif 1 <= number <= whole.size:
                place = number - 1
            else:
                expected = f"1 to {whole.size}: elements are counted from 1"
                self.refuse(index, "there is no such element", expected=expected)
            return ExpressionValue(whole.column[place], whole.unit, "")

        return value


def _negative(value: ExpressionValue) -> ExpressionValue:
    return replace(value, column=-value.column)


def _raised(value: ExpressionValue, power: int) -> ExpressionValue:
    """By products: the same in scalar and lane code, and shorter than a power."""
    column = cs.SX.ones(value.size)
    square, rest = value.column, abs(power)
    while rest:
        if rest % 2:
            column = column * square
        rest //= 2
        if rest:
            square = square * square
    unit = None if value.unit is None else unit_of_product((value.unit, power))
    return ExpressionValue(column if power >= 0 else 1 / column, unit, value.dimension)


def _joint_dimension(one: ExpressionValue, other: ExpressionValue) -> str:
    found = {value.dimension for value in (one, other)} - {""}
    return found.pop() if len(found) == 1 else ELEMENT if found else ""


def _summed(function: Callable[[cs.SX, cs.SX], cs.SX]) -> Function:
    """Units stay as they are; where they differ, nothing is known."""

    def value(one: ExpressionValue, other: ExpressionValue) -> ExpressionValue:
        units = {one.unit, other.unit} - {None}
        unit = (units.pop() if len(units) == 1 else "") if units else None
        column = function(one.column, other.column)
        return ExpressionValue(column, unit, _joint_dimension(one, other))

    return value


def _multiplied(function: Callable[[cs.SX, cs.SX], cs.SX], power: int) -> Function:
    def value(one: ExpressionValue, other: ExpressionValue) -> ExpressionValue:
        unit = None
        if one.unit is not None or other.unit is not None:
            unit = unit_of_product((one.unit or "", 1), (other.unit or "", power))
        column = function(one.column, other.column)
        return ExpressionValue(column, unit, _joint_dimension(one, other))

    return value


def _single(value: ExpressionValue, column: cs.SX) -> ExpressionValue:
    return ExpressionValue(column, value.unit, "")


def _root(value: ExpressionValue) -> ExpressionValue:
    unit = None if value.unit is None else unit_of_product((value.unit, 0.5))
    return ExpressionValue(cs.sqrt(value.column), unit, value.dimension)


_TIMES = _multiplied(lambda a, b: a * b, 1)
_OPERATORS: Mapping[type[ast.operator], Function] = {
    ast.Add: _summed(lambda a, b: a + b),
    ast.Sub: _summed(lambda a, b: a - b),
    ast.Mult: _TIMES,
    ast.Div: _multiplied(lambda a, b: a / b, -1),
}


def _dot(one: ExpressionValue, other: ExpressionValue) -> ExpressionValue:
    product = _TIMES(one, other)
    return _single(product, cs.sum1(product.column))


#: Name → number of arguments, and what it makes of them. `min` and `max` of a number and NaN are
#: the number.
FUNCTIONS: Mapping[str, tuple[int, Function]] = {
    "abs": (1, lambda a: replace(a, column=cs.fabs(a.column))),
    "norm": (1, lambda a: _single(a, cs.sqrt(cs.sumsqr(a.column)))),
    "sum": (1, lambda a: _single(a, cs.sum1(a.column))),
    "sqrt": (1, _root),
    "square": (1, lambda a: _raised(a, 2)),
    "min": (2, _summed(cs.fmin)),
    "max": (2, _summed(cs.fmax)),
    "dot": (2, _dot),
}
