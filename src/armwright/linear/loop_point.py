"""Where a loop is linearised: at rest, with all that its sampled blocks keep at rest, too."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Parameter, Table
from armwright.linear.evaluation import Evaluated
from armwright.linear.model import OperatingPoint
from armwright.plant.plant import MOTOR_TORQUE
from armwright.simulation.sampled import sampled_results
from armwright.simulation.start import Starter
from armwright.system.layout import frame_inputs
from armwright.system.names import POSITION, VELOCITY
from armwright.system.setup import Blocks, Setup
from armwright.system.system import System

#: How often the sampled blocks run, until what they keep does not change any more.
_SETTLING = 20
#: How sensors call the size of a count.
_COUNT = "resolution"


@dataclass(frozen=True, eq=False)
class LoopPoint:
    """`frame`: the vectors of the run, by name."""

    frame: Mapping[str, Array]
    point: OperatingPoint
    assumptions: tuple[str, ...]


def smoothed(setup: Setup) -> tuple[Setup, tuple[str, ...]]:
    """Without counts, whose derivative is zero almost everywhere; and what was changed."""
    said: list[str] = []

    def smooth(block: Block) -> Block:
        counts = _COUNT in block.of(Parameter) and np.any(block.values.get(_COUNT, 0.0))
        if not counts:
            return block
        said.append(f"'{block.name}' counts, and is taken as smooth")
        return block.changed({_COUNT: 0.0})

    found: dict[str, Any] = {}
    for place in dataclasses.fields(Blocks):
        there = getattr(setup.blocks, place.name)
        several = isinstance(there, tuple)
        found[place.name] = (
            tuple(map(smooth, there)) if several else (smooth(there) if there else there)
        )
    return (setup.with_blocks(**found), tuple(said)) if said else (setup, ())


def every_symbol(system: System) -> dict[str, cs.SX]:
    """All that expressions of a system may depend on, by name."""
    noises = [pair[0] for instance in system.sampled for pair in instance.noises]
    return {**frame_inputs(system), **{f"noise {k}": one for k, one in enumerate(noises)}}


def settled(system: System) -> LoopPoint:
    """Where the scenario starts. The sampled blocks run until they are at rest: a sensor that takes
    differences knows the position before, then."""
    symbols = every_symbol(system)
    frame = {name: np.zeros(symbol.shape[0]) for name, symbol in symbols.items()}
    frame |= {name: value for name, value in Starter(system).values().items() if name in frame}
    for instance in system.sampled:
        for name in instance.block.of(Table):
            frame[instance.place(name)] = system.tables[instance.place(name)][1][0]
    batches = []
    for batch in system.batches:
        results = sampled_results(system, batch)
        written = {name: value for name, value in results.items() if name in frame}
        batches.append(Evaluated("sample", symbols, written))
    for _ in range(_SETTLING if batches else 0):
        before = dict(frame)
        for batch_results in batches:
            frame |= {name: value[:, 0] for name, value in batch_results(frame).items()}
        if all(np.allclose(frame[name], before[name], rtol=1e-12, atol=0) for name in frame):
            break
    flags = {
        instance.place(flag): system.circuit.value(instance.place(flag))
        for instance in system.circuit.instances
        for flag in instance.flags
    }
    told = Evaluated("told", symbols, {MOTOR_TORQUE: system.motor_torque(), **flags})(frame)
    said = [
        f"'{name}' is up: a limit is reached, beyond which nothing responds"
        for name in flags
        if np.any(told[name] > 0)
    ]
    point = OperatingPoint(frame[POSITION], frame[VELOCITY], told[MOTOR_TORQUE][:, 0])
    return LoopPoint(frame, point, tuple(said))


def value_at(system: System, point: LoopPoint, expression: cs.SX) -> Array:
    """Of an expression of the system's own symbols."""
    return Evaluated("value", every_symbol(system), {"value": expression})(point.frame)["value"][
        :, 0
    ]
