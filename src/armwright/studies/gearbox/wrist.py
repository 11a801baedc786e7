"""A wrist with the gears that S4 3.2 describes, on the six-axis arm of S1. Teeth, inertias and
sizes of stiffness are assumed; shares of springs are S4's table 3.1.

Line 4: motor, K41, gear r4, K42, joint. Line 5: motor, K51, gear r52, K52, planetary gear 4→5 whose
arm is shaft 4, K53, gear r51, K54, joint. Line 6: motor, K61, gear r62, K62, planetary gear 4→6,
K63, gear r61, K64, planetary gear 5→6 whose arm is wheel 5, K65, joint.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from armwright.arrays import Array
from armwright.robot import Drive, Gear, GearTrain, Motor, Robot, Shaft, SpringMatrix
from armwright.robot.train_springs import lines, torques
from armwright.scenario import Scenario, load_scenario
from armwright.studies.gearbox.source import SHARES

JOINTS = ("UA", "J3", "OS")
MOTORS = ("m4", "m5", "m6")
#: N m/rad at each joint under a torque there: assumed, those of the scenario `six-axis-line`.
STIFFNESS = {"UA": 6120.0, "J3": 4080.0, "OS": 2950.0}
#: A share that the source rounds to zero: less than half of its last digit.
_NOTHING = 0.004
#: s: damping of shafts over their stiffness, assumed.
_DAMPING = 1e-3
#: Of motors with a first gear of 1 : 10 in their housing, at its output: assumed.
_DRIVE = {"UA": 1.5e-3, "J3": 1.5e-3, "OS": 1.2e-3}
#: Planet and centre of the planetary gears: r45, r46, r56 of S4.
PLANETS = {"45": (20, 40), "46": (20, 40), "56": (30, 60)}
#: Teeth of the gears on fixed axes, two wheels each.
R4, R52, R51A, R51B = (20, 60), (20, 40), (15, 60), (16, 48)
R62, R61A, R61B = (20, 40), (15, 60), (16, 48)


def train() -> GearTrain:
    """With shafts as stiff as table 3.1 and STIFFNESS have it: what a shaft carries for a torque at
    its joint does not depend on that."""
    even = _train(dict.fromkeys((name for line in SHARES.values() for name in line), 1.0))
    names = [shaft.name for shaft in even.shafts]
    found: dict[str, float] = {}
    for (joint, line), carried in zip(SHARES.items(), torques(even), strict=True):
        own = {name: share or _NOTHING for name, share in line.items()}
        for name, share in own.items():
            torque = carried[names.index(name)]
            found[name] = torque**2 * STIFFNESS[joint] * sum(own.values()) / share
    return _train(found)


def _train(stiffness: Mapping[str, float]) -> GearTrain:
    def shaft(name: str, start: str, end: str) -> Shaft:
        return Shaft(name, start, end, stiffness[name], _DAMPING * stiffness[name])

    def planetary(centre: str, planet: str, name: str, arm: str) -> Gear:
        z = PLANETS[name]
        return Gear((centre, planet), (z[1], z[0]), arm=arm)

    gears = (
        Gear(("s4", "w4"), R4),
        Gear(("s5", "a5"), R52),
        planetary("c5", "p5", "45", "s4"),
        Gear(("d5", "e5"), R51A),
        Gear(("e5", "w5"), R51B),
        Gear(("s6", "a6"), R62),
        planetary("c6", "p6", "46", "s4"),
        Gear(("d6", "e6"), R61A),
        Gear(("e6", "f6"), R61B),
        planetary("g6", "w6", "56", "w5"),
    )
    shafts = (
        shaft("K41", "m4", "s4"),
        shaft("K42", "w4", "q4"),
        shaft("K51", "m5", "s5"),
        shaft("K52", "a5", "c5"),
        shaft("K53", "p5", "d5"),
        shaft("K54", "w5", "q5"),
        shaft("K61", "m6", "s6"),
        shaft("K62", "a6", "c6"),
        shaft("K63", "p6", "d6"),
        shaft("K64", "f6", "g6"),
        shaft("K65", "w6", "q6"),
    )
    inertia = {"s4": 2e-4, "w4": 1e-3, "s5": 1e-4, "a5": 1e-4, "c5": 1e-4, "p5": 5e-5, "d5": 5e-5}
    inertia |= {"e5": 1e-4, "w5": 5e-4, "s6": 1e-4, "a6": 1e-4, "c6": 1e-4, "p6": 5e-5, "d6": 5e-5}
    inertia |= {"e6": 1e-4, "f6": 2e-4, "g6": 1e-4, "w6": 2e-4}
    return GearTrain(
        "wrist",
        dict(zip(MOTORS, MOTORS, strict=True)),
        dict(zip(JOINTS, ("q4", "q5", "q6"), strict=True)),
        gears,
        shafts,
        inertia,
    )


def with_train(robot: Robot, gears: GearTrain) -> Robot:
    """The arm with this wrist: the full train."""
    return replace(_bare(robot, gears), gear_trains=(gears,))


def with_matrix(robot: Robot, gears: GearTrain, K: Array) -> Robot:
    """The arm with a matrix of stiffness at the joints in place of the train, wheels counted with
    the motors that turn them."""
    bare = _bare(robot, gears, wheels=True)
    back = np.linalg.inv(gears.ratios)
    on_motors = back.T @ K @ back
    matrix = SpringMatrix("wrist", MOTORS, on_motors, _DAMPING * on_motors)
    return replace(bare, spring_matrices=(matrix,))


def _bare(robot: Robot, gears: GearTrain, *, wheels: bool = False) -> Robot:
    """Joints 4 to 6 without drives of their own, and their motors."""
    joints = tuple(
        replace(joint, drive=None) if joint.name in JOINTS else joint for joint in robot.joints
    )
    motors = []
    for k, (name, joint) in enumerate(zip(MOTORS, JOINTS, strict=True)):
        inertia = _DRIVE[joint] + (_on_motor(gears, k) if wheels else 0.0)
        drive = Drive(motor_inertia=inertia, torque_constant=0.6, torque_limit=20.0)
        motors.append(Motor(name, gears.along(name), drive))
    return replace(robot, joints=joints, motors=tuple(motors))


def _on_motor(gears: GearTrain, motor: int) -> float:
    """Inertia of the wheels on one motor's line, on its side, the other motors held."""
    own = np.linalg.inv(gears.ratios)[:, motor]
    rigid = gears.angles(())
    wheels = list(gears.joints.values())
    line = [joint for k, joint in enumerate(gears.joints) if gears.ratios[motor, k]][-1]
    on_line = {
        wheel
        for shaft in gears.shafts
        if shaft.name in lines(gears)[line]
        for wheel in (shaft.start, shaft.end)
    }
    total = 0.0
    for wheel, inertia in gears.inertia.items():
        if wheel in on_line:
            rate = sum(float(rigid[wheel].get(w, 0)) * own[k] for k, w in enumerate(wheels))
            total += inertia * rate**2
    return total


def scenario() -> Scenario:
    """S1's line with cascade control, without friction, which would hide what springs do."""
    found = load_scenario("six-axis-line").changed(
        {
            "duration": 4.0,
            "fidelity.friction": False,
            "integration.method": "implicit",
            "recording.signals": ["tool_position"],
        }
    )
    gains = {"velocity_gain": [0.14, 0.13, 0.09, 2.0, 2.0, 2.0], "integral_time": 0.2}
    return found.changed({f"controller.{key}": value for key, value in gains.items()})
