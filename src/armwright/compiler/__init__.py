"""SX expressions → LLVM machine code, scalar and in SIMD lanes, called with NumPy arrays.

Read `program`, `translate`, `operations`, `emitter` (an instruction to LLVM), `schedule`, `pieces`,
`body` (functions), `kernel` (over rows), `march` (over ticks), `transposing` (into rows), then
`build`, `function`, `marching` (calls), `stored`, `cache` (on disk).
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
