"""Elasticity between motor and link: laws, by the name that files use."""

from armwright.laws.transmission.backlash import Backlash
from armwright.laws.transmission.coupled import CoupledSprings
from armwright.laws.transmission.cubic import CubicSpring
from armwright.laws.transmission.hysteretic import HystereticSpring
from armwright.laws.transmission.linear import LinearSpring
from armwright.laws.transmission.spring import Spring
from armwright.laws.transmission.stiffening import StiffeningSpring
from armwright.robot.shaft import in_series, on_motor_side, shaft_stiffness

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
    "CoupledSprings",
    "CubicSpring",
    "HystereticSpring",
    "LinearSpring",
    "Spring",
    "StiffeningSpring",
    "in_series",
    "on_motor_side",
    "shaft_stiffness",
]
