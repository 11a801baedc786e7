"""The vectors of a run: all that the arm and its blocks are between two programs, by name.

Programs read and write these vectors, held outputs and memories of blocks beside them. Whatever a
run has to keep more (a multiplier, a temperature inside the arm) gets its name in
`names.py` and its line in `LAYOUT`: frames, starts, rates, exports and messages follow from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Table
from armwright.plant.meters import METERS, powers
from armwright.system.names import (
    BLOCK_NUMBERS,
    BRISTLE,
    CHANGE,
    DRIVE_NUMBERS,
    DRY,
    EXACT,
    HOLD,
    LINK_NUMBERS,
    LOOPS,
    OTHER,
    POSITION,
    RESTING,
    SEED,
    STEP,
    SUMS,
    TICK,
    TIME,
    VELOCITY,
)
from armwright.system.system import System


@dataclass(frozen=True)
class Slot:
    """`rate`: its time derivative between ticks, for the accelerations of the coordinates; None if
    it has none. `start`: its first value; None: zero, or found by `simulation.start`. `of_arm`: a
    part of the arm's state."""

    name: str
    unit: str
    meaning: str
    symbol: Callable[[System], cs.SX]
    rate: Callable[[System, cs.SX], cs.SX] | None = None
    start: Callable[[System], Array] | None = None
    of_arm: bool = False


LAYOUT: tuple[Slot, ...] = (
    Slot(
        POSITION,
        "rad",
        "coordinates: joints, elastic axes, motors behind springs",
        lambda s: s.plant.x,
        lambda s, a: s.plant.v,
        of_arm=True,
    ),
    Slot(
        VELOCITY,
        "rad/s",
        "their velocities",
        lambda s: s.plant.v,
        lambda s, a: a,
        of_arm=True,
    ),
    Slot(
        BRISTLE,
        "",
        "states of the friction laws",
        lambda s: s.plant.bristles,
        lambda s, a: s.wired(s.plant.bristle_rate),
        of_arm=True,
    ),
    Slot(
        DRY,
        "N m",
        "torques of dry friction in the last step",
        lambda s: s.plant.dry,
        of_arm=True,
    ),
    Slot(RESTING, "", "1 where dry friction holds, else 0", lambda s: s.resting),
    Slot(LOOPS, "", "how regular the positions of loops are", lambda s: s.regular),
    Slot(
        CHANGE,
        "rad/s",
        "of the velocities in the last step",
        lambda s: s.change,
        of_arm=True,
    ),
    Slot(
        SUMS,
        "J",
        "motor work, friction loss, damping loss; in water, drag loss",
        lambda s: s.meters,
        lambda s, a: s.wired(powers(s.plant)),
    ),
    Slot(
        EXACT,
        "",
        "states of continuous blocks that are linear in themselves",
        lambda s: s.state_symbol(linear=True),
        lambda s, a: s.state_rate(linear=True),
        lambda s: s.state_start(linear=True),
    ),
    Slot(
        OTHER,
        "",
        "other states of continuous blocks",
        lambda s: s.state_symbol(linear=False),
        lambda s, a: s.state_rate(linear=False),
        lambda s: s.state_start(linear=False),
    ),
    Slot(TIME, "s", "clock of the integrator", lambda s: s.time),
    Slot(TICK, "", "number of the tick", lambda s: s.tick),
    Slot(SEED, "", "of all random numbers", lambda s: s.seed),
    Slot(
        STEP,
        "s",
        "length of the integrator's steps",
        lambda s: s.step,
        start=lambda s: np.array([s.setup.step]),
    ),
    Slot(
        HOLD,
        "",
        "steps from one computation of mass matrix and bias to the next",
        lambda s: s.hold,
        start=lambda s: np.array([1.0]),
    ),
    Slot(BLOCK_NUMBERS, "", "free numbers of blocks", lambda s: s.values.symbol),
    Slot(DRIVE_NUMBERS, "", "free numbers of drives", lambda s: s.plant.values.symbol),
    Slot(LINK_NUMBERS, "", "free numbers of links", lambda s: s.plant.free_bodies.symbol),
)


def frame_inputs(system: System) -> Mapping[str, cs.SX]:
    """The vectors that programs may read, by name: states, held outputs, memories, tables."""
    found = {slot.name: slot.symbol(system) for slot in LAYOUT}
    found |= system.circuit.held
    for instance in system.sampled:
        kept = [*instance.kept(), *instance.block.of(Table)]
        found.update({instance.place(name): instance.symbols[name] for name in kept})
    return {
        name: symbol for name, symbol in found.items() if symbol.shape[0] and symbol.is_symbolic()
    }


def continuous_rates(
    system: System, acceleration: cs.SX, signals: Collection[str]
) -> dict[str, cs.SX]:
    """Time derivatives of all vectors that change between ticks; work and losses are among them
    only if they are among the `signals`."""
    summed = any(meter in signals for meter in METERS)
    wanted = [slot.name for slot in LAYOUT if slot.name != SUMS or summed]
    return rates_of(system, acceleration, wanted)


def rates_of(system: System, acceleration: cs.SX, names: Collection[str]) -> dict[str, cs.SX]:
    """Time derivatives of those of the vectors that have any."""
    found = {
        slot.name: slot.rate(system, acceleration)
        for slot in LAYOUT
        if slot.rate is not None and slot.name in names
    }
    return {name: rate for name, rate in found.items() if rate.shape[0]}


def declared_starts(system: System) -> dict[str, Array]:
    """First values that the layout knows; all else begins at zero, or is found."""
    found = {slot.name: slot.start(system) for slot in LAYOUT if slot.start is not None}
    return {name: np.asarray(value, dtype=np.float64) for name, value in found.items()}
