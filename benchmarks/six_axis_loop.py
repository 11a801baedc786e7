"""The closed loop that all measurements here share: a six-axis arm as industry has it.

Flexible joints, LuGre friction at every motor, full inertia tensors; sampled cascade control at 1
and 4 kHz on a clock of 0.25 ms; the tool goes round a tilted circle four times, so that every joint
comes to rest and reverses eight times.
"""

from __future__ import annotations

import dataclasses

import numpy as np

import armwright as aw
from armwright.blocks.references import REFERENCES
from armwright.robot import rotation_from_rpy
from armwright.scenario import Scenario

DURATION = 10.0

_CIRCLE = {
    "centre": (0.45, 0.0, 0.45),
    "normal": (1.0, 1.0, 1.0),
    "radius": 0.12,
    "angle": 4 * 360.0,
    "speed": 0.33,
    "acceleration": 1.5,
    "posture": (-20, 110, -30, 0, 20, 0),
    "degrees": True,
}


def scenario(duration: float = DURATION, **motion: float) -> Scenario:
    """Records the usual signals at 1 kHz, as a scenario does that says nothing about it. `motion`:
    settings of the circle in place of the usual ones."""
    base = aw.load_scenario("six-axis-line")
    settings = {**_CIRCLE, **motion}
    circle = REFERENCES["cartesian_circle"](name="reference", rate=1000.0, **settings)
    renamed = dataclasses.replace(base, name="six-axis-circle")
    turning = renamed.with_blocks(reference=circle)
    return turning.changed({"duration": duration, **full_inertias(base.robot)})


def full_inertias(robot: aw.Robot) -> dict[str, list[float]]:
    """The robot's own moments of inertia, about axes that are tilted against each link's: all
    products are there, and every tensor stays physical."""
    changes = {}
    for k, link in enumerate(robot.links):
        if link.inertia is not None:
            tilt = rotation_from_rpy([0.2 + 0.05 * k, 0.35, 0.3])
            tensor = tilt @ link.inertia.tensor @ tilt.T
            changes[f"links.{link.name}.inertia"] = tensor[np.triu_indices(3)].tolist()
    return changes
