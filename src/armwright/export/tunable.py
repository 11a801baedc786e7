"""Numbers that stay open in exported code.

They are its named parameters. A program makes the equations' numbers from them; first values that
follow from them are computed as `Starter` does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Parameter
from armwright.compiler import Program
from armwright.errors import InputError
from armwright.export.model import Beginning, ModelVector, RestEquations
from armwright.inputs import check_names
from armwright.multibody.parameters import FreeParameters
from armwright.plant.plant import Plant
from armwright.plant.registry import Number
from armwright.robot.changing import HULL, expanded
from armwright.scenario import Scenario
from armwright.scenario.registry import fed, number_at, parameter_at
from armwright.simulation.instants import program
from armwright.simulation.start import Starter, Unknown
from armwright.system import System, numbers
from armwright.system.layout import frame_inputs
from armwright.system.system import plant_of

#: How far a value is changed to see that nothing else follows from it, as a part of it, or of 1.
_SHARE = 0.125
_EXACT = 1e-9


@dataclass(frozen=True, eq=False)
class TunableParameters:
    """`parameters`: with the scenario's own values as start. `made`: the equations' numbers that
    follow from them, by path, as expressions of `symbols`."""

    parameters: tuple[ModelVector, ...]
    symbols: Mapping[str, cs.SX]
    made: Mapping[str, cs.SX]

    @property
    def free(self) -> frozenset[str]:
        """The numbers that stay inputs of a System."""
        return frozenset(self.made)

    def program(self, system: System) -> Program:
        """Writes the vectors of the numbers that are free in a system."""
        outputs = {
            name: cs.vertcat(*(self.made[path] for path in free.places))
            for name, free in system.free_numbers.items()
            if free.places
        }
        return program("tune", outputs, self.symbols)


def make_tunable(scenario: Scenario, paths: Iterable[str] | None) -> TunableParameters | None:
    """For the paths, or the usual ones; None if there are none."""
    wanted = usual_paths(scenario) if paths is None else list(check_names(paths, "parameters"))
    wanted = [single for path in wanted for single in expanded(scenario.robot, path)]
    for path in wanted:
        if wanted.count(path) > 1:
            raise InputError("parameter given twice", where="parameters", got=repr(path))
    found = {path: _number(scenario, path) for path in wanted}
    if not found:
        return None
    vectors = tuple(_vector(scenario, path, number) for path, number in found.items())
    symbols = {path: cs.SX.sym(path, number.value.size) for path, number in found.items()}
    made = _made(scenario, found, symbols)
    _check_nothing_else(scenario, found, symbols, made)
    return TunableParameters(vectors, symbols, made)


def usual_paths(scenario: Scenario) -> list[str]:
    """All numbers that the scenario gives its controller: what one tunes."""
    return [
        f"{block.name}.{key}"
        for block in scenario.blocks.controller
        for key in block.values
        if any(key in (one.name, *one.keys) for one in block.of(Parameter).values())
    ]


def _number(scenario: Scenario, path: str) -> Number:
    try:
        return number_at(scenario, path)
    except InputError as error:
        if error.got is not None:
            raise error.at("parameters, ") from None
        raise InputError(
            "there is no such number to leave open",
            where=f"parameters, {path}",
            expected=error.expected,
            hint=error.hint,
        ) from None


def _vector(scenario: Scenario, path: str, number: Number) -> ModelVector:
    at = parameter_at(scenario, path)
    size = at[1].size if at else ("axis" if path == "gravity" else "")
    dimension = size if isinstance(size, str) else ""
    start = tuple(number.value.tolist())
    side = f", {number.side} side" if number.side else ""
    meaning = number.meaning + side
    return ModelVector(path, len(start), number.unit, meaning, start, dimension)


def _made(
    scenario: Scenario, found: Mapping[str, Number], symbols: Mapping[str, cs.SX]
) -> dict[str, cs.SX]:
    """The numbers of the equations that follow, each from its symbol: itself, or a link's numbers
    in its linear view."""
    plant, table = plant_of(scenario), numbers(scenario)
    made: dict[str, cs.SX] = {}
    bodies: dict[str, cs.SX] = {}
    for path, number in found.items():
        at = parameter_at(scenario, path)
        if at is not None:
            for name in fed(*at, path.partition(".")[2]):
                made[name] = _spread(symbols[path], table[name].size)
        elif number.path.startswith("links.") and f".{HULL}." not in number.path:
            bodies[number.path] = symbols[path]
        elif number.path in table:
            _refuse_new_structure(plant, number.path, path)
            made[number.path] = symbols[path]
        else:
            raise InputError(
                "the exported code does not depend on this number",
                where=path,
                expected="a number of the arm or a parameter of a block, in use",
            )
    return made | _of_bodies(plant, bodies)


def _spread(symbol: cs.SX, size: int) -> cs.SX:
    return symbol if symbol.shape[0] == size else cs.repmat(symbol, size, 1)


def _of_bodies(plant: Plant, given: Mapping[str, cs.SX]) -> dict[str, cs.SX]:
    """Linear views of the links whose numbers are open."""
    free = FreeParameters.choose(plant.tree, given)
    made: dict[str, cs.SX] = {}
    for link in dict.fromkeys(name.removeprefix("links.").rpartition(".")[0] for name in given):
        ten = free.ten(link)
        parts = {
            "mass": [ten.mass],
            "first_moment": list(ten.moment),
            "inertia_at_origin": list(ten.inertia.elements()),
        }
        for part, elements in parts.items():
            value = cs.vertcat(*elements)
            if cs.depends_on(cs.SX(value), free.symbol):
                made[f"links.{link}.{part}"] = cs.SX(value)
    if made:
        own = cs.vertcat(*(given[name] for name in free.names))
        values = cs.substitute(list(made.values()), [free.symbol], [own])
        made = dict(zip(made, values, strict=True))
    return made


def _refuse_new_structure(plant: Plant, path: str, where: str) -> None:
    """A ratio of zero is no gear: it has no place in the equations."""
    if path in plant.arrangement.ratio_paths.values() and not plant.numbers[path][0]:
        raise InputError(
            "it would change the structure of the arm, not only its numbers",
            where=where,
            expected="a number that the scenario has already",
        )


def _check_nothing_else(
    scenario: Scenario,
    found: Mapping[str, Number],
    symbols: Mapping[str, cs.SX],
    made: Mapping[str, cs.SX],
) -> None:
    """A block may take a number from the arm when the scenario is read: what then would not follow
    is refused."""
    of_robot = {p: n for p, n in found.items() if parameter_at(scenario, p) is None}
    moved = {path: _moved(number.value) for path, number in of_robot.items()}
    if not moved:
        return
    changes = {p: float(v[0]) if v.size == 1 else v.tolist() for p, v in moved.items()}
    after = numbers(scenario.changed(changes))
    own = {path: moved.get(path, number.value) for path, number in found.items()}
    for path, value in numbers(scenario).items():
        expected = value
        if path in made:
            values = [cs.SX(own[name]) for name in symbols]
            told = cs.substitute([made[path]], list(symbols.values()), values)[0]
            expected = np.array(cs.evalf(told)).ravel()
        size = max(np.abs(expected).max(initial=0.0), 1e-300)
        if np.abs(after[path] - expected).max(initial=0.0) > _EXACT * size:
            raise InputError(
                f"'{path}' is computed from it when the scenario is read, and would not follow",
                where=" and ".join(of_robot),
                expected="parameters that only the arm's equations depend on",
                hint=f"Leave {path} open instead, or both.",
            )


def _moved(value: Array) -> Array:
    return np.asarray(value + _SHARE * np.where(value == 0, 1.0, np.abs(value)), dtype=np.float64)


def make_beginning(starter: Starter, tunable: TunableParameters) -> Beginning:
    """Only what depends on the parameters: all else begins with the scenario's own values."""
    system = starter.system
    first = {name: value for name, value in starter.first().items() if value.shape[0]}
    rest = _rest(starter, first["position"])
    wanted = {name for name, value in first.items() if _varies(system, value)}
    if rest is not None:
        places = dict.fromkeys(name for name, _ in rest.unknowns)
        first |= {name: cs.SX(starter.declared[name]) for name in places if name not in first}
        wanted |= {"position", *places}
    first = {name: value for name, value in first.items() if name in wanted}
    guess = program("first", first, frame_inputs(system)) if first else None
    return Beginning(tunable.program(system), guess, rest)


def _rest(starter: Starter, position: cs.SX) -> RestEquations | None:
    found = starter.rest()
    if found is None or not _varies(starter.system, cs.veccat(*found, position)):
        return None
    residual, jacobian = found
    outputs = {"residual": residual, "jacobian": cs.vec(jacobian)}
    unknowns = tuple(element for one in starter.unknowns for element in _elements(one))
    return RestEquations(program("rest", outputs, frame_inputs(starter.system)), unknowns)


def _varies(system: System, value: cs.SX) -> bool:
    numbers = cs.vertcat(*(free.symbol for free in system.free_numbers.values()))
    return bool(cs.depends_on(value, numbers))


def _elements(unknown: Unknown) -> list[tuple[str, int]]:
    size = unknown.symbol.shape[0]
    part = unknown.part
    if isinstance(part, slice):
        first = part.start or 0
        return [(unknown.place, first + k) for k in range(size)]
    return [(unknown.place, k) for k in part]
