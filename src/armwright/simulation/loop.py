"""A system as a march: what happens at each tick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import casadi as cs

from armwright.block.block import Array
from armwright.compiler import Call, CompiledMarch, March, Play, Program
from armwright.plant.meters import METERS
from armwright.simulation.dynamics import BETA, Dynamics
from armwright.simulation.midpoint import midpoint_step
from armwright.simulation.motion import program
from armwright.simulation.observation import chosen, continuous_flags, observation
from armwright.simulation.rk4 import rk4_programs
from armwright.simulation.sampled import sampled_calls
from armwright.system.layout import TICK, TIME, frame_inputs
from armwright.system.system import System


@dataclass(frozen=True, eq=False)
class Prepared:
    """An arm's inertia that is known beforehand. `tables`: by name, the ticks after which there is
    a new row of numbers, and the rows; `calls` make of them the `vectors` that the `dynamics` of
    steps use."""

    tables: Mapping[str, tuple[int, Array]]
    calls: tuple[Call, ...]
    vectors: Mapping[str, cs.SX]
    dynamics: Dynamics


@dataclass(frozen=True)
class Loop:
    """The machine code of a scenario, and the names that it records: signals, and `flags` of blocks
    in continuous time."""

    system: System
    march: March
    compiled: CompiledMarch
    signals: tuple[str, ...]
    flags: tuple[str, ...]


def make_loop(
    system: System, prepared: Prepared | None = None, watched: tuple[str, ...] = ()
) -> Loop:
    """Sampled blocks first, then the record, then the steps of the arm to the next tick.

    `prepared`: takes the place of the arm's own equations. `watched`: vectors of the run that are
    recorded beside the signals.
    """
    setup = system.setup
    signals = chosen(system)
    h = setup.tick / setup.integration.steps
    calls = sampled_calls(system, h)
    flags = continuous_flags(system)
    observe = observation(system, signals, h, flags)
    record_every = setup.every(setup.recording.rate, "recording")
    if observe is not None:
        calls.append(Call(observe, record_every))
    before = len(calls)
    calls += arm_steps(system, signals, prepared)
    tables = {**system.tables, **(prepared.tables if prepared else {})}
    plays = tuple(Play(name, rows.shape[1], every) for name, (every, rows) in tables.items())
    recorded = tuple(dict.fromkeys((*signals, *flags, *watched)))
    march = March(setup.name, tuple(calls), recorded, record_every, before, plays)
    rows = {name: rows for name, (_, rows) in tables.items()}
    return Loop(system, march, CompiledMarch(march, tables=rows), signals, tuple(flags))


def arm_steps(
    system: System, signals: Sequence[str], prepared: Prepared | None = None
) -> list[Call]:
    """The calls that take the arm to the next tick; `signals`: those that are recorded."""
    integration = system.setup.integration
    h = system.setup.tick / integration.steps
    meters = any(meter in METERS for meter in signals)
    if integration.method == "rk4":
        programs = rk4_programs(system, h, meters=meters)
    else:
        programs = [_midpoint(system, h, prepared, meters=meters)]
    timed = any(port.name == TIME for one in programs for port in one.inputs)
    clock = program("clock", {TIME: system.tick * system.setup.tick}, {TICK: system.tick})
    calls = [Call(clock)] if timed else []
    if prepared is not None:
        calls += prepared.calls
    return calls + [Call(one) for one in programs] * integration.steps


def _midpoint(system: System, h: float, prepared: Prepared | None, *, meters: bool) -> Program:
    beta = BETA[system.setup.integration.method]
    dynamics = prepared.dynamics if prepared else None
    outputs = midpoint_step(system, h, beta, meters=meters, dynamics=dynamics)
    if cs.depends_on(cs.vertcat(*outputs.values()), system.time):
        outputs[TIME] = system.time + h
    vectors = prepared.vectors if prepared else {}
    return program("step", outputs, {**frame_inputs(system), **vectors})
