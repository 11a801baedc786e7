"""Every arm by every method: what it takes to derive the equations, and to evaluate them."""

from __future__ import annotations

import time as clock
from collections.abc import Mapping
from dataclasses import dataclass

from armwright.equations import GROUPS, METHODS, Equations, Method, derive
from armwright.equations.deriving import Problem, closed_elements
from armwright.equations.parameters import choose
from armwright.robot import Robot

#: Closed forms with numbers are written down for as many axes as this.
WRITTEN = 4
_NO_END = 10**9


@dataclass(frozen=True)
class Derivation:
    """One arm by one method.

    `products`: of single terms, to get the closed form with all parameters as symbols; `terms`:
    what it has, multiplied out. `sequence`: the method's own assignments, with the arm's
    numbers. Operations are those of the generated code. Times in s.
    """

    method: Method
    products: int
    terms: int
    to_close: float
    sequence: Equations
    to_list: float
    operations: int
    torque_operations: int


@dataclass(frozen=True)
class Case:
    """`closed`: the equations written out with numbers, the same for all methods; None where that
    is too long."""

    title: str
    robot: Robot
    by: Mapping[Method, Derivation]
    closed: Equations | None

    @property
    def axes(self) -> int:
        return len(self.robot.moving_joints)


def make_case(title: str, robot: Robot) -> Case:
    small = len(robot.moving_joints) <= WRITTEN
    closed = derive(robot, "lagrange", (), form="closed") if small else None
    return Case(title, robot, {method: _derived(robot, method) for method in METHODS}, closed)


def _derived(robot: Robot, method: Method) -> Derivation:
    begun = clock.perf_counter()
    elements = closed_elements(Problem(robot, method, choose(robot, GROUPS), False), _NO_END)
    closed = clock.perf_counter()
    sequence = derive(robot, method, (), form="sequence")
    listed = clock.perf_counter()
    return Derivation(
        method=method,
        products=elements[0].algebra.spent,
        terms=sum(len(element) for element in elements),
        to_close=closed - begun,
        sequence=sequence,
        to_list=listed - closed,
        operations=sequence.operations("terms").total,
        torque_operations=sequence.operations("torque").total,
    )
