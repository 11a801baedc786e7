"""Joints that follow another one, as the second finger of a gripper does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from armwright.errors import InputError
from armwright.robot.values import Value, frozen_array


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
