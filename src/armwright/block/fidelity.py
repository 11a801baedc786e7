"""Which effects a scenario has: one switch each, so that what an effect does can be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from armwright.errors import InputError

#: How few and how many points the quadrature of drag may have.
STRIPS = (2, 16)


@dataclass(frozen=True)
class Fidelity:
    """Switching one effect off leaves the others' equations and random numbers as they are.

    `joints = "rigid"` blocks the springs of the transmissions; `springs = "linear"` replaces each
    spring law by its tangent at zero deflection; without `drives` torques act on the joints
    directly, and there are no gears, rotors and springs; without `elastic` the structure is rigid.
    `rotors = "bodies"` has them ride on the links they are mounted on: S4 (2.22) instead of (2.10).
    `deflections = "small"` takes elastic axes for small (S4 6.4): sin q = q, cos q = 1, no Coriolis
    forces of their rates. `gears = "dominant"` keeps one spring for each line of a gear train, the
    softest. Without `water` links with hulls are dry; `strips`: how many points Gauss's quadrature
    of drag has on either side of where the flow across a link is slowest: in a plane two are exact.
    """

    gravity: bool = True
    friction: bool = True
    drives: bool = True
    joints: Literal["flexible", "rigid"] = "flexible"
    springs: Literal["described", "linear"] = "described"
    elastic: bool = True
    rotors: Literal["reduced", "bodies"] = "reduced"
    deflections: Literal["finite", "small"] = "finite"
    gears: Literal["described", "dominant"] = "described"
    water: bool = True
    strips: int = 3
    ripple: bool = True
    noise: bool = True
    saturation: bool = True

    def __post_init__(self) -> None:
        few, many = STRIPS
        whole = isinstance(self.strips, int) and not isinstance(self.strips, bool)
        if not (whole and few <= self.strips <= many):
            raise InputError(
                "'strips' is out of range",
                where="fidelity",
                got=repr(self.strips),
                expected=f"a whole number from {few} to {many}",
            )
