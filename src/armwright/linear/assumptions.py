"""What a linear model takes for granted where the arm itself is not smooth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Literal

import numpy as np

from armwright.arrays import Array
from armwright.linear.expressions import stepped, with_rates
from armwright.linear.friction import directions
from armwright.plant import Plant
from armwright.plant.left_out import left_out_of_plant

Sticking = Literal["sliding", "held"]
#: rad, or m: so near to its end a joint counts as being there.
_NEAR = 1e-9


def plant_assumptions(
    plant: Plant,
    position: Array,
    velocity: Array,
    torque: Array,
    sticking: Sticking,
    neglect: Collection[str],
) -> tuple[str, ...]:
    """For one configuration, or many: what holds of any of them is said."""
    x, v = (one.reshape(-1, one.shape[-1]) for one in (position, velocity))
    found = [*_friction(plant, v, sticking), *_limits(plant, x)]
    found += _torques(plant, torque.reshape(-1, torque.shape[-1]))
    if np.any(v):
        found.append("the arm moves: the model holds for an instant, and for small departures")
    if neglect:
        found.append(f"left out of the derivatives: {', '.join(neglect)}")
    found += [
        f"not in the model: {part}" for part in left_out_of_plant(plant.robot, plant.fidelity)
    ]
    return tuple(dict.fromkeys(found))


def _friction(plant: Plant, v: Array, sticking: Sticking) -> Iterator[str]:
    for part in plant.elements:
        still = [
            channel.name
            for channel, at_rest in zip(
                part.law.channels, (v @ directions(plant, part).T == 0).any(axis=0), strict=True
            )
            if at_rest
        ]
        if not still or part.law.family != "friction":
            continue
        words = f"friction of {_listed(still)} ({part.law.block.kind})"
        if part.limits is not None and sticking == "held":
            yield f"{words} sticks: it holds what it acts on, which does not move at all"
        elif part.limits is not None:
            yield (
                f"{words} sticks at rest, and is taken as sliding with a constant torque: "
                "neither stiffness nor damping but its viscous part"
            )
        elif part in with_rates(plant):
            yield f"{words} is at rest: its bristles bend like springs, and do not slip"
    for part in stepped(plant):
        names = [channel.name for channel in part.law.channels]
        yield f"the state of {part.law.key} of {_listed(names)} stays what it is"


def _limits(plant: Plant, x: Array) -> Iterator[str]:
    for k, joint in enumerate(plant.robot.moving_joints):
        low, high = joint.limits.lower, joint.limits.upper
        if (x[:, k] <= low + _NEAR).any() or (x[:, k] >= high - _NEAR).any():
            yield (
                f"joint {joint.name} is at the end of its range or beyond: "
                "the model has no stop there, the joint goes on freely"
            )


def _torques(plant: Plant, torque: Array) -> Iterator[str]:
    at_joints = torque @ plant.gears.matrix
    for k, joint in enumerate(plant.robot.moving_joints):
        most = joint.limits.effort
        if (np.abs(at_joints[:, k]) > most).any():
            yield (
                f"joint {joint.name}: its weight takes {np.abs(at_joints[:, k]).max():.4g} N m, "
                f"more than its drive has ({most:.4g} N m), and the model gives it all the same"
            )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
