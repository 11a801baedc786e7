"""The drives: rotors, gears, springs and friction, as effects along coordinates."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from armwright.export.mjcf.effects import Effect
from armwright.export.mjcf.inertias import NEARLY_NOTHING
from armwright.robot import Robot
from armwright.robot.formats.lost import friction_sentence, listed, units
from armwright.robot.formats.mjcf_bodies import free_name
from armwright.robot.formats.plain_friction import plain_friction
from armwright.robot.formats.urdf_write import numbers
from armwright.robot.formats.xml import Node
from armwright.system import Setup
from armwright.system.drive_train import DriveTrain, drive_train
from armwright.system.laws import Law, Row
from armwright.system.system import setting


@dataclass(frozen=True)
class Drives:
    """`coordinates`: the joints, by the names that they have in the file, in the order of our
    coordinates; `motors`: what turns each motor; `rotors`: bodies of motors behind springs."""

    coordinates: tuple[str, ...]
    effects: tuple[Effect, ...]
    motors: tuple[Effect, ...]
    rotors: tuple[Node, ...]
    lost: tuple[str, ...]


def drives(setup: Setup) -> Drives:
    train = drive_train(setup, setting(setup, None))
    names = setup.robot.joint_names
    taken = {link.name for link in setup.arm.links} | {joint.name for joint in setup.arm.joints}
    behind_springs = [free_name(f"{names[i]}_rotor", taken) for i in train.flexible]
    coordinates = (*setup.arm.joint_names, *behind_springs)
    gear = train.gear.ravel().tolist()
    used: set[str] = set()
    motors, effects, lost = [], [], []
    for i, row in enumerate(train.motor_rows(gear)):
        inertia = 0.0 if i in train.flexible else float(train.motor_inertia[i])
        along = _named(row, coordinates)
        motors.append(Effect(free_name(f"{names[i]}_motor", used), along, inertia=inertia))
    for motor in motors:
        parts, sentences = _on_branches(motor, setup.arm)
        effects += parts
        lost += sentences
    for law in train.laws:
        rows = train.law_rows(law, gear)
        family = law.key.partition(".")[0]
        read = _friction(setup, train, law) if family == "friction" else _springs(setup, law)
        for (effect, sentence), row in zip(read, rows, strict=True):
            lost += [sentence] if sentence else []
            if not effect.idle:
                along, name = _named(row, coordinates), free_name(effect.name, used)
                effects.append(dataclasses.replace(effect, name=name, along=along))
    rotors = tuple(
        _rotor(name, float(train.motor_inertia[i]))
        for name, i in zip(behind_springs, train.flexible, strict=True)
    )
    return Drives(coordinates, tuple(effects), tuple(motors), rotors, tuple(lost))


def _named(row: Row, coordinates: tuple[str, ...]) -> dict[str, float]:
    return {coordinates[k]: float(weight) for k, weight in row.items() if weight}


def _rotor(name: str, inertia: float) -> Node:
    """A body that turns about a fixed axis: the mass of a motor counts in the links."""
    weight = {
        "pos": numbers([0, 0, 0]),
        "mass": numbers([NEARLY_NOTHING]),
        "diaginertia": numbers([inertia] * 3),
    }
    joint = Node("joint", {"name": name, "type": "hinge", "axis": numbers([0, 0, 1])})
    return Node("body", {"name": name}, (joint, Node("inertial", weight)))


def _on_branches(motor: Effect, robot: Robot) -> tuple[list[Effect], list[str]]:
    """MuJoCo's mass matrix has no place for what couples joints of different branches."""
    moved = {joint.child: joint for joint in robot.joints}

    def before(name: str) -> Iterator[str]:
        link = robot.joint(name).parent
        while link in moved:
            yield moved[link].name
            link = moved[link].parent

    if not motor.inertia or all(
        a in before(b) or b in before(a) for a, b in combinations(motor.along, 2)
    ):
        return [motor], []
    alone = [
        dataclasses.replace(motor, inertia=0.0),
        *(Effect("", {joint: w}, inertia=motor.inertia) for joint, w in motor.along.items()),
    ]
    names = " and ".join(f"'{joint}'" for joint in motor.along)
    return alone, [
        f"motor '{motor.name}': its inertia {motor.inertia:g} kg m² couples joints {names}, which "
        "are on different branches; they feel it one by one"
    ]


def _friction(setup: Setup, train: DriveTrain, law: Law) -> Iterator[tuple[Effect, str]]:
    """For each channel of the law what MuJoCo holds of it, and a sentence if that is not all."""
    kind = law.block.kind
    extra = law.key in train.rows
    for k, number in enumerate(law.joints):
        joint = setup.robot.moving_joints[number]
        name = law.key.partition(" ")[2] if extra else joint.name
        own = {key: float(values[k]) for key, values in law.numbers.items()}
        plain = plain_friction(kind, own)
        sentence = ""
        if not plain.whole:
            who = f"friction '{name}'" if extra else f"joint '{name}'"
            side = "" if extra else train.sides[law.key][k]
            where = f" on the {side}'s side" if side else ""
            unit = units(joint) if side == "joint" else ("N m", "rad")
            sentence = f"{who}: {friction_sentence(kind, own, where, plain, unit)}"
        yield Effect(f"{name}_friction", {}, damping=plain.damping, loss=plain.loss), sentence


def _springs(setup: Setup, law: Law) -> Iterator[tuple[Effect, str]]:
    """Linear springs, and play; of another law its tangent at rest."""
    kind = law.block.kind
    elastic = law.key == "spring.elastic axes"
    names = [one.name for one in setup.elastic] if elastic else setup.robot.joint_names
    for k, joint in enumerate(law.joints):
        own = {key: float(values[k]) for key, values in law.numbers.items()}
        name, who = f"{names[joint]}_spring", f"joint '{names[joint]}'"
        if kind == "linear":
            yield Effect(name, {}, damping=own["damping"], stiffness=own["stiffness"]), ""
        elif kind == "backlash":
            damping = own["damping"]
            text = f"{who}: damping {damping:g} N m s/rad while the teeth touch" if damping else ""
            yield Effect(name, {}, stiffness=own["stiffness"], gap=own["gap"]), text
        else:
            stiffness, damping = _tangent(setup, joint)
            yield (
                Effect(name, {}, damping=damping, stiffness=stiffness),
                f"{who}: spring law '{kind}'{listed(own)} is kept as stiffness {stiffness:g} "
                f"N m/rad and damping {damping:g} N m s/rad only",
            )


def _tangent(setup: Setup, joint: int) -> tuple[float, float]:
    """Stiffness and damping at rest of the spring of a joint."""
    fidelity = dataclasses.replace(setup.fidelity, springs="linear")
    straight = dataclasses.replace(setup, fidelity=fidelity)
    for law in drive_train(straight, setting(straight, None)).laws:
        if law.key == "spring.linear" and joint in law.joints:
            k = law.joints.index(joint)
            return float(law.numbers["stiffness"][k]), float(law.numbers["damping"][k])
    raise AssertionError(f"joint {joint} has no spring")
