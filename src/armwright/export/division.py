"""Where a scenario can be cut: the controller on one side, the arm and its sensors on the other.

To the controller belong its reference and its own blocks; all else belongs to the plant, noise and
sampling of the sensors included.
"""

from __future__ import annotations

from functools import cached_property

import casadi as cs

from armwright.block.block import Assembly, Block
from armwright.block.declarations import Input, Output, State
from armwright.blocks.controllers import CONTROLLERS
from armwright.blocks.references import REFERENCES
from armwright.compiler import Call
from armwright.errors import InputError
from armwright.simulation.sampled import sampled_call
from armwright.system import System
from armwright.system.circuit import Instance
from armwright.system.order import Batch
from armwright.system.setup import Setup


class Division:
    """A system, cut. Refuses controllers that work in continuous time: nothing is there to cut."""

    def __init__(self, system: System) -> None:
        self.system = system
        names = _names(system.setup)
        self._circuit = system.circuit
        self.controller = [i for i in self._circuit.instances if i.name in names]
        self.plant = [i for i in system.sampled if i.name not in names]
        self._written = {s for i in self.controller for s in self._circuit.outputs(i).values()}
        continuous = [i.name for i in self.controller if not i.sampled and _drives(i.block)]
        if continuous:
            raise InputError(
                "the controller works in continuous time, so it cannot be separated from the arm",
                where=f"scenario '{system.setup.name}'",
                got=", ".join(f"'{name}' without a rate" for name in continuous),
                hint="Give its blocks a rate, or export the whole loop.",
            )

    def controlled(self, signal: str) -> bool:
        """Whether a signal comes from the controller's side, or follows from one that does."""
        if signal in self._written:
            return True
        return any(self.controlled(source) for source in self._sources(signal))

    @cached_property
    def asked(self) -> list[str]:
        """The signals that the controller reads of the plant."""
        found: dict[str, None] = {}

        def visit(signal: str) -> None:
            if signal in self._written or not self._circuit.exists(signal):
                return
            sources = self._sources(signal)
            if any(map(self.controlled, sources)):
                for source in sources:
                    visit(source)
            else:
                found[signal] = None

        for instance in self.controller:
            for port in instance.block.of(Input):
                visit(instance.block.signal(port))
        return list(found)

    def controller_calls(self) -> list[Call]:
        """What the controller does at a tick."""
        given = {signal: cs.SX.sym(signal, self._size(signal)) for signal in self.asked}
        inside = frozenset(self.controller)
        parts = [_kept(batch, inside, inside) for batch in self.system.batches]
        parts = [part for part in parts if part.outputs or part.updates]
        return [sampled_call(self.system, part, k, given) for k, part in enumerate(parts)]

    def plant_calls(self, *, staggered: bool = True) -> tuple[list[Call], list[Call]]:
        """What the plant's sampled blocks do at a tick: before the controller, and after it;
        `staggered` as in `at_tick`.

        After it are those that need its commands of this tick, or run after it in the whole loop
        and read them.
        """
        ours, (waiting, slow) = frozenset(self.plant), self._late()
        early: list[Call] = []
        late: list[Call] = []
        new: set[str] = set()  # vectors that are known once the controller has run

        def add(part: Batch, after: bool) -> None:
            if not part.outputs and not part.updates:
                return
            call = sampled_call(self.system, part, len(early) + len(late), staggered=staggered)
            after |= any(port.name in new for port in call.program.inputs)
            (late if after else early).append(call)
            if after:
                new.update(port.name for port in call.program.outputs)

        for batch in self.system.batches:
            add(_kept(batch, ours - waiting, ours - slow), False)
            add(_kept(batch, waiting, slow), True)
            for instance in set(batch.outputs).intersection(self.controller):
                new.update(self._circuit.outputs(instance).values())
        return early, late

    def _late(self) -> tuple[frozenset[Instance], frozenset[Instance]]:
        """The plant's blocks whose outputs, or whose next memories, need what the controller puts
        out at the same instant."""
        done = set(self.controller)
        while True:
            more = {i for i in self.plant if self._circuit.sources(i, i.block.of(Output)) & done}
            if more <= done:
                break
            done |= more
        waiting = done.intersection(self.plant)
        slow = {i for i in self.plant if self._circuit.sources(i, i.kept()) & done}
        return frozenset(waiting), frozenset(slow | waiting)

    def _sources(self, signal: str) -> tuple[str, ...]:
        """Of what the signal is made, where no block and not the arm writes it."""
        if self._circuit.writes(signal) or signal in self._circuit.plant:
            return ()
        rule = self._circuit.derived(signal, self._circuit)
        return rule.sources if rule else ()

    def _size(self, signal: str) -> int:
        found = self._circuit.unit_and_size(signal)
        assert found is not None
        return found[1] if isinstance(found[1], int) else self.controller[0].site.sizes[found[1]]


def _names(setup: Setup) -> set[str]:
    """Of the blocks on the controller's side."""
    kinds = tuple({*CONTROLLERS.values(), *REFERENCES.values()})
    blocks = setup.blocks
    reference = (blocks.reference,) if blocks.reference else ()
    others = [block for block in blocks.others if isinstance(block, kinds)]
    found: set[str] = set()
    for block in (*reference, *blocks.controller, *others):
        parts = block.parts() if isinstance(block, Assembly) else (block,)
        found.update(part.name for part in parts)
    return found


def _drives(block: Block) -> bool:
    """Whether it is more than a reference that is a function of time."""
    reference = isinstance(block, tuple(REFERENCES.values()))
    return not reference or bool(block.of(Input) or block.of(State))


def _kept(batch: Batch, outputs: frozenset[Instance], updates: frozenset[Instance]) -> Batch:
    """What is left of a batch."""
    return Batch(
        batch.every,
        tuple(i for i in batch.outputs if i in outputs),
        tuple(i for i in batch.updates if i in updates),
    )
