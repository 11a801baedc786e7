"""What a description says of an arm and its drives, at the fidelity asked for: which coordinates
there are, which motors turn with them, and which laws act between them.

Coordinates x: the joints that move by themselves, the elastic axes, then the rotor of every motor
behind a spring, on the motor's side, then shafts inside gear trains. The rotor of a rigid drive
turns with the joints, θ = η q.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.fidelity import Fidelity
from armwright.errors import InputError
from armwright.laws.catalogue import find_law
from armwright.multibody.mechanism import joint_rows
from armwright.multibody.rows import Row, difference
from armwright.multibody.spatial import Scalar, plus, times
from armwright.plant.coordinates import ROTOR, Coordinate, CoordinateRole
from armwright.plant.environment import Environment
from armwright.plant.gears import Gears
from armwright.plant.law import Channel, Family, Law, coupled_springs, law
from armwright.plant.loop_structure import LoopStructure, loop_structure
from armwright.plant.trains import Trains, trains_of
from armwright.plant.tree import base_axis, on_moved_base, with_elastic_axes
from armwright.plant.values import Values
from armwright.robot import Drive, ElasticAxis, Motor, Robot
from armwright.robot.contents import motor_path
from armwright.robot.spring_matrix import triangle


@dataclass(frozen=True)
class ExtraFriction:
    """Friction that feels a sum of joint velocities, and acts on these joints alike: S3's seventh
    friction, in a wrist whose axes are coupled, is `along` {"joint5": 1, "joint6": 1}."""

    name: str
    law: str
    along: Mapping[str, float]
    settings: Mapping[str, float]


@dataclass(frozen=True)
class Place:
    """A channel of friction: the numbers of its law, and of the channel in it. `label`: what it is
    called in runs and exports, which no other channel is."""

    law: int
    number: int
    channel: Channel
    label: str


@dataclass(frozen=True, eq=False)
class Arrangement:
    """`tree`: the robot with the joints of elastic axes and of a moved base. `flexible`: the motors
    behind springs. `elastic`: the axes that give way."""

    robot: Robot
    tree: Robot
    fidelity: Fidelity
    motors: tuple[Motor, ...]
    flexible: tuple[int, ...]
    elastic: tuple[ElasticAxis, ...]
    base: tuple[str, ...]
    laws: tuple[Law, ...]
    along: Mapping[str, Mapping[str, float]]
    trains: Trains

    @cached_property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """Those that move by the equations of motion; then those that are moved from outside."""
        units = {j.name: "m" if j.kind == "prismatic" else "rad" for j in self.tree.joints}
        found: list[tuple[str, CoordinateRole]] = [
            *((name, self._joint_role(name)) for name in self.robot.joint_names),
            *((axis.name, "elastic") for axis in self.elastic),
            *((ROTOR + self.motors[i].name, "rotor") for i in self.flexible),
            *((name, "shaft") for name in self.trains.shafts),
            *((name, "prescribed") for name in self.base),
        ]
        return tuple(
            Coordinate(name, role, units.get(name, "rad"))  # type: ignore[arg-type]
            for name, role in found
        )

    def _joint_role(self, name: str) -> CoordinateRole:
        if any(name in motor.along for motor in self.motors):
            return "driven"
        closed = self.loop_structure
        return "dependent" if closed and name in closed.dependent else "passive"

    @cached_property
    def loop_structure(self) -> LoopStructure | None:
        """None without loops."""
        driven = {joint for motor in self.motors for joint in motor.along}
        passive = tuple(name for name in self.robot.joint_names if name not in driven)
        return loop_structure(self.tree, passive) if self.tree.loops else None

    @property
    def joints(self) -> int:
        return len(self.robot.moving_joints)

    @property
    def free(self) -> int:
        """How many coordinates move by the equations of motion."""
        return len(self.coordinates) - len(self.base)

    def places(self, *roles: CoordinateRole) -> list[int]:
        """Where the coordinates of some roles stand."""
        return [k for k, one in enumerate(self.coordinates) if one.role in roles]

    @cached_property
    def positions(self) -> dict[str, tuple[Row, Scalar]]:
        """A and a₀: for every joint of the tree that moves its row and its offset."""
        places = {c.name: k for k, c in enumerate(self.coordinates)}
        return joint_rows(self.tree, places)

    @cached_property
    def gears(self) -> Gears:
        names = self.robot.joint_names
        matrix = np.zeros((len(self.motors), len(names)))
        for i, motor in enumerate(self.motors):
            for joint, ratio in motor.along.items():
                matrix[i, names.index(joint)] = ratio
        return Gears(matrix, names, self.robot.name)

    @cached_property
    def frictions(self) -> tuple[Place, ...]:
        """All channels of friction: those of the motors in their order, then the others."""
        found = [
            Place(k, j, channel, f"{channel.name} {law.block.kind}")
            for k, law in enumerate(self.laws)
            if law.family == "friction"
            for j, channel in enumerate(law.channels)
        ]
        labels = [place.label for place in found]
        unique = [
            replace(place, label=f"{place.channel.path} {self.laws[place.law].block.kind}")
            if place.channel.own and labels.count(place.label) > 1
            else place
            for place in found
        ]
        last = len(self.motors)
        return tuple(
            sorted(unique, key=lambda one: last if (i := one.channel.motor) is None else i)
        )

    def main_joint(self, motor: int) -> int:
        """The joint that a motor is about."""
        return main_joint(self.robot, self.motors[motor])

    @cached_property
    def ratio_paths(self) -> dict[tuple[int, int], str]:
        """Motor, joint → the path of the ratio between them."""
        names, found = self.robot.joint_names, {}
        for i, motor in enumerate(self.motors):
            for joint in motor.along:
                found[i, names.index(joint)] = _ratio_path(self.robot, motor, joint)
        return found

    @cached_property
    def inertia_paths(self) -> tuple[str, ...]:
        return tuple(f"{motor_path(self.robot, motor)}.motor_inertia" for motor in self.motors)

    @cached_property
    def numbers(self) -> dict[str, Array]:
        """Every number of the drives and loops that may differ between runs, by path."""
        found: dict[str, Array] = {}
        for (i, j), path in self.ratio_paths.items():
            found[path] = np.array([self.gears.matrix[i, j]])
        for motor, path in zip(self.motors, self.inertia_paths, strict=True):
            found[path] = np.array([motor.drive.motor_inertia if self.fidelity.drives else 0.0])
        for one in self.laws:
            found.update(one.numbers)
        for loop in self.robot.loops:
            for key, end in (("first", loop.first), ("second", loop.second)):
                found[f"loops.{loop.name}.{key}.translation"] = np.array(end.pose.translation)
        for inertia in self.trains.inertias:
            found[inertia.path] = np.array([inertia.value])
        return found

    def ratios(self, values: Values) -> list[Scalar]:
        """η row by row, free ratios as symbols."""
        found: list[Scalar] = [0.0] * self.gears.matrix.size
        for (i, j), path in self.ratio_paths.items():
            if self.gears.matrix[i, j]:
                found[i * self.joints + j] = values.scalar(path)
        return found

    def motor_rows(self, ratios: Sequence[Scalar]) -> tuple[Row, ...]:
        """Motor positions as combinations of coordinates."""
        first = self.joints + len(self.elastic)
        return tuple(
            {first + self.flexible.index(i): 1.0}
            if i in self.flexible
            else self.joint_row(i, ratios)
            for i in range(len(self.motors))
        )

    def joint_row(self, motor: int, ratios: Sequence[Scalar]) -> Row:
        """What a motor's position would be without a spring: a row of η."""
        pattern = self.gears.matrix[motor]
        return {j: ratios[self.joints * motor + j] for j in range(self.joints) if pattern[j]}

    def named_row(self, weights: Mapping[str, float]) -> Row:
        """A row by the names of its coordinates."""
        names = {one.name: k for k, one in enumerate(self.coordinates)}
        return {names[name]: float(weight) for name, weight in weights.items()}

    def law_rows(self, one: Law, ratios: Sequence[Scalar]) -> tuple[Row, ...]:
        """In which direction the law acts on the coordinates, for each of its channels."""
        motors = self.motor_rows(ratios)
        return tuple(self._row(one.family, channel, motors, ratios) for channel in one.channels)

    def _row(
        self, family: Family, channel: Channel, motors: tuple[Row, ...], ratios: Sequence[Scalar]
    ) -> Row:
        if channel.own:
            extra = channel.path.startswith("frictions.")
            weights = self.along[channel.name] if extra else {channel.name: 1.0}
            if channel.path in self.trains.springs:
                weights = self.trains.springs[channel.path][1]
            return self.named_row(weights)
        assert channel.motor is not None
        if family == "friction":
            if channel.side == "motor":
                return motors[channel.motor]
            assert channel.joint is not None
            return {channel.joint: 1.0}
        if channel.side == "motor":
            return difference(self.joint_row(channel.motor, ratios), motors[channel.motor])
        assert channel.joint is not None
        back: dict[int, Scalar] = {}
        for share, row in zip(self.gears.free_row(channel.joint, ratios), motors, strict=True):
            if not (type(share) is float and share == 0.0):
                for place, value in row.items():
                    back[place] = plus(back.get(place, 0.0), times(share, value))
        return difference({channel.joint: 1.0}, back)


def _ratio_path(robot: Robot, motor: Motor, joint: str) -> str:
    path = motor_path(robot, motor)
    if motor in robot.motors:
        return f"{path}.along.{joint}"
    return f"{path}.gear_ratio" if joint == motor.name else f"{path}.coupling.{joint}"


def arranged(
    robot: Robot,
    fidelity: Fidelity,
    environment: Environment,
    own_laws: Iterable[type[Block]],
    frictions: Sequence[ExtraFriction],
) -> Arrangement:
    """Whatever is switched off is left out."""
    tree = with_elastic_axes(robot) if robot.elastic and fidelity.elastic else robot
    if environment.base_motion:
        tree = on_moved_base(tree, environment.base_motion)
    motors = robot.all_motors if fidelity.drives else _ideal(robot)
    flexible: tuple[int, ...] = ()
    if fidelity.drives and fidelity.joints == "flexible":
        coupled = {name for one in robot.spring_matrices for name in one.springs}
        coupled |= {name for train in robot.gear_trains for name in train.motors}
        sprung = [
            bool(motor.drive.stiffness or motor.drive.spring) or motor.name in coupled
            for motor in motors
        ]
        flexible = tuple(i for i, one in enumerate(sprung) if one)
    elastic = robot.elastic if fidelity.elastic else ()
    _check_gears(robot, motors)
    _check_rotors(robot, motors, flexible)
    along = {one.name: _direction(one, robot) for one in frictions}
    known = {kind.kind: kind for kind in own_laws}
    trains = trains_of(robot, fidelity)
    entries = [
        *(_motor_friction(robot, motors) if fidelity.friction else ()),
        *(_motor_springs(robot, motors, flexible)),
        *(_extra(one, robot) for one in frictions if fidelity.friction),
        *(_axis_spring(axis) for axis in elastic if axis.spring or axis.spring_law != "linear"),
        *(_axis_friction(axis) for axis in elastic if axis.friction and fidelity.friction),
        *(_Entry("spring", "linear", one, one.path) for one, _ in trains.springs.values()),
    ]
    if not fidelity.drives:
        entries = [e for e in entries if e.channel.own or e.channel.side == "joint"]
    return Arrangement(
        robot,
        tree,
        fidelity,
        motors,
        flexible,
        elastic,
        tuple(base_axis(axis) for axis in environment.base_motion),
        (
            *_grouped(entries, known, fidelity, robot),
            *_coupled(robot, motors, flexible, elastic),
        ),
        along,
        trains,
    )


@dataclass(frozen=True)
class _Entry:
    """A law of one channel."""

    family: Family
    kind: str
    channel: Channel
    where: str


def _grouped(
    entries: Sequence[_Entry],
    known: Mapping[str, type[Block]],
    fidelity: Fidelity,
    robot: Robot,
) -> tuple[Law, ...]:
    """All channels of one kind together: they become one set of equations."""
    laws = []
    for family, kind in dict.fromkeys((entry.family, entry.kind) for entry in entries):
        own = [entry for entry in entries if (entry.family, entry.kind) == (family, kind)]
        block = known.get(kind)
        if block is None:
            named = ", ".join(entry.where for entry in own)
            try:
                block = find_law(family, kind)
            except InputError as error:
                raise error.at(f"robot '{robot.name}', {named}") from None
        tangent = family == "spring" and kind != "linear" and fidelity.springs == "linear"
        channels = [entry.channel for entry in own]
        laws.append(law(family, block, channels, tangent=tangent))
    return tuple(laws)


def _ideal(robot: Robot) -> tuple[Motor, ...]:
    """Torques on the joints themselves, where there are motors."""
    driven = [name for name in robot.joint_names if name not in robot.passive_joints]
    return tuple(Motor(name, {name: 1.0}, robot.joint(name).drive or Drive()) for name in driven)


def main_joint(robot: Robot, motor: Motor) -> int:
    """The joint that a motor is about: its own, or the one that it turns with most."""
    names = robot.joint_names
    if motor.name in motor.along:
        return names.index(motor.name)
    return names.index(max(motor.along, key=lambda joint: abs(motor.along[joint])))


def _motor_friction(robot: Robot, motors: Sequence[Motor]) -> Iterable[_Entry]:
    for i, motor in enumerate(motors):
        drive = motor.drive
        if drive.friction or drive.friction_law != Drive.friction_law:
            path = f"{motor_path(robot, motor)}.friction"
            joint = main_joint(robot, motor)
            channel = Channel(motor.name, drive.friction, path, drive.friction_side, joint, i)
            yield _Entry("friction", drive.friction_law, channel, f"joint '{motor.name}'")


def _motor_springs(
    robot: Robot, motors: Sequence[Motor], flexible: Sequence[int]
) -> Iterable[_Entry]:
    for i in flexible:
        motor, joint = motors[i], main_joint(robot, motors[i])
        drive, path, where = motor.drive, motor_path(robot, motor), f"joint '{motor.name}'"
        if not drive.spring and not drive.stiffness:
            continue  # its spring is in a spring matrix or in a gear train
        if drive.spring:
            channel = Channel(motor.name, drive.spring, f"{path}.spring", "joint", joint, i)
            yield _Entry("spring", drive.spring_law, channel, where)
        else:
            settings = {"stiffness": drive.stiffness, "damping": drive.damping or 0.0}
            channel = Channel(motor.name, settings, path, "motor", joint, i)
            yield _Entry("spring", "linear", channel, where)


def _extra(one: ExtraFriction, robot: Robot) -> _Entry:
    joint = robot.joint_names.index(next(iter(one.along)))
    channel = Channel(one.name, one.settings, f"frictions.{one.name}", "joint", joint, own=True)
    return _Entry("friction", one.law, channel, f"friction '{one.name}'")


def _axis_spring(axis: ElasticAxis) -> _Entry:
    path = f"elastic.{axis.name}.spring"
    channel = Channel(axis.name, axis.spring, path, "joint", own=True)
    return _Entry("spring", axis.spring_law, channel, axis.where)


def _coupled(
    robot: Robot, motors: Sequence[Motor], flexible: Sequence[int], elastic: Sequence[ElasticAxis]
) -> Iterable[Law]:
    """The spring matrices, as far as their springs give way at this fidelity."""
    axes = {axis.name for axis in elastic}
    behind = {motors[i].name: i for i in flexible}
    for one in robot.spring_matrices:
        path, channels, kept = f"spring_matrices.{one.name}", [], []
        for k, name in enumerate(one.springs):
            if name in axes:
                channels.append(Channel(name, {}, path, "joint", own=True))
            elif name in behind:
                joint = main_joint(robot, motors[behind[name]])
                channels.append(Channel(name, {}, path, "motor", joint, behind[name]))
            else:
                continue
            kept.append(k)
        if kept:
            numbers = {"stiffness": triangle(one.stiffness), "damping": triangle(one.damping)}
            yield coupled_springs(path, numbers, channels, kept)


def _axis_friction(axis: ElasticAxis) -> _Entry:
    path = f"elastic.{axis.name}.friction"
    channel = Channel(axis.name, axis.friction, path, "joint", own=True)
    return _Entry("friction", axis.friction_law, channel, axis.where)


def _direction(extra: ExtraFriction, robot: Robot) -> dict[str, float]:
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
    return dict(extra.along)


def _check_gears(robot: Robot, motors: Sequence[Motor]) -> None:
    for motor in motors:
        ratios = list(motor.along.values())
        if not np.isfinite(ratios).all() or not np.any(ratios):
            raise InputError(
                "the gears do not connect every motor with a joint",
                where=f"robot '{robot.name}', gear_ratio and coupling",
                got=ratios,
                expected="a gear ratio other than 0 for every joint",
            )


def _check_rotors(robot: Robot, motors: Sequence[Motor], flexible: Sequence[int]) -> None:
    for i in flexible:
        if motors[i].drive.motor_inertia <= 0:
            raise InputError(
                "a flexible joint needs a rotor",
                where=f"robot '{robot.name}', joint '{motors[i].name}'",
                got=f"motor_inertia = {motors[i].drive.motor_inertia:g}",
                expected="more than 0 kg m²",
                hint='Give the inertia, or simulate with fidelity.joints = "rigid".',
            )
