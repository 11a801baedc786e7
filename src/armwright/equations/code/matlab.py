"""MATLAB and Octave. Parameters are one vector, which may be left out."""

from __future__ import annotations

from collections.abc import Iterator

from armwright.equations.code.expressions import CodeWriter
from armwright.equations.code.routine import Routine, comment

_FUNCTIONS = {"clip": "min(1.0, max(0.0, {}))"}


def matlab_code(routine: Routine) -> str:
    return "\n".join(_lines(routine))


def _lines(routine: Routine) -> Iterator[str]:
    write = CodeWriter(functions=_FUNCTIONS).write
    given = [i.name for i in routine.inputs]
    arguments = [*given, "parameters"] if routine.parameters else given
    outputs = ", ".join(o.name for o in routine.outputs)
    yield f"function [{outputs}] = {routine.name}({', '.join(arguments)})"
    for line in routine.about:
        yield f"  % {line}"
    if routine.parameters:
        yield f"  if nargin < {len(arguments)}"
        yield "    parameters = [ ..."
        for entry in routine.parameters:
            yield f"      {entry.value!r}; ... % {entry.symbol}: {comment(entry.meaning)}"
        yield "    ];"
        yield "  end"
    for vector in routine.inputs:
        for symbol, k in vector.places.items():
            yield f"  {symbol} = {vector.name}({k + 1});"
    for k, entry in enumerate(routine.parameters, 1):
        yield f"  {entry.symbol} = parameters({k});"
    for name, value in routine.steps:
        yield f"  {name} = {write(value)};"
    for output in routine.outputs:
        rows, columns = (*output.shape, 1)[:2]
        yield f"  {output.name} = zeros({rows}, {columns});"
        for left, right in output.assignments(_element, write):
            yield f"  {left} = {right};"
    yield "end"
    yield ""


def _element(name: str, place: tuple[int, ...]) -> str:
    return f"{name}({', '.join(str(k + 1) for k in place)})"
