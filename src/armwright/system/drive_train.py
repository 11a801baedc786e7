"""The coordinates of an arm with its drives, and the laws that act between them.

Coordinates x: the joints q, the elastic axes beside them (`elastic`), then the motor angle θ of
every flexible joint. The motor of a rigid joint turns with the joints, θ = η q; η is the full gear
matrix.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import casadi as cs
import numpy as np

from armwright.block.block import Array, Block
from armwright.block.fidelity import Fidelity
from armwright.block.quantities import Quantities, Setting
from armwright.blocks.catalogue import find
from armwright.errors import InputError
from armwright.multibody.spatial import Scalar, plus, times
from armwright.robot import Drive, Robot
from armwright.system.laws import Law, Row, law, narrowed
from armwright.system.setup import ExtraFriction, Setup


@dataclass(frozen=True)
class DriveTrain:
    """What the description says about the drives, at the fidelity asked for."""

    robot: Robot
    gear: Array
    motor_inertia: Array
    flexible: tuple[int, ...]
    laws: tuple[Law, ...]
    #: law key → for each of its joints the side of the gear it acts on
    sides: Mapping[str, tuple[str, ...]]
    #: how many elastic axes the arm has beside its joints
    elastic: int = 0
    #: law key → directions, of laws that do not belong to single joints
    rows: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)

    @property
    def joints(self) -> int:
        return len(self.gear)

    @property
    def axes(self) -> int:
        """Joints and elastic axes."""
        return self.joints + self.elastic

    @property
    def coordinates(self) -> int:
        return self.axes + len(self.flexible)

    def numbers(self) -> dict[str, Array]:
        """Everything that could differ between runs, by key."""
        found = {"gear": self.gear.ravel(), "motor_inertia": self.motor_inertia}
        for entry in self.laws:
            found.update({f"{entry.key}.{name}": value for name, value in entry.numbers.items()})
        return found

    def motor_rows(self, gear: list[Scalar]) -> tuple[Row, ...]:
        """The motor angles as combinations of coordinates; `gear`: elements of η, row by row."""
        n, rows = self.joints, []
        for i in range(n):
            if i in self.flexible:
                rows.append({self.axes + self.flexible.index(i): 1.0})
            else:
                rows.append({j: gear[n * i + j] for j in range(n) if self.gear[i, j]})
        return tuple(rows)

    def law_rows(self, entry: Law, gear: list[Scalar]) -> tuple[Row, ...]:
        """In which direction the law acts on the coordinates, for each of its joints."""
        if entry.key in self.rows:
            return self.rows[entry.key]
        motors = self.motor_rows(gear)
        rows = []
        for joint, side in zip(entry.joints, self.sides[entry.key], strict=True):
            if side == "motor":
                rows.append(motors[joint])
            elif side == "joint":
                rows.append({joint: 1.0})
            elif side == "spring on the motor side":
                link = {j: gear[self.joints * joint + j] for j in range(self.joints)}
                rows.append(_difference(link, motors[joint]))
            else:
                rows.append(_difference({joint: 1.0}, self._motor_at_joint(joint, motors, gear)))
        return tuple(rows)

    def _motor_at_joint(self, joint: int, motors: tuple[Row, ...], gear: list[Scalar]) -> Row:
        """The motors' position seen at the joint: a row of η⁻¹ θ."""
        n = self.joints
        pattern = np.linalg.inv(self.gear)[joint]
        if all(type(value) is float for value in gear):
            inverse = pattern.tolist()
        else:
            matrix = cs.reshape(cs.vertcat(*gear), n, n).T
            inverse = cs.vertsplit(cs.inv(matrix)[joint, :].T)
        total: Row = {}
        for k, row in enumerate(motors):
            if pattern[k]:
                for place, value in row.items():
                    total[place] = plus(total.get(place, 0.0), times(inverse[k], value))
        return total


def drive_train(setup: Setup, setting: Setting) -> DriveTrain:
    """The drives of the setup's robot; whatever is switched off is left out."""
    robot, fidelity = setup.robot, setup.fidelity
    drives = [joint.drive or Drive() for joint in robot.moving_joints]
    gear = np.array(robot.gear_matrix) if fidelity.drives else np.eye(len(drives))
    inertia = np.array([drive.motor_inertia if fidelity.drives else 0.0 for drive in drives])
    flexible: tuple[int, ...] = ()
    if fidelity.drives and fidelity.joints == "flexible":
        flexible = tuple(i for i, drive in enumerate(drives) if drive.stiffness or drive.spring)
    _check_gears(robot, gear)
    _check_rotors(robot, flexible, inertia)
    friction = {
        i: _Entry(drive.friction_law, drive.friction, drive.friction_side)
        for i, drive in enumerate(drives)
        if fidelity.friction
        and (drive.friction or drive.friction_law != Drive.friction_law)
        and (fidelity.drives or drive.friction_side == "joint")
    }
    catalogue = _Catalogue({kind.kind: kind for kind in setup.laws})
    springs = {i: _spring(drives[i], fidelity, setting, catalogue) for i in flexible}
    laws: list[Law] = []
    sides: dict[str, tuple[str, ...]] = {}
    for family, entries in (("friction", friction), ("spring", springs)):
        for kind in dict.fromkeys(entry.kind for entry in entries.values()):
            key = f"{family}.{kind}"
            own = {i: entry for i, entry in entries.items() if entry.kind == kind}
            settings = {i: entry.settings for i, entry in own.items()}
            named = ", ".join(f"'{robot.joint_names[i]}'" for i in own)
            block = catalogue.find(family, kind, f"robot '{robot.name}', joint {named}")
            laws.append(law(key, block, settings, setting, robot.joint_names))
            sides[key] = tuple(entry.side for entry in own.values())
    rows: dict[str, tuple[Row, ...]] = {}
    if fidelity.friction:
        for extra in setup.frictions:
            key = f"friction.{extra.law} {extra.name}"
            block = catalogue.find("friction", extra.law, f"friction '{extra.name}'")
            laws.append(law(key, block, {0: extra.settings}, setting, (extra.name,)))
            rows[key] = (_direction(extra, robot),)
    if setup.elastic:
        springs_of = {
            k: {"stiffness": one.stiffness, "damping": one.damping}
            for k, one in enumerate(setup.elastic)
        }
        names = tuple(one.name for one in setup.elastic)
        laws.append(
            law("spring.elastic axes", find("spring", "linear"), springs_of, setting, names)
        )
        rows["spring.elastic axes"] = tuple({len(drives) + k: 1.0} for k in springs_of)
    return DriveTrain(robot, gear, inertia, flexible, tuple(laws), sides, len(setup.elastic), rows)


def _direction(extra: ExtraFriction, robot: Robot) -> Row:
    """Joint velocities of which the friction feels the sum, with their weights."""
    names = robot.joint_names
    for joint in extra.along:
        if joint not in names:
            raise InputError(
                "no such joint",
                where=f"friction '{extra.name}', along",
                got=repr(joint),
                expected="one of " + ", ".join(names),
            )
    return {names.index(joint): float(weight) for joint, weight in extra.along.items()}


@dataclass(frozen=True)
class _Entry:
    """What a joint has of a law: its kind, its settings, and the side where it acts."""

    kind: str
    settings: Mapping[str, float]
    side: str


@dataclass(frozen=True)
class _Catalogue:
    """The scenario's own laws, then those of armwright."""

    own: Mapping[str, type[Block]]

    def find(self, family: str, kind: str, where: str) -> type[Block]:
        try:
            return self.own[kind] if kind in self.own else find(family, kind)
        except InputError as error:
            raise error.at(where) from None


def _check_gears(robot: Robot, gear: Array) -> None:
    if not np.isfinite(gear).all() or abs(np.linalg.det(gear)) < 1e-300:
        raise InputError(
            "the gears do not connect every motor with a joint",
            where=f"robot '{robot.name}', gear_ratio and coupling",
            got=gear.tolist(),
            expected="a gear ratio other than 0 for every joint",
        )


def _check_rotors(robot: Robot, flexible: tuple[int, ...], inertia: Array) -> None:
    for i in flexible:
        if inertia[i] <= 0:
            raise InputError(
                "a flexible joint needs a rotor",
                where=f"robot '{robot.name}', joint '{robot.joint_names[i]}'",
                got=f"motor_inertia = {inertia[i]:g}",
                expected="more than 0 kg m²",
                hint='Give the inertia, or simulate with fidelity.joints = "rigid".',
            )


def _spring(drive: Drive, fidelity: Fidelity, setting: Setting, catalogue: _Catalogue) -> _Entry:
    """The law of a flexible joint's spring, its settings, and its side."""
    if not drive.spring:
        assert drive.stiffness is not None
        settings = {"stiffness": drive.stiffness, "damping": drive.damping or 0.0}
        return _Entry("linear", settings, "spring on the motor side")
    if fidelity.springs == "linear":
        law_block = catalogue.find("spring", drive.spring_law, "spring")
        return _Entry("linear", _tangent(law_block, drive, setting), "spring on the joint side")
    return _Entry(drive.spring_law, drive.spring, "spring on the joint side")


def _tangent(kind: type[Block], drive: Drive, setting: Setting) -> dict[str, float]:
    """Stiffness and damping of a spring law at rest."""
    block = kind(**dict[str, Any](drive.spring))
    one = narrowed(setting, 1)
    d, v = cs.SX.sym("d"), cs.SX.sym("v")
    numbers = {name: cs.SX(value) for name, value in block.parameters(one).items()}
    x = Quantities(
        {"deflection": d, "deflection_rate": v, **numbers}, one, cs.SX(0), cs.SX(0), cs.SX(0), ""
    )
    slopes = cs.jacobian(cs.SX(block.equations(x)["torque"]), cs.vertcat(d, v))
    stiffness, damping = np.array(
        cs.evalf(cs.substitute(slopes, cs.vertcat(d, v), cs.SX.zeros(2)))
    )[0]
    return {"stiffness": float(stiffness), "damping": float(damping)}


def _difference(a: Row, b: Row) -> Row:
    total = {k: value for k, value in a.items() if not (type(value) is float and value == 0.0)}
    for k, value in b.items():
        total[k] = plus(total.get(k, 0.0), times(-1.0, value))
    return total
