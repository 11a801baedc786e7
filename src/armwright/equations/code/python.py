"""Python without any library but `math`. Parameters are keywords, with the robot's own values."""

from __future__ import annotations

from collections.abc import Iterator

from armwright.equations.code.expressions import CodeWriter
from armwright.equations.code.routine import Routine, comment
from armwright.equations.water import ROOT

_FUNCTIONS = {"clip": "min(1.0, max(0.0, {}))"}


def python_code(routine: Routine) -> str:
    return "\n".join(_lines(routine))


def _lines(routine: Routine) -> Iterator[str]:
    write = CodeWriter(functions=_FUNCTIONS).write
    yield f'"""{routine.about[0]}'
    yield ""
    yield from routine.about[1:]
    yield '"""'
    yield ""
    roots = any(x.has(ROOT) for _, x in routine.steps)
    yield "from math import cos, sin" + (", sqrt" if roots else "")
    yield ""
    yield ""
    yield f"def {routine.name}("
    yield f"    {', '.join(i.name for i in routine.inputs)},"
    if routine.parameters:
        yield "    *,"
    for entry in routine.parameters:
        yield f"    {entry.symbol}={entry.value!r},  # {comment(entry.meaning)}"
    yield "):"
    for given in routine.inputs:
        if given.used:
            names = ", ".join(map(str, given.symbols))
            yield f"    {names if len(given.symbols) > 1 else f'({names},)'} = {given.name}"
    for name, value in routine.steps:
        yield f"    {name} = {write(value)}"
    for output in routine.outputs:
        zeros = f"[0.0] * {output.shape[-1]}"
        whole = zeros if len(output.shape) == 1 else f"[{zeros} for _ in range({output.shape[0]})]"
        yield f"    {output.name} = {whole}"
        for left, right in output.assignments(_element, write):
            yield f"    {left} = {right}"
    yield f"    return {', '.join(output.name for output in routine.outputs)}"
    yield ""


def _element(name: str, place: tuple[int, ...]) -> str:
    return name + "".join(f"[{k}]" for k in place)
