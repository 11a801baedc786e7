"""SX expressions → LLVM machine code, scalar and in SIMD lanes, called with NumPy arrays.

Read `program` (instructions), `translate`, `operations` and `emitter` (one by one to LLVM),
`schedule`, `pieces` and `body` (their functions), `kernel` (over rows) and `march` (over ticks),
which store their results by `transposing`; then `build`, `function` and `marching` (calls),
`stored` and `cache` (on disk).
"""

from armwright.compiler.build import compile_program
from armwright.compiler.constants import with_numbers, without_constants
from armwright.compiler.function import CompiledFunction
from armwright.compiler.march import Call, March, Play
from armwright.compiler.marching import CompiledMarch, Frames, NotFinite
from armwright.compiler.program import Port, Program, make_program

__all__ = [
    "Call",
    "CompiledFunction",
    "CompiledMarch",
    "Frames",
    "March",
    "NotFinite",
    "Play",
    "Port",
    "Program",
    "compile_program",
    "make_program",
    "with_numbers",
    "without_constants",
]
