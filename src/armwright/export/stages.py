"""What sampled blocks do at a tick of an exported model."""

from __future__ import annotations

from collections.abc import Sequence

from armwright.block.declarations import Output
from armwright.compiler import Call
from armwright.export.model import PreparedRows, Stage
from armwright.system import System
from armwright.system.circuit import Instance


def make_stage(system: System, calls: Sequence[Call], there: Sequence[PreparedRows] = ()) -> Stage:
    """The calls, and the rows that they read, unless they are `there` already."""
    names = {port.name for call in calls for port in call.program.inputs}
    names -= {rows.name for rows in there}
    tables = system.tables.items()
    rows = tuple(PreparedRows(name, every, rows) for name, (every, rows) in tables if name in names)
    return Stage(rows, tuple(calls))


def block_rates(blocks: Sequence[Instance]) -> dict[str, float]:
    """Of the sampled blocks among those that run in a model."""
    return {one.name: one.block.rate for one in blocks if one.block.rate is not None}


def held_signals(system: System, instances: Sequence[Instance]) -> list[str]:
    """The signals that sampled blocks write, flags not counted."""
    return [
        signal
        for instance in instances
        if instance.sampled
        for port, signal in system.circuit.outputs(instance).items()
        if not instance.block.of(Output)[port].flag
    ]
