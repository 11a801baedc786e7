"""Many runs judged while they run: at each point, what the linear arm lacks there.

Recording the states of a thousand runs to look at them afterwards would take longer than the runs.
"""

from __future__ import annotations

import itertools

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.compiler import Call, Frames
from armwright.simulation.motion import program
from armwright.simulation.perturbation.inertia import Inertia
from armwright.simulation.perturbation.tables import Tables
from armwright.simulation.perturbation.validity import Neglected, share
from armwright.system.layout import frame_inputs
from armwright.system.system import System

#: The vectors of a run that hold the numbers of the point, and the largest seen until now.
_POINT, _MISSING, _TORQUE, _DEPARTURE = (
    "linearised arm at the point",
    "largest missing torque",
    "largest inertial torque",
    "largest departure",
)


def watch(
    system: System, inertia: Inertia, tables: Tables
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
