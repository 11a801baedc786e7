"""Which effects a scenario has: one switch each, so that what an effect does can be seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Fidelity:
    """Switching one effect off leaves the others' equations and random numbers as they are.

    `joints = "rigid"` blocks the springs of the transmissions; `springs = "linear"` replaces each
    spring law by its tangent at zero deflection; without `drives` torques act on the joints
    directly, and there are no gears, rotors and springs; without `elastic` the structure is rigid;
    without `water` links with hulls are dry.
    """

    gravity: bool = True
    friction: bool = True
    drives: bool = True
    joints: Literal["flexible", "rigid"] = "flexible"
    springs: Literal["described", "linear"] = "described"
    elastic: bool = True
    water: bool = True
    ripple: bool = True
    noise: bool = True
    saturation: bool = True
