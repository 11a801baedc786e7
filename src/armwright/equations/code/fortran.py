"""Fortran 95, free form. Parameters are one array; a comment gives the robot's own values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from armwright.equations.code.expressions import CodeWriter
from armwright.equations.code.routine import Routine, comment

_FUNCTIONS = {
    "clip": "min(1.0d0, max(0.0d0, {}))",
    "sign": "(merge(1d0, 0d0, {0} > 0d0) - merge(1d0, 0d0, {0} < 0d0))",
}
#: The standard allows 132 columns.
WIDTH = 100
#: So many variables are declared at a time.
PER_LINE = 8


def fortran_code(routine: Routine) -> str:
    return "\n".join(row for line in _lines(routine) for row in _wrapped(line))


def _lines(routine: Routine) -> Iterator[str]:
    write = CodeWriter(_number, _FUNCTIONS).write
    for line in routine.about:
        yield f"! {line}"
    count = len(routine.parameters)
    if count:
        yield "! The parameters, with the robot's own values:"
    for k, entry in enumerate(routine.parameters, 1):
        yield f"! {k}: {entry.symbol} = {entry.value!r}, {comment(entry.meaning)}"
    inputs = [(i.name, (len(i.symbols),)) for i in routine.inputs]
    inputs += [("parameters", (count,))] if count else []
    outputs = [(o.name, o.shape) for o in routine.outputs]
    yield f"subroutine {routine.name}({', '.join(name for name, _ in (*inputs, *outputs))})"
    yield "  implicit none"
    for intent, arrays in (("in", inputs), ("out", outputs)):
        for name, shape in arrays:
            yield f"  double precision, intent({intent}) :: {name}({','.join(map(str, shape))})"
    used = [symbol for given in routine.inputs for symbol in given.places]
    local = [*used, *(e.symbol for e in routine.parameters), *(name for name, _ in routine.steps)]
    for start in range(0, len(local), PER_LINE):
        yield f"  double precision :: {', '.join(map(str, local[start : start + PER_LINE]))}"
    for given in routine.inputs:
        for symbol, k in given.places.items():
            yield f"  {symbol} = {given.name}({k + 1})"
    for k, entry in enumerate(routine.parameters, 1):
        yield f"  {entry.symbol} = parameters({k})"
    for name, value in routine.steps:
        yield f"  {name} = {write(value)}"
    for output in routine.outputs:
        for left, right in output.assignments(_element, write):
            yield f"  {left} = {right}"
    yield f"end subroutine {routine.name}"
    yield ""


def _number(value: float) -> str:
    mantissa, _, exponent = repr(value).partition("e")
    return f"{mantissa}d{int(exponent or 0)}"


def _element(name: str, place: tuple[int, ...]) -> str:
    return f"{name}({','.join(str(k + 1) for k in place)})"


def _wrapped(line: str) -> Iterable[str]:
    """Long lines are continued behind a blank."""
    while len(line) > WIDTH and not line.startswith("!"):
        cut = line.rfind(" ", 10, WIDTH)
        yield f"{line[:cut]} &"
        line = f"      {line[cut + 1 :]}"
    yield line
