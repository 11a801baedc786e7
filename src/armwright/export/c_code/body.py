"""A C function body in the making: statements that assign each value once."""

from __future__ import annotations

import math
from collections.abc import Callable

_COMPARISONS = {
    "olt": "{0} < {1}",
    "ogt": "{0} > {1}",
    "oeq": "{0} == {1}",
    "ult": "!({0} >= {1})",
    "ugt": "!({0} <= {1})",
}
_LOGIC = {"and": "{0} & {1}", "or": "{0} | {1}"}
_INTEGERS = {
    "add": "{0} + {1}",
    "sub": "{0} - {1}",
    "and": "{0} & {1}",
    "xor": "{0} ^ {1}",
    "or": "{0} | {1}",
    "shl": "{0} << {1}",
    "lshr": "{0} >> {1}",
}


def literal(value: float) -> str:
    """A number as C has it: the shortest that is read as the same double."""
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    return repr(float(value))


class Body:
    """Implements `compiler.arithmetic.Arithmetic`. Operands are variables, literals, or
    expressions that need no parentheses where they are used.

    The C code calls `multiply_add`, `bits_of` and `of_bits`, which `helpers` defines.
    """

    def __init__(self, *, has_fma: bool, indent: str = "    ") -> None:
        self.has_fma = has_fma
        self.lines: list[str] = []
        #: Which C functions the statements call.
        self.calls: set[str] = set()
        self._indent = indent
        self._count = 0

    def put(self, kind: str, expression: str) -> str:
        """A new constant of the C type `kind`."""
        self._count += 1
        name = f"{_INITIAL[kind]}{self._count}"
        self.lines.append(f"{self._indent}const {kind} {name} = {expression};")
        return name

    def constant(self, value: float) -> str:
        return literal(value)

    def integer_constant(self, value: int) -> str:
        bits = value % (1 << 64)
        return str(bits) if bits < _SMALL else f"UINT64_C(0x{bits:X})"

    def add(self, a: str, b: str) -> str:
        return self.put("double", f"{a} + {b}")

    def sub(self, a: str, b: str) -> str:
        return self.put("double", f"{a} - {b}")

    def mul(self, a: str, b: str) -> str:
        return self.put("double", f"{a} * {b}")

    def div(self, a: str, b: str) -> str:
        return self.put("double", f"{a} / {b}")

    def neg(self, a: str) -> str:
        return negative(a)

    def fma(self, a: str, b: str, c: str) -> str:
        return self.call_libm("multiply_add", a, b, c)

    def intrinsic(self, name: str, *arguments: str) -> str:
        return self.call_libm(name, *arguments)

    def compare(self, predicate: str, a: str, b: str) -> str:
        return self.put("int", _COMPARISONS[predicate].format(a, b))

    def logic(self, operation: str, a: str, b: str) -> str:
        return self.put("int", _LOGIC[operation].format(a, b))

    def select(self, condition: str, a: str, b: str) -> str:
        return self.put("double", f"{condition} ? {a} : {b}")

    def at_most(self, x: str, limit: str) -> str:
        return self.put("double", f"{x} > {limit} ? {limit} : {x}")

    def at_least(self, x: str, limit: str) -> str:
        return self.put("double", f"{x} < {limit} ? {limit} : {x}")

    def bits(self, a: str) -> str:
        self.calls.add("bits_of")
        return self.put("uint64_t", f"bits_of({a})")

    def from_bits(self, a: str) -> str:
        return self.call_libm("of_bits", a)

    def integer_op(self, operation: str, a: str, b: str) -> str:
        return self.put("uint64_t", _INTEGERS[operation].format(a, b))

    def where_negative(self, integer: str, a: str, b: str) -> str:
        return self.put("double", f"{integer} >> 63 ? {a} : {b}")

    def call_libm(self, name: str, *arguments: str) -> str:
        self.calls.add(name)
        return self.put("double", f"{name}({', '.join(arguments)})")

    def where_rare(self, condition: str, rare: Callable[[], str], usual: str) -> str:
        return self.where_rare_each(condition, lambda: (rare(),), (usual,))[0]

    def where_rare_each(
        self, condition: str, rare: Callable[[], tuple[str, ...]], usual: tuple[str, ...]
    ) -> tuple[str, ...]:
        found = []
        for value in usual:
            self._count += 1
            found.append(f"t{self._count}")
            self.lines.append(f"{self._indent}double t{self._count} = {value};")
        outside, self.lines = self.lines, []
        values = rare()
        inside, self.lines = self.lines, outside
        self.lines.append(f"{self._indent}if ({condition}) {{")
        self.lines += [f"    {line}" for line in inside]
        for name, value in zip(found, values, strict=True):
            self.lines.append(f"{self._indent}    {name} = {value};")
        self.lines.append(f"{self._indent}}}")
        return tuple(found)


def negative(a: str) -> str:
    """−a; two signs would be read as a decrement."""
    return f"-({a})" if a.startswith("-") else f"-{a}"


_INITIAL = {"double": "t", "int": "c", "uint64_t": "u"}
_SMALL = 1024
