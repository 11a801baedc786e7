"""A system between two ticks as one ordinary differential equation: ẏ = f(t, y, given, modes)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as cs
import numpy as np

from armwright.blocks.block import Array
from armwright.simulation.reference.dry import Dry, dry_friction
from armwright.system.circuit import TICK, TIME
from armwright.system.meters import METERS, powers
from armwright.system.system import System, frame_inputs

#: How far inside its tick the clock stays, as a share of the tick: a jump at a tick is then on one
#: side of it only.
_INSIDE = 1e-9


@dataclass(frozen=True, eq=False)
class Equations:
    """Vectors are named as in a run: y holds those of `parts`, one after the other; those of
    `given` stay as they are from tick to tick. `offset` is the time since the tick, in s."""

    system: System
    parts: Mapping[str, cs.SX]
    given: Mapping[str, cs.SX]
    offset: cs.SX
    dry: Dry
    rate: cs.SX

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
    def loads(self) -> cs.Function:
        """(offset, y, given, modes) → what decides how each dry channel goes on."""
        dry = self.dry
        results = [dry.torque, dry.hold_up, dry.hold_down, dry.surplus, dry.response]
        return cs.Function("loads", [self.offset, self.y, self.fixed, dry.mode], results)

    @cached_property
    def scale(self) -> Array:
        """What counts as a small number of each state: the bristles' is their deflection in sliding
        at unit speed, that of all others 1."""
        scale = np.ones(self.y.shape[0])
        if "bristle" in self.parts:
            scale[self.places["bristle"]] = _deflections(self.system)
        return scale


def equations(system: System, signals: Sequence[str]) -> Equations:
    """Work and losses are states only if they are among the `signals`."""
    m, dry = system.mechanics, dry_friction(system)
    vectors = frame_inputs(system)
    rates = {
        "position": m.v,
        "velocity": dry.acceleration,
        "bristle": _bristle_rate(system),
        "exact": system.state_rate(linear=True),
        "other": system.state_rate(linear=False),
    }
    if any(meter in signals for meter in METERS):
        rates["meters"] = powers(system.arm)
    rates = {name: rate for name, rate in rates.items() if rate.shape[0]}
    parts = {name: vectors[name] for name in rates}
    offset = cs.SX.sym("offset")
    names, clock = list(rates), _clock(system, offset)
    found = [*rates.values(), dry.torque, dry.hold_up, dry.hold_down, dry.surplus, dry.response]
    if system.dry.shape[0]:
        found = cs.substitute(found, [system.dry], [dry.torque])
    found = cs.substitute(found, [system.time], [clock])
    rate = cs.vertcat(*found[: len(names)])
    known = {*parts, "dry", TIME}
    given = {
        name: symbol
        for name, symbol in vectors.items()
        if name not in known and (name == TICK or cs.depends_on(cs.veccat(*found), symbol))
    }
    torque, up, down, surplus, response = found[len(names) :]
    velocity = parts and found[names.index("velocity")]
    timed = Dry(dry.mode, torque, velocity, surplus, up, down, response)
    return Equations(system, parts, given, offset, timed, rate)


def _clock(system: System, offset: cs.SX) -> cs.SX:
    period = system.setup.tick
    inside = cs.fmin(cs.fmax(offset, _INSIDE * period), (1.0 - _INSIDE) * period)
    return system.tick * period + inside


def _bristle_rate(system: System) -> cs.SX:
    """ż = decay · z + drive."""
    x, v = cs.vertsplit(system.mechanics.x), cs.vertsplit(system.mechanics.v)
    rates = [cs.SX(0, 1)]
    for part in system.mechanics.elements:
        rate = part.decay * part.state + part.drive
        rates += part.at([rate], part.along(x), part.along(v), part.state)
    return cs.vertcat(*rates)


def _deflections(system: System) -> Array:
    """|drive / decay| of every bristle at unit speed; 1 where it has no such limit."""
    found = []
    for part in system.mechanics.elements:
        ones = cs.SX.ones(part.size)
        pair = part.at([part.drive, part.decay], 0.0 * ones, ones, part.state)
        for drive, decay in zip(*(_numbers(system, side) for side in pair), strict=True):
            found.append(abs(drive / decay) if drive and decay else 1.0)
    return np.array(found)


def _numbers(system: System, expression: cs.SX) -> list[float]:
    """An expression of nothing but free numbers, for the scenario's own."""
    values, links = system.values, system.free_links
    own = [cs.SX(values.vector(values.numbers)), cs.SX(links.nominal)]
    fixed = cs.substitute([expression], [values.symbol, links.symbol], own)[0]
    numbers: list[float] = np.array(cs.evalf(fixed)).ravel().tolist()
    return numbers
