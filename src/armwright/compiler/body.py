"""The functions that a program is made of, whatever loop calls them.

Each piece of a program becomes one function. Where its inputs and outputs lie is the business of an
`Access`; values that later pieces need go through the array `%work`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from armwright.compiler.emitter import Emitter
from armwright.compiler.pieces import Piece, cut
from armwright.compiler.program import Program
from armwright.compiler.schedule import scheduled
from armwright.compiler.translate import Plan, check_operations, operands, translate

#: How many partial sums tell whether all results are finite.
_SUMS = 4


class Access(Protocol):
    """Reads inputs and writes outputs; ports are numbered, inputs first."""

    preamble: list[str]

    def load(self, port: int, element: int) -> str: ...

    def store(self, results: Mapping[tuple[int, int], str]) -> None:
        """By port and element."""
        ...


class ProgramBody:
    """A program, cut into pieces, ready to be written for any lane width.

    `name` is the beginning of the functions' names; `arguments` are the IR parameters of each, with
    `ptr %work` among them; `stores_last` as in `pieces.cut`, `bounded` as in `Emitter`.
    """

    def __init__(
        self,
        program: Program,
        name: str,
        arguments: str,
        *,
        stores_last: bool = False,
        bounded: bool = False,
    ) -> None:
        check_operations(program)
        self.program = program = scheduled(program)
        self._plan = Plan(program)
        self._pieces = cut(self._plan, stores_last=stores_last)
        self._told = told_by_others(program)
        self._name, self._arguments, self._bounded = name, arguments, bounded
        #: How many lane vectors `%work` must hold.
        self.slots = max(1, *(piece.slots_in_use for piece in self._pieces))

    def calls(self, e: Emitter, before: str) -> tuple[list[str], str]:
        """Lines that call all pieces, and the operand that is NaN in lanes where a result is not
        finite, or where `before` was NaN."""
        lines: list[str] = []
        for k in range(len(self._pieces)):
            bad, total = e.label("%bad"), e.label("%sum")
            lines += [
                f"  {bad} = call {e.double} @{self._function(k, e)}({self._arguments})",
                f"  {total} = fadd {e.double} {before}, {bad}",
            ]
            before = total
        return lines, before

    def functions(
        self, lanes: int, has_fma: bool, access: Callable[[Emitter], Access]
    ) -> list[str]:
        """The pieces, and the declarations that they need."""
        texts: list[str] = []
        for k, piece in enumerate(self._pieces):
            e = Emitter(lanes, has_fma, bounded=self._bounded)
            texts.append(self._piece(k, piece, e, access(e)))
            texts += [*e.declarations, *e.libm_definitions()]
        return texts

    def _function(self, k: int, e: Emitter) -> str:
        return f"{self._name}{k}_x{e.lanes}"

    def _piece(self, k: int, piece: Piece, e: Emitter, ports: Access) -> str:
        """Reads its inputs and what earlier pieces left in `%work`, stores its results."""
        value = translate(
            e, self._plan, piece.stretch, ports.load, lambda v: _from_work(e, piece.enters[v])
        )
        for crossing, slot in piece.leaves.items():
            pointer = e.emit(f"getelementptr {e.double}, ptr %work, i64 {slot}")
            e.lines.append(f"  store {e.double} {value(crossing)}, ptr {pointer}, align 8")
        results = [(store, value(store.value)) for store in piece.stores]
        first = len(self.program.inputs)
        ports.store({(first + s.port, s.element): result for s, result in results})
        # Several sums, so that they need not wait for each other.
        sums = [e.constant(0.0)] * _SUMS
        looked_at = [result for store, result in results if store.value not in self._told]
        for number, result in enumerate(dict.fromkeys(looked_at)):
            sums[number % _SUMS] = e.fma(result, e.constant(0.0), sums[number % _SUMS])
        bad = sums[0]
        for one in sums[1:]:
            bad = e.add(bad, one)
        # LLVM notices too late that wide vectors go through the stack, and would lay them across
        # the lines of the cache.
        name, aligned = self._function(k, e), ' "stackrealign"' if e.lanes > 1 else ""
        return "\n".join(
            [
                f"define internal {e.double} @{name}({self._arguments}){aligned} {{",
                "entry:",
                *ports.preamble,
                *e.lines,
                f"  ret {e.double} {bad}",
                "}",
            ]
        )


#: Where an operand is not finite, neither is the result.
_PASSES_ON = frozenset(("add", "sub", "mul", "neg", "sq", "twice", "assign"))


def told_by_others(program: Program) -> set[int]:
    """Results that need not be looked at: were one of them not finite, neither would be another
    one that is made of it. A velocity tells nothing that the position after it does not."""
    stored = {store.value for store in program.stores}
    #: values that are not finite only if some result is that is looked at
    shown: set[int] = set(stored)
    told: set[int] = set()
    for k in range(len(program.code) - 1, -1, -1):
        if k in shown and program.code[k][0] in _PASSES_ON:
            for source in operands(program.code[k]):
                shown.add(source)
                if source in stored:
                    told.add(source)
    return told


def _from_work(e: Emitter, slot: int) -> str:
    pointer = e.emit(f"getelementptr {e.double}, ptr %work, i64 {slot}")
    return e.emit(f"load {e.double}, ptr {pointer}, align 8")


def sum_of_lanes(e: Emitter, vector: str) -> list[str]:
    """Lines that return the sum over the lanes."""
    if e.lanes == 1:
        return [f"  ret double {vector}"]
    name = f"llvm.vector.reduce.fadd.v{e.lanes}f64"
    e.declarations.add(f"declare double @{name}(double, {e.double})")
    return [
        f"  %total = call double @{name}(double -0.0, {e.double} {vector})",
        "  ret double %total",
    ]
