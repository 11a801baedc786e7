"""What a link looks like, and what water feels of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.pose import Pose
from armwright.robot.values import Value, frozen_array

ShapeKind = Literal["box", "cylinder", "sphere", "mesh"]


@dataclass(frozen=True, eq=False)
class Shape(Value):
    """What a link looks like. `size`: box edges; cylinder (radius, length along z); sphere
    (radius,); mesh scale factors."""

    kind: ShapeKind
    size: tuple[float, ...]
    pose: Pose = field(default_factory=Pose)
    mesh: str | None = None


def _zeros() -> Array:
    return frozen_array([0, 0, 0], (3,), "hull")


@dataclass(frozen=True, eq=False)
class Hull(Value):
    """What water feels of a link.

    Displaced `volume` (m³) and its `centre` (m); quadratic drag along the link's axes `drag`
    (N s²/m²). Or, for strips across a cylinder: its axis from `start` to `end` (m), `radius` (m)
    and Morison's coefficients.
    """

    volume: float = 0.0
    centre: Array = field(default_factory=_zeros)
    drag: Array = field(default_factory=_zeros)
    start: Array = field(default_factory=_zeros)
    end: Array = field(default_factory=_zeros)
    radius: float = 0.0
    drag_coefficient: float = 0.0
    added_mass_coefficient: float = 0.0

    def __post_init__(self) -> None:
        for name in ("centre", "drag", "start", "end"):
            object.__setattr__(self, name, frozen_array(getattr(self, name), (3,), f"hull {name}"))

    def seen_from(self, pose: Pose) -> Hull:
        """The same hull described in frame A, where `pose` is the link's frame in A."""
        R, p = pose.rotation, pose.translation
        swapped = np.abs(R)
        if self.drag.any() and np.abs(swapped - swapped.round()).max() > 1e-9:
            raise InputError(
                "drag along the axes cannot be turned by this angle", where="hull", got=R.tolist()
            )
        return replace(
            self,
            centre=R @ self.centre + p,
            drag=swapped @ self.drag,
            start=R @ self.start + p,
            end=R @ self.end + p,
        )
