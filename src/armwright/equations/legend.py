"""What the symbols of a set of equations stand for."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

import sympy as sp

from armwright.equations.algebra import Coordinates
from armwright.equations.parameters import Parameter
from armwright.robot import Robot


@dataclass(frozen=True)
class Entry:
    """`value` None: an input, not a number of the robot."""

    symbol: sp.Symbol
    meaning: str
    value: float | None
    unit: str


def make_legend(
    robot: Robot,
    coordinates: Coordinates,
    parameters: Iterable[Parameter],
    used: Set[sp.Symbol],
) -> tuple[Entry, ...]:
    """Positions, parameters and the wrench's components, as far as the equations contain them."""
    joints = zip(coordinates.q, robot.moving_joints, strict=True)
    positions = [
        Entry(q, f"position of {j.name}", None, "m" if j.kind == "prismatic" else "rad")
        for q, j in joints
    ]
    numbers = [Entry(sp.Symbol(p.name), p.meaning, p.value, p.unit) for p in parameters]
    wrench = [
        Entry(symbol, f"{word} on the tool, base axes, {axis}", None, unit)
        for symbol, (word, unit, axis) in zip(coordinates.wrench, _components(), strict=True)
    ]
    return (*positions, *(entry for entry in (*numbers, *wrench) if entry.symbol in used))


def _components() -> list[tuple[str, str, str]]:
    kinds = (("force", "N"), ("moment", "N m"))
    return [(word, unit, axis) for word, unit in kinds for axis in "xyz"]
