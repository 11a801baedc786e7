"""What a plant shows: every signal that follows from its state and its inputs.

Beside the signals of the joints, motors and the tool, of any frame: `position of wrist`, `rotation
of …` (R_WF, column by column), `velocity of …`, `angular_velocity of …`, `acceleration of …`,
`angular_acceleration of …`, all in world axes (`tool` stands for the arm's tool). Of any joint,
fixed ones and elastic axes among them: `reaction_force of elbow` and `reaction_moment of elbow`,
what passes through it to what it carries (`multibody.reactions`); and of loops, what the closure
exerts on the second of its links, in the axes of its first frame.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import casadi as cs

from armwright.multibody.rows import add_along, combination
from armwright.multibody.spatial import Scalar, minus, times
from armwright.plant.law import Element, Family
from armwright.plant.loop_reactions import determined_part
from armwright.plant.meters import drag_forces
from armwright.plant.plant import MOTOR_TORQUE, Plant
from armwright.robot.loop import refuse_loops

#: What is told of joints: unit, and which part of `Plant.reaction` it is.
REACTIONS = {"reaction_force": ("N", slice(0, 3)), "reaction_moment": ("N m", slice(3, 6))}


@dataclass(frozen=True)
class Signal:
    """`size`: a number, or the name of a dimension; `value` builds the expression."""

    unit: str
    size: str | int
    value: Callable[[], cs.SX]


class PlantSignals(Mapping[str, Signal]):
    """By name; what is told of single frames and joints is found, and not listed."""

    def __init__(self, plant: Plant) -> None:
        self._plant, self._usual = plant, _usual(plant)

    def __getitem__(self, name: str) -> Signal:
        quantity, of, frame = name.partition(" of ")
        found = _of_frame(self._plant, quantity, frame) if of else self._usual.get(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._usual)

    def __len__(self) -> int:
        return len(self._usual)


def _usual(p: Plant) -> dict[str, Signal]:
    found = {
        "joint_position": Signal("rad", "joint", lambda: p.of_joints(p.x)),
        "joint_velocity": Signal("rad/s", "joint", lambda: p.of_joints(p.v)),
        "joint_acceleration": Signal("rad/s²", "joint", lambda: p.of_joints(p.acceleration)),
        "motor_position": Signal("rad", "motor", lambda: p.of_motors(p.x)),
        "motor_velocity": Signal("rad/s", "motor", lambda: p.of_motors(p.v)),
        "motor_acceleration": Signal("rad/s²", "motor", lambda: p.of_motors(p.acceleration)),
        "coordinate_position": Signal("rad", "coordinate", lambda: p.x),
        "coordinate_velocity": Signal("rad/s", "coordinate", lambda: p.v),
        "spring_deflection": Signal("rad", "motor", lambda: _deflection(p)),
        "joint_torque": Signal("N m", "joint", lambda: _joint_torque(p)),
        "transmitted_torque": Signal("N m", "joint", lambda: _transmitted(p)),
        "friction_torque": Signal("N m", "friction", lambda: p.of_frictions(p.torques)),
        "friction_velocity": Signal("rad/s", "friction", lambda: _friction_velocity(p)),
        "friction_deflection": Signal("rad", "friction", lambda: _bent(p)),
        "gravity": Signal("m/s²", "axis", lambda: p.gravity),
        "kinetic_energy": Signal("J", "one", lambda: p.energies[0]),
        "potential_energy": Signal("J", "one", lambda: p.energies[1]),
    }
    if any(link.hull is not None for link in p.robot.links):
        found["drag_torque"] = Signal("N m", "joint", lambda: p.of_joints(drag_forces(p)))
    if p.elastic_names:
        found["elastic_position"] = Signal("rad", "elastic", lambda: p.of_elastic(p.x))
        found["elastic_velocity"] = Signal("rad/s", "elastic", lambda: p.of_elastic(p.v))
    if p.environment.base_motion:
        found["base_force"] = Signal("N m", len(p.environment.base_motion), p.base_forces)
    if p.robot.tool:
        for what in ("position", "velocity", "acceleration"):
            about = _of_frame(p, what, p.robot.tool)
            assert about is not None  # a robot's tool is one of its frames
            found[f"tool_{what}"] = about
    return found


def _of_frame(plant: Plant, quantity: str, frame: str) -> Signal | None:
    if quantity in REACTIONS:
        known = [joint.name for joint in plant.tree.joints]
        known += [loop.name for loop in plant.tree.loops]
        return _reaction(plant, quantity, frame) if frame in known else None
    if frame == "tool" and frame not in plant.tree.frame_names:
        frame = plant.robot.tool
    if frame not in plant.tree.frame_names:
        return None
    about = plant.frame(frame)
    quantities: dict[str, tuple[str, str | int, Callable[[], cs.SX]]] = {
        "position": ("m", "axis", lambda: about.position),
        "rotation": ("", 9, lambda: cs.vec(about.rotation)),
        "velocity": ("m/s", "axis", lambda: about.velocity),
        "angular_velocity": ("rad/s", "axis", lambda: about.angular_velocity),
        "acceleration": ("m/s²", "axis", lambda: about.acceleration),
        "angular_acceleration": ("rad/s²", "axis", lambda: about.angular_acceleration),
    }
    return Signal(*quantities[quantity]) if quantity in quantities else None


def _reaction(plant: Plant, quantity: str, name: str) -> Signal:
    """Where loops are redundant, of the components that are determined."""
    unit, part = REACTIONS[quantity]
    if plant.loops is None:
        return Signal(unit, "axis", lambda: plant.reaction(name)[part])
    places = determined_part(plant, name, part)
    size: str | int = "axis" if len(places) == 3 else len(places)
    return Signal(unit, size, lambda: plant.reaction(name)[places])


def _deflection(p: Plant) -> cs.SX:
    """η q − θ of every motor, on its own side; zero where the drive is rigid."""
    x = cs.vertsplit(p.x)
    found: list[Scalar] = [0.0] * len(p.motor_rows)
    for i in p.arrangement.flexible:
        link = p.arrangement.joint_row(i, p.ratios)
        found[i] = minus(combination(link, x), combination(p.motor_rows[i], x))
    return cs.vertcat(*found)


def _friction_velocity(p: Plant) -> cs.SX:
    """What each channel feels, on the side where it acts: its torque takes that much power."""
    v = cs.vertsplit(p.v)
    return p.of_frictions([part.along(v) for part in p.elements])


def _bent(p: Plant) -> cs.SX:
    return p.of_frictions([cs.SX(0, 1) if part.bent is None else part.bent for part in p.elements])


def _joint_torque(p: Plant) -> cs.SX:
    """What the drives exert on the joints: springs, or what is left of the rigid motors' torque."""
    total: list[Scalar] = [0.0] * len(p.coordinates)
    for part, torque in _laws(p, "spring"):
        for row, amount in zip(part.rows, cs.vertsplit(torque), strict=True):
            add_along(total, row, times(-1.0, amount))
    rigid = [i for i in range(len(p.motor_rows)) if i not in p.arrangement.flexible]
    if rigid:
        motor = cs.vertsplit(p.inputs[MOTOR_TORQUE])
        needed = p.rotor_torques(cs.vertsplit(p.acceleration))
        for i in rigid:
            add_along(total, p.motor_rows[i], minus(motor[i], needed[i]))
    for part, torque in _laws(p, "friction"):
        for place, channel in enumerate(part.law.channels):
            if channel.side == "motor" and channel.motor in rigid:
                add_along(total, part.rows[place], times(-1.0, torque[place]))
    return p.of_joints(cs.vertcat(*total))


def _transmitted(p: Plant) -> cs.SX:
    """What the gears carry to the joints, without their friction: the springs' torques, or what
    the links of rigid joints need for the acceleration of the last step."""
    n = p.arrangement.joints
    total: list[Scalar] = [0.0] * len(p.coordinates)
    for part in p.elements:
        if part.law.family == "spring":
            x, v = cs.vertsplit(p.x), cs.vertsplit(p.v)
            (torque,) = part.at([part.torque], part.along(x), part.along(v), part.state)
            for row, amount in zip(part.rows, cs.vertsplit(torque), strict=True):
                add_along(total, row, times(-1.0, amount))
    sprung = {
        joint for i in p.arrangement.flexible for joint in p.arrangement.joint_row(i, p.ratios)
    }
    rigid = [joint for joint in range(n) if joint not in sprung]
    if rigid:
        refuse_loops(p.robot.name, p.tree.loops, "'transmitted_torque' of rigid joints")
        needed = p.link_forces(cs.vertsplit(p.last_acceleration))
        for joint in rigid:
            total[joint] = needed[joint]
    return p.of_joints(cs.vertcat(*total))


def _laws(p: Plant, family: Family) -> list[tuple[Element, cs.SX]]:
    pairs = zip(p.elements, p.torques, strict=True)
    return [(part, torque) for part, torque in pairs if part.law.family == family]
