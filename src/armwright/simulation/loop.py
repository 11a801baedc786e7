"""A system as a march: what happens at each tick."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import casadi as cs

from armwright.arrays import Array
from armwright.compiler import Call, CompiledMarch, March, Play, Program, without_constants
from armwright.plant.meters import DRAG_LOSS, METERS
from armwright.simulation.dynamics import BETA, StepDynamics
from armwright.simulation.figures import Figure, FigureCode, figure_code
from armwright.simulation.halving import Halving
from armwright.simulation.held_inertia import held_inertia
from armwright.simulation.instants import program
from armwright.simulation.midpoint import midpoint_step
from armwright.simulation.observation import chosen, continuous_flags, observation
from armwright.simulation.rk4 import rk4_programs
from armwright.simulation.sampled import sampled_calls
from armwright.system.layout import frame_inputs
from armwright.system.names import CONSTANTS, HOLD, INERTIA, STEP, TICK, TIME
from armwright.system.system import System


@dataclass(frozen=True, eq=False)
class KnownInertia:
    """An arm's inertia that is known beforehand. `tables`: by name, the ticks after which there is
    a new row of numbers, and the rows; `calls` make of them the `vectors` that the `dynamics` of
    steps use."""

    tables: Mapping[str, tuple[int, Array]]
    calls: tuple[Call, ...]
    vectors: Mapping[str, cs.SX]
    dynamics: StepDynamics


@dataclass(frozen=True)
class Loop:
    """The machine code of a scenario, the names that it records (signals, and `flags` of blocks in
    continuous time), and the figures that it computes. What records nothing counts these flags with
    the figures."""

    system: System
    march: March
    compiled: CompiledMarch
    signals: tuple[str, ...]
    flags: tuple[str, ...]
    figures: FigureCode
    forms: dict[str, Any] = field(default_factory=dict, compare=False)

    @cached_property
    def halving(self) -> Halving:
        """Takes its frames to steps half as long."""
        return Halving(self.system, self.march.sizes)


def make_loop(
    system: System,
    known: KnownInertia | None = None,
    watched: tuple[str, ...] = (),
    *,
    figures: Sequence[Figure] = (),
    record: bool = True,
) -> Loop:
    """Sampled blocks first, then the record and the figures, then the steps of the arm to the next
    tick.

    `known`: takes the place of the arm's own equations. `watched`: vectors of the run that are
    recorded beside the signals. Without `record` they are all that is recorded.
    """
    setup = system.setup
    signals = chosen(system) if record else ()
    calls = sampled_calls(system)
    flags = continuous_flags(system) if record else {}
    judged = figure_code(system, figures, flags=not record)
    observe = observation(system, signals, flags)
    record_every = setup.every(setup.recording.rate, "recording")
    if observe is not None:
        calls.append(Call(observe, record_every))
    before = len(calls)
    calls += [Call(judged.program)] if judged.program else []
    motion = arm_steps(system, (*signals, *judged.signals), known)
    calls += [Call(one) for one in motion.clock]
    calls += known.calls if known else ()
    tables = {**system.tables, **(known.tables if known else {})}
    plays = tuple(Play(name, rows.shape[1], every) for name, (every, rows) in tables.items())
    recorded = tuple(dict.fromkeys((*signals, *flags, *watched)))
    march = March(
        setup.name,
        tuple(calls),
        recorded,
        record_every,
        before,
        plays,
        motion.steps,
        held=motion.held,
    )
    march = _constants_first(march, {STEP, HOLD, *system.free_numbers})
    rows = {name: rows for name, (_, rows) in tables.items()}
    return Loop(system, march, CompiledMarch(march, tables=rows), signals, tuple(flags), judged)


def _constants_first(march: March, constant: Collection[str]) -> March:
    """What depends on these vectors alone is computed when a march begins or goes on."""
    first, rest = without_constants(march.programs, constant, CONSTANTS, {STEP, HOLD})
    return dataclasses.replace(
        march,
        calls=tuple(Call(rest[call.program], call.every) for call in march.calls),
        steps=tuple(rest[one] for one in march.steps),
        first=(first,) if first else (),
        held=tuple(rest[one] for one in march.held),
    )


@dataclass(frozen=True)
class StepPrograms:
    """How the arm gets to the next tick: `clock` once, then the programs of each of the `steps`;
    before every so many of these what they hold."""

    clock: tuple[Program, ...]
    steps: tuple[Program, ...]
    held: tuple[Program, ...] = ()


def arm_steps(
    system: System, signals: Sequence[str], known: KnownInertia | None = None
) -> StepPrograms:
    """`signals`: those that are recorded."""
    meters = any(meter in METERS for meter in signals)
    held = None if known else held_inertia(system)
    if system.setup.integration.method == "rk4":
        programs = rk4_programs(system, meters=meters)
    else:
        dynamics = known.dynamics if known else held
        vectors = known.vectors if known else {INERTIA: held.symbol} if held else {}
        drag = DRAG_LOSS in signals
        programs = [_midpoint(system, dynamics, vectors, meters=meters, drag=drag)]
    timed = any(port.name == TIME for one in programs for port in one.inputs)
    clock = program("clock", {TIME: system.tick * system.setup.tick}, {TICK: system.tick})
    return StepPrograms((clock,) if timed else (), tuple(programs), (held.program,) if held else ())


def _midpoint(
    system: System,
    dynamics: StepDynamics | None,
    vectors: Mapping[str, cs.SX],
    *,
    meters: bool,
    drag: bool,
) -> Program:
    beta = BETA[system.setup.integration.method]
    outputs = midpoint_step(system, beta, meters=meters, drag=drag, dynamics=dynamics)
    if cs.depends_on(cs.vertcat(*outputs.values()), system.time):
        outputs[TIME] = system.time + system.step
    return program("step", outputs, {**frame_inputs(system), **vectors})
