"""Gear trains in a plant: coordinates of shafts inside them, inertias and springs along rows.

As described, a train is S4's (3.8): a coordinate for every wheel that shafts let turn by itself.
`fidelity.gears = "dominant"` keeps the softest shaft of each line (`robot/train_springs.py`): then
motors and joints say all. Rigid drives leave the inertias alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from armwright.arrays import Array
from armwright.block.fidelity import Fidelity
from armwright.errors import InputError
from armwright.plant.coordinates import ROTOR
from armwright.plant.law import Channel
from armwright.robot import Robot
from armwright.robot.gear_train import GearTrain
from armwright.robot.train_springs import dominant, rows_of

#: Coordinate, by name → coefficient.
NamedRow = Mapping[str, float]


@dataclass(frozen=True)
class TrainInertia:
    """An inertia that turns along a row. `path`: of its number."""

    path: str
    value: float
    along: NamedRow


@dataclass(frozen=True)
class Trains:
    """`shafts`: coordinates inside the trains, and how they turn with joints when nothing twists.
    `springs`: for the path of each spring its channel and row."""

    shafts: Mapping[str, NamedRow]
    inertias: tuple[TrainInertia, ...]
    springs: Mapping[str, tuple[Channel, NamedRow]]


def trains_of(robot: Robot, fidelity: Fidelity) -> Trains:
    shafts: dict[str, NamedRow] = {}
    inertias: list[TrainInertia] = []
    springs: dict[str, tuple[Channel, NamedRow]] = {}
    for train in robot.gear_trains if fidelity.drives else ():
        twisting = _twisting(train, fidelity)
        wheels, twists, angles = rows_of(train, twisting)
        names = _names(train)
        free = [names.get(wheel, f"{train.name}.{wheel}") for wheel in wheels]
        _check_free(robot, train, wheels, bool(twisting))
        rigid = train.angles(())
        for wheel, name in zip(wheels, free, strict=True):
            if wheel not in names:
                shafts[name] = {names[k]: float(v) for k, v in rigid[wheel].items()}
        head = f"gear_trains.{train.name}"
        for wheel, row in zip(train.wheels, angles, strict=True):
            if train.inertia.get(wheel):
                value, path = train.inertia[wheel], f"{head}.inertia.{wheel}"
                inertias.append(TrainInertia(path, value, _row(free, row)))
        for shaft, row in zip((s for s in train.shafts if s.name in twisting), twists, strict=True):
            path = f"{head}.shafts.{shaft.name}"
            settings = {"stiffness": shaft.stiffness, "damping": shaft.damping}
            channel = Channel(f"{train.name}.{shaft.name}", settings, path, "motor", own=True)
            springs[path] = (channel, _row(free, row))
    return Trains(shafts, tuple(inertias), springs)


def _twisting(train: GearTrain, fidelity: Fidelity) -> tuple[str, ...]:
    if fidelity.joints == "rigid":
        return ()
    if fidelity.gears == "dominant":
        return dominant(train)
    return tuple(shaft.name for shaft in train.shafts)


def _names(train: GearTrain) -> dict[str, str]:
    """Wheel → the coordinate that it is, of those at motors and joints."""
    found = {wheel: joint for joint, wheel in train.joints.items()}
    return found | {wheel: ROTOR + motor for motor, wheel in train.motors.items()}


def _row(names: Sequence[str], row: Array) -> dict[str, float]:
    return {name: float(value) for name, value in zip(names, row, strict=True) if value}


def _check_free(robot: Robot, train: GearTrain, wheels: Sequence[str], elastic: bool) -> None:
    """The shafts that were kept must leave every motor and joint an angle of its own."""
    tied = [name for name, wheel in train.motors.items() if wheel not in wheels]
    if elastic and tied:
        raise InputError(
            "the softest shafts of its lines leave a motor without a spring",
            where=f"robot '{robot.name}', {train.where}, motor '{tied[0]}'",
            expected="fidelity.gears = 'described'",
        )
