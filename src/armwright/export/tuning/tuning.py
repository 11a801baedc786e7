"""Named parameters of exported code, and the program that makes of them the equations' numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import casadi as cs
import numpy as np

from armwright.compiler import Program
from armwright.errors import InputError
from armwright.export.model import Vector
from armwright.export.tuning.named import named, usual_paths
from armwright.export.tuning.response import Response, response
from armwright.multibody.spatial import Scalar
from armwright.scenario import Scenario
from armwright.simulation.programs import program
from armwright.system import System


@dataclass(frozen=True, eq=False)
class Tuning:
    """`parameters`: with the scenario's own values as start. `response`: of its numbers to them."""

    parameters: tuple[Vector, ...]
    response: Response

    @property
    def free(self) -> frozenset[str]:
        """The numbers that stay inputs of a System."""
        return frozenset(self.response.own)

    @cached_property
    def symbols(self) -> dict[str, cs.SX]:
        return {one.name: cs.SX.sym(one.name, one.size) for one in self.parameters}

    def program(self, system: System) -> Program:
        """Writes `parameters` and `link_parameters` of a system in which the numbers are free."""
        links = system.free_links
        outputs = {
            "parameters": _column([self._elements(key) for key in system.values.places]),
            "link_parameters": _column(
                [
                    self._elements(name) if name in self.response.own else _constants(nominal)
                    for name in links.names
                    for nominal in [links.nominal[links.places[name]]]
                ]
            ),
        }
        return program("tune", outputs, self.symbols)

    def _elements(self, key: str) -> list[Scalar]:
        own, slopes = self.response.own[key], self.response.slopes[key]
        values = [value for one in self.parameters for value in one.start]
        symbols = [s for symbol in self.symbols.values() for s in cs.vertsplit(symbol)]
        found: list[Scalar] = []
        for value, row in zip(own.tolist(), slopes.tolist(), strict=True):
            used = [k for k, slope in enumerate(row) if slope]
            if len(used) == 1 and row[used[0]] == 1.0 and values[used[0]] == value:
                found.append(symbols[used[0]])  # the parameter itself, to the last digit
            else:
                found.append(value + sum(row[k] * (symbols[k] - values[k]) for k in used))
        return found


def make_tuning(scenario: Scenario, paths: Iterable[str] | None) -> Tuning | None:
    """For the paths, or the usual ones; None if there are none."""
    wanted = usual_paths(scenario) if paths is None else list(paths)
    vectors = [vector for path in wanted for vector in named(scenario, path)]
    names = [vector.name for vector in vectors]
    for name in names:
        if names.count(name) > 1:
            raise InputError("asked for twice", where="parameters", got=repr(name))
    return Tuning(tuple(vectors), response(scenario, vectors)) if vectors else None


def _constants(values: np.ndarray) -> list[Scalar]:
    return [float(value) for value in values]


def _column(parts: list[list[Scalar]]) -> cs.SX:
    elements = [element for part in parts for element in part]
    return cs.vertcat(*elements) if elements else cs.SX(0, 1)
