"""The coordinates of a plant: what moves in it, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: `driven` and `passive`: a joint, with or without a motor. `dependent`: one without a motor that
#: follows from the others where loops are closed. `elastic`: the structure gives way.
#: `rotor`: a motor behind a spring. `shaft`: inside a gear train. `prescribed`: its motion comes
#: from outside.
CoordinateRole = Literal[
    "driven", "passive", "dependent", "elastic", "rotor", "shaft", "prescribed"
]
CoordinateUnit = Literal["rad", "m"]

#: How the names of rotors begin.
ROTOR = "rotor of "
_WORDS = {
    "driven": "joint '{}'",
    "passive": "joint '{}'",
    "dependent": "joint '{}'",
    "elastic": "elastic axis '{}'",
    "rotor": "the motor of joint '{}'",
    "shaft": "shaft '{}'",
    "prescribed": "the base's '{}'",
}


@dataclass(frozen=True)
class Coordinate:
    """`name`: the joint's or the elastic axis's own; `rotor of …` its motor's, and it counts on the
    motor's side of the gear."""

    name: str
    role: CoordinateRole
    unit: CoordinateUnit = "rad"

    @property
    def words(self) -> str:
        """What messages call it."""
        return _WORDS[self.role].format(self.name.removeprefix(ROTOR))
