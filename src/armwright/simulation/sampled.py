"""The sampled blocks of a tick as programs: outputs, memories, and how often a flag was up."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import State
from armwright.compiler import Call
from armwright.simulation.instants import at_tick, program
from armwright.system.circuit import Instance
from armwright.system.layout import frame_inputs
from armwright.system.order import Batch
from armwright.system.system import System


def sampled_calls(system: System, *, staggered: bool = True) -> list[Call]:
    """In the order in which they run at a tick; `staggered` as in `at_tick`."""
    return [
        sampled_call(system, batch, k, staggered=staggered)
        for k, batch in enumerate(system.batches)
    ]


def flag_counters(instance: Instance) -> dict[str, tuple[str, str]]:
    """Flag → the vectors that hold how many samples it was up, and the first of them (tick + 1)."""
    return {
        name: (f"{instance.place(name)} count", f"{instance.place(name)} first")
        for name in instance.flags
    }


def counted(
    raised: cs.SX, places: tuple[str, str], tick: cs.SX
) -> tuple[dict[str, cs.SX], dict[str, cs.SX]]:
    """What counting a flag reads and writes: the vectors `places` of `flag_counters`."""
    count, first = (cs.SX.sym(place, raised.shape[0]) for place in places)
    written = (count + raised, first + raised * (first == 0) * (tick + 1))
    return dict(zip(places, (count, first), strict=True)), dict(zip(places, written, strict=True))


def sampled_results(
    system: System, batch: Batch, given: Mapping[str, cs.SX] | None = None
) -> dict[str, cs.SX]:
    """What the blocks of a batch write and keep at a sample, by the names of the run's vectors."""
    circuit = system.circuit
    outputs: dict[str, cs.SX] = {}
    local = dict(given or {})
    for instance in batch.outputs:
        for port, signal in circuit.outputs(instance).items():
            local[signal] = outputs[signal] = circuit.result(instance, port, local)
    for instance in batch.updates:
        for name in instance.kept():
            value = circuit.result(instance, name, local)
            if name in instance.block.of(State):
                value = instance.symbols[name] + instance.site.period * value
            outputs[instance.place(name)] = value
    return outputs


def sampled_call(
    system: System,
    batch: Batch,
    number: int,
    given: Mapping[str, cs.SX] | None = None,
    *,
    staggered: bool = True,
) -> Call:
    """What the blocks of a batch do at a sample; `number`: its place among all. `given`: signals
    that come from outside, by their names."""
    outputs = sampled_results(system, batch, given)
    vectors = {**frame_inputs(system), **(given or {})}
    for instance in batch.outputs:
        for flag, places in flag_counters(instance).items():
            raised = outputs[system.circuit.outputs(instance)[flag]]
            read, written = counted(raised, places, system.tick)
            vectors, outputs = {**vectors, **read}, {**outputs, **written}
    first = (*batch.outputs, *batch.updates)[0]
    there = at_tick(system, outputs, staggered=staggered)
    return Call(program(f"sample {first.name} {number}", there, vectors), batch.every)
