"""A Program as an LLVM module: loops over rows, one lane vector of rows at a time.

A kernel `double kernel_xN(first, last, table)` evaluates rows first … last − 1, a multiple of N
rows. `table` holds, for each input and then each output, its address and the distance between
rows in elements (0: the same row for all). It returns 0.0, or NaN if any result is not finite.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from armwright.compiler.body import ProgramBody, sum_of_lanes
from armwright.compiler.emitter import Emitter
from armwright.compiler.program import Program
from armwright.compiler.transposing import store_rows

_ARGUMENTS = "i64 %row, ptr %table, ptr %work"


def kernel_name(lanes: int) -> str:
    return f"kernel_x{lanes}"


def module_text(program: Program, lane_widths: tuple[int, ...], has_fma: bool) -> str:
    """The IR of the kernels for each lane width."""
    body = ProgramBody(program, "piece", _ARGUMENTS)
    texts: set[str] = set()
    for lanes in lane_widths:
        texts.update(body.functions(lanes, has_fma, RowAccess))
        texts.update(_loop(body, Emitter(lanes, has_fma)))
    return "\n".join([*sorted(texts), '!0 = !{!"branch_weights", i32 1, i32 9999}', ""])


def _loop(body: ProgramBody, e: Emitter) -> list[str]:
    calls, total = body.calls(e, "%acc")
    lines = [
        f"define double @{kernel_name(e.lanes)}(i64 %first, i64 %last, ptr %table) {{",
        "entry:",
        f"  %work = alloca {e.double}, i64 {body.slots}, align 64",
        "  %some = icmp slt i64 %first, %last",
        "  br i1 %some, label %loop, label %none",
        "loop:",
        "  %row = phi i64 [ %first, %entry ], [ %next, %loop ]",
        f"  %acc = phi {e.double} [ {e.constant(0.0)}, %entry ], [ {total}, %loop ]",
        *calls,
        f"  %next = add i64 %row, {e.lanes}",
        "  %more = icmp slt i64 %next, %last",
        "  br i1 %more, label %loop, label %done",
        "done:",
        *sum_of_lanes(e, total),
        "none:",
        "  ret double 0.0",
        "}",
    ]
    return ["\n".join(lines), *e.declarations]


class RowAccess:
    """Loads element k of rows row … row + lanes − 1 into one lane vector, and stores it back.

    The table of addresses and row distances is described above.
    """

    def __init__(self, e: Emitter) -> None:
        self._e = e
        self._pointers: dict[int, list[str]] = {}
        self.preamble: list[str] = []

    def load(self, port: int, element: int) -> str:
        e = self._e
        vector = "poison"
        for lane, base in enumerate(self._rows(port)):
            pointer = e.emit(f"getelementptr double, ptr {base}, i64 {element}")
            scalar = e.emit(f"load double, ptr {pointer}, align 8")
            if e.lanes == 1:
                return scalar
            vector = e.emit(f"insertelement {e.double} {vector}, double {scalar}, i32 {lane}")
        return vector

    def store(self, results: Mapping[tuple[int, int], str]) -> None:
        e = self._e
        for port, first, values in _beside_each_other(results):
            if e.lanes > 1:
                store_rows(e, values, self._rows(port), first)
                continue
            for element, value in enumerate(values, first):
                pointer = e.emit(f"getelementptr double, ptr {self._rows(port)[0]}, i64 {element}")
                e.lines.append(f"  store double {value}, ptr {pointer}, align 8")

    def _rows(self, port: int) -> list[str]:
        """Pointers to the row of each lane, computed once at the top of the function."""
        if port not in self._pointers:
            p = f"%port{port}"
            self.preamble += [
                f"  {p}.entry = getelementptr i64, ptr %table, i64 {2 * port}",
                f"  {p}.base = load ptr, ptr {p}.entry, align 8",
                f"  {p}.second = getelementptr i64, ptr %table, i64 {2 * port + 1}",
                f"  {p}.step = load i64, ptr {p}.second, align 8",
                f"  {p}.offset0 = mul i64 %row, {p}.step",
                f"  {p}.row0 = getelementptr double, ptr {p}.base, i64 {p}.offset0",
            ]
            for lane in range(1, self._e.lanes):
                self.preamble.append(
                    f"  {p}.row{lane} = getelementptr double, ptr {p}.row{lane - 1}, i64 {p}.step"
                )
            self._pointers[port] = [f"{p}.row{lane}" for lane in range(self._e.lanes)]
        return self._pointers[port]


def _beside_each_other(
    results: Mapping[tuple[int, int], str],
) -> Iterator[tuple[int, int, list[str]]]:
    """Port, first element, and the values from there on, as far as there is one for each."""
    values: list[str] = []
    for port, element in sorted(results):
        values.append(results[port, element])
        if (port, element + 1) not in results:
            yield port, element + 1 - len(values), values
            values = []
