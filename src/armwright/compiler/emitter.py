"""Writes LLVM IR as text: every value is a lane vector (or a scalar, for one lane).

Operands are strings: a register (`%12`) or a constant. Nothing here is reassociated or contracted
by LLVM, because no fast-math flag is ever set: the same instructions run in every lane width, so
that a batch gives bit for bit the numbers of single evaluations.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

#: Mask and shift of the IEEE 754 double.
SIGN_BIT = -(1 << 63)
EXPONENT_BIAS = 1023
FRACTION_BITS = 52


class Emitter:
    """One function body in the making. `has_fma`: the CPU multiplies and adds in one rounding.
    `bounded`: beyond what arms meet, functions may give NaN, 0 or infinity (see `math.sincos`,
    `math.exp`)."""

    def __init__(self, lanes: int, has_fma: bool, *, bounded: bool = False) -> None:
        self.lanes = lanes
        self.has_fma = has_fma
        self.bounded = bounded
        self.lines: list[str] = []
        self.declarations: set[str] = set()
        self.libm: set[tuple[str, int]] = set()
        self.block = "entry"
        self._count = 0
        self.double = self.vector_of("double")
        # Integers and conditions are vectors even for one lane: general registers and flags would
        # cost moves and, for a choice between two doubles, a jump that is often mispredicted.
        self._width = max(lanes, 2)
        self._register = f"<{self._width} x double>"
        self.integer = f"<{self._width} x i64>"
        self.boolean = f"<{self._width} x i1>"
        self._suffix = "f64" if lanes == 1 else f"v{lanes}f64"

    def vector_of(self, scalar: str) -> str:
        return scalar if self.lanes == 1 else f"<{self.lanes} x {scalar}>"

    def emit(self, text: str) -> str:
        """Append `%n = text` and return `%n`."""
        self._count += 1
        name = f"%v{self._count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def label(self, hint: str) -> str:
        self._count += 1
        return f"{hint}{self._count}"

    def start_block(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self.block = label

    def constant(self, value: float) -> str:
        text = f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
        return text if self.lanes == 1 else f"splat (double {text})"

    def integer_constant(self, value: int) -> str:
        return f"splat (i64 {value})"

    def add(self, a: str, b: str) -> str:
        return self.emit(f"fadd {self.double} {a}, {b}")

    def sub(self, a: str, b: str) -> str:
        return self.emit(f"fsub {self.double} {a}, {b}")

    def mul(self, a: str, b: str) -> str:
        return self.emit(f"fmul {self.double} {a}, {b}")

    def div(self, a: str, b: str) -> str:
        return self.emit(f"fdiv {self.double} {a}, {b}")

    def neg(self, a: str) -> str:
        return self.emit(f"fneg {self.double} {a}")

    def fma(self, a: str, b: str, c: str) -> str:
        """a b + c, in one rounding where the CPU can."""
        return self.intrinsic("fma", a, b, c) if self.has_fma else self.add(self.mul(a, b), c)

    def intrinsic(self, name: str, *arguments: str) -> str:
        """llvm.NAME on lane vectors: sqrt, fabs, floor, ceil, trunc, rint, copysign, fma."""
        self.declarations.add(
            f"declare {self.double} @llvm.{name}.{self._suffix}"
            f"({', '.join([self.double] * len(arguments))})"
        )
        typed = ", ".join(f"{self.double} {argument}" for argument in arguments)
        return self.emit(f"call {self.double} @llvm.{name}.{self._suffix}({typed})")

    def compare(self, predicate: str, a: str, b: str) -> str:
        """fcmp: olt, ole, oeq, une, uno, … ; the result is a boolean vector."""
        a, b = self._in_register(a), self._in_register(b)
        return self.emit(f"fcmp {predicate} {self._register} {a}, {b}")

    def logic(self, operation: str, a: str, b: str) -> str:
        """`and`, `or`, `xor` of booleans."""
        return self.emit(f"{operation} {self.boolean} {a}, {b}")

    def opposite(self, condition: str) -> str:
        return self.logic("xor", condition, "splat (i1 true)")

    def select(self, condition: str, a: str, b: str) -> str:
        if self.lanes > 1:
            return self.emit(
                f"select {self.boolean} {condition}, {self.double} {a}, {self.double} {b}"
            )
        chosen = self.emit(
            f"select {self.boolean} {condition}, "
            f"{self.integer} {self.bits(a)}, {self.integer} {self.bits(b)}"
        )
        return self.from_bits(chosen)

    def at_most(self, x: str, limit: str) -> str:
        """x, or the limit where x is greater. NaN is not greater, and stays."""
        return self.chosen("ogt", x, limit, swapped=True)

    def at_least(self, x: str, limit: str) -> str:
        """x, or the limit where x is less; NaN stays."""
        return self.chosen("olt", x, limit, swapped=True)

    def chosen(self, predicate: str, a: str, b: str, *, swapped: bool = False) -> str:
        """a where `a predicate b` holds, else b; `swapped`: the other one. A comparison and a
        choice on the same operands, which CPUs do in one instruction."""
        holds = self.emit(f"fcmp {predicate} {self.double} {a}, {b}")
        yes, no = (b, a) if swapped else (a, b)
        flags = self.vector_of("i1")
        return self.emit(f"select {flags} {holds}, {self.double} {yes}, {self.double} {no}")

    def bits(self, a: str) -> str:
        """The 64 bits of each double as integers."""
        return self.emit(f"bitcast {self._register} {self._in_register(a)} to {self.integer}")

    def from_bits(self, a: str) -> str:
        return self._from_register(self.emit(f"bitcast {self.integer} {a} to {self._register}"))

    def where_negative(self, integer: str, a: str, b: str) -> str:
        """Doubles: a where the integer is below zero, b elsewhere."""
        negative = self.emit(f"icmp slt {self.integer} {integer}, zeroinitializer")
        return self.select(negative, a, b)

    def _in_register(self, a: str) -> str:
        """A scalar as the first lane of a vector register, where it is anyway."""
        if self.lanes > 1:
            return a
        if not a.startswith("%"):
            return f"splat (double {a})"
        return self.emit(f"insertelement {self._register} poison, double {a}, i32 0")

    def _from_register(self, a: str) -> str:
        if self.lanes > 1:
            return a
        return self.emit(f"extractelement {self._register} {a}, i32 0")

    def integer_op(self, operation: str, a: str, b: str) -> str:
        """add, sub, and, or, xor, shl, lshr, ashr on 64-bit integers."""
        return self.emit(f"{operation} {self.integer} {a}, {b}")

    def to_double(self, condition: str) -> str:
        """1.0 where true, 0.0 where false."""
        return self.select(condition, self.constant(1.0), self.constant(0.0))

    def any(self, condition: str) -> str:
        """A scalar i1: true in at least one lane."""
        if self.lanes == 1:
            return self.emit(f"extractelement {self.boolean} {condition}, i32 0")
        self.declarations.add(f"declare i1 @llvm.vector.reduce.or.v{self.lanes}i1({self.boolean})")
        return self.emit(
            f"call i1 @llvm.vector.reduce.or.v{self.lanes}i1({self.boolean} {condition})"
        )

    def call_libm(self, name: str, *arguments: str) -> str:
        """The C library's function, lane by lane. Exact as libm; slow; for rare operations."""
        self.libm.add((name, len(arguments)))
        typed = ", ".join(f"{self.double} {argument}" for argument in arguments)
        return self.emit(f"call {self.double} @{self.libm_wrapper(name)}({typed})")

    def libm_wrapper(self, name: str) -> str:
        return name if self.lanes == 1 else f"aw_{name}_x{self.lanes}"

    def where_rare(self, condition: str, rare: Callable[[], str], usual: str) -> str:
        """`usual`, but in lanes where `condition` holds the value of `rare()`, whose code is
        jumped over unless some lane needs it."""
        return self.where_rare_each(condition, lambda: (rare(),), (usual,))[0]

    def where_rare_each(
        self, condition: str, rare: Callable[[], tuple[str, ...]], usual: tuple[str, ...]
    ) -> tuple[str, ...]:
        """`where_rare` for several values that share one condition, with one jump."""
        slow, join = self.label("rare"), self.label("join")
        needed = self.any(condition)
        before = self.block
        self.lines.append(f"  br i1 {needed}, label %{slow}, label %{join}, !prof !0")
        self.start_block(slow)
        mixed = [self.select(condition, a, b) for a, b in zip(rare(), usual, strict=True)]
        end_of_slow = self.block
        self.lines.append(f"  br label %{join}")
        self.start_block(join)
        return tuple(
            self.emit(f"phi {self.double} [ {b}, %{before} ], [ {a}, %{end_of_slow} ]")
            for a, b in zip(mixed, usual, strict=True)
        )

    def libm_definitions(self) -> list[str]:
        """Declarations, and for lanes the wrappers that call once per lane."""
        texts = []
        for name, count in sorted(self.libm):
            texts.append(f"declare double @{name}({', '.join(['double'] * count)})")
            if self.lanes > 1:
                texts.append(self._wrapper(name, count))
        return texts

    def _wrapper(self, name: str, count: int) -> str:
        parameters = ", ".join(f"{self.double} %a{k}" for k in range(count))
        lines = [
            f"define internal {self.double} @{self.libm_wrapper(name)}({parameters}) noinline {{"
        ]
        result = "poison"
        for lane in range(self.lanes):
            for k in range(count):
                lines.append(f"  %x{k}_{lane} = extractelement {self.double} %a{k}, i32 {lane}")
            scalars = ", ".join(f"double %x{k}_{lane}" for k in range(count))
            lines.append(f"  %y{lane} = call double @{name}({scalars})")
            lines.append(
                f"  %r{lane} = insertelement {self.double} {result}, double %y{lane}, i32 {lane}"
            )
            result = f"%r{lane}"
        return "\n".join([*lines, f"  ret {self.double} {result}", "}"])
