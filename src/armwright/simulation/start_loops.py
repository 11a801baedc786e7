"""Where a run with closed loops begins: the coordinates that follow from others are found."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.plant.loop_structure import closed_somewhere
from armwright.system.names import DRIVE_NUMBERS, LINK_NUMBERS
from armwright.system.system import System

#: A smallest singular value of the constraints that is this part of the usual one is zero.
_SINGULAR = 1e-6


def closed_start(
    system: System, x: Array, v: Array, numbers: Mapping[str, Array]
) -> tuple[Array, Array]:
    """Position and velocity near x and v in which all loops are closed; what does not depend on
    other coordinates stays. Refuses loops that cannot be closed, and singular positions."""
    plant = system.plant
    loops = plant.loops
    assert loops is not None
    more = [numbers[name] for name in (DRIVE_NUMBERS, LINK_NUMBERS)]
    names = [one.name for one in plant.coordinates]
    dependent = [names.index(name) for name in loops.structure.dependent]
    where = f"scenario '{system.setup.name}', start"
    hint = "Start its other joints somewhere else, or say in start.joint_position where all are."
    try:
        x = closed_somewhere(loops.numbers, x, dependent, system.setup.robot.name, more, hint)
    except InputError as error:
        raise error.at(f"{where}, ") from None
    _residual, everything, _wrenches = loops.numbers.at(x, more)
    rows = everything[list(loops.structure.rows)]
    lengths = np.linalg.norm(rows, axis=1)
    scaled = rows / np.where(lengths > 0, lengths, 1.0)[:, None]
    left, sizes, _ = np.linalg.svd(scaled, full_matrices=False)
    if sizes.size and sizes[-1] < _SINGULAR * loops.structure.regular:
        owner = loops.owners[int(np.argmax(np.abs(left[:, -1])))]
        raise InputError(
            "is in a singular position, from which it may go on in several ways",
            where=f"{where}, loop '{loops.names[owner]}'",
            got=f"joints at {np.round(x, 6).tolist()}",
            expected="a position in which its constraints are independent",
        )
    if not v.any():
        return x, v
    free = [k for k in range(len(names)) if k not in dependent]
    following = v.copy()
    side = rows[:, free] @ v[free]
    solved, *_ = np.linalg.lstsq(rows[:, dependent], -side, rcond=None)
    following[dependent] = solved
    if np.abs(rows @ following).max(initial=0.0) > 1e-9 * max(1.0, float(np.abs(v).max())):
        raise InputError(
            "the velocities at the start are impossible in a dead position of the loops",
            where=f"{where}, joint_velocity",
            got=v.tolist(),
            expected="another position, or no velocity",
        )
    return x, following
