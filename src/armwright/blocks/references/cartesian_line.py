"""The tool along a straight line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.blocks.block import Array
from armwright.blocks.declarations import Option
from armwright.blocks.references.cartesian import Cartesian
from armwright.blocks.references.curve import Course, Curve
from armwright.blocks.references.given import point


@dataclass(frozen=True, eq=False)
class Line:
    """p = b + (e − b) s."""

    begin: Array
    end: Array

    @property
    def length(self) -> float:
        return float(np.linalg.norm(self.end - self.begin))

    def at(self, s: Array) -> Course:
        # Counted from both ends, so that each is met exactly.
        p = (1 - s)[:, None] * self.begin + s[:, None] * self.end
        slope = np.broadcast_to(self.end - self.begin, p.shape)
        return Course(p, slope, np.zeros_like(p))


class CartesianLine(Cartesian):
    """p = b + (e − b) s(t), s trapezoidal; joint positions by inverse kinematics."""

    kind = "cartesian_line"

    begin = Option(
        tuple, "x, y, z in m where it starts; by default where the posture has it", default=None
    )
    end = Option(tuple, "x, y, z in m where it goes to")

    def curve(self, tool: Array) -> Curve:
        begin = tool if self.begin is None else point(self.name, "begin", self.begin)
        return Line(begin, point(self.name, "end", self.end))
