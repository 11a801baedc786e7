"""A Program as an LLVM module: loops over rows, one lane vector of rows at a time.

A kernel `double kernel_xN(first, last, table)` evaluates rows first … last − 1, a multiple of N
rows. `table` holds, for each input and then each output, its address and the distance between
rows in elements (0: the same row for all). It returns 0.0, or NaN if any result is not finite.
"""

from __future__ import annotations

from armwright.compiler.body import Body, sum_of_lanes
from armwright.compiler.emitter import Emitter
from armwright.compiler.program import Program
from armwright.compiler.rows import RowAccess

_ARGUMENTS = "i64 %row, ptr %table, ptr %work"


def kernel_name(lanes: int) -> str:
    return f"kernel_x{lanes}"


def module_text(program: Program, lane_widths: tuple[int, ...], has_fma: bool) -> str:
    """The IR of the kernels for each lane width."""
    body = Body(program, "piece", _ARGUMENTS)
    texts: set[str] = set()
    for lanes in lane_widths:
        texts.update(body.functions(lanes, has_fma, RowAccess))
        texts.update(_loop(body, Emitter(lanes, has_fma)))
    return "\n".join([*sorted(texts), '!0 = !{!"branch_weights", i32 1, i32 9999}', ""])


def _loop(body: Body, e: Emitter) -> list[str]:
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
