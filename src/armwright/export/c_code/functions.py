"""A Program as C functions: one, or several that pass a work array on if it is long."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from armwright.compiler.pieces import Piece, cut, stays_whole
from armwright.compiler.program import Program
from armwright.compiler.schedule import scheduled
from armwright.compiler.translate import Plan, check_operations
from armwright.export.c_code.statements import Statements

#: The C expression of an element of a port: (name of the port, number of the element).
Place = Callable[[str, int], str]


@dataclass(frozen=True)
class Function:
    """C text, the helpers that it calls, and how many doubles lie on its stack as work array."""

    text: str
    calls: frozenset[str]
    work: int


@dataclass(frozen=True)
class Signature:
    """`void name(parameters)`; `parameters` maps names to their declarations."""

    name: str
    parameters: dict[str, str]
    static: bool = True

    @property
    def text(self) -> str:
        return f"{'static ' if self.static else ''}void {self.name}({self.declared})"

    @property
    def declared(self) -> str:
        return ", ".join(self.parameters.values()) or "void"


def function(program: Program, signature: Signature, read: Place, write: Place) -> Function:
    """All results are stored after the last input has been read: they may overlie each other."""
    check_operations(program)
    plan = Plan(scheduled(program) if stays_whole(program) else program)
    pieces = cut(plan, stores_last=True)
    parts = [_piece(plan, piece, read, write) for piece in pieces]
    calls = frozenset(name for part in parts for name in part.calls)
    if len(parts) == 1:
        return Function(_defined(signature, parts[0].lines), calls, 0)
    slots = pieces[-1].slots_in_use
    texts, handed = [], ", ".join([*signature.parameters, "work"])
    for k, part in enumerate(parts):
        own = {**signature.parameters, "work": f"double work[{slots}]"}
        texts.append(_defined(Signature(f"{signature.name}_part_{k}", own), part.lines))
    steps = [f"    {signature.name}_part_{k}({handed});" for k in range(len(parts))]
    texts.append(_defined(signature, [f"    double work[{slots}];", *steps]))
    return Function("\n".join(texts), calls, slots)


def _defined(signature: Signature, lines: list[str]) -> str:
    inside = "\n".join(lines)
    unused = [w for w in signature.parameters if not re.search(rf"\b{re.escape(w)}\b", inside)]
    ignored = [f"    (void){word};" for word in unused]
    return "\n".join([signature.text, "{", *ignored, *lines, "}", ""])


def _piece(plan: Plan, piece: Piece, read: Place, write: Place) -> Statements:
    """The statements, with what is stored at the end."""
    program = plan.program
    found = Statements(
        plan,
        piece.stretch,
        [*piece.leaves, *(store.value for store in piece.stores)],
        lambda port, element: read(program.inputs[port].name, element),
        lambda value: f"work[{piece.enters[value]}]",
    )
    for value, slot in piece.leaves.items():
        found.lines.append(f"    work[{slot}] = {found.value(value)};")
    results = {store.value: found.value(store.value) for store in piece.stores}
    for value in results:
        if program.code[value][0] == "input":  # read before a result takes its place
            found.lines.append(f"    const double r{value} = {results[value]};")
            results[value] = f"r{value}"
    for store in piece.stores:
        target = write(program.outputs[store.port].name, store.element)
        found.lines.append(f"    {target} = {results[store.value]};")
    return found
