"""The drives: rotors, gears, springs and friction, as effects along coordinates."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.export.mjcf.effects import Effect
from armwright.export.mjcf.inertias import NEARLY_NOTHING
from armwright.multibody.rows import Row, difference
from armwright.multibody.spatial import Scalar
from armwright.plant import Plant
from armwright.plant.law import Channel, Element, Law
from armwright.robot import Robot
from armwright.robot.formats.lost import friction_sentence, units
from armwright.robot.formats.mjcf_bodies import free_name
from armwright.robot.formats.plain_friction import plain_friction
from armwright.robot.formats.urdf_write import numbers
from armwright.robot.formats.xml import Node
from armwright.robot.part import listed

#: Eigenvalues of a matrix of springs, to its largest: less is rounding.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Drives:
    """`coordinates`: the joints, by the names that they have in the file, in the order of our
    coordinates; `motors`: what turns each motor; `rotors`: bodies of motors behind springs."""

    coordinates: tuple[str, ...]
    effects: tuple[Effect, ...]
    motors: tuple[Effect, ...]
    rotors: tuple[Node, ...]
    lost: tuple[str, ...]


def drives(plant: Plant) -> Drives:
    rows, names = plant.arrangement, plant.motor_names
    if rows.trains.inertias or rows.trains.springs:
        raise InputError(
            "MuJoCo has no place for a gear train",
            where=f"robot '{plant.robot.name}', {plant.robot.gear_trains[0].where}",
            expected="a robot with the springs of its motors in a spring matrix",
        )
    taken = {link.name for link in plant.tree.links} | {joint.name for joint in plant.tree.joints}
    behind_springs = [free_name(f"{names[i]}_rotor", taken) for i in rows.flexible]
    own = [one.name for one in plant.coordinates if one.role != "rotor"]
    coordinates = (*own, *behind_springs)
    used: set[str] = set()
    motors, effects, lost = [], [], []
    for i, row in enumerate(plant.motor_rows):
        inertia = 0.0 if i in rows.flexible else float(plant.motor_inertia[i])
        along = _named(row, coordinates)
        motors.append(Effect(free_name(f"{names[i]}_motor", used), along, inertia=inertia))
    for motor in motors:
        parts, sentences = _on_branches(motor, plant.tree)
        effects += parts
        lost += sentences
    for part in plant.elements:
        if part.law.coupled:
            effects += _coupled(part, coordinates, used)
            continue
        friction = part.law.family == "friction"
        read = _friction(plant, part.law) if friction else _springs(plant, part)
        for (effect, sentence), row in zip(read, part.rows, strict=True):
            lost += [sentence] if sentence else []
            if not effect.idle:
                along, name = _named(row, coordinates), free_name(effect.name, used)
                effects.append(dataclasses.replace(effect, name=name, along=along))
    rotors = tuple(
        _rotor(name, float(plant.motor_inertia[i]))
        for name, i in zip(behind_springs, rows.flexible, strict=True)
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


def _friction(plant: Plant, law: Law) -> Iterator[tuple[Effect, str]]:
    """For each channel of the law what MuJoCo holds of it, and a sentence if that is not all."""
    kind = law.block.kind
    for k, channel in enumerate(law.channels):
        own = _numbers(law, k)
        plain = plain_friction(kind, own)
        sentence = ""
        if not plain.whole:
            where = "" if channel.own else f" on the {channel.side}'s side"
            kept = friction_sentence(kind, own, where, plain, _units(plant, channel))
            sentence = f"{_who(plant, channel)}: {kept}"
        yield (
            Effect(f"{channel.name}_friction", {}, damping=plain.damping, loss=plain.loss),
            sentence,
        )


def _springs(plant: Plant, part: Element) -> Iterator[tuple[Effect, str]]:
    """Linear springs, and play; of another law its tangent at rest."""
    law, kind = part.law, part.law.block.kind
    stiffnesses, dampings = (_at_rest(part.slope(by)) for by in (part.displacement, part.velocity))
    for k, channel in enumerate(law.channels):
        own, name, who = _numbers(law, k), f"{channel.name}_spring", _who(plant, channel)
        force, angle = _units(plant, channel)
        if kind == "backlash" and not law.tangent:
            damping = own["damping"]
            said = f"{who}: damping {damping:g} {force} s/{angle} while the teeth touch"
            yield Effect(name, {}, stiffness=own["stiffness"], gap=own["gap"]), said * bool(damping)
            continue
        stiffness, damping = float(stiffnesses[k]), float(dampings[k])
        said = (
            f"{who}: spring law '{kind}'{listed(own)} is kept as stiffness {stiffness:g} "
            f"{force}/{angle} and damping {damping:g} {force} s/{angle} only"
        )
        whole = kind == "linear" or law.tangent
        yield Effect(name, {}, damping=damping, stiffness=stiffness), "" if whole else said


def _coupled(part: Element, coordinates: tuple[str, ...], used: set[str]) -> Iterator[Effect]:
    """Springs that pull on each other, as springs along the eigenvectors of their matrices."""
    for field, by in (("stiffness", part.displacement), ("damping", part.velocity)):
        matrix = _at_rest(cs.densify(cs.jacobian(part.torque, by))).reshape(part.size, part.size)
        amounts, directions = np.linalg.eigh(matrix)
        for amount, direction in zip(amounts, directions.T, strict=True):
            if amount > _ROUNDING * amounts[-1]:
                total: dict[int, Scalar] = {}
                for share, row in zip(direction.tolist(), part.rows, strict=True):
                    total = dict(difference(total, {k: -share * w for k, w in row.items()}))
                name = free_name(f"{part.law.channels[0].path}_{field}", used)
                along = _named(total, coordinates)
                found = Effect(name, along)
                if field == "stiffness":
                    yield dataclasses.replace(found, stiffness=float(amount))
                else:
                    yield dataclasses.replace(found, damping=float(amount))


def _at_rest(slope: cs.SX) -> Array:
    """A slope of a spring's torque where the spring is relaxed, and nothing moves."""
    symbols = cs.symvar(slope)
    function = cs.Function("slope", symbols, [slope])
    return np.array(function.call([0.0] * len(symbols))[0]).ravel()


def _numbers(law: Law, channel: int) -> dict[str, float]:
    """The parameters of one channel."""
    return {key: law.numbers[paths[channel]].item() for key, paths in law.paths.items()}


def _who(plant: Plant, channel: Channel) -> str:
    """What sentences call a channel: as its description does."""
    if channel.name in plant.elastic_names and channel.own:
        return f"elastic axis '{channel.name}'"
    if channel.own:
        return f"friction '{channel.name}'"
    explicit = any(motor.name == channel.name for motor in plant.robot.motors)
    return f"motor '{channel.name}'" if explicit else f"joint '{channel.name}'"


def _units(plant: Plant, channel: Channel) -> tuple[str, str]:
    """Of a channel's force and displacement."""
    if channel.side == "motor":
        return "N m", "rad"
    if channel.name in plant.elastic_names and channel.own:
        return units(plant.tree.joint(channel.name))
    return units(plant.robot.moving_joints[channel.joint or 0])
