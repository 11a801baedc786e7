"""A run's accelerometer, explained: what its reading is made of, and what remains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from armwright.arrays import Array
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.two_axis.source.motion import joint_motion, values
from armwright.studies.two_axis.source.numbers import Numbers
from armwright.studies.two_axis.source.sensing import Mounting, Parts, expected_reading
from armwright.studies.two_axis.whiteness import Noise, farthest_off


@dataclass(frozen=True, eq=False)
class Reading:
    """(records, 2) each, along x and z of the sensor, in m/s². `sigma`: what the scenario says is
    the noise's standard deviation."""

    shown: Array
    parts: Parts
    sigma: float

    @classmethod
    def of(cls, scenario: Scenario, run: Run) -> Reading:
        n, sensor = Numbers.of(scenario.robot), settings(scenario, "accelerometer")
        parts = expected_reading(n, *joint_motion(run), mounting_of(scenario))
        return cls(values(run, "accelerometer"), parts, float(sensor["noise"]))

    @property
    def difference(self) -> Array:
        """From a sensor without any error, exactly at the tool."""
        return self.shown - self.parts.ideal

    @property
    def remainder(self) -> Array:
        """What nothing explains: noise, if all is right."""
        return self.shown - self.parts.whole

    @property
    def noise(self) -> tuple[Noise, Noise]:
        """Statistics of the remainder, along x and z."""
        x, z = (Noise.of(self.remainder[:, k]) for k in range(2))
        return x, z

    @property
    def off(self) -> dict[str, float]:
        """How far the remainder is from the noise that the scenario says, in standard errors."""
        return farthest_off(noise.standard_errors(self.sigma) for noise in self.noise)


def mounting_of(scenario: Scenario) -> Mounting:
    """What the scenario says about the sensor."""
    sensor = settings(scenario, "accelerometer")
    place, angles, drift = (
        np.broadcast_to(sensor[name], 3).tolist()
        for name in ("position_error", "angle_error", "drift")
    )
    return Mounting(place[0], place[2], angles[1], (drift[0], drift[2]))


def settings(scenario: Scenario, name: str) -> dict[str, Any]:
    """Of the block of that name."""
    (block,) = [block for block in scenario.blocks if block.name == name]
    return dict(block.values)
