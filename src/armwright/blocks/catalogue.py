"""All blocks that files can name."""

from __future__ import annotations

import difflib

from armwright.block.block import Block
from armwright.blocks.controllers import CONTROLLERS
from armwright.blocks.disturbances import DISTURBANCES
from armwright.blocks.motors import MOTOR_DISTURBANCES, MOTORS
from armwright.blocks.references import REFERENCES
from armwright.blocks.sensors import SENSORS
from armwright.errors import InputError
from armwright.laws.compensators import COMPENSATORS
from armwright.laws.friction import LAWS as FRICTION_LAWS
from armwright.laws.friction.thermal import Thermal
from armwright.laws.transmission import LAWS as SPRING_LAWS

#: family → kind → block
CATALOGUE: dict[str, dict[str, type[Block]]] = {
    "friction": {**FRICTION_LAWS},
    "spring": {**SPRING_LAWS},
    "motor": {**MOTORS},
    "sensor": {**SENSORS},
    "reference": {**REFERENCES},
    "controller": {**CONTROLLERS},
    "compensator": {**COMPENSATORS},
    "disturbance": {**DISTURBANCES, **MOTOR_DISTURBANCES},
    "thermal": {Thermal.kind: Thermal},
}


def find(family: str, kind: str) -> type[Block]:
    """The block of that family that files call `kind`."""
    if family not in CATALOGUE:
        raise _unknown("family of blocks", family, list(CATALOGUE))
    kinds = CATALOGUE[family]
    if kind not in kinds:
        raise _unknown(f"kind of {family}", kind, list(kinds))
    return kinds[kind]


def _unknown(what: str, name: str, known: list[str]) -> InputError:
    near = difflib.get_close_matches(name, known, n=1)
    return InputError(
        f"unknown {what}",
        got=repr(name),
        expected="one of " + ", ".join(known),
        hint=f"Do you mean '{near[0]}'?" if near else "",
    )
