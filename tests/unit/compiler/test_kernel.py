"""Machine code computes what the instructions say, in every lane width and however it is cut."""

from __future__ import annotations

import casadi as cs
import llvmlite.binding as llvm
import numpy as np
import pytest

from armwright import Arm, InputError, UnsupportedOperation
from armwright.compiler import Program, compile_program, make_program, pieces
from armwright.compiler.kernel import module_text
from armwright.compiler.operations import OPERATIONS
from tests.support.evaluation import interpret
from tests.support.random_robots import random_chain, random_state, random_tree

x, y = cs.SX.sym("x"), cs.SX.sym("y")
UNARY = {
    "neg": -x, "inv": 1 / x, "sq": x**2, "twice": x + x, "sqrt": cs.sqrt(x), "fabs": cs.fabs(x),
    "floor": cs.floor(x), "ceil": cs.ceil(x), "sign": cs.sign(x), "not": cs.logic_not(x),
    "sin": cs.sin(x), "cos": cs.cos(x), "tan": cs.tan(x), "asin": cs.asin(x), "acos": cs.acos(x),
    "atan": cs.atan(x), "exp": cs.exp(x), "log": cs.log(x), "tanh": cs.tanh(x), "sinh": cs.sinh(x),
    "cosh": cs.cosh(x), "erf": cs.erf(x), "expm1": cs.expm1(x), "log1p": cs.log1p(x),
    "asinh": cs.asinh(x), "acosh": cs.acosh(x), "atanh": cs.atanh(x), "constpow": x**2.5,
}  # fmt: skip
BINARY = {
    "add": x + y, "sub": x - y, "mul": x * y, "div": x / y, "pow": x**y, "atan2": cs.atan2(x, y),
    "fmin": cs.fmin(x, y), "fmax": cs.fmax(x, y), "lt": x < y, "le": x <= y, "eq": x == y,
    "ne": x != y, "and": cs.logic_and(x, y), "or": cs.logic_or(x, y), "fmod": cs.fmod(x, y),
    "remainder": cs.remainder(x, y), "hypot": cs.hypot(x, y), "copysign": cs.copysign(x, y),
    "if_else_zero": cs.if_else(x < 0.3, y, 0),
}  # fmt: skip


def test_every_operation_is_tried_here() -> None:
    assert set(OPERATIONS) - set(UNARY) - set(BINARY) == {"assign", "lift"}


@pytest.mark.parametrize("name", [*UNARY, *BINARY])
def test_operation_agrees_with_casadi(name: str) -> None:
    expression = {**UNARY, **BINARY}[name]
    program = make_program(name, {"x": x, "y": y}, {"f": expression})
    assert any(instruction[0] == name for instruction in program.code)
    rng = np.random.default_rng(1)
    X = np.concatenate([rng.normal(size=64) * 2, [0.0, 1.0, -1.0, 0.5, 2.0]])[:, None]
    Y = np.concatenate([rng.normal(size=64), [0.0, 1.0, -1.0, 0.5, 0.25]])[:, None]
    got = compile_program(program)(X, Y, allow_nonfinite=True)
    expected = np.array(cs.Function("f", [x, y], [expression]).map(69)(X.T, Y.T)).T
    np.testing.assert_allclose(got, expected, rtol=1e-15, atol=0)


def test_unknown_operation_is_named() -> None:
    program = make_program("f", {"x": x}, {"f": cs.erfinv(x)})
    with pytest.raises(UnsupportedOperation, match="function 'f': operation 'erfinv'"):
        compile_program(program)


def test_symbol_that_is_no_input() -> None:
    with pytest.raises(InputError, match=r"function 'f': .* not an input .*y.*only \['x'\]"):
        make_program("f", {"x": x}, {"f": x * y})


def test_if_else_does_not_mix_its_branches() -> None:
    """The branch not taken may be NaN or infinite."""
    program = make_program("f", {"x": x}, {"f": cs.if_else(x > 0, cs.log(x), -1 / x)})
    got = compile_program(program)(np.array([[2.0], [-2.0]]))
    np.testing.assert_allclose(got, [[np.log(2.0)], [0.5]])


def test_products_are_fused_with_the_right_signs() -> None:
    """All shapes of multiply-add: a + b c, a − b c, b c − a, a ± b², used once or twice."""
    a, b, c = (cs.SX.sym(name) for name in "abc")
    p = b * c
    shapes = [a + b * c, a - b * c, b * c - a, a + b**2, a - b**2, b**2 - a, b * c + a * c,
              b * c - a * c, p + a, p - a, -(b * c) + a]  # fmt: skip
    program = make_program("f", {"a": a, "b": b, "c": c}, {"f": cs.vertcat(*shapes)})
    values = (np.array([1.25]), np.array([-3.5]), np.array([0.75]))
    np.testing.assert_array_equal(compile_program(program)(*values), *interpret(program, values))


@pytest.fixture(scope="module")
def dynamics() -> Program:
    from armwright.arm.programs import make
    from armwright.multibody.parameters import FreeParameters

    return make("forward_dynamics", FreeParameters.choose(random_tree(3, 6), ()), ())


def test_all_lane_widths_give_the_same_bits(dynamics: Program) -> None:
    rng = np.random.default_rng(2)
    q, v, tau = rng.normal(size=(3, 37, 6))
    reference = compile_program(dynamics, lanes=1)(q, v, tau)
    for lanes in (2, 4, 8):
        np.testing.assert_array_equal(compile_program(dynamics, lanes=lanes)(q, v, tau), reference)


def test_single_calls_and_batches_give_the_same_bits(dynamics: Program) -> None:
    function = compile_program(dynamics)
    q, v, tau = np.random.default_rng(4).normal(size=(3, 11, 6))
    batch = function(q, v, tau)
    for k in range(11):
        np.testing.assert_array_equal(function(q[k], v[k], tau[k]), batch[k])


@pytest.mark.parametrize("length", [7, 40, 333])
def test_cutting_changes_nothing(
    dynamics: Program, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    q, v, tau = np.random.default_rng(5).normal(size=(3, 9, 6))
    whole = compile_program(dynamics)(q, v, tau)
    monkeypatch.setattr(pieces, "WHOLE_LIMIT", length)
    monkeypatch.setattr(pieces, "PIECE_LENGTH", length)
    monkeypatch.setattr("armwright.compiler.cache.read", lambda key: None)
    np.testing.assert_array_equal(compile_program(dynamics)(q, v, tau), whole)


def test_agrees_with_the_interpreter(dynamics: Program) -> None:
    values = tuple(np.random.default_rng(6).normal(size=(3, 6)))
    got = compile_program(dynamics)(*values)
    (expected,) = interpret(dynamics, values)
    np.testing.assert_allclose(got, expected, rtol=1e-10)


@pytest.mark.crosscheck
def test_long_function_is_cut_and_right() -> None:
    robot = random_chain(1, 9)
    arm = Arm(robot, lanes=1)
    q, v, tau = random_state(robot, 8)
    function = arm.function("forward_dynamics_derivatives")
    assert function.instructions > pieces.WHOLE_LIMIT
    M = arm.mass_matrix(q)
    np.testing.assert_allclose(function(q, v, tau)[2] @ M, np.eye(9), atol=1e-9)


@pytest.mark.parametrize(
    ("triple", "cpu", "has_fma"),
    [
        ("aarch64-unknown-linux-gnu", "neoverse-n1", True),
        ("arm64-apple-macosx", "apple-m1", True),
        ("x86_64-unknown-linux-gnu", "x86-64", False),
        ("x86_64-unknown-linux-gnu", "skylake-avx512", True),
    ],
)
def test_other_processors_get_code(dynamics: Program, triple: str, cpu: str, has_fma: bool) -> None:
    """Nothing in the IR is bound to an instruction set: LLVM makes objects for each of them."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(triple).create_target_machine(cpu=cpu, reloc="pic")
    module = llvm.parse_assembly(module_text(dynamics, (1, 2, 8), has_fma))
    module.triple, module.data_layout = triple, str(machine.target_data)
    assert len(machine.emit_object(module)) > 10_000
