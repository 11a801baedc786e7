"""C functions for what is not an operator of C: our elementary functions, and a few small ones.

The elementary functions are those of our machine code, written by the same formulas, so that
exported code gives the same bits as it, on any machine and with any C library.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from armwright.compiler import math
from armwright.export.c_code.text import literal, negative

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


class CArithmetic:
    """Implements `compiler.arithmetic.Arithmetic`. Operands are variables, literals, or
    expressions that need no parentheses where they are used.

    The C code calls `multiply_add`, `bits_of` and `of_bits`, which are defined below.
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
        return str(bits) if bits < _SMALL_INTEGER else f"UINT64_C(0x{bits:X})"

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


_INITIAL = {"double": "t", "int": "c", "uint64_t": "u"}
_SMALL_INTEGER = 1024


@dataclass(frozen=True)
class Elementary:
    """A function of one or two doubles: its name in C, what it is, its formula."""

    name: str
    meaning: str
    formula: Callable[..., str]
    arguments: tuple[str, ...] = ("x",)


#: SX operations → helper.
ELEMENTARY: dict[str, Elementary] = {
    "tan": Elementary("tangent", "tan x", math.tan),
    "asin": Elementary("arc_sine", "asin x", math.asin),
    "acos": Elementary("arc_cosine", "acos x", math.acos),
    "atan": Elementary("arc_tangent", "atan x", math.atan),
    "atan2": Elementary("angle_of", "the angle of the point (x, y)", math.atan2, ("y", "x")),
    "exp": Elementary("exponential", "e^x", math.exp),
    "log": Elementary("logarithm", "the natural logarithm of x", math.log),
    "tanh": Elementary("hyperbolic_tangent", "tanh x", math.tanh),
    "sinh": Elementary("hyperbolic_sine", "sinh x", math.sinh),
    "cosh": Elementary("hyperbolic_cosine", "cosh x", math.cosh),
    "pow": Elementary("power", "x^y", math.power, ("x", "y")),
    "constpow": Elementary("power", "x^y", math.power, ("x", "y")),
}

#: Exponents that are known when the code is made → helper.
ROOTS: dict[float, Elementary] = {
    exponent: Elementary(
        name, f"x^{exponent}", lambda e, x, exponent=exponent: math.constant_power(e, x, exponent)
    )
    for exponent, name in (
        (-0.5, "inverse_root"),
        (0.5, "square_root"),
        (1.5, "power_3_2"),
        (2.5, "power_5_2"),
    )
}

_BY_NAME = {one.name: one for one in (*ELEMENTARY.values(), *ROOTS.values())}

_SMALL = {
    "multiply_add": """\
/* a b + c, in one rounding where the processor can. */
static inline double multiply_add(double a, double b, double c)
{
#ifdef FP_FAST_FMA
    return fma(a, b, c);
#else
    return a * b + c;
#endif
}
""",
    "bits_of": """\
static inline uint64_t bits_of(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}
""",
    "of_bits": """\
static inline double of_bits(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}
""",
    "minimum": """\
/* The smaller one; not a number only where both are. */
static inline double minimum(double a, double b)
{
    return b != b ? a : a < b ? a : b;
}
""",
    "maximum": """\
/* The larger one; not a number only where both are. */
static inline double maximum(double a, double b)
{
    return b != b ? a : a > b ? a : b;
}
""",
    "sign": """\
/* 1 or -1, or x itself where it is zero or not a number. */
static inline double sign(double x)
{
    return x < 0.0 || x > 0.0 ? copysign(1.0, x) : x;
}
""",
}


def definitions(calls: Iterable[str]) -> list[str]:
    """The helpers of these names, and those that they need themselves, in an order for C."""
    wanted = set(calls)
    elementary = []
    if "sine_cosine" in wanted:
        elementary.append(_sine_cosine(wanted))
    for name, one in _BY_NAME.items():
        if name in wanted:
            elementary.append(_function(one, wanted))
    return [*(text for name, text in _SMALL.items() if name in wanted), *elementary]


def _function(one: Elementary, calls: set[str]) -> str:
    def written(e: CArithmetic) -> str:
        return one.formula(e, *one.arguments)

    parameters = ", ".join(f"double {name}" for name in one.arguments)
    head = [f"/* {one.meaning[0].upper() + one.meaning[1:]}. */"]
    return _whole(head, f"static double {one.name}({parameters})", written, calls)


def _sine_cosine(calls: set[str]) -> str:
    def written(e: CArithmetic) -> str:
        sine, cosine = math.sincos(e, "x")
        return f"(sine_and_cosine){{{sine}, {cosine}}}"

    head = [
        "typedef struct {",
        "    double sine, cosine;",
        "} sine_and_cosine;",
        "",
        "/* Both of the angle x, rad. */",
    ]
    return _whole(head, "static sine_and_cosine sine_cosine(double x)", written, calls)


def _whole(
    head: list[str], signature: str, write: Callable[[CArithmetic], str], calls: set[str]
) -> str:
    """The function; where the formula depends on it, with and without fused multiply-add."""
    variants = []
    for has_fma in (True, False):
        e = CArithmetic(has_fma=has_fma)
        result = write(e)
        variants.append(_used([*e.lines, f"    return {result};"]))
        calls |= e.calls
    fused, split = variants
    lines = fused if fused == split else ["#ifdef FP_FAST_FMA", *fused, "#else", *split, "#endif"]
    return "\n".join([*head, signature, "{", *lines, "}", ""])


def _used(lines: list[str]) -> list[str]:
    """Without constants that no later line reads: a formula may compute more than it needs."""
    kept: list[str] = []
    words: set[str] = set()
    for line in reversed(lines):
        declared = re.match(r" *const \w+ (\w+) =", line)
        if declared is None or declared[1] in words:
            kept.append(line)
            words.update(re.findall(r"\w+", line))
    return kept[::-1]
