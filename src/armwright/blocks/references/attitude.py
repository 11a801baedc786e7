"""How a tool is turned along a curve."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np

from armwright.arrays import Array
from armwright.blocks.references.profiles import eased


class Turns(NamedTuple):
    """R (N, 3, 3), and as vectors in base axes its rate ω(s) by s, and ω′(s), each (N, 3)."""

    rotation: Array
    rate: Array
    bend: Array


class Attitude(Protocol):
    """R(s) of the tool along a curve, s from 0 to 1."""

    def at(self, s: Array) -> Turns:
        """At s (N,)."""


@dataclass(frozen=True, eq=False)
class Constant:
    """R = const."""

    rotation: Array

    def at(self, s: Array) -> Turns:
        still = np.zeros((len(s), 3))
        return Turns(np.broadcast_to(self.rotation, (len(s), 3, 3)), still, still)


@dataclass(frozen=True, eq=False)
class Slerp:
    """R = exp(w φₖ) Rₖ from mark to mark, φₖ = log(Rₖ₊₁ Rₖᵀ): about a fixed axis, as straight as
    rotations go.

    `marks` (k,) are s, `rotations` (k, 3, 3). w eases from 0 to 1: at the marks the tool does not
    turn, so that ω and ω′ are continuous.  Shoemake 1985, except for the easing.
    """

    marks: Array
    rotations: Array

    @cached_property
    def _turns(self) -> Array:
        """φ (k − 1, 3)."""
        from scipy.spatial.transform import Rotation  # takes half a second to import

        before, after = self.rotations[:-1], self.rotations[1:]
        turns: Array = Rotation.from_matrix(after @ np.swapaxes(before, 1, 2)).as_rotvec()
        return turns

    def at(self, s: Array) -> Turns:
        from scipy.spatial.transform import Rotation

        last = len(self.marks) - 2
        k = np.clip(np.searchsorted(self.marks, s, side="right") - 1, 0, last)
        span = np.diff(self.marks)[k]
        w = eased((s - self.marks[k]) / span)
        turn = self._turns[k]
        rotation = Rotation.from_rotvec(w.position[:, None] * turn).as_matrix() @ self.rotations[k]
        rate, bend = w.velocity / span, w.acceleration / span**2
        return Turns(rotation, rate[:, None] * turn, bend[:, None] * turn)
