"""What the derivations compute with.

They are written once, on numbers of which they know only that they add, multiply and can be
differentiated. `series` makes closed forms of them, `sequence` lists of assignments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import sympy as sp
from numpy.typing import NDArray

from armwright.robot import Robot

#: An element of an algebra.
AlgebraScalar: TypeAlias = Any
#: Elements as NumPy arrays of objects: (3,) and (3, 3).
AlgebraVector: TypeAlias = NDArray[Any]
AlgebraMatrix: TypeAlias = NDArray[Any]
#: A sum of joint angles: joint → how often it is counted.
Angle: TypeAlias = Mapping[int, int]
#: The same for all joints.
Counts: TypeAlias = tuple[int, ...]

WRENCH = ("fx", "fy", "fz", "nx", "ny", "nz")


class Algebra(Protocol):
    def number(self, value: Any) -> AlgebraScalar:
        """A SymPy number."""

    def symbol(self, symbol: sp.Symbol) -> AlgebraScalar:
        """A parameter, a velocity or acceleration, a force, or the position of a slide."""

    def cosine_and_sine(self, angle: Angle) -> tuple[AlgebraScalar, AlgebraScalar]: ...

    def derivative(self, scalar: AlgebraScalar, by: sp.Symbol) -> AlgebraScalar:
        """By any symbol, the positions of turning joints included."""

    def without(self, scalar: AlgebraScalar, symbols: Sequence[sp.Symbol]) -> AlgebraScalar:
        """The terms in which none of the symbols occurs; None if terms cannot be told apart."""

    def keep(self, scalar: AlgebraScalar, name: str) -> AlgebraScalar:
        """The same element; a list of assignments gives it this name."""


@dataclass(frozen=True)
class Coordinates:
    """The symbols of motion, in the order of joint vectors, and the wrench on the tool: what the
    surroundings exert, force and moment in base axes."""

    q: tuple[sp.Symbol, ...]
    dq: tuple[sp.Symbol, ...]
    ddq: tuple[sp.Symbol, ...]
    wrench: tuple[sp.Symbol, ...]
    prismatic: tuple[bool, ...]

    @staticmethod
    def of(robot: Robot) -> Coordinates:
        joints = robot.moving_joints
        q, dq, ddq = (
            tuple(sp.Symbol(f"{stem}{k}") for k in range(1, len(joints) + 1))
            for stem in ("q", "dq", "ddq")
        )
        wrench = tuple(sp.Symbol(name) for name in WRENCH)
        return Coordinates(q, dq, ddq, wrench, tuple(j.kind == "prismatic" for j in joints))

    @property
    def size(self) -> int:
        return len(self.q)


def array(values: Any) -> NDArray[Any]:
    """NumPy must not look into the elements."""
    listed = list(values)
    made = np.empty(len(listed), dtype=object)
    made[:] = listed
    return made


def cross(a: AlgebraVector, b: AlgebraVector) -> AlgebraVector:
    return array(
        [
            a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0],
        ]
    )


def keep_vector(algebra: Algebra, vector: AlgebraVector, name: str) -> AlgebraVector:
    return array(algebra.keep(x, name + axis) for x, axis in zip(vector, "xyz", strict=True))


def counted(angle: Angle, size: int) -> tuple[Counts, int]:
    return upright(tuple(angle.get(k, 0) for k in range(size)))


def upright(counts: Counts) -> tuple[Counts, int]:
    """Of an angle and its opposite the one whose first count is positive, and the sign that makes
    it the given one; 0 for no angle at all."""
    for count in counts:
        if count:
            return (counts, 1) if count > 0 else (tuple(-c for c in counts), -1)
    return counts, 0
