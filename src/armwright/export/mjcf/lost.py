"""What MJCF has no place for, one sentence for each."""

from __future__ import annotations

import dataclasses
import math

from armwright.block.fidelity import Fidelity
from armwright.plant import Plant
from armwright.robot import Drive, Robot
from armwright.robot.formats.lost import (
    lost_of_drive,
    lost_of_motor,
    lost_of_parts,
    lost_of_text,
    units,
)
from armwright.robot.formats.mjcf_loops import held_loops
from armwright.robot.formats.mjcf_write import lost_of_tree
from armwright.system import Setup

#: Fields of a drive that effects and motors hold, or that are told with these.
_HELD = frozenset(("motor_inertia", "along", "coupling", "torque_limit", "friction"))


def lost_of_plant(plant: Plant) -> list[str]:
    """Words, electrical data, limits, parts that are not in the tree, and what is switched off."""
    robot = plant.robot
    items = [
        *lost_of_text(robot),
        *lost_of_tree(plant.tree),
        *lost_of_parts(plant.tree, held_loops(plant.tree)),
    ]
    flexible = {plant.motor_names[i] for i in plant.arrangement.flexible}
    told = {joint.name: lost_of_drive(joint) for joint in robot.moving_joints}
    told |= {motor.name: lost_of_motor(motor) for motor in robot.motors}
    drives = {motor.name: motor.drive for motor in robot.all_motors}
    for name, sentences in told.items():
        held = set(_HELD)
        if name in flexible:  # a law stands in the place of the stiffness
            held.add("spring" if drives[name].spring else "stiffness")
        items += [text for field, text in sentences.items() if field not in held]
    items += _pushed_by_springs(plant)
    for field in dataclasses.fields(Fidelity):
        value = getattr(plant.fidelity, field.name)
        if value != field.default:
            items.append(f"what fidelity.{field.name} = {value!r} switches off")
    return items


def lost_of_blocks(setup: Setup) -> list[str]:
    """All that is around the arm, but for what relieves it."""
    blocks = setup.blocks
    reference = (blocks.reference,) if blocks.reference else ()
    motor = (blocks.motor,) if blocks.motor else ()
    items = []
    for role, some in (
        ("reference", reference),
        ("controller", blocks.controller),
        ("motor", motor),
        ("sensor", blocks.sensors),
        ("disturbance", blocks.disturbances),
        ("block", blocks.others),
    ):
        items += [f"{role} '{block.name}' ({block.kind})" for block in some]
    return items


def without_rotorless_springs(robot: Robot) -> tuple[Robot, list[str]]:
    """A spring needs a rotor behind it: one whose motor has no inertia is left out."""
    joints, motors, lost = [], [], []
    for joint in robot.joints:
        if joint.drive is not None and _is_rotorless(joint.drive):
            lost += _left_out(lost_of_drive(joint))
            joint = dataclasses.replace(joint, drive=_rigid(joint.drive))
        joints.append(joint)
    for motor in robot.motors:
        if _is_rotorless(motor.drive):
            lost += _left_out(lost_of_motor(motor))
            motor = dataclasses.replace(motor, drive=_rigid(motor.drive))
        motors.append(motor)
    return dataclasses.replace(robot, joints=tuple(joints), motors=tuple(motors)), lost


def _pushed_by_springs(plant: Plant) -> list[str]:
    """MuJoCo limits what actuators exert on a joint, and no other torques."""
    motors, flexible = plant.arrangement.motors, plant.arrangement.flexible
    behind = {joint for i in flexible for joint in motors[i].along}
    rigid = {joint for i, m in enumerate(motors) if i not in flexible for joint in m.along}
    return [
        f"joint '{joint.name}': effort limit {joint.limits.effort:g} {units(joint)[0]}, "
        "because a spring pushes it"
        for joint in plant.robot.moving_joints
        if joint.name in behind - rigid and math.isfinite(joint.limits.effort)
    ]


def _is_rotorless(drive: Drive) -> bool:
    return drive.motor_inertia <= 0 and bool(drive.stiffness or drive.spring)


def _rigid(drive: Drive) -> Drive:
    return dataclasses.replace(drive, stiffness=None, damping=None, spring={}, spring_law="linear")


def _left_out(sentences: dict[str, str]) -> list[str]:
    texts = [text for field, text in sentences.items() if field in ("stiffness", "spring")]
    return [f"{text}, because its motor has no inertia" for text in texts]
