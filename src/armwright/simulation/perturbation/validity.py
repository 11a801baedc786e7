"""How good the linearisation was: what it left out of the torque, along the resulting motion.

A single run is judged by its records. Of many runs it would take longer to record the states than
to run: they are judged while they run, at each point.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.compiler import Call, Frames
from armwright.errors import ArmwrightError
from armwright.simulation.instants import program
from armwright.simulation.perturbation.inertial_torque import InertialTorque
from armwright.simulation.perturbation.tables import Tables
from armwright.system.layout import frame_inputs
from armwright.system.setup import Setup
from armwright.system.system import System

#: More of a joint's torque than this part may not be missing.
LIMIT = 0.02
#: A joint's torque counts at least with this part of the arm's largest.
_LEAST = 0.01
#: The vectors of a run that hold the numbers of the point, and the largest seen until now.
_POINT, _MISSING, _TORQUE, _DEPARTURE = (
    "linearised arm at the point",
    "largest missing torque",
    "largest inertial torque",
    "largest departure",
)


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
    inertia: InertialTorque, tables: Tables, ticks: Array, states: tuple[Array, Array, Array]
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


def watch(
    system: System, inertia: InertialTorque, tables: Tables
) -> tuple[dict[str, tuple[int, Array]], Call]:
    """The table that the watching needs, and the call that does it, once in every interval."""
    nominal, plant = tables.nominal, inertia.plant
    n, size = inertia.axes, tables.layout.coordinates
    inverse, damping, stiffness = (end[:-1] for end in tables.ends)
    mass = np.linalg.inv(inverse) - tables.stiffening
    start = nominal.coefficients[:, 0]
    joints = start.shape[1]
    parts = (mass[:, :n], damping, stiffness, tables.bias[:, 0, :n], start)
    rows = np.concatenate([part.reshape(nominal.intervals, -1) for part in parts], axis=1)

    row = cs.SX.sym(_POINT, rows.shape[1])
    ends = np.cumsum([n * size, n * n, n * n, n, joints]).tolist()
    M = cs.reshape(row[: ends[0]], size, n).T
    C, K = (cs.reshape(row[a:b], n, n).T for a, b in itertools.pairwise(ends[:3]))
    a = system.change * (1.0 / system.step)
    actual = inertia.expression(plant.v[:n], a)[:n]
    by_motion = cs.mtimes(C, plant.v[:n]) + cs.mtimes(K, plant.x[:n])
    linear = cs.mtimes(M, a) + by_motion + row[ends[2] : ends[3]]
    found = {
        _MISSING: actual - linear,
        _TORQUE: actual,
        _DEPARTURE: plant.x[:joints] - row[ends[3] :],
    }
    largest = {name: cs.SX.sym(name, value.shape[0]) for name, value in found.items()}
    outputs = {name: cs.fmax(largest[name], cs.fabs(value)) for name, value in found.items()}
    vectors = {**frame_inputs(system), **largest, _POINT: row}
    call = Call(program("watch", outputs, vectors), nominal.every)
    return {_POINT: (nominal.every, rows)}, call


def seen(frames: Frames) -> Neglected:
    """Of all runs together."""
    missing, torque = frames.get(_MISSING), frames.get(_TORQUE)
    parts = share(missing, torque.max(axis=0))
    run, axis = np.unravel_index(int(parts.argmax()), parts.shape)
    departure = float(frames.get(_DEPARTURE).max())
    return Neglected(float(parts.max()), departure, int(run), int(axis), None)
