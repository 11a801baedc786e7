"""Along a path on a test plane of ISO 9283, several times."""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.blocks.references.cartesian import Cartesian
from armwright.blocks.references.curves import Line, ToolCurve
from armwright.blocks.references.iso9283 import OnTestPlane
from armwright.blocks.references.options import unfit
from armwright.blocks.references.path import Path


class PathInCycles(Cartesian, OnTestPlane):
    """The tool rests after each cycle for `dwell`. From the end of an open path it returns straight
    to the beginning, with the same limits of speed."""

    declared = MappingProxyType({**Cartesian.declared, **OnTestPlane.declared})

    cycles = Option(int, "how many times it follows the path", default=1)

    def one_cycle(self) -> Path:
        """Once along the path."""
        raise NotImplementedError

    def lasts(self) -> float:
        """Until it is over, s."""
        return self.schedule(self.curve(np.zeros(3))).end

    def curve(self, tool: Array) -> ToolCurve:
        if self.cycles < 1:
            raise unfit(self.name, "cycles", self.cycles, "1 or more")
        once = self.one_cycle()
        begin, end = once.at(np.array([0.0, 1.0])).point
        closed = float(np.linalg.norm(end - begin)) < 1e-9
        home = () if closed else (Line(end, begin),)
        length = len(once.pieces) + len(home)
        stops: list[int] = []
        for k in range(self.cycles):
            stops += [k * length + stop for stop in once.stops]
            if k < self.cycles - 1:
                end = k * length + len(once.pieces) - 1
                stops += [end] if closed else [end, end + 1]
        pieces = (*((*once.pieces, *home) * (self.cycles - 1)), *once.pieces)
        return Path(pieces, tuple(stops))
