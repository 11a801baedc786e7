"""Arms for the tests of plants, and their equations as numbers."""

from __future__ import annotations

from typing import Any

import casadi as cs
import numpy as np

from armwright import Drive, Frame, Inertia, Joint, Link, Plant, Pose, Robot
from armwright.robot import rotation_about

GRAVITY = np.array([0.3, -0.4, -9.7])


def body(seed: int, mass: float = 3.0) -> Inertia:
    """Nothing about it is symmetric."""
    rng = np.random.default_rng(seed)
    turn = rotation_about([0.6, 0.0, 0.8], 0.7 + seed)
    tensor = turn @ np.diag(0.02 + 0.03 * np.sort(rng.uniform(0.8, 1.4, 3))) @ turn.T
    return Inertia(mass, rng.normal(size=3) * 0.1, tensor)


def pose(seed: int) -> Pose:
    rng = np.random.default_rng(100 + seed)
    axis = rng.normal(size=3)
    return Pose(rotation_about(axis / np.linalg.norm(axis), 0.4), rng.normal(size=3) * 0.3)


def arm(**fields: Any) -> Robot:
    """Two driven joints, the second sliding, and a tool; gears, rotors, friction and a soft gear
    in the first."""
    first = Drive(
        gear_ratio=50.0,
        motor_inertia=2e-4,
        stiffness=4.0,
        damping=2e-3,
        friction={"viscous": 1e-3, "coulomb": 0.0, "transition_velocity": 1.0},
        friction_law="smooth_coulomb",
    )
    second = Drive(gear_ratio=-30.0, motor_inertia=1e-4, coupling={"shoulder": 5.0})
    joints = (
        Joint("shoulder", "revolute", "base", "upper", pose(1), np.array([0, 1.0, 0]), drive=first),
        Joint(
            "reach", "prismatic", "upper", "fore", pose(2), np.array([0.6, 0, 0.8]), drive=second
        ),
    )
    own = {"joints": joints, **fields}
    links = (Link("base"), Link("upper", body(1)), Link("fore", body(2)))
    frames = (Frame("tool", "fore", pose(3)),)
    more = own.pop("links", ())
    return Robot("arm", (*links, *more), frames=frames, gravity=GRAVITY, tool="tool", **own)


def evaluated(plant: Plant, expression: cs.SX, x: Any, v: Any, **inputs: Any) -> np.ndarray:
    """An expression of a plant for numbers; inputs that are not given are zero."""
    symbols = [plant.x, plant.v, plant.bristles, plant.dry, *plant.inputs.values()]
    zero = [np.zeros(symbol.shape[0]) for symbol in symbols]
    values = [np.asarray(x, float), np.asarray(v, float), *zero[2:4]]
    values += [
        np.asarray(inputs.get(name, nothing), float)
        for name, nothing in zip(plant.inputs, zero[4:], strict=True)
    ]
    return np.array(cs.Function("value", symbols, [expression])(*values))


def states(plant: Plant, count: int = 5) -> list[tuple[np.ndarray, np.ndarray]]:
    rng = np.random.default_rng(len(plant.coordinates))
    size = len(plant.coordinates)
    return [(rng.normal(size=size), rng.normal(size=size)) for _ in range(count)]
