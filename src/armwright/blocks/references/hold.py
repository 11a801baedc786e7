"""Staying where it is."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs
import numpy as np

from armwright.block.declarations import Option
from armwright.block.quantities import Quantities
from armwright.blocks.references.reference import Reference, motion


class Hold(Reference):
    """q = const."""

    kind = "hold"

    position = Option(tuple, "the joint positions; by default zero", default=None)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        q = self.joint_vector("position", self.position, x.site.plant.robot)
        still = cs.SX(np.zeros(len(q)))
        return motion(cs.SX(q), still, still)
