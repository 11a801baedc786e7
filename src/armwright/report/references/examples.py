"""The references that are drawn, a PUMA 560 on a test plane and excitations; their colours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from armwright.arm import Arm, compile
from armwright.arrays import Array
from armwright.block.quantities import Site
from armwright.blocks.references.chirp import Chirp
from armwright.blocks.references.iso9283_path import Iso9283Path
from armwright.blocks.references.iso9283_points import Iso9283Points
from armwright.blocks.references.multisine import RandomMultisine
from armwright.blocks.references.reference import positions
from armwright.plant import Plant
from armwright.report.canvas import AMBER, BLUE, GREEN, RED
from armwright.robot import Robot, load

RATE = 100.0
#: Near to the tool in the middle of the cube, looking along x.
POSTURE = (0.305, -0.766, 0.419, -0.323, -1.241, 0.108)
CUBE: dict[str, Any] = {"posture": POSTURE, "cube_centre": (0.5, 0.0, 0.1), "cube_side": 0.5}
SPEED: dict[str, Any] = {"speed": 0.25, "acceleration": 1.0, "profile": "jerk_limited", "jerk": 8.0}
#: m: from where on the rectangle's corners are rounded.
BLEND = 0.06
#: Colours of the paths on the test plane, by their shape; what they are called.
SHAPES = {"line": BLUE, "circle": RED, "small_circle": AMBER, "corner": GREEN}
NAMES = {
    "line": "line",
    "circle": "large circle",
    "small_circle": "small circle",
    "corner": "rectangle, rounded",
}
#: Colours of the plane, of the moves from point to point, of the two speed profiles.
PLANE, MOVES = "#3f7fd1", "#6b4fb3"
TRAPEZOID, JERK_LIMITED = BLUE, RED


@dataclass(frozen=True, eq=False)
class ArmUnderTest:
    """An arm and what ISO 9283 wants it to do."""

    robot: Robot

    @cached_property
    def arm(self) -> Arm:
        return compile(self.robot)

    def path(self, shape: str, *, blend: float = 0.0) -> Iso9283Path:
        return Iso9283Path(shape=shape, blend=blend, rate=RATE, **CUBE, **SPEED)

    def points(self, **settings: Any) -> Iso9283Points:
        return Iso9283Points(speed=1.0, acceleration=4.0, dwell=0.2, rate=RATE, **CUBE, **settings)

    def joints(self, block: Iso9283Path | Iso9283Points, duration: float) -> Array:
        """(rows, n): where the block wants the joints, sample by sample."""
        return positions(block, site(self.robot, duration), int(duration * RATE) + 1)

    def tool(self, block: Iso9283Path | Iso9283Points, duration: float) -> Array:
        """(rows, 3): where it wants the tool."""
        places: Array = self.arm.pose(self.joints(block, duration))[:, :3, 3]
        return places


def site(robot: Robot, duration: float, rate: float = RATE) -> Site:
    """Of a block in a run that lasts so long (s)."""
    plant = Plant(robot)
    return Site.around(plant, plant, 1 / rate, 1 / rate, duration)


def arm_under_test() -> ArmUnderTest:
    return ArmUnderTest(load("puma560"))


def chirp() -> Chirp:
    """In degrees; the first joint's deviation is the one that is drawn."""
    return Chirp(
        amplitude=np.eye(2)[0],
        first_frequency=0.5,
        last_frequency=20.0,
        duration=10.0,
        fade=0.8,
    )


def multisine(rounds: int = 150) -> RandomMultisine:
    return RandomMultisine(
        amplitude=np.eye(2)[0],
        period=4.0,
        band=(0.5, 12.0),
        flat="velocity",
        rounds=rounds,
        rate=1000.0,
    )
