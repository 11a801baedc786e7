"""From expressions to a callable: through the cache if the code is there, else through LLVM."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cached_property

from armwright.compiler.arguments import Signature
from armwright.compiler.function import CompiledFunction
from armwright.compiler.kernel import kernel_name, module_text
from armwright.compiler.machine import LoadedCode, emit_object, host_cpu
from armwright.compiler.program import Port, Program
from armwright.compiler.stored import stored


def compile_program(
    make: Callable[[], Program] | Program, *, key: str = "", lanes: int | None = None
) -> CompiledFunction:
    """Machine code for a program: scalar at once, in lanes when a batch first comes.

    `key` names everything the program is made from; where the cache has code for it, `make` is not
    even called. Without it, the program's own instructions are the key. `lanes` overrides the
    width chosen for this CPU.
    """
    if isinstance(make, Program):
        program = make
        return compile_program(lambda: program, key=program.digest(), lanes=lanes)
    if not key:
        return compile_program(make(), lanes=lanes)
    code = _Code(key, make)
    return CompiledFunction(code.signature(), code.load, lanes or host_cpu().lanes)


class _Code:
    """The machine code of a program, made for a lane width when that is first asked for."""

    def __init__(self, key: str, make: Callable[[], Program]) -> None:
        self._key, self._make = key, make

    @cached_property
    def _program(self) -> Program:
        return self._make()

    def _stored(self, lanes: int) -> bytes:
        return stored(repr((self._key, lanes)), lambda: _to_bytes(self._program, lanes))

    def signature(self) -> Signature:
        head = json.loads(self._stored(1).split(b"\n", 1)[0])
        return Signature(
            head["name"],
            tuple(Port(name, tuple(shape)) for name, shape in head["inputs"]),
            tuple(Port(name, tuple(shape)) for name, shape in head["outputs"]),
            head["instructions"],
        )

    def load(self, lanes: int) -> LoadedCode:
        code = self._stored(lanes).split(b"\n", 1)[1]
        return LoadedCode(code, (kernel_name(lanes),))


def _to_bytes(program: Program, lanes: int) -> bytes:
    """The signature as a line of JSON, then the object code."""
    head = {
        "name": program.name,
        "inputs": [(port.name, port.shape) for port in program.inputs],
        "outputs": [(port.name, port.shape) for port in program.outputs],
        "instructions": len(program.code),
    }
    code = emit_object(module_text(program, (lanes,), host_cpu().has_fma))
    return json.dumps(head).encode() + b"\n" + code
