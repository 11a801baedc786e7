"""C99. Parameters are one array; the robot's own values stand beside the function."""

from __future__ import annotations

from collections.abc import Iterator

from armwright.equations.code.expressions import CodeWriter
from armwright.equations.code.routine import Routine, comment

_FUNCTIONS = {"abs": "fabs({})", "clip": "fmin(1.0, fmax(0.0, {}))"}


def c_code(routine: Routine) -> str:
    return "\n".join(_lines(routine))


def _lines(routine: Routine) -> Iterator[str]:
    write = CodeWriter(functions=_FUNCTIONS).write
    for line in routine.about:
        yield f"/* {line} */"
    yield ""
    yield "#include <math.h>"
    yield ""
    count = len(routine.parameters)
    if count:
        yield f"const double {routine.name}_parameters[{count}] = {{"
        for entry in routine.parameters:
            yield f"    {entry.value!r}, /* {entry.symbol}: {comment(entry.meaning)} */"
        yield "};"
        yield ""
    arguments = [f"const double {i.name}[{len(i.symbols)}]" for i in routine.inputs]
    arguments += [f"const double parameters[{count}]"] if count else []
    arguments += [f"double {o.name}{_element('', o.shape)}" for o in routine.outputs]
    yield f"void {routine.name}("
    yield ",\n".join(f"    {argument}" for argument in arguments) + ")"
    yield "{"
    for given in routine.inputs:
        for symbol, k in given.places.items():
            yield f"    const double {symbol} = {given.name}[{k}];"
        if not given.used:
            yield f"    (void){given.name};"
    for k, entry in enumerate(routine.parameters):
        yield f"    const double {entry.symbol} = parameters[{k}];"
    for name, value in routine.steps:
        yield f"    const double {name} = {write(value)};"
    for output in routine.outputs:
        for left, right in output.assignments(_element, write):
            yield f"    {left} = {right};"
    yield "}"
    yield ""


def _element(name: str, place: tuple[int, ...]) -> str:
    return name + "".join(f"[{k}]" for k in place)
