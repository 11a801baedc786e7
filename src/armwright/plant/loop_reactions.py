"""What loops transmit: multipliers, the force and moment at a closure, and what joints carry of it.

Rigid links with more constraints than are independent do not determine all of it. A component is
determined if no multipliers without effect (Ψᵀ λ = 0) enter it; the others are named, and nothing
is said of their size.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.multibody.kinematics import body_poses, frame_pose
from armwright.multibody.placement import Placement
from armwright.multibody.spatial import Scalar, Vector, times

if TYPE_CHECKING:
    from armwright.plant.plant import Plant

#: Of a reaction.
COMPONENTS = ("force x", "force y", "force z", "moment x", "moment y", "moment z")
#: Of what a multiplier without effect may do to a component that is determined.
_NOTHING = 1e-6


def multipliers(plant: Plant) -> list[Scalar]:
    """λ of the independent constraints, for the plant's acceleration: λ = (Ψ M⁻¹ Ψᵀ)⁻¹ Ψ (ẍ − ẍ of
    the open tree)."""
    loops = plant.loops
    assert loops is not None
    drive = plant.driving(plant.applied(), plant.bias(), plant.torques)
    matrix = plant.constrained(plant.factorised(plant.mass()), loops.rows)
    return matrix.multipliers(drive, cs.vertsplit(loops.rates(plant.acceleration)))


def closure_reaction(plant: Plant, name: str) -> cs.SX:
    """Force and moment (6) of a loop's closure on the second of its links, about the origin of the
    second frame, in the axes of the first. What is not `determined` means nothing."""
    loops = plant.loops
    assert loops is not None
    k = loops.names.index(name)
    loop, total = loops.loops[k], [Vector(), Vector()]
    for one, owner, amount in zip(loops.closings, loops.owners, multipliers(plant), strict=True):
        if owner == k:
            total[one.turns] = total[one.turns] + one.direction * amount
    back = loop.first.rotation.T
    return cs.vertcat(*((back @ part).column() for part in total))


def wrenches(plant: Plant, amounts: Sequence[Scalar]) -> dict[str, cs.SX]:
    """What the closures exert on their links: force and moment, world axes, about the origins of
    the links' frames. `amounts`: multipliers of all constraints, dependent ones too."""
    assert plant.loops is not None
    mechanism, left = plant.mechanism, iter(amounts)
    poses = body_poses(mechanism)
    found: dict[str, cs.SX] = {}
    for loop in plant.loops.loops:
        carrier = poses[loop.carrier] if loop.carrier >= 0 else Placement()
        total = [Vector(), Vector()]
        for one in loop.closings:
            total[one.turns] = total[one.turns] + one.direction * next(left)
        force, moment = (carrier.rotation @ part for part in total)
        point = (carrier @ loop.second).translation
        for sign, end in zip((-1.0, 1.0), loop.loop.ends, strict=True):
            arm = point - frame_pose(mechanism, end.link).translation
            about = (moment + arm.cross(force)) * sign
            wrench = cs.vertcat((force * sign).column(), about.column())
            found[end.link] = found.get(end.link, 0) + wrench
    return found


def all_multipliers(plant: Plant) -> list[Scalar]:
    """λ of all constraints, zero for those that are left out."""
    assert plant.loops is not None
    count = sum(len(loop.closings) for loop in plant.loops.loops)
    found: list[Scalar] = [0.0] * count
    for row, amount in zip(plant.loops.structure.rows, multipliers(plant), strict=True):
        found[row] = times(1.0, amount)
    return found


def determined(plant: Plant, name: str) -> list[int]:
    """Which of `COMPONENTS` rigid links determine, of a loop's reaction or of a joint's."""
    loops = plant.loops
    if loops is None:
        return list(range(6))
    if name in loops.names:
        missing = loops.structure.undetermined[loops.names.index(name)]
        return [k for k in range(6) if k not in missing]
    if not any(loops.structure.undetermined):
        return list(range(6))
    # The reaction is affine in the multipliers: what those without effect add is not determined.
    count = sum(len(loop.closings) for loop in loops.loops)
    amounts = cs.SX.sym("multipliers", count)
    slope = cs.jacobian(plant.carried(name, cs.vertsplit(amounts)), amounts)
    more = [plant.values.symbol, plant.free_bodies.symbol]
    numbers: list[Array] = [plant.values.vector(plant.numbers), plant.free_bodies.nominal]
    everything = [plant.x, *more, plant.v, *plant.inputs.values()]
    still = [np.zeros(symbol.shape[0]) for symbol in everything[3:]]
    function = cs.Function("carried", everything, [cs.densify(slope)], {"allow_free": False})
    names = [one.name for one in plant.coordinates]
    shown = np.zeros(6, dtype=bool)
    for place, idle in zip(loops.structure.places, loops.structure.idle, strict=True):
        own = dict(zip(loops.structure.names, place, strict=True))
        x = np.array([own.get(one, 0.0) for one in names])
        matrix = np.array(function(x, *numbers, *still))
        shown |= np.abs(matrix @ idle).max(axis=1, initial=0.0) > _NOTHING
    return np.flatnonzero(~shown).tolist()


def named_undetermined(plant: Plant) -> list[str]:
    """One sentence for each loop whose reaction is not determined in full."""
    if plant.loops is None:
        return []
    found = []
    for name, missing in zip(plant.loops.names, plant.loops.structure.undetermined, strict=True):
        if missing:
            words = ", ".join(COMPONENTS[k] for k in missing)
            found.append(
                f"loop '{name}': rigid links do not determine {words} of its reaction "
                "(axes of its first frame), because its constraints are redundant"
            )
    return found


def determined_part(plant: Plant, name: str, part: slice) -> list[int]:
    """The places, among the determined components, of those of a part, force or moment; refused
    where there are none."""
    known = determined(plant, name)
    wanted = [place for place, k in enumerate(known) if part.start <= k < part.stop]
    if not wanted:
        what = "force" if part.start == 0 else "moment"
        raise InputError(
            f"no component of the reaction {what} is determined",
            where=f"robot '{plant.robot.name}', '{name}'",
            got="redundant constraints of the loops between rigid links",
            expected="an elastic axis in the loop, which determines it",
        )
    return wanted
