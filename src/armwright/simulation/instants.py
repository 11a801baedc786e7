"""A system's expressions at other instants and with other states, and as programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import casadi as cs

from armwright.compiler import Program, make_program
from armwright.plant.law import Element
from armwright.system.system import System

#: The end of a step, as a part of it: what begins at the next tick has not begun.
JUST_BEFORE = 1e-9


@dataclass(frozen=True)
class Instant:
    """States of a system at one time: coordinates, velocities, the blocks' states."""

    time: cs.SX
    x: cs.SX
    v: cs.SX
    exact: cs.SX
    other: cs.SX


def now(system: System) -> Instant:
    """The system's own symbols."""
    return Instant(
        system.time,
        system.plant.x,
        system.plant.v,
        system.state_symbol(linear=True),
        system.state_symbol(linear=False),
    )


def at_instant(system: System, expressions: Sequence[cs.SX], there: Instant) -> list[cs.SX]:
    """Expressions of the system's symbols, at another instant."""
    here = now(system)
    found: list[cs.SX] = cs.substitute(
        list(expressions),
        [here.time, here.x, here.v, here.exact, here.other],
        [there.time, there.x, there.v, there.exact, there.other],
    )
    return found


def bristle_step(system: System, part: Element, h: cs.SX | float) -> cs.SX:
    """The state of a friction law after h, the velocity held: stable for any stiffness."""
    if not part.stateful:
        return part.state
    speeds = part.along(cs.vertsplit(system.plant.v))
    return system.wired(part.stepped(part.soon, speeds, h))


def at_tick(
    system: System, outputs: Mapping[str, cs.SX], *, staggered: bool = True
) -> dict[str, cs.SX]:
    """Expressions at a tick: the time is the clock's, random numbers are drawn, and the friction
    states have caught up, which live half a step behind where they are `staggered`."""
    behind = 0.5 * system.step if staggered else 0.0
    here = [bristle_step(system, part, behind) for part in system.plant.elements]
    noises = [pair for instance in system.sampled for pair in instance.noises]
    values = cs.substitute(
        list(outputs.values()),
        [system.time, system.plant.bristles, *(symbol for symbol, _ in noises)],
        [
            system.tick * system.setup.tick,
            cs.vertcat(*here) if here else cs.SX(0, 1),
            *(numbers for _, numbers in noises),
        ],
    )
    return dict(zip(outputs, values, strict=True))


def program(name: str, outputs: Mapping[str, cs.SX], vectors: Mapping[str, cs.SX]) -> Program:
    """The program that writes `outputs`; of the `vectors` it reads those it needs."""
    wanted = {key: value for key, value in outputs.items() if value.shape[0]}
    everything = cs.vertcat(*wanted.values())
    inputs = {key: symbol for key, symbol in vectors.items() if cs.depends_on(everything, symbol)}
    return make_program(name, inputs, wanted)
