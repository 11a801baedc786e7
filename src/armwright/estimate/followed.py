"""Numbers that a filter follows: states that go on as they are, but for a slow walk, within limits.

Walk and limits are parameters of the filter's model, so that one machine code serves all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.plant.registry import registry
from armwright.robot import Robot

#: Of its standard deviation at first, how far a number may go.
FARTHEST = 8.0
_HOUR = 3600.0


def parameters(size: int) -> dict[str, cs.SX]:
    """What the model of a filter has to be told of so many numbers; `walk`: variances by which they
    may change from sample to sample, `least` and `most`: between which values they stay."""
    return {name: cs.SX.sym(name, size) for name in ("walk", "least", "most")}


def kept(numbers: cs.SX, told: Mapping[str, cs.SX]) -> cs.SX:
    """What they are at the next sample."""
    return cs.fmin(cs.fmax(numbers, told["least"]), told["most"])


def belief(
    robot: Robot,
    names: Sequence[str],
    nominal: Array,
    opened: Array,
    hourly: Array,
    period: float,
) -> dict[str, Array]:
    """The `parameters` by name. `opened`: standard deviations before any data; `hourly`: by how
    much numbers may change within an hour."""
    return {
        "walk": hourly**2 * period / _HOUR,
        "least": np.maximum(lowest(robot, names, nominal), nominal - FARTHEST * opened),
        "most": nominal + FARTHEST * opened,
    }


def lowest(robot: Robot, names: Sequence[str], nominal: Array) -> list[float]:
    """Below which numbers make no sense; a little above, where zero is excluded."""
    known, found = registry(robot), []
    for name, value in zip(names, nominal.tolist(), strict=True):
        number = known.get(name.partition("[")[0])
        if number is not None and number.above is not None:
            found.append(float(number.above + 0.02 * abs(value - number.above)))
        elif number is not None and number.at_least is not None:
            found.append(float(number.at_least))
        else:
            found.append(-np.inf)
    return found
