"""Elasticity between motor and link: laws, by the name that files use."""

from armwright.blocks.transmission.backlash import Backlash
from armwright.blocks.transmission.cubic import CubicSpring
from armwright.blocks.transmission.hysteretic import HystereticSpring
from armwright.blocks.transmission.linear import LinearSpring
from armwright.blocks.transmission.shaft import in_series, on_motor_side, shaft_stiffness
from armwright.blocks.transmission.spring import Spring
from armwright.blocks.transmission.stiffening import StiffeningSpring

_ALL: tuple[type[Spring], ...] = (
    LinearSpring,
    StiffeningSpring,
    CubicSpring,
    Backlash,
    HystereticSpring,
)
LAWS: dict[str, type[Spring]] = {law.kind: law for law in _ALL}

__all__ = [
    "LAWS",
    "Backlash",
    "CubicSpring",
    "HystereticSpring",
    "LinearSpring",
    "Spring",
    "StiffeningSpring",
    "in_series",
    "on_motor_side",
    "shaft_stiffness",
]
