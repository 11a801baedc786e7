"""Short moves of arms, with sensors on them."""

from __future__ import annotations

from typing import Any

import numpy as np

from armwright import Blocks, Scenario, load
from armwright.block import Block
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import ComputedTorque
from armwright.blocks.references.joint_ptp import JointPtp
from armwright.system import Recording

TICK = 2.5e-4
BEGIN = (0.1, 0.2, -0.1, 0.3, 0.1, -0.2)
END = (0.6, -0.4, 0.5, 0.7, -0.3, 0.9)
CONTROLLER = ComputedTorque(natural_frequency=5.0)


def move(
    robot: str,
    sensors: tuple[Block, ...],
    signals: tuple[str, ...],
    *,
    controller: tuple[Block, ...] = (CONTROLLER,),
    motor: Block | None = None,
    disturbances: tuple[Block, ...] = (),
    **fields: Any,
) -> Scenario:
    """From BEGIN towards END under computed torque in continuous time, everything at each tick.

    It speeds up all the time, so that nothing jumps.
    """
    n = len(load(robot).moving_joints)
    given = {
        "name": "sensed",
        "robot": load(robot),
        "duration": 0.3,
        "tick": TICK,
        "blocks": Blocks(
            reference=JointPtp(begin=BEGIN[:n], end=END[:n], speed=10.0, acceleration=4.0),
            controller=controller,
            motor=motor,
            sensors=sensors,
            disturbances=disturbances,
        ),
        "fidelity": Fidelity(friction=False),
        "recording": Recording(signals, 1.0 / TICK),
    }
    return Scenario(**{**given, **fields})


def recorded(scenario: Scenario) -> dict[str, np.ndarray]:
    data = scenario.simulate().data
    return {str(name): variable.values for name, variable in data.variables.items()}
