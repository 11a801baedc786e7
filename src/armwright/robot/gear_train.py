"""Gearboxes from their parts: wheels with tooth counts, shafts that twist, an inertia per step.

What tooth counts say is linear, and exact in fractions: each gear is one equation between angles
(Willis), each rigid shaft another. Solved for the angles of joints and motors they give η; with
twisting shafts, the rows along which springs pull and inertias turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.motor import Motor
from armwright.robot.part import RobotPart
from armwright.robot.values import FrozenMap, Value, frozen_array

#: Of gear ratios that were written down.
_ROUNDING = 1e-9
#: The wheel that does not turn.
HOUSING = "housing"
#: An equation: wheel → coefficient, their sum is zero. An angle: wheel → coefficient.
Equation = dict[str, Fraction]


@dataclass(frozen=True, eq=False)
class Gear(Value):
    """Two wheels in mesh, on a fixed axis or carried round by an arm. Willis' equation:

        z₁ (ω₁ − ω_arm) = − z₂ (ω₂ − ω_arm),

    with + instead where they turn alike, seen from the arm: a wheel inside a ring. Sun and ring of
    a planetary gear, with the planets between, turn against each other. `arm` is "housing" for a
    gear on fixed axes.
    """

    wheels: tuple[str, str]
    teeth: tuple[int, int]
    arm: str = HOUSING
    alike: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "wheels", tuple(self.wheels))
        object.__setattr__(self, "teeth", tuple(self.teeth))
        good = len(self.wheels) == 2 == len(set(self.wheels)) and self.arm not in self.wheels
        if not good:
            raise InputError(
                "not a gear",
                where=self.where,
                got=f"arm '{self.arm}'",
                expected="two wheels, and an arm that is neither of them",
            )
        whole = all(isinstance(z, int) and not isinstance(z, bool) and z > 0 for z in self.teeth)
        if len(self.teeth) != 2 or not whole:
            raise InputError(
                "not numbers of teeth",
                where=self.where,
                got=list(self.teeth),
                expected="two whole numbers above 0",
            )

    @property
    def where(self) -> str:
        return f"gear '{' - '.join(self.wheels)}'"

    @property
    def equation(self) -> Equation:
        first, second = self.wheels
        z1, z2 = Fraction(self.teeth[0]), Fraction(self.teeth[1])
        if self.alike:
            z2 = -z2
        return {first: z1, second: z2, self.arm: -(z1 + z2)}


@dataclass(frozen=True, eq=False)
class Shaft(Value):
    """A shaft that twists between two wheels. `stiffness` in N m/rad of its own angle
    (`shaft_stiffness` has it from dimensions), `damping` in N m s/rad."""

    name: str
    start: str
    end: str
    stiffness: float
    damping: float = 0.0

    def __post_init__(self) -> None:
        where = f"shaft '{self.name}'"
        for key in ("stiffness", "damping"):
            value = float(frozen_array(getattr(self, key), (), f"{where}, {key}"))
            object.__setattr__(self, key, value)
        if not (self.stiffness > 0 and self.damping >= 0) or self.start == self.end:
            raise InputError(
                "not a shaft that twists",
                where=where,
                got=f"from '{self.start}' to '{self.end}', stiffness {self.stiffness:g}, "
                f"damping {self.damping:g}",
                expected="two wheels, more than 0 N m/rad, and at least 0 N m s/rad",
            )

    @property
    def equation(self) -> Equation:
        return {self.start: Fraction(-1), self.end: Fraction(1)}


@dataclass(frozen=True, eq=False)
class GearTrain(RobotPart):
    """The gears between some motors and their joints. S4 3.2, with (3.8) as the full train.

    All angles count from the housing. `motors` and `joints`: name → the wheel that turns with it;
    `inertia`: wheel → kg m² about its axis. Wheels of one name are one body.
    """

    called = "gear train"
    plural = "gear trains"

    name: str
    motors: Mapping[str, str]
    joints: Mapping[str, str]
    gears: tuple[Gear, ...]
    shafts: tuple[Shaft, ...]
    inertia: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for key in ("motors", "joints"):
            object.__setattr__(self, key, FrozenMap(getattr(self, key)))
        for key in ("gears", "shafts"):
            object.__setattr__(self, key, tuple(getattr(self, key)))
        inertia = {
            wheel: float(frozen_array(value, (), f"{self.where}, inertia of '{wheel}'"))
            for wheel, value in self.inertia.items()
        }
        object.__setattr__(self, "inertia", FrozenMap(inertia))
        self._check_names()
        self._check_motion()

    @property
    def where(self) -> str:
        return f"{self.called} '{self.name}'"

    def facts(self) -> list[str]:
        return [f"{len(self.gears)} gears, {len(self.shafts)} shafts that twist"]

    @cached_property
    def wheels(self) -> tuple[str, ...]:
        """All that turn, in the order in which they are named."""
        named = [
            *self.joints.values(),
            *self.motors.values(),
            *(name for shaft in self.shafts for name in (shaft.start, shaft.end)),
            *(name for gear in self.gears for name in (*gear.wheels, gear.arm)),
        ]
        return tuple(name for name in dict.fromkeys(named) if name != HOUSING)

    def angles(self, twisting: Collection[str]) -> dict[str, dict[str, Fraction]]:
        """Every wheel's angle as a sum of those that are free when only the shafts `twisting` do:
        joints first of all, then motors, then wheels between."""
        equations = [gear.equation for gear in self.gears]
        equations += [shaft.equation for shaft in self.shafts if shaft.name not in twisting]
        return _solved(equations, self.wheels)

    @cached_property
    def ratios(self) -> Array:
        """η: motor angles = η @ joint angles when no shaft twists. (motors, joints)"""
        rigid = self.angles(())
        return np.array(
            [
                [float(rigid[wheel].get(joint, 0)) for joint in self.joints.values()]
                for wheel in self.motors.values()
            ]
        )

    def along(self, motor: str) -> dict[str, float]:
        """The joints that a motor turns with, and their ratios."""
        row = self.ratios[list(self.motors).index(motor)]
        return {joint: float(n) for joint, n in zip(self.joints, row, strict=True) if n}

    def _check_names(self) -> None:
        for what, names in (
            ("shaft", [shaft.name for shaft in self.shafts]),
            ("wheel of a motor or joint", [*self.motors.values(), *self.joints.values()]),
        ):
            twice = [name for name, count in Counter(names).items() if count > 1]
            if twice or HOUSING in names:
                raise InputError(
                    f"{what} used twice, or the housing",
                    where=self.where,
                    got=repr(twice[0] if twice else HOUSING),
                )
        for wheel, inertia in self.inertia.items():
            if wheel not in self.wheels or inertia < 0:
                raise InputError(
                    "no inertia of a wheel",
                    where=self.where,
                    got=f"'{wheel}', {inertia:g} kg m²",
                    expected=f"0 kg m² or more, of one of {', '.join(self.wheels)}",
                )

    def _check_motion(self) -> None:
        """Refuses trains that jam, and those in which something turns by itself."""
        rigid = self.angles(())
        joints = set(self.joints.values())
        for joint, wheel in self.joints.items():
            if rigid[wheel] != {wheel: Fraction(1)}:
                raise InputError(
                    "the gears hold a joint, or tie it to another one",
                    where=f"{self.where}, joint '{joint}'",
                    got=f"wheel '{wheel}' = {_text(rigid[wheel])}",
                    expected="joints that move by themselves",
                )
        elastic = self.angles([shaft.name for shaft in self.shafts])
        for motor, wheel in self.motors.items():
            if elastic[wheel] != {wheel: Fraction(1)}:
                raise InputError(
                    "no shaft twists between a motor and its joints",
                    where=f"{self.where}, motor '{motor}'",
                    got=f"wheel '{wheel}' = {_text(elastic[wheel])}",
                    expected="a shaft in every line from a motor to its joint",
                )
        for wheel, angle in rigid.items():
            loose = [name for name in angle if name not in joints]
            if loose:
                raise InputError(
                    "the gears do not say how a wheel turns with the joints",
                    where=self.where,
                    got=f"wheel '{wheel}' = {_text(angle)}",
                    expected="gears and shafts from every motor to a joint",
                )


def with_ratios(motors: Sequence[Motor], trains: Sequence[GearTrain]) -> tuple[Motor, ...]:
    """Motors that say nothing of the joints they turn with, as their gear trains have it."""
    of = {name: train for train in trains for name in train.motors}
    return tuple(
        replace(motor, along=of[motor.name].along(motor.name))
        if not motor.along and motor.name in of
        else motor
        for motor in motors
    )


def check_gear_trains(
    where: str, joints: Sequence[str], motors: Sequence[Motor], trains: Sequence[GearTrain]
) -> None:
    """Raise InputError unless trains know the robot's joints and motors, and say what these do."""
    known = {motor.name: motor for motor in motors}
    taken: dict[str, str] = {}
    for train in trains:
        for name, found, kind in (
            *((one, one in joints, "joint") for one in train.joints),
            *((one, one in known, "motor") for one in train.motors),
        ):
            if not found or f"{kind} {name}" in taken:
                raise InputError(
                    f"no such {kind}, or one of another gear train",
                    where=f"{where}, {train.where}",
                    got=repr(name),
                    expected=f"one of {', '.join(joints if kind == 'joint' else known)}",
                )
            taken[f"{kind} {name}"] = train.name
        for name in train.motors:
            _check_motor(where, train, known[name])


def _check_motor(where: str, train: GearTrain, motor: Motor) -> None:
    own, said = train.along(motor.name), {j: n for j, n in motor.along.items() if n}
    same = own.keys() == said.keys() and all(
        abs(said[j] - own[j]) <= _ROUNDING * abs(own[j]) for j in own
    )
    if not same:
        raise InputError(
            "other gear ratios than its gear train's teeth have",
            where=f"{where}, motor '{motor.name}'",
            got=str(said),
            expected=f"{own}, as gear train '{train.name}' has them",
            hint="Leave `along` out: the teeth say it.",
        )
    if motor.drive.stiffness or motor.drive.spring:
        raise InputError(
            "has a spring of its own beside the shafts of its gear train",
            where=f"{where}, motor '{motor.name}'",
            got=f"gear train '{train.name}'",
            expected="the springs in the train alone",
        )


def _solved(equations: Sequence[Equation], wheels: Sequence[str]) -> dict[str, dict[str, Fraction]]:
    """Gauss and Jordan, in fractions. The last wheels named are solved for first, so that the
    first ones stay free: those of joints, then of motors."""
    rows = [{k: v for k, v in row.items() if v and k != HOUSING} for row in equations]
    pivots: dict[str, Equation] = {}
    for wheel in reversed(wheels):
        found = next((row for row in rows if row.get(wheel)), None)
        if found is None:
            continue
        rows.remove(found)
        scale = found[wheel]
        pivot = {name: value / scale for name, value in found.items()}
        rows = [_without(row, wheel, pivot) for row in rows]
        pivots = {name: _without(row, wheel, pivot) for name, row in pivots.items()}
        pivots[wheel] = pivot
    return {
        wheel: {name: -value for name, value in pivots[wheel].items() if name != wheel}
        if wheel in pivots
        else {wheel: Fraction(1)}
        for wheel in wheels
    }


def _without(row: Equation, wheel: str, pivot: Equation) -> Equation:
    factor = row.get(wheel, Fraction(0))
    if not factor:
        return row
    total = {name: row.get(name, Fraction(0)) - factor * pivot.get(name, 0) for name in row | pivot}
    return {name: value for name, value in total.items() if value}


def _text(angle: Mapping[str, Fraction]) -> str:
    return " + ".join(f"{value} '{name}'" for name, value in angle.items()) or "0"
