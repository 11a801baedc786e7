"""What is recorded of runs."""

from __future__ import annotations

from armwright.arrays import Array
from armwright.simulation.loop import Loop


class Records:
    """Memory for all of it is taken at the beginning, and no more: `room` is where a loop writes
    what it records. `count`: how many records there are by now."""

    def __init__(self, loop: Loop, runs: int) -> None:
        self._loop, self._runs, self.count = loop, runs, 0
        self.room = loop.compiled.room(runs, loop.system.setup.ticks + 1)

    def rows(self, name: str) -> Array:
        """What was recorded of a vector, (runs, records, size)."""
        return self.room.arrays[name][: self._runs, : self.count]

    def until(self, tick: int) -> None:
        """What was recorded before `tick` counts, and nothing else."""
        self.count = -(-tick // self._loop.march.record_every)
