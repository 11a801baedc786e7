"""Where a run with closed loops begins: the coordinates that follow from others are found."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.plant.loop_structure import closed_somewhere
from armwright.system.names import DRIVE_NUMBERS, LINK_NUMBERS
from armwright.system.system import System

#: Steps of Newton's method with the nominal derivative, for numbers near the nominal ones.
_STEPS = 12
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


def closed_expressions(system: System, x: cs.SX, v: cs.SX, near: Array) -> tuple[cs.SX, cs.SX]:
    """The same as expressions of free numbers; `near`: where the nominal run begins."""
    plant, loops = system.plant, system.plant.loops
    assert loops is not None
    names = [one.name for one in plant.coordinates]
    dependent = [names.index(name) for name in loops.structure.dependent]
    free = [k for k in range(len(names)) if k not in dependent]
    nominal = [one.vector(system.numbers) for one in system.free_numbers.values()]
    own = dict(zip(system.free_numbers, nominal, strict=True))
    more = [own[name] for name in (DRIVE_NUMBERS, LINK_NUMBERS)]
    rows = loops.numbers.at(near, more)[1][list(loops.structure.rows)]
    back = cs.SX(np.linalg.pinv(rows[:, dependent]))
    residual = system.wired(loops.residual)
    x = cs.densify(cs.SX(x))
    x[dependent] = cs.SX(near[dependent])
    for _ in range(_STEPS):
        (gap,) = cs.substitute([residual], [plant.x], [x])
        x[dependent] = x[dependent] - cs.mtimes(back, gap)
    v = cs.densify(cs.SX(v))
    if not v.is_zero():
        slope = cs.jacobian(loops.residual, plant.x)
        (psi,) = cs.substitute([system.wired(slope)], [plant.x], [x])
        v[dependent] = cs.solve(psi[:, dependent], -cs.mtimes(psi[:, free], v[free]))
    return x, v
