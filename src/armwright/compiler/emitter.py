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
    """One function body in the making. `has_fma`: the CPU multiplies and adds in one rounding."""

    def __init__(self, lanes: int, has_fma: bool) -> None:
        self.lanes = lanes
        self.has_fma = has_fma
        self.lines: list[str] = []
        self.declarations: set[str] = set()
        self.libm: set[tuple[str, int]] = set()
        self.block = "entry"
        #: Set by a caller that can do all rows again with scalar code where `redo` holds.
        self.can_redo = False
        self.redo: str | None = None
        self._count = 0
        self.double = self.vector_of("double")
        # Integers stay in vector registers even for one lane: moving doubles to general registers
        # and back costs more than the arithmetic on them.
        self.integer = f"<{max(lanes, 2)} x i64>"
        self.boolean = self.vector_of("i1")
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

    def horner(self, x: str, coefficients: list[float]) -> str:
        """Σ coefficients[k] x^k."""
        value = self.constant(coefficients[-1])
        for coefficient in reversed(coefficients[:-1]):
            value = self.fma(value, x, self.constant(coefficient))
        return value

    def intrinsic(self, name: str, *arguments: str) -> str:
        """llvm.NAME on lane vectors: sqrt, fabs, floor, ceil, trunc, rint, copysign, fma."""
        self.declarations.add(
            f"declare {self.double} @llvm.{name}.{self._suffix}"
            f"({', '.join([self.double] * len(arguments))})"
        )
        typed = ", ".join(f"{self.double} {argument}" for argument in arguments)
        return self.emit(f"call {self.double} @llvm.{name}.{self._suffix}({typed})")

    def splat(self, scalar: str) -> str:
        """A scalar double in every lane."""
        if self.lanes == 1:
            return scalar
        first = self.emit(f"insertelement {self.double} poison, double {scalar}, i32 0")
        return self.emit(
            f"shufflevector {self.double} {first}, {self.double} poison, "
            f"<{self.lanes} x i32> zeroinitializer"
        )

    def compare(self, predicate: str, a: str, b: str) -> str:
        """fcmp: olt, ole, oeq, une, uno, … ; the result is a boolean vector."""
        return self.emit(f"fcmp {predicate} {self.double} {a}, {b}")

    def logic(self, operation: str, a: str, b: str) -> str:
        """`and`, `or`, `xor` of booleans."""
        return self.emit(f"{operation} {self.boolean} {a}, {b}")

    def select(self, condition: str, a: str, b: str) -> str:
        return self.emit(f"select {self.boolean} {condition}, {self.double} {a}, {self.double} {b}")

    def bits(self, a: str) -> str:
        """The 64 bits of each double as integers."""
        return self.emit(f"bitcast {self._register_type} {self._in_register(a)} to {self.integer}")

    def from_bits(self, a: str) -> str:
        return self._from_register(
            self.emit(f"bitcast {self.integer} {a} to {self._register_type}")
        )

    def where_negative(self, integer: str, a: str, b: str) -> str:
        """Doubles: a where the integer is below zero, b elsewhere."""
        register = self._register_type
        negative = self.emit(f"icmp slt {self.integer} {integer}, zeroinitializer")
        return self._from_register(
            self.emit(
                f"select <{max(self.lanes, 2)} x i1> {negative}, "
                f"{register} {self._in_register(a)}, {register} {self._in_register(b)}"
            )
        )

    @property
    def _register_type(self) -> str:
        return f"<{max(self.lanes, 2)} x double>"

    def _in_register(self, a: str) -> str:
        """A scalar as the first lane of a vector register, where it is anyway."""
        if self.lanes > 1:
            return a
        return self.emit(f"insertelement {self._register_type} poison, double {a}, i32 0")

    def _from_register(self, a: str) -> str:
        if self.lanes > 1:
            return a
        return self.emit(f"extractelement {self._register_type} {a}, i32 0")

    def integer_op(self, operation: str, a: str, b: str) -> str:
        """add, sub, and, or, xor, shl, lshr, ashr on 64-bit integers."""
        return self.emit(f"{operation} {self.integer} {a}, {b}")

    def to_double(self, condition: str) -> str:
        """1.0 where true, 0.0 where false."""
        return self.select(condition, self.constant(1.0), self.constant(0.0))

    def any(self, condition: str) -> str:
        """A scalar i1: true in at least one lane."""
        if self.lanes == 1:
            return condition
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

    def where_exceptional(
        self, condition: str, rare: Callable[[], tuple[str, ...]], usual: tuple[str, ...]
    ) -> tuple[str, ...]:
        """`where_rare_each` for what next to never happens.

        Even a jump that is never taken costs a third of the speed in eight lanes, because registers
        must be free for the call behind it. If the caller can do rows again, the condition is only
        noted in `redo`.
        """
        if not self.can_redo:
            return self.where_rare_each(condition, rare, usual)
        self.redo = condition if self.redo is None else self.logic("or", self.redo, condition)
        return usual

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
