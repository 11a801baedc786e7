"""The map of a compensator that carries an arm's weight, computed from the arm."""

from __future__ import annotations

from math import isfinite

import casadi as cs
import numpy as np
from numpy.typing import ArrayLike

from armwright.errors import InputError
from armwright.laws.compensators.torque_map import TorqueMap
from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from armwright.robot import Robot


def balancing_map(
    robot: Robot,
    joint: str,
    at: ArrayLike,
    *,
    between: tuple[float, float] | None = None,
    count: int = 41,
    share: float = 1.0,
) -> TorqueMap:
    """F of S4 (2.32): what gravity takes of one joint while the others stand as in `at`.

    The joint goes `between` two positions, by default its limits, in `count` points. `share`: how
    much of the weight the compensator carries. With the other joints elsewhere the map is off by as
    much as the weight differs there.
    """
    where = f"balancing map of robot '{robot.name}'"
    if joint not in robot.joint_names:
        raise InputError(
            "no such joint that moves by itself",
            where=where,
            got=repr(joint),
            expected="one of " + ", ".join(robot.joint_names),
        )
    k = robot.joint_names.index(joint)
    place = np.asarray(at, dtype=np.float64)
    if place.shape != (len(robot.joint_names),) or not np.isfinite(place).all():
        raise InputError(
            "'at' is not a position of the arm",
            where=where,
            got=f"shape {place.shape}",
            expected=f"{len(robot.joint_names)} joint positions",
        )
    limits = robot.joint(joint).limits
    first, last = between or (limits.lower, limits.upper)
    if not (isfinite(first) and isfinite(last) and first < last and count >= 2):
        raise InputError(
            "no range for the map",
            where=f"{where}, joint '{joint}'",
            got=f"{first:g} to {last:g} in {count} points",
            expected="between=(first, last) in rad, and two or more points",
        )
    mechanism = build(FreeParameters.choose(robot, ()))
    still = [0.0] * mechanism.coordinates
    weight = cs.SX(inverse_dynamics(mechanism, still, still)[k])
    positions = np.linspace(first, last, count)
    states = np.tile(place[:, None], count)
    states[k] = positions
    torques = share * np.array(cs.Function("weight", [mechanism.q], [weight])(states)).ravel()
    pairs = zip(positions.tolist(), torques.tolist(), strict=True)
    return TorqueMap(name=f"balance_{joint}", joint=joint, points=tuple(pairs))
