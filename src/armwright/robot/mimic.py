"""Joints that follow another one, as the second finger of a gripper does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from armwright.errors import InputError
from armwright.robot.values import FrozenMap, Value, frozen_array


@dataclass(frozen=True, eq=False)
class Mimic(Value):
    """position = multiplier · position of `joint` + offset (rad or m), and as much of further
    joints as `more` says: joint → multiplier."""

    joint: str
    multiplier: float = 1.0
    offset: float = 0.0
    more: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("multiplier", "offset"):
            value = frozen_array(getattr(self, name), (), f"{name} of a joint that mimics another")
            object.__setattr__(self, name, float(value))
        more = {
            name: float(frozen_array(value, (), "multiplier of a joint that mimics another"))
            for name, value in self.more.items()
        }
        object.__setattr__(self, "more", FrozenMap(more))

    @property
    def entries(self) -> dict[str, float]:
        """Joint → multiplier, of all joints that it follows."""
        return {self.joint: self.multiplier, **self.more}

    def position(self, positions: Mapping[str, float]) -> float:
        """From the positions of the others."""
        return sum((m * positions[j] for j, m in self.entries.items()), start=self.offset)


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
