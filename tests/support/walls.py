"""A mass on slides in front of a wall."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.optimize import brentq

import armwright as aw
from armwright.blocks.catalogue import CATALOGUE

MASS, SPEED = 2.0, 0.1
RECORDED = (
    "joint_position",
    "joint_velocity",
    "contact_force",
    "contact_depth",
    "kinetic_energy",
    "potential_energy",
)


def sliding_mass() -> aw.Robot:
    """Slides along x, and on that along y; its tip's axes are turned against the world's."""
    light = aw.Inertia(1e-6, [0, 0, 0], 1e-9 * np.eye(3))
    links = (
        aw.Link("ground"),
        aw.Link("slide", light),
        aw.Link("mass", aw.Inertia(MASS, [0, 0, 0], 0.01 * np.eye(3))),
    )
    joints = (
        aw.Joint("x", "prismatic", "ground", "slide", aw.Pose(), [1.0, 0, 0]),
        aw.Joint("y", "prismatic", "slide", "mass", aw.Pose(), [0, 1.0, 0]),
    )
    turned = aw.Pose(rotation=[[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    tip = aw.Frame("tip", "mass", turned)
    return aw.Robot("sliding mass", links, joints, (tip,), tool="tip")


def before_a_wall(
    wall: dict[str, Any],
    *,
    velocity: tuple[float, float] = (SPEED, 0.0),
    duration: float = 0.5,
    tick: float = 1e-3,
    method: Any = "midpoint",
    blocks: dict[str, Any] | None = None,
    recorded: tuple[str, ...] = RECORDED,
) -> aw.Scenario:
    """10.37 mm before a wall across x."""
    one = CATALOGUE["disturbance"]["wall"](
        name="wall", point=[0.01037, 0, 0], outward=[-1.0, 0, 0], **wall
    )
    others = dict(blocks or {})
    return aw.Scenario(
        "mass and wall",
        sliding_mass(),
        duration,
        tick=tick,
        start=aw.Start((0.0, 0.0), velocity, at_rest=False),
        blocks=aw.Blocks(disturbances=(one, *others.pop("disturbances", ())), **others),
        integration=aw.Integration(method),
        recording=aw.Recording(recorded, 1.0 / tick),
    )


def restitution(damping: float, speed: float) -> float:
    """e of a mass that hits a wall: a v − ln(1 + a v) = −a e v − ln(1 − a e v)."""
    if damping == 0.0:
        return 1.0
    a = damping * speed

    def gap(e: float) -> float:
        return float(a * (1 + e) - np.log1p(a) + np.log1p(-a * e))

    return float(brentq(gap, 1e-6, min(1.0, (1 - 1e-12) / a)))
