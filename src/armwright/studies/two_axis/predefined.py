"""A path that is made before the run: S0's third way to tell the arm where to go."""

from __future__ import annotations

import dataclasses

import numpy as np

from armwright.arrays import Array
from armwright.blocks.references.from_samples import Samples
from armwright.scenario import Scenario
from armwright.studies.two_axis.source.kinematics import inverse
from armwright.studies.two_axis.source.numbers import Numbers

#: A figure of eight about `CENTRE` (m), once round in `DURATION` (s) after `REST` (s).
CENTRE, WIDTH, HEIGHT = (1.2, 0.75), 0.2, 0.12
DURATION, REST, RATE = 5.0, 0.5, 4000.0


def predefined_path(scenario: Scenario) -> Scenario:
    """The scenario with a figure of eight instead of its own path."""
    angles = inverse(Numbers.of(scenario.robot), figure_of_eight(), elbow_up=True)
    positions = tuple(map(tuple, angles.tolist()))
    reference = Samples(name="reference", rate=RATE, positions=positions)
    return dataclasses.replace(scenario, reference=reference, duration=DURATION + 2 * REST)


def figure_of_eight() -> Array:
    """(x, z) at every sample: it starts and ends at rest, with acceleration and jerk zero."""
    time = np.arange(round((DURATION + 2 * REST) * RATE)) / RATE
    u = np.clip((time - REST) / DURATION, 0.0, 1.0)
    smooth = u**4 * (35 - 84 * u + 70 * u**2 - 20 * u**3)
    phase = 2 * np.pi * smooth
    x, z = CENTRE[0] + WIDTH * np.sin(phase), CENTRE[1] + HEIGHT * np.sin(2 * phase)
    return np.stack([x, z], axis=-1)
