"""Motors: what turns with which joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from armwright.arrays import Array
from armwright.robot.drive import Drive
from armwright.robot.links import Joint
from armwright.robot.values import FrozenMap, Value, frozen_array, frozen_unit


@dataclass(frozen=True, eq=False)
class Motor(Value):
    """motor position = Σ along[joint] · position of that joint.

    All numbers of `drive` are on the motor side; its gear_ratio and coupling are not used, `along`
    says both. What it says of the joint's side (friction there, a law of elasticity) needs a motor
    with one joint. `link`: where the rotor is mounted, about `axis` (unit, in that link's frame);
    empty if that is not known.
    """

    name: str
    along: Mapping[str, float]
    drive: Drive = field(default_factory=Drive)
    link: str = ""
    axis: Array = field(default_factory=lambda: frozen_array([0, 0, 1], (3,), "axis"))

    def __post_init__(self) -> None:
        where = f"motor '{self.name}'"
        ratios = {
            joint: float(frozen_array(ratio, (), f"{where}, ratio of joint '{joint}'"))
            for joint, ratio in self.along.items()
        }
        object.__setattr__(self, "along", FrozenMap(ratios))
        object.__setattr__(self, "axis", frozen_unit(self.axis, where))


def motors_of(joints: Sequence[Joint], explicit: Sequence[Motor]) -> tuple[Motor, ...]:
    """Those of the joints' drives in the order of the joints, then the explicit ones."""
    own = []
    for joint in joints:
        if not joint.moves_by_itself:
            continue
        if joint.drive is not None:
            along = {joint.name: joint.drive.gear_ratio, **joint.drive.coupling}
            own.append(Motor(joint.name, along, joint.drive))
        elif not joint.passive and not explicit:
            own.append(Motor(joint.name, {joint.name: 1.0}))
    return (*own, *explicit)


def gear_matrix(motors: Sequence[Motor], joint_names: Sequence[str]) -> Array:
    """η (motor × joint): positions of the motors = η @ joint positions."""
    column = {name: k for k, name in enumerate(joint_names)}
    matrix = np.zeros((len(motors), len(column)))
    for row, motor in enumerate(motors):
        for joint, ratio in motor.along.items():
            matrix[row, column[joint]] = ratio
    matrix.setflags(write=False)
    return matrix
