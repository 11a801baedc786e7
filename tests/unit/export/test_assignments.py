"""Programs as statements that Python, and Octave, can run."""

from __future__ import annotations

import math

import pytest

from armwright import UnsupportedOperation
from armwright.compiler import Port, Program
from armwright.compiler.program import Store
from armwright.export.script.assignments import ScriptLanguage, assignments

PYTHON = ScriptLanguage(lambda port, element: f"{port.name}[{element}]")


def program(*code: tuple[object, ...]) -> Program:
    """Of x[2]; the result is the last instruction's value."""
    last = (Store(0, 1, len(code) - 1),)
    return Program("test", (Port("x", (2,)),), (Port("y", (2,)),), code, last)


@pytest.mark.parametrize(
    "operation, expected",
    [
        (("add", 0, 1), 0.7 - 0.3),
        (("sub", 0, 1), 0.7 + 0.3),
        (("mul", 0, 1), 0.7 * -0.3),
        (("div", 0, 1), 0.7 / -0.3),
        (("neg", 1), 0.3),
        (("inv", 1), 1 / -0.3),
        (("sq", 1), 0.09),
        (("twice", 1), -0.6),
        (("sin", 0), math.sin(0.7)),
        (("cos", 0), math.cos(0.7)),
    ],
)
def test_every_operation(operation: tuple[object, ...], expected: float) -> None:
    """The second operand is a negative number: its sign belongs to it alone."""
    found = assignments(program(("input", 0, 1), ("constant", -0.3), operation), PYTHON)
    values: dict[str, object] = {"x": [9.0, 0.7], "sin": math.sin, "cos": math.cos}
    exec("\n".join(found.lines), values)
    assert found.values["y"] == ["0.0", "t2"]
    assert values["t2"] == pytest.approx(expected, rel=1e-15)
    assert "--" not in found.lines[0].replace(" ", "")


def test_results_that_are_not_computed() -> None:
    assert assignments(program(("constant", -2.5)), PYTHON).values["y"] == ["0.0", "(-2.5)"]
    assert assignments(program(("input", 0, 1)), PYTHON).values["y"] == ["0.0", "x[1]"]


def test_other_operations_are_refused() -> None:
    with pytest.raises(UnsupportedOperation, match="operation 'tanh' cannot be exported"):
        assignments(program(("input", 0, 0), ("tanh", 0)), PYTHON)
