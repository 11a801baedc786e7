"""What is to be derived: a robot, a method, and which of its numbers are symbols."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import sympy as sp

from armwright.equations import kane, lagrange, newton_euler
from armwright.equations.algebra import Algebra, Coordinates
from armwright.equations.mechanism import build
from armwright.equations.parameters import Parameter
from armwright.equations.terms import Terms
from armwright.robot import Robot

Method = Literal["newton-euler", "lagrange", "kane"]

METHODS: dict[Method, Callable[..., Terms]] = {
    "newton-euler": newton_euler.derive,
    "lagrange": lagrange.derive,
    "kane": kane.derive,
}


@dataclass(frozen=True)
class Problem:
    """`parameters` are the numbers that become symbols. `end_forces`: with a wrench on the tool."""

    robot: Robot
    method: Method
    parameters: tuple[Parameter, ...]
    end_forces: bool

    @property
    def coordinates(self) -> Coordinates:
        return Coordinates.of(self.robot)

    @property
    def symbols(self) -> tuple[sp.Symbol, ...]:
        return tuple(sp.Symbol(parameter.name) for parameter in self.parameters)

    def terms(self, algebra: Algebra) -> Terms:
        chosen = {parameter.path: parameter for parameter in self.parameters}
        mechanism = build(self.robot, chosen, algebra, self.coordinates)
        return METHODS[self.method](mechanism, end_forces=self.end_forces)
