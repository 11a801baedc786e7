"""What acts along a direction of the coordinates: on a joint of MuJoCo's, or on a tendon.

A friction law, a spring or a rotor feels one number, a sum of coordinates with weights. MuJoCo's
joints have damping, friction loss, armature and stiffness; so have its fixed tendons, whose length
is such a sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from armwright.robot.formats.urdf_write import numbers
from armwright.robot.formats.xml import Node


@dataclass(frozen=True)
class Effect:
    """`along`: joint → weight. `stiffness` pulls towards `rest`, and does nothing within `gap` of
    it. SI units, of the sum that is felt."""

    name: str
    along: Mapping[str, float]
    damping: float = 0.0
    loss: float = 0.0
    inertia: float = 0.0
    stiffness: float = 0.0
    rest: float = 0.0
    gap: float = 0.0

    @property
    def idle(self) -> bool:
        return not (self.damping or self.loss or self.inertia or self.stiffness)


def joint_attributes(effects: Iterable[Effect]) -> dict[str, dict[str, str]]:
    """For each joint what the effects that it feels alone make of it."""
    found: dict[str, dict[str, float]] = {}
    for effect in effects:
        if len(effect.along) != 1:
            continue
        ((joint, weight),) = effect.along.items()
        own = found.setdefault(joint, dict.fromkeys(_ATTRIBUTES, 0.0))
        stiffness = effect.stiffness * weight**2
        if stiffness:
            pull = own["stiffness"] * own["springref"] + stiffness * effect.rest / weight
            own["stiffness"] += stiffness
            own["springref"] = pull / own["stiffness"]
        own["damping"] += effect.damping * weight**2
        own["frictionloss"] += effect.loss * abs(weight)
        own["armature"] += effect.inertia * weight**2
    return {
        joint: {key: numbers([value]) for key, value in own.items() if value}
        for joint, own in found.items()
    }


def tendons(effects: Iterable[Effect]) -> list[Node]:
    """The effects that several joints feel."""
    return [_tendon(effect) for effect in effects if len(effect.along) != 1]


def _tendon(effect: Effect) -> Node:
    if effect.rest < 0:  # a length of −1 has a meaning of its own
        along = {joint: -weight for joint, weight in effect.along.items()}
        effect = replace(effect, along=along, rest=-effect.rest)
    values = {"name": effect.name}
    given = {
        "damping": effect.damping,
        "frictionloss": effect.loss,
        "armature": effect.inertia,
        "stiffness": effect.stiffness,
    }
    values |= {key: numbers([value]) for key, value in given.items() if value}
    if effect.stiffness:
        ends = {effect.rest - effect.gap, effect.rest + effect.gap}
        values["springlength"] = numbers(sorted(ends))
    joints = tuple(
        Node("joint", {"joint": joint, "coef": numbers([weight])})
        for joint, weight in effect.along.items()
    )
    return Node("fixed", values, joints)


_ATTRIBUTES = ("damping", "frictionloss", "armature", "stiffness", "springref")
