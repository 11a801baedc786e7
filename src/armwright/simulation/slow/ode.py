"""A system between two ticks as one ordinary differential equation: ẏ = f(t, y, given, modes)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.errors import ArmwrightError
from armwright.simulation.slow.dry import dry_friction
from armwright.system.layout import continuous_rates, frame_inputs
from armwright.system.names import BRISTLE, TICK
from armwright.system.system import System

#: How far inside its tick the clock stays, as a share of the tick: what jumps at a tick, jumps on
#: one side of it only.
_INSIDE = 1e-9


class NoSolution(ArmwrightError):
    """The equations could not be followed any further."""


@dataclass(frozen=True, eq=False)
class Ode:
    """Vectors are named as in a run: y holds those of `parts`, one after the other; those of
    `given` stay as they are from tick to tick. `offset` is the time since the tick, in s.

    `loads` (offset, y, given, modes) gives what decides how channels of dry friction go on: torque,
    break-away torques up and down, surplus, response (see `Dry`).
    """

    system: System
    parts: Mapping[str, cs.SX]
    given: Mapping[str, cs.SX]
    offset: cs.SX
    mode: cs.SX
    rate: cs.SX
    loads: cs.Function

    @cached_property
    def y(self) -> cs.SX:
        return cs.vertcat(*self.parts.values())

    @cached_property
    def fixed(self) -> cs.SX:
        return cs.vertcat(*self.given.values())

    @cached_property
    def places(self) -> dict[str, slice]:
        """Where the vectors stand in y."""
        ends = np.cumsum([symbol.shape[0] for symbol in self.parts.values()]).tolist()
        return {name: slice(a, b) for name, a, b in zip(self.parts, [0, *ends], ends, strict=False)}

    @cached_property
    def scale(self) -> Array:
        """The size of each state that tolerances refer to: for bristles their deflection when they
        slide at unit speed, 1 for all others."""
        scale = np.ones(self.y.shape[0])
        if BRISTLE in self.parts:
            scale[self.places[BRISTLE]] = deflections(self.system)
        return scale


def make_ode(system: System, signals: Sequence[str]) -> Ode:
    """Work and losses are states only if they are among the `signals`."""
    dry, vectors = dry_friction(system), frame_inputs(system)
    rates = continuous_rates(system, dry.acceleration, signals)
    parts = {name: vectors[name] for name in rates}
    y, offset = cs.vertcat(*parts.values()), cs.SX.sym("offset")
    loads = [dry.torque, dry.hold_up, dry.hold_down, dry.surplus, dry.response]
    rate, *loads = _instant(system, [cs.vertcat(*rates.values()), *loads], dry.torque, offset)
    everything = cs.veccat(rate, *loads)
    given = {
        name: symbol
        for name, symbol in vectors.items()
        if name not in parts and (name == TICK or cs.depends_on(everything, symbol))
    }
    inputs = [offset, y, cs.vertcat(*given.values()), dry.mode]
    function = cs.Function("loads", inputs, loads)
    return Ode(system, parts, given, offset, dry.mode, rate, function)


def _at_zero(system: System, expression: cs.SX) -> Array:
    """For the scenario's own numbers, and zero for all that changes in a run."""
    free = {str(one) for part in system.free_numbers.values() for one in cs.vertsplit(part.symbol)}
    changing = [one for one in cs.symvar(expression) if str(one) not in free]
    zeros = [cs.SX(0)] * len(changing)
    return number(system, cs.substitute([expression], changing, zeros)[0]).ravel()


def number(system: System, expression: cs.SX) -> Array:
    """A matrix that depends on nothing but free numbers, for the scenario's own."""
    free = system.free_numbers.values()
    own = [cs.SX(one.vector(system.numbers)) for one in free]
    found = cs.substitute([expression], [one.symbol for one in free], own)[0]
    return np.array(cs.evalf(found))


def _instant(system: System, expressions: list[cs.SX], torque: cs.SX, offset: cs.SX) -> list[cs.SX]:
    """With the torques of dry friction and the time filled in."""
    period = system.setup.tick
    inside = cs.fmin(cs.fmax(offset, _INSIDE * period), (1.0 - _INSIDE) * period)
    if system.plant.dry.shape[0]:
        expressions = cs.substitute(expressions, [system.plant.dry], [torque])
    timed: list[cs.SX] = cs.substitute(expressions, [system.time], [system.tick * period + inside])
    return timed


def deflections(system: System) -> Array:
    """|b/a| of every bristle at unit speed, all else that its law reads at zero; 1 where there is
    no such limit."""
    found: list[float] = []
    for part in system.plant.elements:
        assert part.linear is not None  # or there would be no rate of it
        a, b = part.linear
        still, moving = cs.SX.zeros(part.size), cs.SX.ones(part.size)
        sides = part.at([b, a], still, moving, part.state)
        drive, decay = (_at_zero(system, system.wired(side)) for side in sides)
        found += [abs(d / k) if k and d else 1.0 for k, d in zip(decay, drive, strict=True)]
    return np.array(found)
