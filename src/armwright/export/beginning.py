"""First values that follow from parameters: what `Starter` does, as programs for exported code."""

from __future__ import annotations

import casadi as cs

from armwright.export.model import Beginning, Rest
from armwright.export.tuning import Tuning
from armwright.simulation.instants import program
from armwright.simulation.start import Starter, Unknown
from armwright.system.layout import frame_inputs
from armwright.system.system import System


def make_beginning(starter: Starter, tuning: Tuning) -> Beginning:
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
    return Beginning(tuning.program(system), guess, rest)


def _rest(starter: Starter, position: cs.SX) -> Rest | None:
    found = starter.rest()
    if found is None or not _varies(starter.system, cs.veccat(*found, position)):
        return None
    residual, jacobian = found
    outputs = {"residual": residual, "jacobian": cs.vec(jacobian)}
    unknowns = tuple(element for one in starter.unknowns for element in _elements(one))
    return Rest(program("rest", outputs, frame_inputs(starter.system)), unknowns)


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
