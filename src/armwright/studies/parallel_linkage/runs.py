"""One programme of all shapes of ISO 9283, slow and fast, by the arm in its forms."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from armwright.arrays import Array
from armwright.block.fidelity import Fidelity
from armwright.blocks.controllers import CONTROLLERS
from armwright.blocks.references import REFERENCES
from armwright.robot import load
from armwright.scenario import Scenario
from armwright.studies.parallel_linkage.arms import LOOP, SERIAL, in_loop, replaced
from armwright.system import Blocks, Integration, Recording, Start
from armwright.system.system import model_of, plant_of, site_of

#: m/s and m/s² of the tool: assumed, the source has neither.
SPEEDS = {"low": (0.05, 0.4), "high": (1.0, 8.0)}
RATE, TICK = 1000.0, 2.5e-4
#: Of the test cube, m: assumed.
CENTRE, SIDE = (1.35, 0.0, 1.15), 0.5
POSTURE = (0.0, 0.2, 0.2, 0.0, -0.4, 0.0)
SIGNALS = (
    "tool_position",
    "reference_tool_position",
    "joint_velocity",
    "motor_velocity",
    "reference_joint_position",
    "motor_torque",
)


@cache
def programme(speed: str) -> Array:
    """Joint positions of the minimal form, one row for each sample: rest, the shapes, rest."""
    pace, gain = SPEEDS[speed]
    options = {
        "shape": "all",
        "cube_centre": CENTRE,
        "cube_side": SIDE,
        "posture": POSTURE,
        "speed": pace,
        "acceleration": gain,
        "start_time": 0.3,
        "dwell": 0.15,
        "rate": RATE,
    }
    path = REFERENCES["iso9283_path"](**options)
    setup = arm_scenario(SERIAL, np.array([POSTURE]), 1.0)
    lasts = path.lasts() + 0.3
    setup = replace(setup, duration=lasts)
    site = site_of(setup, plant_of(setup), model_of(setup), path)
    return np.asarray(path.tables(site)["position_table"])


def arm_scenario(
    form: str, positions: Array, duration: float, fidelity: Fidelity | None = None
) -> Scenario:
    """An arm under cascade control that follows positions of the minimal form."""
    robot = load(LOOP) if form == LOOP else replaced(float(np.median(positions[:, 2])))
    given = in_loop(positions) if form == LOOP else positions
    reference = REFERENCES["samples"](positions=tuple(map(tuple, given.tolist())), rate=RATE)
    controller = CONTROLLERS["cascade"](
        position_rate=1000.0,
        velocity_rate=4000.0,
        position_gain=18.0,
        velocity_gain=[1.6, 1.4, 1.1, 0.16, 0.16, 0.08],
        integral_time=0.06,
    )
    return Scenario(
        name=f"parallel-linkage, {form}",
        robot=robot,
        duration=duration,
        tick=TICK,
        blocks=Blocks(reference=reference, controller=(controller,)),
        fidelity=fidelity or Fidelity(),
        start=Start(exact="motors"),
        integration=Integration("midpoint", 1),
        recording=Recording(SIGNALS, 500.0),
    )
