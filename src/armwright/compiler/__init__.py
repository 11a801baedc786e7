"""SX expressions → LLVM machine code, scalar and in SIMD lanes, called with NumPy arrays."""

from armwright.compiler.build import compile_program
from armwright.compiler.function import CompiledFunction
from armwright.compiler.march import Call, March
from armwright.compiler.marching import CompiledMarch, Frames
from armwright.compiler.program import Port, Program, make_program

__all__ = [
    "Call",
    "CompiledFunction",
    "CompiledMarch",
    "Frames",
    "March",
    "Port",
    "Program",
    "compile_program",
    "make_program",
]
