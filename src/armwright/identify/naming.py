"""Combinations in words that people can read: `Izz1 + n1²·Jm1 + lx3²·m3 + …`.

A coefficient is named where it is a product of lengths of the robot or of gear ratios, by itself
or twice; otherwise it is printed as a number. `symbols` says what stands for what.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

import numpy as np

from armwright.arrays import Array
from armwright.identify.elements import is_of_body
from armwright.robot import Robot
from armwright.robot.contents import motor_path
from armwright.robot.inertia import PARAMETER_NAMES

_CLOSE = 1e-7
_PARTS = {
    "mass": PARAMETER_NAMES[:1],
    "first_moment": PARAMETER_NAMES[1:4],
    "inertia_at_origin": PARAMETER_NAMES[4:],
}
_LAWS = {
    "motor_inertia": "Jm",
    "torque_constant": "k",
    "viscous": "Fv",
    "quadratic": "Fq",
    "coulomb": "Fc",
    "coulomb_positive": "Fc⁺",
    "coulomb_negative": "Fc⁻",
    "static": "Fs",
    "static_positive": "Fs⁺",
    "static_negative": "Fs⁻",
}


def short_names(robot: Robot, elements: Sequence[str]) -> list[str]:
    """`Ixx2` for the second moving link's, `Jm3` for the third motor's; else the path itself."""
    return [_short(robot, element) for element in elements]


def _short(robot: Robot, element: str) -> str:
    path, _, place = element.partition("[")
    index = int(place[:-1]) if place else 0
    head, _, part = path.rpartition(".")
    if is_of_body(element):
        moved = [joint.child for joint in robot.joints if joint.moves]
        link = head.removeprefix("links.")
        return f"{_PARTS[part][index]}{moved.index(link) + 1}" if link in moved else element
    for k, motor in enumerate(robot.all_motors, 1):
        own = motor_path(robot, motor)
        if head in (own, f"{own}.friction") and part in _LAWS:
            return f"{_LAWS[part]}{k}"
    return element


def combination_names(robot: Robot, elements: Sequence[str], matrix: Array) -> tuple[str, ...]:
    """One for each row; the number that gives the row its name comes first."""
    short, known = short_names(robot, elements), list(_coefficients(robot))
    found = []
    for row in matrix:
        places = sorted(np.flatnonzero(row), key=lambda k: (row[k] != 1.0, k))
        words = [_term(float(row[k]), short[k], known) for k in places]
        text = " ".join(words).removeprefix("+ ")
        found.append(text if not text.startswith("− ") else "−" + text[2:])
    return tuple(found)


def symbols(robot: Robot) -> dict[str, float]:
    """Lengths and gear ratios that names speak of: `lx3` is the x of joint 3's place on its parent,
    in m; `n5` the ratio of motor 5, `n65` of motor 6 to joint 5."""
    found: dict[str, float] = {}
    for k, joint in enumerate((j for j in robot.joints if j.moves), 1):
        for axis, length in zip("xyz", joint.origin.translation, strict=True):
            if abs(length) > 1e-12:
                found[f"l{axis}{k}"] = float(length)
    names = robot.joint_names
    for i, motor in enumerate(robot.all_motors, 1):
        for driven, ratio in motor.along.items():
            number = names.index(driven) + 1
            found[f"n{i}" if number == i else f"n{i}{number}"] = float(ratio)
    return found


def _coefficients(robot: Robot) -> Iterator[tuple[str, float]]:
    known = symbols(robot)
    lengths = [(name, value) for name, value in known.items() if name.startswith("l")]
    ratios = [(name, value) for name, value in known.items() if name.startswith("n")]
    yield "", 1.0
    yield "2·", 2.0
    for name, value in lengths:
        yield f"{name}·", value
        yield f"2·{name}·", 2.0 * value
    for (a, x), (b, y) in combinations_with_replacement(lengths, 2):
        product = f"{a}²·" if a == b else f"{a}·{b}·"
        yield product, x * y
        yield f"2·{product}", 2.0 * x * y
        if a != b:
            yield f"({a}² + {b}²)·", x * x + y * y
            yield f"({a}² − {b}²)·", x * x - y * y
    for name, value in ratios:
        yield f"{name}·", value
        yield f"{name}²·", value**2
    for (a, x), (b, y) in combinations_with_replacement(ratios, 2):
        if a != b:
            yield f"{a}·{b}·", x * y


def _term(coefficient: float, name: str, known: list[tuple[str, float]]) -> str:
    """Of coefficients with the same value, that which has the number of the name in it."""
    fitting = [
        (mark, word)
        for word, value in known
        for sign, mark in ((1.0, "+"), (-1.0, "−"))
        if abs(coefficient - sign * value) <= _CLOSE * abs(value)
    ]
    own = f"n{name[-1]}"
    if fitting:
        mark, word = min(fitting, key=lambda one: (len(one[1]), own not in one[1]))
        return f"{mark} {word}{name}"
    mark = "+" if coefficient > 0 else "−"
    return f"{mark} {abs(coefficient):.4g}·{name}"
