"""Every operation in C gives the bits of our machine code, with and without fused multiply-add."""

from __future__ import annotations

import ctypes
import itertools
from functools import cache
from pathlib import Path

import casadi as cs
import numpy as np
import pytest

from armwright.compiler import Program, make_program
from armwright.compiler.kernel import kernel_name, module_text
from armwright.compiler.machine import LoadedCode, emit_object, host_cpu
from armwright.compiler.operations import OPERATIONS
from armwright.compiler.pieces import WHOLE_LIMIT, stays_whole
from armwright.errors import UnsupportedOperation
from armwright.export.c_code.files import source_text
from armwright.export.c_code.functions import CSignature, function
from tests.support.c_code import NATIVE, evaluate, library, needs_compiler

KERNEL = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
SPECIAL = [
    0.0,
    1.0,
    0.5,
    -0.75,
    2.5,
    3.0,
    1e-9,
    1e-300,
    5e-324,
    22.0,
    709.9,
    745.2,
    1e5,
    3e9,
    1e300,
]
SPECIAL = [*SPECIAL, *(-x for x in SPECIAL), np.inf, -np.inf, np.nan]

ONE = {
    "neg": lambda x: -x,
    "inv": lambda x: 1 / x,
    "sq": lambda x: x * x,
    "twice": lambda x: x + x,
    "sqrt": cs.sqrt,
    "fabs": cs.fabs,
    "floor": cs.floor,
    "ceil": cs.ceil,
    "sign": cs.sign,
    "not": cs.logic_not,
    "sin": cs.sin,
    "cos": cs.cos,
    "tan": cs.tan,
    "asin": cs.asin,
    "acos": cs.acos,
    "atan": cs.atan,
    "exp": cs.exp,
    "log": cs.log,
    "tanh": cs.tanh,
    "sinh": cs.sinh,
    "cosh": cs.cosh,
    "erf": cs.erf,
    "expm1": cs.expm1,
    "log1p": cs.log1p,
    "asinh": cs.asinh,
    "acosh": cs.acosh,
    "atanh": cs.atanh,
    **{f"x^{power}": lambda x, p=power: x**p for power in (-0.5, 0.5, 1.5, 2.5, 0.3, -3)},
    "fmin with a constant": lambda x: cs.fmin(0.0, x) + cs.fmin(x, 2.0),
    "fmax with a constant": lambda x: cs.fmax(0.0, x) + cs.fmax(x, -2.0),
    "choice of a constant": lambda x: cs.if_else(x > 1, x, -2.0),
    "choice by a number": lambda x: cs.if_else(x, 1.0, -x),
}
TWO = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "copysign": cs.copysign,
    "fmin": cs.fmin,
    "fmax": cs.fmax,
    "lt": lambda x, y: x < y,
    "le": lambda x, y: x <= y,
    "eq": lambda x, y: x == y,
    "ne": lambda x, y: x != y,
    "and": cs.logic_and,
    "or": cs.logic_or,
    "atan2": cs.atan2,
    "pow": lambda x, y: x**y,
    "fmod": cs.fmod,
    "remainder": cs.remainder,
    "hypot": cs.hypot,
    "if_else_zero": lambda x, y: cs.if_else(x < y, x + 1, 0.0),
    "choice": lambda x, y: cs.if_else(x < y, x * y, x - y),
    "truths added": lambda x, y: (x < y) + (y < 1) / (x < 2),
    "a + b c": lambda x, y: x + 3.0 * y,
    "a - b c": lambda x, y: x - y * y,
    "b c - a": lambda x, y: x * y - 0.1,
    "a - b² twice": lambda x, y: (x - y * x) - 0.3 * y,
}


@cache
def program() -> Program:
    """All operations, one output each."""
    x, y = cs.SX.sym("x"), cs.SX.sym("y")
    outputs = {name: make(x) for name, make in ONE.items()}
    outputs |= {name: make(x, y) for name, make in TWO.items()}
    return make_program("operations", {"x": x, "y": y}, outputs)


def states() -> list[np.ndarray]:
    pairs = np.array(list(itertools.product(SPECIAL, SPECIAL)))
    rng = np.random.default_rng(1)
    usual = rng.normal(size=(300, 2)) * rng.choice([0.1, 1.0, 30.0], size=(300, 1))
    return [column.copy()[:, None] for column in np.concatenate([pairs, usual]).T]


def by_machine(has_fma: bool) -> list[np.ndarray]:
    one = program()
    code = LoadedCode(emit_object(module_text(one, (1,), has_fma)), (kernel_name(1),))
    given = states()
    results = [np.empty((len(given[0]), port.size)) for port in one.outputs]
    table = np.array([(a.ctypes.data, a.shape[1]) for a in (*given, *results)], dtype=np.int64)
    code.function(kernel_name(1), KERNEL)(0, len(given[0]), table.ctypes.data)
    return results


def by_c(folder: Path, flags: tuple[str, ...]) -> list[np.ndarray]:
    one = program()
    words = {port.name: f"o{k}" for k, port in enumerate(one.outputs)} | {"x": "x", "y": "y"}
    parameters = {
        word: f"double {word}[1]"
        for word in ("x", "y", *(f"o{k}" for k in range(len(one.outputs))))
    }

    def place(port: str, element: int) -> str:
        return f"{words[port]}[{element}]"

    found = function(one, CSignature("f", parameters, static=False), place, place)
    (folder / "f.h").write_text(f"#include <stdint.h>\nvoid f({', '.join(parameters.values())});\n")
    (folder / "f.c").write_text(source_text("f", "All operations.", found.calls, [found.text]))
    return evaluate(library(folder, "f", flags).f, one, states())


@needs_compiler
@pytest.mark.parametrize(
    ("flags", "has_fma"), [(NATIVE, host_cpu().has_fma), (("-O2",), False)], ids=["native", "plain"]
)
def test_bits_are_those_of_our_machine_code(
    tmp_path: Path, flags: tuple[str, ...], has_fma: bool
) -> None:
    if host_cpu().triple.startswith(("aarch64", "arm64")):
        has_fma = True  # every one of them has it
    names = [port.name for port in program().outputs]
    for name, ours, c in zip(names, by_machine(has_fma), by_c(tmp_path, flags), strict=True):
        same = (ours.view(np.int64) == c.view(np.int64)) | (np.isnan(ours) & np.isnan(c))
        assert same.all(), (name, [s[~same[:, 0]][:3].ravel() for s in states()], ours[~same][:3])


def in_place(folder: Path, program: Program, values: list[float]) -> list[float]:
    """The results of a program that overwrites its only argument: x0, x1, …"""
    signature = CSignature("f", {"x": f"double x[{len(values)}]"}, static=False)
    found = function(program, signature, lambda _, k: f"x[{k}]", lambda x, _: f"x[{x[1:]}]")
    (folder / "f.h").write_text(f"#include <stdint.h>\nvoid f({signature.declared});\n")
    (folder / "f.c").write_text(source_text("f", "In place.", found.calls, [found.text]))
    array = np.array(values)
    library(folder, "f").f(ctypes.c_void_p(array.ctypes.data))
    return [float(value) for value in array]


@needs_compiler
def test_results_may_change_places_with_arguments(tmp_path: Path) -> None:
    """A shift register: each element takes the value that the one before had."""
    x = cs.SX.sym("x", 3)
    shifted = make_program("shift", {"x": x}, {"x0": x[2], "x1": x[0], "x2": x[1]})
    assert in_place(tmp_path, shifted, [1.0, 2.0, 3.0]) == [3.0, 1.0, 2.0]


@needs_compiler
def test_long_programs_read_all_arguments_before_they_store(tmp_path: Path) -> None:
    x = cs.SX.sym("x", 2)
    chain = x[0]
    for _ in range(WHOLE_LIMIT // 2):
        chain = cs.fmin(chain + 1, 1e9)
    long = make_program("long", {"x": x}, {"x1": 10 * x[1], "x0": chain + x[1]})
    assert not stays_whole(long)
    assert in_place(tmp_path, long, [0.5, 3.0]) == [WHOLE_LIMIT // 2 + 3.5, 30.0]


def test_every_operation_is_tried() -> None:
    found = {instruction[0] for instruction in program().code} - {"input", "constant"}
    assert set(OPERATIONS) - found == {"assign", "lift"}


def test_other_operations_are_refused() -> None:
    odd = Program("odd", (), (), (("constant", 1.0), ("bessel", 0)), ())
    with pytest.raises(UnsupportedOperation, match="'bessel'"):
        function(odd, CSignature("f", {}), str, str)
