"""What stays the same during a run is computed once, and nothing else changes."""

from __future__ import annotations

import casadi as cs
import numpy as np
import pytest

from armwright.compiler import (
    Program,
    compile_program,
    make_program,
    with_numbers,
    without_constants,
)
from armwright.compiler.translate import LEAVES

x, p, h = cs.SX.sym("x", 3), cs.SX.sym("p", 2), cs.SX.sym("h")
GIVEN = {"x": np.array([0.3, -1.2, 2.0]), "p": np.array([0.7, 5.0]), "h": np.array([0.01])}


def operations(program: Program) -> int:
    return sum(instruction[0] not in LEAVES for instruction in program.code)


def evaluated(program: Program, given: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    found = compile_program(program)(*(given[port.name] for port in program.inputs))
    results = found if isinstance(found, tuple) else (found,)
    return {port.name: value for port, value in zip(program.outputs, results, strict=True)}


EXPRESSIONS = {
    "products": (0.5 * h * h * x * p[0], 3),
    "nested": (h * (p[0] * (p[1] * cs.sin(x[0]))), 2),
    "functions": (cs.exp(-h * p[0]) * x[1] + cs.sqrt(p[1]), 2),
    "used twice": (cs.vertcat(p[0] * x[0], h * (p[0] * x[0])), 2),
    "nothing constant": (x * x, 3),
    "all constant": (p[0] * p[1] + h, 0),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_same_values_with_fewer_operations(name: str) -> None:
    expression, left = EXPRESSIONS[name]
    whole = make_program("whole", {"x": x, "p": p, "h": h}, {"y": expression})
    first, rest = without_constants([whole], {"p", "h"}, "constants", {"p", "h"})
    given = dict(GIVEN)
    if first is not None:
        assert {port.name for port in first.inputs} <= {"p", "h"}
        given |= evaluated(first, given)
    found, expected = evaluated(rest[whole], given)["y"], evaluated(whole, given)["y"]
    np.testing.assert_allclose(found, expected, rtol=4e-16, atol=0)
    assert operations(rest[whole]) == left


def test_programs_share_their_constants() -> None:
    one = make_program("one", {"x": x, "h": h}, {"y": cs.exp(h) * x})
    two = make_program("two", {"h": h, "x": x}, {"z": cs.exp(h) + x})
    first, rest = without_constants([one, two, one], {"h"}, "constants")
    assert first is not None and first.outputs[0].size == 1
    assert list(rest) == [one, two]
    assert all(program.inputs[-1].name == "constants" for program in rest.values())


def test_what_a_program_writes_is_not_constant() -> None:
    program = make_program("grow", {"x": x, "h": h}, {"x": h * h * x})
    first, rest = without_constants([program], {"h"}, "constants")
    assert first is not None and operations(first) == 1
    assert operations(rest[program]) == 3


def test_factors_that_are_not_gathered_stay_in_order() -> None:
    whole = make_program("whole", {"x": x, "p": p, "h": h}, {"y": h * (p[0] * cs.sin(x[0]))})
    _, rest = without_constants([whole], {"p", "h"}, "constants", {"h"})
    assert operations(rest[whole]) == 3


def test_numbers_filled_in_give_the_bits_of_a_march() -> None:
    """As an export does it, which has no inputs that never change."""
    expression = cs.exp(-h / 0.03) * x * h + 0.5 * h * (3.7 * cs.sin(x))
    whole = make_program("whole", {"h": h, "x": x}, {"y": expression})
    first, rest = without_constants([whole], {"h"}, "constants", {"h"})
    assert first is not None
    read = evaluated(rest[whole], GIVEN | evaluated(first, GIVEN))["y"]
    filled = with_numbers([whole], {"h": GIVEN["h"]})[whole]
    assert [port.name for port in filled.inputs] == ["x"]
    np.testing.assert_array_equal(evaluated(filled, GIVEN)["y"], read)
