"""How fast an arm swings on its gears."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.linear import linearise
from armwright.scenario import Scenario


def lowest_resonance(scenario: Scenario, at: Array) -> float:
    """Of the joints with motors that are too heavy to move, rad/s."""
    heavy = scenario.changed({"joints.*.motor_inertia": 1e3, "fidelity.friction": False})
    model = linearise(heavy.robot, at)
    found = np.abs(np.linalg.eigvals(model.A))
    return float(found[found > 1.0].min())
