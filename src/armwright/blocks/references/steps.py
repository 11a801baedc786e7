"""One step in each joint."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs
import numpy as np

from armwright.block.quantities import Quantities
from armwright.blocks.references.joint_steps import JointSteps
from armwright.blocks.references.reference import motion


class Steps(JointSteps):
    """qᵢ = q₀ᵢ + hᵢ for t ≥ tᵢ; velocity and acceleration stay zero.

    S1 5.1: 15, 30, 30, 90, 90, 90 degrees at t = 1 … 6 s.
    """

    kind = "steps"

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        begin, heights, _, stepped = self.stepped(x)
        still = cs.SX(np.zeros(len(begin)))
        return motion(begin + heights * stepped, still, still)
