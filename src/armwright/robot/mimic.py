"""Joints that follow another one, as the second finger of a gripper does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from armwright.errors import InputError
from armwright.robot.values import Value, frozen_array

if TYPE_CHECKING:
    from armwright.robot.model import Robot


@dataclass(frozen=True, eq=False)
class Mimic(Value):
    """position = multiplier · position of `joint` + offset (rad or m)."""

    joint: str
    multiplier: float = 1.0
    offset: float = 0.0

    def __post_init__(self) -> None:
        for name in ("multiplier", "offset"):
            value = frozen_array(getattr(self, name), (), f"{name} of a joint that mimics another")
            object.__setattr__(self, name, float(value))


def check_mimics(robot: Robot) -> None:
    """Raise InputError unless each joint that mimics follows one that moves by itself."""
    joints = {joint.name: joint for joint in robot.joints}
    for joint in robot.joints:
        if joint.mimic is None:
            continue
        master = joints.get(joint.mimic.joint)
        hint = ""
        if master is None:
            what = "mimics a joint that does not exist"
        elif master is joint:
            what = "mimics itself"
        elif not master.moves:
            what = "mimics a joint that does not move"
        elif master.mimic is not None:
            what = f"mimics a joint that itself mimics '{master.mimic.joint}'"
            hint = "Name the joint that moves by itself, with the product of the multipliers."
        else:
            continue
        raise InputError(
            what,
            where=f"joint '{joint.name}'",
            got=repr(joint.mimic.joint),
            expected=f"one of {list(robot.joint_names)}",
            hint=hint,
        )


def resolved(mimics: Mapping[str, Mimic]) -> dict[str, Mimic]:
    """Follower → what it mimics, with chains of followers led back to the joint at their head."""
    found = {}
    for name, mimic in mimics.items():
        passed = [name]
        while (before := mimics.get(mimic.joint)) is not None:
            if mimic.joint in passed:
                raise InputError(
                    "joints mimic each other in a circle",
                    where=f"joint '{name}'",
                    got=" → ".join([*passed, mimic.joint]),
                    expected="one joint that moves by itself",
                )
            passed.append(mimic.joint)
            mimic = Mimic(
                before.joint,
                mimic.multiplier * before.multiplier,
                mimic.multiplier * before.offset + mimic.offset,
            )
        found[name] = mimic
    return found


def refuse_mimics(robot: Robot) -> None:
    """For whatever counts one coordinate for each joint that moves."""
    for joint in robot.joints:
        if joint.mimic is not None:
            raise InputError(
                "joints that mimic others are not supported here",
                where=f"robot '{robot.name}', joint '{joint.name}'",
                got=f"mimics '{joint.mimic.joint}'",
                expected="joints that move by themselves",
                hint="Leave out what it mimics: it then moves by itself.",
            )
