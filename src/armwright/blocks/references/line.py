"""A straight line in space."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.blocks.references.curve import Course


@dataclass(frozen=True, eq=False)
class Line:
    """p = b + (e − b) s."""

    begin: Array
    end: Array

    @property
    def length(self) -> float:
        return float(np.linalg.norm(self.end - self.begin))

    @property
    def corners(self) -> tuple[float, ...]:
        return ()

    def at(self, s: Array) -> Course:
        # Counted from both ends, so that each is met exactly.
        p = (1 - s)[:, None] * self.begin + s[:, None] * self.end
        slope = np.broadcast_to(self.end - self.begin, p.shape)
        return Course(p, slope, np.zeros_like(p))

    def part(self, first: float, last: float) -> Line:
        """From s = first to s = last."""
        begin, end = self.at(np.array([first, last])).point
        return Line(begin, end)
