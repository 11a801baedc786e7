"""Joint positions from elsewhere: a log, a planner, a table; a cubic spline goes through them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.block.quantities import Site
from armwright.blocks.references.options import in_radians, numbers
from armwright.blocks.references.reference import TabledReference
from armwright.errors import InputError


class Samples(TabledReference):
    """Given positions, one row for each sample of the block's rate; velocity and acceleration are
    those of a cubic spline through them. After the last row the arm stays there, at rest."""

    kind = "samples"

    positions = Option(tuple, "joint positions, one row for each sample")

    def tables(self, site: Site) -> Mapping[str, Array]:
        names = site.plant.robot.joint_names
        expected = f"rows of {len(names)} numbers, one for each of {', '.join(names)}"
        q = numbers(self.name, "positions", self.positions, (-1, len(names)), expected)
        if self.degrees:
            q = in_radians(q, site.plant.robot)
        times = site.period * np.arange(len(q), dtype=np.float64)
        _, v, a = spline(self.name, times, q, times)
        rest = np.zeros((1, len(names)))
        return {
            "position_table": np.vstack([q, q[-1]]),
            "velocity_table": np.vstack([v, rest]),
            "acceleration_table": np.vstack([a, rest]),
        }


def spline(block: str, times: Array, positions: Array, at: Array) -> Array:
    """Position, velocity and acceleration (3, len(at), n) of a motion through `positions` (N, n);
    a single one is held."""
    if len(positions) == 1:
        held = np.repeat(positions, len(at), axis=0)
        return np.stack([held, 0 * held, 0 * held])
    from scipy.interpolate import CubicSpline  # takes half a second to import

    try:
        with np.errstate(all="ignore"):
            found = CubicSpline(times, positions)
            motion = np.stack([found(at, order) for order in range(3)])
    except ValueError:  # slopes that are not finite
        motion = np.full(1, np.nan)
    if not np.isfinite(motion).all():
        raise InputError(
            "there is no finite motion through the given positions",
            where=f"block '{block}'",
            hint="Are they too large, or their times too close together?",
        )
    return motion
