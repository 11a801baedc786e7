"""Both methods side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from armwright import Scenario, load_scenario
from armwright.signals import Run
from armwright.simulation.ensemble import OpenSystem
from armwright.simulation.perturbation.engine import Linearised, linearise

#: What the comparisons look at.
SIGNALS = ["tool_position", "joint_position", "joint_velocity", "motor_position", "motor_current"]


def line(changes: Mapping[str, Any] | None = None, duration: float = 2.0) -> Scenario:
    """The six-axis arm on a straight line: flexible joints, LuGre friction, sampled control."""
    own = {"duration": duration, "recording.signals": SIGNALS}
    return load_scenario("six-axis-line").changed({**own, **(changes or {})})


def tool_difference(one: Run, other: Run) -> np.ndarray:
    """Between the tool's positions, m."""
    a, b = (run.data["tool_position"].values for run in (one, other))
    return np.linalg.norm(a - b, axis=-1)


def linearised(scenario: Scenario, points: int = 100) -> Linearised:
    return linearise(OpenSystem(scenario).alone(scenario), points)
