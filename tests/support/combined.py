"""What a fit's combinations are for a robot whose numbers are known."""

from __future__ import annotations

import numpy as np

from armwright import Robot
from armwright.arrays import Array
from armwright.fit import Combinations
from armwright.robot.changing import value_at


def combined(robot: Robot, known: Combinations) -> Array:
    values = []
    for element in known.elements:
        path, _, place = element.partition("[")
        value = np.atleast_1d(np.asarray(value_at(robot, path), dtype=np.float64))
        values.append(value[int(place[:-1]) if place else 0])
    found: Array = known.matrix @ np.array(values)
    return found
