"""Closed loops for tests: an arm, a controller, a reference."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs
import numpy as np
from numpy.polynomial import polynomial

import armwright as aw
from armwright.block import Block, Output, Parameter, Quantities
from armwright.block.fidelity import Fidelity
from armwright.blocks.references.reference import Reference, motion
from armwright.system import Recording

RIGID = Fidelity(joints="rigid", friction=False)


def scenario(
    robot: str | aw.Robot,
    *controller: Block,
    reference: Block | None = None,
    disturbances: tuple[Block, ...] = (),
    **fields: Any,
) -> aw.Scenario:
    """At 1 kHz, with rigid gears and without friction, unless told otherwise."""
    arm = aw.load(robot) if isinstance(robot, str) else robot
    given = {"name": "loop", "robot": arm, "tick": 1e-3, "fidelity": RIGID}
    given["recording"] = Recording(("joint_position", "reference_joint_position"))
    blocks = aw.Blocks(reference=reference, controller=controller, disturbances=disturbances)
    return aw.Scenario(**{**given, "blocks": blocks, **fields})


def recorded(loop: aw.Scenario) -> dict[str, np.ndarray]:
    """The signals of a run, and its time."""
    data = loop.simulate().data
    return {str(name): variable.values for name, variable in data.variables.items()}


class SmoothMove(Reference):
    """q = h s(t/T), s of degree 9: four derivatives vanish at both ends."""

    kind = "smooth_move"

    height = Parameter("rad", "h", size="joint")
    duration = Parameter("s", "T", size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        t = cs.fmin(x.time / x.duration, 1.0)
        s = np.array([0, 0, 0, 0, 0, 126, -420, 540, -315, 70.0])
        progress = [
            sum(float(c) * t**k for k, c in enumerate(polynomial.polyder(s, order)))
            for order in range(3)
        ]
        return motion(*(x.height * p / x.duration**k for k, p in enumerate(progress)))


class Sine(Block):
    """a sin 2πft of each element."""

    wave = Output("N m", "the sine")
    frequency = Parameter("Hz", "f", size="one")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        return {"wave": cs.sin(2 * np.pi * x.frequency * x.time)}
