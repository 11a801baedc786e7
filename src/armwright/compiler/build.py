"""From expressions to a callable: through the cache if the code is there, else through LLVM."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import casadi
import llvmlite

from armwright.compiler import cache as disk
from armwright.compiler.arguments import Signature
from armwright.compiler.function import CompiledFunction
from armwright.compiler.kernel import kernel_name, module_text
from armwright.compiler.machine import LoadedCode, emit_object, host_cpu
from armwright.compiler.program import Port, Program


def compile_program(
    make: Callable[[], Program] | Program, *, key: str = "", lanes: int | None = None
) -> CompiledFunction:
    """Machine code for a program, scalar and in lanes.

    `key` names everything the program is made from; where the cache has code for it, `make` is not
    even called. Without it, the program's own instructions are the key. `lanes` overrides the
    width chosen for this CPU.
    """
    width = lanes or host_cpu().lanes
    program = None
    if not key or isinstance(make, Program):
        program = make if isinstance(make, Program) else make()
        key = program.digest()
    full_key = disk.key_of(key, str(width), _environment())
    stored = disk.read(full_key)
    if stored is not None:
        return _from_bytes(stored, width)
    program = program or make()  # type: ignore[operator]
    widths = (1,) if width == 1 else (1, width)
    code = emit_object(module_text(program, widths, host_cpu().has_fma))
    payload = _to_bytes(program, code)
    disk.write(full_key, payload)
    return _from_bytes(payload, width)


def _to_bytes(program: Program, code: bytes) -> bytes:
    """The signature as a line of JSON, then the object code."""
    head = {
        "name": program.name,
        "inputs": [(port.name, port.shape) for port in program.inputs],
        "outputs": [(port.name, port.shape) for port in program.outputs],
        "instructions": len(program.code),
    }
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


@cache
def _environment() -> str:
    """What else the code depends on: CPU, libraries, and our own sources."""
    cpu = host_cpu()
    package = Path(__file__).parent.parent
    sources = hashlib.sha256()
    for folder in ("robot", "multibody", "compiler", "arm"):
        for path in sorted((package / folder).rglob("*.py")):
            sources.update(path.read_bytes())
    return "\0".join(
        (
            cpu.triple,
            cpu.name,
            cpu.features,
            casadi.__version__,
            llvmlite.__version__,
            sources.hexdigest(),
        )
    )
