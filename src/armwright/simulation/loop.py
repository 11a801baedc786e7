"""A system as a march: what happens at each tick."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as cs

from armwright.compiler import Call, CompiledMarch, March, Play, Program
from armwright.simulation.midpoint import midpoint_step
from armwright.simulation.observation import chosen, observation
from armwright.simulation.programs import program
from armwright.simulation.rk4 import rk4_programs
from armwright.simulation.sampled import sampled_calls
from armwright.system.meters import METERS
from armwright.system.system import System, frame_inputs

#: The share of a spring's stiffness in the matrix of a step (see `midpoint`).
_BETA = {"midpoint": 1.0 / 12.0, "implicit": 0.25}


@dataclass(frozen=True)
class Loop:
    """The machine code of a scenario, and the names that it records."""

    system: System
    march: March
    compiled: CompiledMarch
    signals: tuple[str, ...]


def make_loop(system: System) -> Loop:
    """Sampled blocks first, then the record, then the steps of the arm to the next tick."""
    setup = system.setup
    signals = chosen(system)
    h = setup.tick / setup.integration.steps
    calls = sampled_calls(system, h)
    observe = observation(system, signals, h)
    record_every = setup.every(setup.recording.rate, "recording")
    if observe is not None:
        calls.append(Call(observe, record_every))
    before = len(calls)
    calls += _steps(system, h, meters=any(meter in METERS for meter in signals))
    tables = system.tables
    plays = tuple(Play(name, rows.shape[1], every) for name, (every, rows) in tables.items())
    march = March(setup.name, tuple(calls), signals, record_every, before, plays)
    rows = {name: rows for name, (_, rows) in tables.items()}
    return Loop(system, march, CompiledMarch(march, tables=rows), signals)


def _steps(system: System, h: float, *, meters: bool) -> list[Call]:
    integration = system.setup.integration
    if integration.method == "rk4":
        programs = rk4_programs(system, h, meters=meters)
    else:
        programs = [_midpoint(system, h, meters=meters)]
    timed = any(port.name == "time" for one in programs for port in one.inputs)
    clock = program("clock", {"time": system.tick * system.setup.tick}, {"tick": system.tick})
    calls = [Call(clock)] if timed else []
    return calls + [Call(one) for one in programs] * integration.steps


def _midpoint(system: System, h: float, *, meters: bool) -> Program:
    outputs = midpoint_step(system, h, _BETA[system.setup.integration.method], meters=meters)
    if cs.depends_on(cs.vertcat(*outputs.values()), system.time):
        outputs["time"] = system.time + h
    return program("step", outputs, frame_inputs(system))
