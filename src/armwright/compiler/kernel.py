"""A Program as an LLVM module: loops over rows, one lane vector of rows at a time.

A kernel `double kernel_xN(first, last, table)` evaluates rows first … last − 1, a multiple of N
rows. `table` holds, for each input and then each output, its address and the distance between
rows in elements (0: the same row for all). It returns 0.0, or NaN if any result is not finite.
"""

from __future__ import annotations

from armwright.compiler.emitter import Emitter
from armwright.compiler.pieces import Piece, cut, stays_whole
from armwright.compiler.program import Program
from armwright.compiler.rows import RowAccess
from armwright.compiler.schedule import scheduled
from armwright.compiler.translate import Plan, check_operations, translate

_ARGUMENTS = "i64 %row, ptr %table, ptr %work"


def kernel_name(lanes: int) -> str:
    return f"kernel_x{lanes}"


def module_text(program: Program, lane_widths: tuple[int, ...], has_fma: bool) -> str:
    """The IR of the kernels for each lane width."""
    check_operations(program)
    if stays_whole(program):  # elsewhere a change of order would carry more values across the cuts
        program = scheduled(program)
    plan = Plan(program)
    pieces = cut(plan)
    functions: list[str] = []
    declarations: set[str] = set()
    for lanes in lane_widths:
        writer = _KernelWriter(plan, pieces, lanes, has_fma)
        functions += writer.functions()
        declarations.update(writer.declarations)
    return "\n".join(
        [*sorted(declarations), *functions, '!0 = !{!"branch_weights", i32 1, i32 9999}', ""]
    )


class _KernelWriter:
    """The functions of one lane width: a loop, and the pieces of the program that it calls."""

    def __init__(self, plan: Plan, pieces: list[Piece], lanes: int, has_fma: bool) -> None:
        self.plan, self.pieces, self.lanes, self.has_fma = plan, pieces, lanes, has_fma
        self.slots = max((piece.slots_in_use for piece in pieces), default=0)
        self.declarations: set[str] = set()

    def functions(self) -> list[str]:
        return [*(self._piece(k, piece) for k, piece in enumerate(self.pieces)), self._loop()]

    def _loop(self) -> str:
        e = Emitter(self.lanes, self.has_fma)
        vector = e.double
        calls = []
        for k in range(len(self.pieces)):
            calls += [
                f"  %bad{k} = call {vector} @{self._piece_name(k)}({_ARGUMENTS})",
                f"  %sum{k} = fadd {vector} {f'%sum{k - 1}' if k else '%acc'}, %bad{k}",
            ]
        last_sum = f"%sum{len(self.pieces) - 1}"
        lines = [
            f"define double @{kernel_name(self.lanes)}(i64 %first, i64 %last, ptr %table) {{",
            "entry:",
            f"  %work = alloca {vector}, i64 {max(self.slots, 1)}, align 64",
            "  %some = icmp slt i64 %first, %last",
            "  br i1 %some, label %loop, label %none",
            "loop:",
            "  %row = phi i64 [ %first, %entry ], [ %next, %loop ]",
            f"  %acc = phi {vector} [ {e.constant(0.0)}, %entry ], [ {last_sum}, %loop ]",
            *calls,
            f"  %next = add i64 %row, {self.lanes}",
            "  %more = icmp slt i64 %next, %last",
            "  br i1 %more, label %loop, label %done",
            "done:",
            *self._sum_of_lanes(last_sum),
            "none:",
            "  ret double 0.0",
            "}",
        ]
        return "\n".join(lines)

    def _sum_of_lanes(self, vector: str) -> list[str]:
        if self.lanes == 1:
            return [f"  ret double {vector}"]
        name = f"llvm.vector.reduce.fadd.v{self.lanes}f64"
        self.declarations.add(f"declare double @{name}(double, <{self.lanes} x double>)")
        return [
            f"  %total = call double @{name}(double -0.0, <{self.lanes} x double> {vector})",
            "  ret double %total",
        ]

    def _piece_name(self, k: int) -> str:
        return f"piece{k}_x{self.lanes}"

    def _piece(self, k: int, piece: Piece) -> str:
        """Reads its inputs and what earlier pieces left in `work`, stores its results."""
        program = self.plan.program
        e = Emitter(self.lanes, self.has_fma)
        rows = RowAccess(e)
        value = translate(
            e, self.plan, piece.stretch, rows.load, lambda v: _from_work(e, piece.enters[v])
        )
        for crossing, slot in piece.leaves.items():
            pointer = e.emit(f"getelementptr {e.double}, ptr %work, i64 {slot}")
            e.lines.append(f"  store {e.double} {value(crossing)}, ptr {pointer}, align 8")
        bad = e.constant(0.0)
        for store in piece.stores:
            result = value(store.value)
            rows.store(len(program.inputs) + store.port, store.element, result)
            bad = e.fma(result, e.constant(0.0), bad)
        self.declarations.update(e.declarations)
        self.declarations.update(e.libm_definitions())
        return "\n".join(
            [
                f"define internal {e.double} @{self._piece_name(k)}({_ARGUMENTS}) {{",
                "entry:",
                *rows.preamble,
                *e.lines,
                f"  ret {e.double} {bad}",
                "}",
            ]
        )


def _from_work(e: Emitter, slot: int) -> str:
    pointer = e.emit(f"getelementptr {e.double}, ptr %work, i64 {slot}")
    return e.emit(f"load {e.double}, ptr {pointer}, align 8")
