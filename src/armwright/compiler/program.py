"""The instruction list of a CasADi SX function, in single-assignment form."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

import casadi as cs

from armwright.compiler.reciprocals import share_reciprocals
from armwright.errors import InputError

#: An instruction: operation, then operand values (indices of earlier instructions). `input` has
#: (argument, element) and `constant` has the number.
Instruction: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class Port:
    """An argument or a result: its name and shape. Elements are stored row by row."""

    name: str
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        size = 1
        for length in self.shape:
            size *= length
        return size


@dataclass(frozen=True)
class Store:
    """Result `port`, element `element` gets the value of instruction `value`."""

    port: int
    element: int
    value: int


@dataclass(frozen=True)
class Program:
    """A function without branches or loops: what the compiler translates."""

    name: str
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]
    code: tuple[Instruction, ...]
    stores: tuple[Store, ...]

    def digest(self) -> str:
        """Equal programs, equal digests, on any machine."""
        hasher = hashlib.sha256(repr((self.name, self.inputs, self.outputs, self.stores)).encode())
        for instruction in self.code:
            if instruction[0] == "constant":
                hasher.update(struct.pack("<d", instruction[1]))
            else:
                hasher.update(repr(instruction).encode())
        return hasher.hexdigest()


_COMMUTATIVE = frozenset(("add", "mul", "eq", "ne", "and", "or"))


@cache
def _operation_names() -> dict[int, str]:
    return {
        getattr(cs, name): name.removeprefix("OP_").lower()
        for name in dir(cs)
        if name.startswith("OP_")
    }


def make_program(
    name: str,
    inputs: dict[str, cs.SX],
    outputs: dict[str, cs.SX],
    input_shapes: dict[str, tuple[int, ...]] | None = None,
    output_shapes: dict[str, tuple[int, ...]] | None = None,
) -> Program:
    """The program that computes `outputs` from `inputs`, common parts computed once.

    Columns count as vectors, shape (n,), unless `input_shapes` or `output_shapes` says otherwise;
    a shape of more than two dimensions lists the elements row by row.
    """
    dense = [cs.densify(cs.SX(value)) for value in outputs.values()]
    function = cs.Function("program", list(inputs.values()), dense, {"allow_free": True})
    if function.get_free():
        raise InputError(
            "expression depends on a symbol that is not an input",
            where=f"function '{name}'",
            got=[str(symbol) for symbol in function.get_free()],
            expected=f"only {list(inputs)}",
        )
    ports_in = _ports(inputs, list(inputs.values()), input_shapes or {})
    ports_out = _ports(outputs, dense, output_shapes or {})
    code, stores = _single_assignment(
        function,
        [_row_major(value) for value in inputs.values()],
        [_row_major(value) for value in dense],
    )
    return Program(name, ports_in, ports_out, code, stores)


def _ports(
    names: dict[str, cs.SX], values: list[cs.SX], shapes: dict[str, tuple[int, ...]]
) -> tuple[Port, ...]:
    ports = []
    for name, value in zip(names, values, strict=True):
        default = (value.shape[0],) if value.shape[1] == 1 else tuple(value.shape)
        ports.append(Port(name, shapes.get(name, default)))
    return tuple(ports)


def _row_major(value: cs.SX) -> list[int]:
    """For each element in CasADi's column order, its place when rows come first."""
    rows, columns = value.shape
    return [row * columns + column for column in range(columns) for row in range(rows)]


def _single_assignment(
    function: cs.Function, input_places: list[list[int]], output_places: list[list[int]]
) -> tuple[tuple[Instruction, ...], tuple[Store, ...]]:
    """CasADi's instructions reuse work registers; here every value has its own number, and what
    is computed twice gets the same one."""
    names = _operation_names()
    code: list[Instruction] = []
    stores: list[Store] = []
    seen: dict[Instruction | str, int] = {}
    register: dict[int, int] = {}
    id_of, input_of = function.instruction_id, function.instruction_input
    output_of = function.instruction_output
    for k in range(function.n_instructions()):
        operation = names[id_of(k)]
        if operation == "output":
            port, element = output_of(k)
            value = register[input_of(k)[0]]
            stores.append(Store(port, output_places[port][element], value))
            continue
        instruction: Instruction
        if operation == "input":
            port, element = input_of(k)
            instruction = ("input", port, input_places[port][element])
        elif operation == "const":
            instruction = ("constant", function.instruction_constant(k))
        else:
            operands = [register[r] for r in input_of(k)]
            if operation in _COMMUTATIVE:
                operands.sort()
            instruction = (operation, *operands)
        key = repr(instruction) if operation == "const" else instruction  # 0.0 is not -0.0
        index = seen.setdefault(key, len(code))
        if index == len(code):
            code.append(instruction)
        register[output_of(k)[0]] = index
    shared, now = share_reciprocals(code)
    return tuple(shared), tuple(Store(s.port, s.element, now[s.value]) for s in stores)
