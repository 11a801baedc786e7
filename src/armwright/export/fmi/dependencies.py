"""Which inputs of a program each of its outputs depends on."""

from __future__ import annotations

from armwright.compiler import Program


def dependencies(program: Program) -> dict[str, frozenset[str]]:
    """Output → names of inputs, whole vectors each."""
    reached: list[frozenset[int]] = []
    for operation, *operands in program.code:
        if operation == "constant":
            reached.append(frozenset())
        elif operation == "input":
            reached.append(frozenset((operands[0],)))
        else:
            reached.append(frozenset().union(*(reached[k] for k in operands)))
    found: dict[str, set[int]] = {port.name: set() for port in program.outputs}
    for store in program.stores:
        found[program.outputs[store.port].name] |= reached[store.value]
    names = [port.name for port in program.inputs]
    return {output: frozenset(names[k] for k in ports) for output, ports in found.items()}
