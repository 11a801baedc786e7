"""How the numbers of a scenario follow from named values: found by changing them.

`Scenario.changed` is the only authority on what a value means, so it is asked: once for each
element, and once with all of them changed, which tells whether the numbers are linear in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from armwright.block.block import Array
from armwright.errors import InputError
from armwright.export.model import Vector
from armwright.scenario import Scenario
from armwright.system import numbers

#: How far a value is changed, as a part of it, or of 1 if it is zero.
_SHARE = 0.125
#: How well a change must be foretold, as a part of the largest number of its kind.
_EXACT = 1e-9


@dataclass(frozen=True, eq=False)
class Response:
    """Numbers that change: by their key the scenario's own, (n,), and their derivatives by all
    elements of the named values, (n, elements)."""

    own: dict[str, Array]
    slopes: dict[str, Array]


def response(scenario: Scenario, named: Sequence[Vector]) -> Response:
    base = numbers(scenario)
    steps = np.array([_step(value) for vector in named for value in vector.start])
    slopes = {key: np.zeros((value.size, steps.size)) for key, value in base.items()}
    column = 0
    for vector in named:
        first = column
        for k in range(vector.size):
            there = _numbers(scenario, [(vector, _moved(vector, k, steps[column]))], base)
            for key, value in there.items():
                slopes[key][:, column] = (value - base[key]).ravel() / steps[column]
            column += 1
        if not any(slope[:, first:column].any() for slope in slopes.values()):
            raise InputError(
                "no number of the exported code follows from it",
                where=vector.name,
                expected="a number of the arm or a parameter of a block, in use",
            )
    found = {key: slope for key, slope in slopes.items() if slope.any()}
    _check_linear(scenario, named, base, found, steps)
    return Response({key: base[key].ravel() for key in found}, found)


def _step(value: float) -> float:
    """Such that the difference of two values is exactly it."""
    return (value + _SHARE * abs(value)) - value if value else _SHARE


def _moved(vector: Vector, element: int, step: float) -> list[float]:
    return [value + step * (k == element) for k, value in enumerate(vector.start)]


def _numbers(
    scenario: Scenario, values: Sequence[tuple[Vector, list[float]]], base: dict[str, Array]
) -> dict[str, Array]:
    changes = {vector.name: value[0] if vector.size == 1 else value for vector, value in values}
    found = numbers(scenario.changed(changes))
    same = found.keys() == base.keys() and all(found[k].shape == base[k].shape for k in base)
    if not same or np.any((found["gear"] == 0) != (base["gear"] == 0)):
        raise InputError(
            "it changes what the arm is made of, not only numbers",
            where=values[0][0].name,
            expected="a number that the scenario has already",
        )
    return found


def _check_linear(
    scenario: Scenario,
    named: Sequence[Vector],
    base: dict[str, Array],
    slopes: dict[str, Array],
    steps: Array,
) -> None:
    moved, column = [], 0
    for vector in named:
        there = [
            value + 2.0 * step for value, step in zip(vector.start, steps[column:], strict=False)
        ]
        moved.append((vector, there))
        column += vector.size
    found = _numbers(scenario, moved, base) if moved else base
    for key, slope in slopes.items():
        expected = base[key].ravel() + slope @ (2.0 * steps)
        size = np.abs(expected).max()
        if np.abs(found[key].ravel() - expected).max() > _EXACT * size:
            owners = [v.name for v in named for _ in v.start]
            guilty = [owners[k] for k in np.flatnonzero(slope.any(axis=0))]
            raise InputError(
                f"'{key}' does not follow linearly from it",
                where=" and ".join(dict.fromkeys(guilty)),
                expected="parameters on which the equations' numbers depend linearly",
            )
