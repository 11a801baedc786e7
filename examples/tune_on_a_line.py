"""Gains for a straight line: many variants by perturbation, the best one by the full model."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import armwright as aw

line = aw.load_scenario("rx90b/line").changed(
    {"recording.signals": ["tool_position", "reference_tool_position"], "duration": 3.5}
)


def off_the_line(run: aw.Run) -> NDArray[np.float64]:
    """The largest distance of each run's tool from where it should be, m."""
    way = run.data["tool_position"].values - run.data["reference_tool_position"].values
    return np.asarray(np.linalg.norm(way, axis=-1).max(axis=-1), dtype=np.float64)


# The arm is linearised once, along the reference; gains and friction change nothing about that.
gains = np.linspace(40, 160, 13)
runs = line.sweep({"controller.position_gain": gains}, samples=13, method="perturbation")
errors = off_the_line(runs)
best = float(gains[errors.argmin()])
print(f"position gain {best:g}/s: {1e6 * errors.min():.1f} µm off the line")

# How far can it be trusted? It says so itself, and the full model is there to ask.
print(f"{100 * runs.data.attrs['neglected_torque']:.2g} % of a joint's torque were neglected")
checked = line.changed({"controller.position_gain": best}).simulate()
print(f"by the full model: {1e6 * float(off_the_line(checked)):.1f} µm")
