"""Moves of growing length from P1, for the minimum posing time of ISO 9283."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armwright.block.declarations import Option
from armwright.blocks.references.iso9283_moves import PoseToPose, Stop
from armwright.blocks.references.options import numbers, unfit

#: From each pose to the next, the same along x, y and z, in m; clause 9, table 19.
STEPS = (-0.01, 0.02, -0.05, 0.1, -0.2, 0.5, -1.0)


class Iso9283Posing(PoseToPose):
    """From P1 to P1+1, P1+2 and so on, as many as fit into the test cube, and back to P1: each step
    is as long along all three edges of the cube, and goes the other way than the one before.
    """

    kind = "iso9283_posing"

    steps = Option(tuple, "along each edge, from pose to pose, in m", default=STEPS)

    def stops(self) -> Sequence[Stop]:
        expected = "lengths in m, of which the first fits into the cube"
        steps = numbers(self.name, "steps", self.steps, (-1,), expected)
        away = np.cumsum(steps)
        fitting = np.abs(away) <= self.cube.side / 2
        count = len(steps) if fitting.all() else int(np.argmin(fitting))
        if not count:
            raise unfit(self.name, "steps", self.steps, expected)
        centre, diagonal = self.cube.centre, self.cube.rotation.sum(axis=1)
        named = [(f"P1+{k + 1}", centre + away[k] * diagonal) for k in range(count)]
        return [("P1", centre), *named, ("P1", centre)]
