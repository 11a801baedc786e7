"""What elementary functions are written with: operations on doubles, their bits, and conditions.

Operands are strings, whose meaning is the writer's business: registers of LLVM (`Emitter`) or
variables of C (`export.c_code`). Every writer rounds alike, so that results are the same bits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Arithmetic(Protocol):
    """A function body in the making. Doubles, integers (of 64 bits) and conditions are three
    kinds of operands; each method returns the operand that holds its result."""

    #: Whether `fma` rounds once; else it is a product and a sum.
    has_fma: bool

    def constant(self, value: float) -> str: ...

    def integer_constant(self, value: int) -> str: ...

    def add(self, a: str, b: str) -> str: ...

    def sub(self, a: str, b: str) -> str: ...

    def mul(self, a: str, b: str) -> str: ...

    def div(self, a: str, b: str) -> str: ...

    def neg(self, a: str) -> str: ...

    def fma(self, a: str, b: str, c: str) -> str:
        """a b + c."""
        ...

    def intrinsic(self, name: str, *arguments: str) -> str:
        """sqrt, fabs, copysign."""
        ...

    def compare(self, predicate: str, a: str, b: str) -> str:
        """A condition: olt, oeq, ogt, ult, ugt, …; those with o are false for NaN, with u true."""
        ...

    def logic(self, operation: str, a: str, b: str) -> str:
        """`and`, `or` of conditions."""
        ...

    def select(self, condition: str, a: str, b: str) -> str: ...

    def at_most(self, x: str, limit: str) -> str:
        """x, or the limit where x is greater; NaN stays."""
        ...

    def at_least(self, x: str, limit: str) -> str:
        """x, or the limit where x is less; NaN stays."""
        ...

    def bits(self, a: str) -> str:
        """The 64 bits of a double as an integer."""
        ...

    def from_bits(self, a: str) -> str: ...

    def integer_op(self, operation: str, a: str, b: str) -> str:
        """add, sub, and, or, xor, shl, lshr; modulo 2⁶⁴."""
        ...

    def where_negative(self, integer: str, a: str, b: str) -> str:
        """Doubles: a where the highest bit of the integer is set, b elsewhere."""
        ...

    def call_libm(self, name: str, *arguments: str) -> str: ...

    def where_rare(self, condition: str, rare: Callable[[], str], usual: str) -> str:
        """`usual`, but where the condition holds the value of `rare()`, computed only then."""
        ...

    def where_rare_each(
        self, condition: str, rare: Callable[[], tuple[str, ...]], usual: tuple[str, ...]
    ) -> tuple[str, ...]:
        """`where_rare` for several values that share one condition."""
        ...
