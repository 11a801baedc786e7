"""From motor torques to motor accelerations, with springs inside the loop and outside of it (S4,
4.9-4.12, and 4.2.2)."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as cs
import numpy as np
from numpy.typing import NDArray
from scipy.linalg import null_space

from armwright.arrays import Array
from armwright.block.fidelity import Fidelity
from armwright.linear import linearise
from armwright.plant import Plant
from armwright.progress import Tell
from armwright.robot import load
from armwright.studies.parallel_linkage.arms import (
    LOOP,
    in_loop,
    replaced,
    rod_stiffness_about_elbow,
)

#: Positions of the minimal form: as on the test plane, elbow bent, reaching out, leaning back,
#: elbow stretched.
CONFIGURATIONS: dict[str, tuple[float, ...]] = {
    "on the plane": (0.0, 0.05, 0.7, 0.0, -0.8, 0.0),
    "upright": (0.0, 0.2, 0.2, 0.0, -0.4, 0.0),
    "reaching out": (0.0, 0.9, -0.4, 0.5, 0.3, 0.0),
    "leaning back": (0.0, -0.6, 0.9, 0.0, -0.3, 0.0),
    "reaching up": (0.0, 0.3, -0.9, 0.0, 0.6, 0.0),
}
HERTZ: Array = np.geomspace(1.0, 60.0, 240)
#: As in the source's linear models: no friction.
_LINEAR = Fidelity(friction=False)


@dataclass(frozen=True, eq=False)
class ConfigurationResponses:
    """At one configuration: G (frequencies, 6, 6) of the loop and of the replacement, in rad/s² for
    N m at the motors; and the rod's stiffness about the elbow, N m/rad, as the loop has it and by
    k_T r² sin² ψ."""

    name: str
    loop: NDArray[np.complex128]
    outside: NDArray[np.complex128]
    rod: float
    formula: float

    def apart(self, joint: int) -> float:
        """How far a diagonal element's magnitudes are apart, rms over log frequency, dB."""
        ours, theirs = (np.abs(G[:, joint, joint]) for G in (self.loop, self.outside))
        return float(np.sqrt(np.mean((20 * np.log10(ours / theirs)) ** 2)))


def all_responses(tell: Tell) -> list[ConfigurationResponses]:
    tell("frequency responses", 0.02)
    loop, robot = Plant(load(LOOP), _LINEAR), load(LOOP)
    found = []
    for name, place in CONFIGURATIONS.items():
        q = np.array(place)
        outside = Plant(replaced(place[2]), _LINEAR)
        models = [
            linearise(plant, at=joints, outputs="motor_acceleration")
            for plant, joints in ((loop, in_loop(q)), (outside, q))
        ]
        ours, theirs = (model.frequency_response(2 * np.pi * HERTZ) for model in models)
        lever = rod_lever(loop, in_loop(q))
        stiffness = next(axis for axis in robot.elastic if axis.name == "rod").spring["stiffness"]
        found.append(
            ConfigurationResponses(
                name,
                ours,
                theirs,
                stiffness * lever**2,
                rod_stiffness_about_elbow(robot, place[2]),
            )
        )
    return found


def rod_lever(plant: Plant, joints: Array) -> float:
    """By how much the rod gets longer (m) while only the elbow turns (rad), as the loop says."""
    assert plant.loops is not None
    names = [one.name for one in plant.coordinates]
    moving = ("elbow", "rod_swing", "rod_tilt", "rod")
    rows = [[row.get(names.index(name), 0.0) for name in moving] for row in plant.loops.rows]
    matrix = cs.vertcat(*(cs.horzcat(*map(cs.SX, row)) for row in rows))
    known = [plant.values.symbol, plant.free_bodies.symbol]
    numbers = [plant.values.vector(plant.numbers), plant.free_bodies.nominal]
    at = np.zeros(len(names))
    at[: len(joints)] = joints
    found = np.array(cs.Function("rows", [plant.x, *known], [cs.densify(matrix)])(at, *numbers))
    way = null_space(found)[:, 0]
    return float(way[3] / way[0])
