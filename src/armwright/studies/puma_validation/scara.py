"""S2's plan for a SCARA: the slide alone, then link 2 with link 1 blocked, then link 1 with link 2
stretched."""

from __future__ import annotations

import numpy as np

from armwright.blocks.catalogue import CATALOGUE
from armwright.robot import Robot, load
from armwright.scenario import Scenario
from armwright.signals.log import Log
from armwright.system import Blocks, Integration, Recording

#: How each joint moves when it is its turn: velocities of harmonics of 0.25 Hz, and about where.
_MOVES = {
    "slide": ((0.1, 0.06, 0.04), -0.085),
    "joint2": ((1.2, 0.8, 0.5), 0.0),
    "joint1": ((1.0, 0.7, 0.5), 0.0),
}
_DURATION = 8.0


def scara() -> Robot:
    return load("scara")


def moving(joint: str) -> Scenario:
    """One joint alone; the others are held stiffly where they are, link 2 stretched."""
    robot = scara()
    number = robot.joint_names.index(joint)
    (velocities, centre) = _MOVES[joint]
    sine = np.zeros((3, 3))
    sine[number] = velocities
    middle = np.zeros(3)
    middle[2] = _MOVES["slide"][1]
    middle[number] = centre
    reference = CATALOGUE["reference"]["fourier"](
        name="reference",
        frequency=0.25,
        sine=sine.tolist(),
        cosine=np.zeros((3, 3)).tolist(),
        centre=middle.tolist(),
    )
    controller = CATALOGUE["controller"]["pid"](
        name="controller",
        proportional_gain=[8.0, 5.0, 1.0],
        integral_gain=[60.0, 40.0, 8.0],
        derivative_gain=[0.25, 0.15, 0.03],
    )
    return Scenario(
        name="scara",
        robot=robot,
        duration=_DURATION,
        tick=1e-3,
        blocks=Blocks(reference=reference, controller=(controller,)),
        integration=Integration(steps=20, tolerance=1e-3),
        recording=Recording(("joint_position", "joint_velocity", "motor_current"), 1000.0),
    )


def scara_logs() -> dict[str, Log]:
    """By the joint that moves; without noise."""
    return {joint: Log.from_run(moving(joint).simulate()) for joint in _MOVES}
