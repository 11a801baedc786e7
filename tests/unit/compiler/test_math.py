"""Elementary functions against 40-digit arithmetic, and against C for special values.

Every function runs in all lane widths, with and without fused multiply-add, through the same
kernels that users get.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import casadi as cs
import mpmath
import numpy as np
import pytest
from numpy.typing import NDArray

from armwright.compiler.kernel import kernel_name, module_text
from armwright.compiler.machine import LoadedCode, emit_object, host_cpu
from armwright.compiler.program import make_program

Array = NDArray[np.float64]
LANES = (1, 2, 4, 8)
FUSED = [
    pytest.param(True, id="fma", marks=pytest.mark.skipif(not host_cpu().has_fma, reason="no FMA")),
    pytest.param(False, id="split"),
]
KERNEL = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64, ctypes.c_int64, ctypes.c_void_p)
EXACT = mpmath.MPContext()
EXACT.dps = 40
HALF_PI = 1.5707963267948966
LARGEST = np.finfo(float).max
TINY = np.finfo(float).tiny
SPECIAL = np.array(
    [0.0, 1.0, 0.5, 2.0, 3.0, 1.5, 1e-8, 1e-17, 1e-300, TINY, 1e-310, 5e-324, 22.0, 709.78, 709.79,
     710.47, 710.48, 745.1, 745.2, 1e3, 1e5, 1e300, LARGEST, np.inf]
)  # fmt: skip
SPECIAL = np.concatenate([SPECIAL, -SPECIAL, [np.nan]])


@dataclass(frozen=True)
class Case:
    """A function of one or two arguments: as SX, exact, in C; points to try; the largest error."""

    expression: Callable[..., Any]
    exact: Callable[..., Any]
    c: Callable[..., Array]
    points: Callable[[np.random.Generator], tuple[Array, ...]]
    ulps: float


def uniform(*ranges: tuple[float, float]) -> Callable[[np.random.Generator], tuple[Array]]:
    return lambda rng: (np.concatenate([rng.uniform(low, high, 600) for low, high in ranges]),)


def magnitudes(rng: np.random.Generator, low: float, high: float, count: int = 600) -> Array:
    """Of both signs, evenly spread between powers of ten."""
    return rng.choice([-1.0, 1.0], count) * 10.0 ** rng.uniform(low, high, count)


def angles(rng: np.random.Generator) -> tuple[Array]:
    """Also doubles next to multiples of π/4, in the range of both reductions and beyond."""
    multiples = rng.integers(1, 10 ** rng.integers(1, 9, 300)) * (HALF_PI / 2)
    near = np.concatenate([multiples, np.nextafter(multiples, 0), -multiples])
    return (np.concatenate([uniform((-4, 4), (-100, 100))(rng)[0], magnitudes(rng, -9, 6), near]),)


def ratios(rng: np.random.Generator) -> tuple[Array]:
    edges = 1 - 10.0 ** rng.uniform(-16, 0, 300)
    inside = rng.uniform(-1, 1, 1500)
    return (np.concatenate([inside, edges, -edges, np.clip(magnitudes(rng, -9, 0), -1, 1)]),)


def plane(rng: np.random.Generator) -> tuple[Array, Array]:
    turn, radius = rng.uniform(-np.pi, np.pi, 1500), 10.0 ** rng.uniform(-2, 2, 1500)
    y = np.concatenate([radius * np.sin(turn), magnitudes(rng, -150, 150)])
    return y, np.concatenate([radius * np.cos(turn), magnitudes(rng, -150, 150)])


def powers(rng: np.random.Generator) -> tuple[Array, Array]:
    base = np.concatenate([rng.uniform(0.2, 5, 900), np.abs(magnitudes(rng, -300, 300))])
    exponent = rng.uniform(-1, 1, 1500) * np.minimum(700 / np.abs(np.log(base)), 1e4)
    exponent[:300] = rng.integers(-20, 20, 300) / 2
    return base, exponent


def constant_power(exponent: float, ulps: float) -> Case:
    return Case(
        lambda x: x**exponent,
        lambda x: EXACT.power(x, exponent),
        lambda x: np.power(x, np.full_like(x, exponent)),
        lambda rng: (
            np.concatenate([rng.uniform(0.2, 5, 900), 10.0 ** rng.uniform(-99, 99, 300)]),
        ),
        ulps,
    )


CASES = {
    "sin": Case(cs.sin, EXACT.sin, np.sin, angles, 1.6),
    "cos": Case(cs.cos, EXACT.cos, np.cos, angles, 1.6),
    "tan": Case(cs.tan, EXACT.tan, np.tan, angles, 1.4),
    "asin": Case(cs.asin, EXACT.asin, np.arcsin, ratios, 1.3),
    "acos": Case(cs.acos, EXACT.acos, np.arccos, ratios, 1.3),
    "atan": Case(
        cs.atan, EXACT.atan, np.arctan,
        lambda rng: (np.concatenate([rng.uniform(-3, 3, 1500), magnitudes(rng, -17, 17)]),), 1.4,
    ),
    "atan2": Case(cs.atan2, EXACT.atan2, np.arctan2, plane, 1.6),
    "exp": Case(cs.exp, EXACT.exp, np.exp, uniform((-1, 1), (-700, 709), (-745, -700)), 1.0),
    "log": Case(
        cs.log, EXACT.log, np.log,
        lambda rng: (np.concatenate([rng.uniform(0.3, 3, 1500), abs(magnitudes(rng, -320, 308))]),),
        1.0,
    ),
    "tanh": Case(cs.tanh, EXACT.tanh, np.tanh, uniform((-1, 1), (-22, 22), (0.5, 0.6)), 1.5),
    "sinh": Case(cs.sinh, EXACT.sinh, np.sinh, uniform((-2, 2), (-710, 710), (0.9, 1.5)), 1.7),
    "cosh": Case(cs.cosh, EXACT.cosh, np.cosh, uniform((-2, 2), (-710, 710), (0.9, 1.5)), 1.5),
    "pow": Case(lambda x, y: x**y, EXACT.power, np.power, powers, 1.0),
    "pow -1.5": constant_power(-1.5, 1.0),
    "pow -0.5": constant_power(-0.5, 1.6),
    "pow 1.5": constant_power(1.5, 1.4),
    "pow 2.5": constant_power(2.5, 2.0),
}  # fmt: skip


@cache
def kernels(name: str, has_fma: bool) -> tuple[LoadedCode, int]:
    case = CASES[name]
    count = 2 if name in ("atan2", "pow") else 1
    symbols = [cs.SX.sym(f"x{k}") for k in range(count)]
    inputs = {str(symbol): symbol for symbol in symbols}
    program = make_program("f", inputs, {"f": case.expression(*symbols)})
    code = emit_object(module_text(program, LANES, has_fma))
    return LoadedCode(code, tuple(map(kernel_name, LANES))), count


def evaluate(name: str, has_fma: bool, lanes: int, *arguments: Array) -> Array:
    """Rows are filled up to a whole number of lane vectors with the first row."""
    code, count = kernels(name, has_fma)
    rows = len(arguments[0])
    padded = [np.concatenate([a, np.full(-rows % lanes, a[0])]) for a in arguments[:count]]
    result = np.empty_like(padded[0])
    table = np.array([entry for a in [*padded, result] for entry in (a.ctypes.data, 1)])
    code.function(kernel_name(lanes), KERNEL)(0, len(result), table.ctypes.data)
    return result[:rows]


def errors(got: Array, exact: list[Any]) -> Array:
    """In units of the last place of the exact result."""
    places = np.spacing(np.abs(np.array([float(value) for value in exact])))
    misses = [abs(EXACT.mpf(float(g)) - value) for g, value in zip(got, exact, strict=True)]
    return np.array([float(miss / place) for miss, place in zip(misses, places, strict=True)])


@cache
def samples(name: str) -> tuple[tuple[Array, ...], list[Any]]:
    arguments = CASES[name].points(np.random.default_rng(1))
    rows = zip(*arguments, strict=True)
    return arguments, [CASES[name].exact(*map(EXACT.mpf, row)) for row in rows]


def assert_like_c(case: Case, got: Array, arguments: tuple[Array, ...]) -> None:
    """NaN where C says NaN, equal signs (of zeros too), and at most 2 ulp apart."""
    with np.errstate(all="ignore"):
        expected = case.c(*arguments)
        close = (got == expected) | (np.abs(got - expected) <= 2 * np.spacing(np.abs(expected)))
    close &= np.signbit(got) == np.signbit(expected)
    close |= np.isnan(got) & np.isnan(expected)
    rows = zip(*arguments, got, expected, close, strict=True)
    wrong = [row for row in rows if not row[-1]]
    assert not wrong


@pytest.mark.parametrize("has_fma", FUSED)
@pytest.mark.parametrize("name", CASES)
def test_accuracy(name: str, has_fma: bool) -> None:
    arguments, exact = samples(name)
    found = errors(evaluate(name, has_fma, 4, *arguments), exact)
    worst = int(np.argmax(found))
    assert found[worst] < CASES[name].ulps, [float(a[worst]) for a in arguments]


@pytest.mark.parametrize("has_fma", FUSED)
@pytest.mark.parametrize("name", CASES)
def test_lane_widths_agree_bit_for_bit(name: str, has_fma: bool) -> None:
    usual = CASES[name].points(np.random.default_rng(2))
    arguments = [np.concatenate([a, SPECIAL, a]) for a in usual]
    scalar = evaluate(name, has_fma, 1, *arguments)
    for lanes in LANES[1:]:
        vector = evaluate(name, has_fma, lanes, *arguments)
        np.testing.assert_array_equal(
            vector.view(np.int64)[~np.isnan(scalar)], scalar.view(np.int64)[~np.isnan(scalar)]
        )
        np.testing.assert_array_equal(np.isnan(vector), np.isnan(scalar))


@pytest.mark.parametrize("has_fma", FUSED)
@pytest.mark.parametrize("name", CASES)
def test_special_values_are_those_of_c(name: str, has_fma: bool) -> None:
    arguments: tuple[Array, ...] = (SPECIAL,)
    if kernels(name, has_fma)[1] == 2:
        first, second = np.meshgrid(SPECIAL, SPECIAL)
        arguments = (first.ravel(), second.ravel())
    for lanes in (1, 4):
        assert_like_c(CASES[name], evaluate(name, has_fma, lanes, *arguments), arguments)


@pytest.mark.parametrize("has_fma", FUSED)
@pytest.mark.parametrize("name", ["sin", "cos", "tan"])
def test_huge_angles(name: str, has_fma: bool) -> None:
    """Beyond the reach of the reduction; neighbours in the same lane vector keep their bits."""
    rng = np.random.default_rng(3)
    angle = magnitudes(rng, 4, 308, 400)  # C reduces these exactly
    usual = rng.uniform(-10, 10, 400)
    mixed = np.where(rng.random(400) < 0.5, angle, usual)
    for lanes in LANES:
        assert_like_c(CASES[name], evaluate(name, has_fma, lanes, angle), (angle,))
        together = evaluate(name, has_fma, lanes, mixed)
        alone = evaluate(name, has_fma, lanes, usual)
        assert (together == alone)[mixed == usual].all()


def test_exact_powers_are_exact() -> None:
    base, exponent = np.meshgrid(np.arange(1.0, 40.0), np.arange(0.0, 9.0))
    got = evaluate("pow", host_cpu().has_fma, 4, base.ravel(), exponent.ravel())
    np.testing.assert_array_equal(got, base.ravel() ** exponent.ravel())
