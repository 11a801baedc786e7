"""How good the linearisation was: what it left out of the torque, along the resulting motion."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.errors import ArmwrightError
from armwright.simulation.perturbation.inertia import Inertia
from armwright.simulation.perturbation.tables import Tables
from armwright.system.setup import Setup

#: More of a joint's torque than this part may not be missing.
LIMIT = 0.02
#: A joint's torque counts at least with this part of the arm's largest.
_LEAST = 0.01


class TooFar(ArmwrightError):
    """The arm went too far from its nominal motion for a linear model."""


@dataclass(frozen=True)
class Neglected:
    """`part`: the largest torque that the linear model lacks, as a part of the joint's largest, and
    in which run, at which axis and tick (None: at some point) that is; `departure`: the largest
    distance of a joint from its nominal position, rad (or m)."""

    part: float
    departure: float
    run: int
    axis: int
    tick: float | None

    def check(self, setup: Setup) -> None:
        if self.part <= LIMIT:
            return
        names = setup.robot.joint_names
        axis = self.axis
        joint = f"joint '{names[axis]}'" if axis < len(names) else f"elastic axis {axis}"
        when = "" if self.tick is None else f"at t = {self.tick * setup.tick:.4g} s "
        raise TooFar(
            f"scenario '{setup.name}'{f', run {self.run}' if self.run else ''}: the arm is too far "
            f"from its nominal motion for the perturbation method: up to {self.departure:.3g} rad; "
            f"{when}the linear model lacks {100 * self.part:.3g} % of the torque of {joint}, and "
            f"at most {100 * LIMIT:g} % are allowed. Use method='full', or a controller that "
            "follows the reference more closely"
        )


def neglected(
    inertia: Inertia, tables: Tables, ticks: Array, states: tuple[Array, Array, Array]
) -> tuple[Array, Neglected]:
    """The missing torque of a run, (records, axes), N m, and what it amounts to. `states`: x, v and
    a of all coordinates, each (records, coordinates)."""
    x, v, a = states
    n = inertia.axes
    actual = inertia.torque(x[:, :n], v[:, :n], a)[:, :n]
    missing = actual - tables.torque(ticks, x, v, a)
    parts = share(missing, np.abs(actual).max(axis=0))
    record, axis = np.unravel_index(int(parts.argmax()), parts.shape)
    q, _, _ = tables.nominal.at_ticks(ticks)
    departure = float(np.abs(x[:, : q.shape[-1]] - q).max())
    tick = float(ticks[record])
    return missing, Neglected(float(parts.max()), departure, 0, int(axis), tick)


def share(missing: Array, largest: Array) -> Array:
    """What is missing of an axis' largest torque, which counts with a least part of the arm's."""
    scale = np.maximum(largest, _LEAST * largest.max() + np.finfo(float).tiny)
    return np.asarray(np.abs(missing) / scale, dtype=np.float64)
