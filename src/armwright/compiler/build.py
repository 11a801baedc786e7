"""From expressions to a callable: through the cache if the code is there, else through LLVM."""

from __future__ import annotations

import json
from collections.abc import Callable

from armwright.compiler.arguments import Signature
from armwright.compiler.function import CompiledFunction
from armwright.compiler.kernel import kernel_name, module_text
from armwright.compiler.machine import LoadedCode, emit_object, host_cpu
from armwright.compiler.program import Port, Program
from armwright.compiler.stored import stored


def compile_program(
    make: Callable[[], Program] | Program, *, key: str = "", lanes: int | None = None
) -> CompiledFunction:
    """Machine code for a program, scalar and in lanes.

    `key` names everything the program is made from; where the cache has code for it, `make` is not
    even called. Without it, the program's own instructions are the key. `lanes` overrides the
    width chosen for this CPU.
    """
    width = lanes or host_cpu().lanes
    if isinstance(make, Program):
        program = make
        return compile_program(lambda: program, key=program.digest(), lanes=lanes)
    if not key:
        return compile_program(make(), lanes=lanes)
    return _from_bytes(stored(repr((key, width)), lambda: _to_bytes(make(), width)), width)


def _to_bytes(program: Program, lanes: int) -> bytes:
    """The signature as a line of JSON, then the object code."""
    head = {
        "name": program.name,
        "inputs": [(port.name, port.shape) for port in program.inputs],
        "outputs": [(port.name, port.shape) for port in program.outputs],
        "instructions": len(program.code),
    }
    widths = tuple(sorted({1, lanes}))
    code = emit_object(module_text(program, widths, host_cpu().has_fma))
    return json.dumps(head).encode() + b"\n" + code


def _from_bytes(payload: bytes, lanes: int) -> CompiledFunction:
    line, code = payload.split(b"\n", 1)
    head = json.loads(line)
    signature = Signature(
        head["name"],
        tuple(Port(name, tuple(shape)) for name, shape in head["inputs"]),
        tuple(Port(name, tuple(shape)) for name, shape in head["outputs"]),
        head["instructions"],
    )
    symbols = tuple({kernel_name(1), kernel_name(lanes)})
    return CompiledFunction(signature, LoadedCode(code, symbols), lanes)
