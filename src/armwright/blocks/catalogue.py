"""All blocks that files can name."""

from __future__ import annotations

from collections.abc import Mapping

from armwright.block.block import Block
from armwright.blocks.controllers import CONTROLLERS
from armwright.blocks.disturbances import DISTURBANCES
from armwright.blocks.motors import MOTOR_DISTURBANCES, MOTORS
from armwright.blocks.references import REFERENCES
from armwright.blocks.sensors import SENSORS
from armwright.laws.catalogue import CATALOGUE as LAWS
from armwright.laws.catalogue import find_in
from armwright.laws.compensators import COMPENSATORS
from armwright.laws.friction.thermal import Thermal

#: family → kind → block
CATALOGUE: dict[str, Mapping[str, type[Block]]] = {
    **LAWS,
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
    return find_in(CATALOGUE, family, kind)
