"""What S2 says of the formulations, beside what was derived and counted."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp

from armwright.equations import METHODS, Equations, Method, derive
from armwright.robot import load
from armwright.studies.claim import Claim, Statement, at_least, at_most, between
from armwright.studies.formulations.runs import (
    CHAINS,
    METHOD_NAMES,
    ComparedArm,
    Comparison,
    Derivation,
)
from armwright.studies.formulations.source import cart_torque, scara_torque

#: From here on one thing counts as cheaper than another.
CLEARLY = 1.5
_NE, _L, _K = METHODS
_CLEARLY = "“more efficient” counts from half as much again"
_ALL_METHODS = {
    "methods": between(
        "methods that give the printed expressions",
        len(METHODS),
        len(METHODS),
        "",
        "all: the same arm has one set of equations",
    )
}
CART = Statement(
    "cart",
    "S2 (2.46), (2.47)",
    "equations of the cart with the inverted pendulum, after Kane",
    "number",
    _ALL_METHODS,
)
SCARA = Statement(
    "scara",
    "S2, appendix C.2",
    "equations of a SCARA arm, as AUTOLEV generated them",
    "number",
    _ALL_METHODS,
)

LAGRANGE_DERIVES = Statement(
    "lagrange-derives",
    "S2, section 2.4",
    "as programs that derive equations, Lagrange's is more efficient than Newton-Euler's, "
    "which has to evaluate the accelerations and forces of every link",
    "kind",
    {"ratio": at_least("Newton-Euler's products, times Lagrange's, least", CLEARLY, "", _CLEARLY)},
)
LAGRANGE_EVALUATES = Statement(
    "lagrange-evaluates",
    "S2, sections 1.1 and 2.2",
    "Lagrange's formulation is computationally more efficient than Newton-Euler's",
    "kind",
    {
        "ratio": at_most(
            "Lagrange's operations, times Newton-Euler's, most", 1 / CLEARLY, "", _CLEARLY
        )
    },
)
KANE_IS_BEST = Statement(
    "kane-is-best",
    "S2, sections 2.2 and 2.4",
    "Kane's formulation is much more efficient than both others",
    "kind",
    {"ratio": at_least("any other's count, times Kane's, least", CLEARLY, "", _CLEARLY)},
)
KANE_WHEN_LARGER = Statement(
    "kane-when-larger",
    "S2, section 2.4",
    "Kane's formulation gains the more the larger the system is",
    "kind",
    {"gain": at_least("its gain with six axes, times that with two", CLEARLY, "", _CLEARLY)},
)
FORCES_IN_JOINTS = Statement(
    "forces-in-joints",
    "S2, section 2.4",
    "Newton-Euler gives insight: it has the forces of every single link",
    "kind",
    {
        "newton_euler": between("joints whose moment it has", 6, 6, "", "every one"),
        "others": at_most("joints whose moment another has", 0, "", "else it is no difference"),
    },
)
BY_HAND = Statement(
    "by-hand",
    "S2, section 3.1",
    "by hand, equations become cumbersome and prone to error beyond two or three links, for the "
    "large number of operations",
    "kind",
    {"growth": at_least("terms with four axes, times those with two", 10, "", "“cumbersome”")},
)
ORDER_N = Statement(
    "order-n",
    "S2, section 2.4, footnote",
    "formulations of order n are more efficient than those of order n³ only beyond ten degrees of "
    "freedom",
    "number",
    {"first": between("fewest joints with which they are", 11, 11, "", "“beyond ten”")},
)
SAME_RESPONSE = Statement(
    "same-response",
    "S2, sections 3.3 and 5.3",
    "the same model in another program gives exactly the same response",
    "kind",
    {
        "apart": at_most(
            "largest difference of the angles in 5 s",
            1e-4,
            "rad",
            "a double pendulum makes a million times as much of tolerances of 1e−11",
        )
    },
)
COMPILED_CODE = Statement(
    "compiled-code",
    "S2, table 3.1 and section 3.7",
    "of all ways to simulate the cart with the double pendulum, generated and compiled code is the "
    "fastest, by a factor of 2 to 36",
    "kind",
    {
        "ratio": at_least(
            "time of the next fastest, times that of machine code",
            2,
            "",
            "S2's smallest factor",
            lasting=False,
        )
    },
)
_COUNTS: tuple[Callable[[Derivation], int], ...] = (
    lambda d: d.operations,
    lambda d: d.torque_operations,
    lambda d: d.products,
)


def printed_claims() -> list[Claim]:
    return [_cart(), _scara()]


def _cart() -> Claim:
    m2, l = sp.symbols("m2 l")
    uniform = {sp.Symbol("c2y"): l / 2, sp.Symbol("I2zz"): m2 * l**2 / 12}
    return _printed(CART, "cart_pendulum", uniform, cart_torque())


def _scara() -> Claim:
    return _printed(SCARA, "scara", {}, scara_torque())


def _printed(statement: Statement, robot: str, special: Mapping[Any, Any], printed: Any) -> Claim:
    equal = [m for m in METHODS if _is_same(derive(load(robot), m), special, printed)]
    return statement.judged(
        f"the same expressions by {len(equal)} of {len(METHODS)} methods", methods=len(equal)
    )


def _is_same(equations: Equations, special: Mapping[Any, Any], printed: Any) -> bool:
    difference = equations.torque.subs(special) - printed
    return all(sp.expand(sp.expand(x), trig=True) == 0 for x in difference)


def counted_claims(found: Comparison) -> list[Claim]:
    return [
        _lagrange_derives(found),
        _lagrange_evaluates(found),
        _kane_is_best(found),
        _kane_when_larger(found),
        _forces_in_joints(found),
        _by_hand(found),
        _order_n(found),
        _same_response(found),
        _compiled_code(found),
    ]


def _lagrange_derives(found: Comparison) -> Claim:
    ratios = [_ratio(row, lambda d: d.products, _NE, _L) for row in found.growing]
    return LAGRANGE_DERIVES.judged(
        "to the closed form with all parameters as symbols, Newton-Euler forms "
        + ", ".join(f"{ratio:.1f}" for ratio in ratios)
        + " times as many products of single terms for 2, 3, 4, 5, 6 axes",
        "Fewer up to five axes, no longer with six. All three give the same closed form.",
        ratio=min(ratios),
    )


def _lagrange_evaluates(found: Comparison) -> Claim:
    ratios = [_ratio(row, lambda d: d.torque_operations, _L, _NE) for row in found.growing]
    return LAGRANGE_EVALUATES.judged(
        "for the torques of a motion Lagrange takes "
        + ", ".join(f"{ratio:.1f}" for ratio in ratios)
        + " times the operations of Newton-Euler, for 2, 3, 4, 5, 6 axes",
        "The other way round: Christoffel symbols are derivatives of n³ elements, whereas "
        "Newton-Euler goes out and back once.",
        ratio=max(ratios),
    )


def _kane_is_best(found: Comparison) -> Claim:
    last = found.growing[-1].derived.by
    ratio = min(count(last[other]) / count(last[_K]) for count in _COUNTS for other in (_NE, _L))
    return KANE_IS_BEST.judged(
        f"six axes, operations for mass matrix and terms: {_of_six(found, 'operations')}; for "
        f"torques: {_of_six(found, 'torque_operations')}; products to derive the closed form: "
        f"{_of_six(found, 'products')}",
        "Where the mass matrix is wanted, as for simulation, it takes the fewest operations, but "
        "hardly fewer than Newton-Euler; for torques alone it takes more. In closed form all "
        "three are the same equations, term by term.",
        ratio=ratio,
    )


def _kane_when_larger(found: Comparison) -> Claim:
    steps = [_ratio(row, lambda d: d.operations, _L, _K) for row in found.growing]
    told = ", ".join(f"{ratio:.1f}" for ratio in steps)
    return KANE_WHEN_LARGER.judged(
        f"Lagrange takes {told} times Kane's operations for 2, 3, 4, 5, 6 axes",
        gain=steps[-1] / steps[0],
    )


def _forces_in_joints(found: Comparison) -> Claim:
    by = found.growing[-1].derived.by
    names = {m: " ".join(str(name) for name, _ in by[m].sequence.steps) for m in METHODS}
    count = {m: len(set(re.findall(r"\bn(\d)[xyz]\b", names[m]))) for m in METHODS}
    return FORCES_IN_JOINTS.judged(
        "joints whose moment is among the assignments of the six-axis arm: "
        + ", ".join(f"{METHOD_NAMES[m]} {count[m]}" for m in METHODS),
        newton_euler=count[_NE],
        others=max(count[_L], count[_K]),
    )


def _by_hand(found: Comparison) -> Claim:
    terms = [row.derived.by[_L].terms for row in found.growing]
    return BY_HAND.judged(
        "terms of mass matrix, velocities and gravity, multiplied out, for 2 to 6 axes: "
        + ", ".join(str(count) for count in terms),
        growth=terms[2] / terms[0],
    )


def _order_n(found: Comparison) -> Claim:
    first = next((n for n in CHAINS if found.chains[n][0] < found.chains[n][1]), CHAINS[-1])
    ten, more = found.chains[10], found.chains[first]
    return ORDER_N.judged(
        f"forward dynamics of a chain with crossed axes: from {first} joints on. With 10 joints "
        f"articulated bodies take {ten[0]} operations and factors of M {ten[1]}, with {first} "
        f"{more[0]} and {more[1]}",
        first=first,
    )


def _same_response(found: Comparison) -> Claim:
    return SAME_RESPONSE.judged(
        "the double pendulum falls for 5 s: generated equations and compiled arm differ by less "
        f"than 0.1 mrad: {'yes' if found.fall.apart < 1e-4 else 'no'}",
        apart=found.fall.apart,
    )


def _compiled_code(found: Comparison) -> Claim:
    """Only what is far apart: times are not the same twice."""
    *others, fastest = found.fall.seconds.values()
    ratio = min(others) / fastest
    agrees = COMPILED_CODE.limits["ratio"].hold(ratio)
    return COMPILED_CODE.judged(
        "machine code for the arm and the integrator is faster than every other way here, by more "
        f"than a factor of 2: {'yes' if agrees else 'no'}",
        "The times of this run stand beside those of S2 below.",
        ratio=ratio,
    )


def _ratio(row: ComparedArm, count: Callable[[Derivation], int], one: Method, two: Method) -> float:
    return count(row.derived.by[one]) / count(row.derived.by[two])


def _of_six(found: Comparison, what: str) -> str:
    by = found.growing[-1].derived.by
    return ", ".join(f"{METHOD_NAMES[m]} {getattr(by[m], what)}" for m in METHODS)
