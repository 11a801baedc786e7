"""What MJCF has no place for, one sentence for each."""

from __future__ import annotations

import dataclasses
import math

from armwright.block.fidelity import Fidelity
from armwright.robot import Joint, Robot
from armwright.robot.formats.lost import lost_of_drive, lost_of_text, units
from armwright.robot.formats.mjcf_write import lost_of_tree
from armwright.system import Setup

#: Fields of a drive that effects and motors hold, or that are told with these.
_HELD = frozenset(("motor_inertia", "coupling", "torque_limit", "friction"))


def lost_of_setup(setup: Setup) -> list[str]:
    """Words, electrical data, limits, and all that is around the arm."""
    items = [*lost_of_text(setup.robot), *lost_of_tree(setup.arm)]
    for joint in setup.robot.moving_joints:
        held, flexible = set(_HELD), _is_flexible(joint, setup.fidelity)
        if flexible and joint.drive is not None:  # a law stands in the place of the stiffness
            held.add("spring" if joint.drive.spring else "stiffness")
        items += [text for field, text in lost_of_drive(joint).items() if field not in held]
        if flexible and math.isfinite(joint.limits.effort):
            effort = f"{joint.limits.effort:g} {units(joint)[0]}"
            items.append(f"joint '{joint.name}': effort limit {effort}, for a spring pushes it")
    for field in dataclasses.fields(Fidelity):
        value = getattr(setup.fidelity, field.name)
        if value != field.default:
            items.append(f"what fidelity.{field.name} = {value!r} switches off")
    reference = (setup.reference,) if setup.reference else ()
    motor = (setup.motor,) if setup.motor else ()
    for role, blocks in (
        ("reference", reference),
        ("controller", setup.controller),
        ("motor", motor),
        ("sensor", setup.sensors),
        ("disturbance", setup.disturbances),
        ("block", setup.others),
    ):
        items += [f"{role} '{block.name}' ({block.kind})" for block in blocks]
    return items


def without_rotorless_springs(robot: Robot) -> tuple[Robot, list[str]]:
    """A spring needs a rotor behind it: one whose motor has no inertia is left out."""
    joints, lost = [], []
    for joint in robot.joints:
        drive = joint.drive
        if drive is not None and drive.motor_inertia <= 0 and (drive.stiffness or drive.spring):
            kinds = ("stiffness", "spring")
            texts = [text for field, text in lost_of_drive(joint).items() if field in kinds]
            lost += [f"{text}, for its motor has no inertia" for text in texts]
            rigid = dataclasses.replace(
                drive, stiffness=None, damping=None, spring={}, spring_law="linear"
            )
            joint = dataclasses.replace(joint, drive=rigid)
        joints.append(joint)
    return dataclasses.replace(robot, joints=tuple(joints)), lost


def _is_flexible(joint: Joint, fidelity: Fidelity) -> bool:
    drive = joint.drive
    if drive is None or not fidelity.drives or fidelity.joints != "flexible":
        return False
    return bool(drive.stiffness or drive.spring)
