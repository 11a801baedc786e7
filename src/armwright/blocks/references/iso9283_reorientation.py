"""The line of ISO 9283 with the tool turning on its way."""

from __future__ import annotations

import math

import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.blocks.references.attitude import Attitude, Slerp
from armwright.blocks.references.iso9283_cycles import PathInCycles
from armwright.blocks.references.options import kept_rotation, positive
from armwright.blocks.references.path import Path
from armwright.errors import InputError


class Iso9283Reorientation(PathInCycles):
    """From P2 to P4, while the tool swings to one side, to the other and back, about the y axis of
    the test cube: for the path accuracy on reorientation.

    It is turned by +swing after a third of the way, by −swing after two thirds. No public source
    confirms the standard's poses P6 to P9, nor its angles; these are assumed.
    """

    kind = "iso9283_reorientation"

    swing = Option(float, "to either side, in rad (or degrees); by default 30°", default=None)

    def one_cycle(self) -> Path:
        return Path((self.test_plane.line(),))

    def attitude(self, in_posture: Array, free: bool) -> Attitude | None:
        R = kept_rotation(self.name, self.orientation, self.degrees, in_posture, free)
        if R is None:
            raise InputError(
                "there is no orientation to swing, as only the tool's position counts",
                where=f"block '{self.name}'",
                hint="Take an arm with joints to turn its tool, or set position_only = false.",
            )
        swing = math.radians(30.0)
        if self.swing is not None:
            swing = positive(self.name, "swing", self.swing)
            swing = math.radians(swing) if self.degrees else swing
        from scipy.spatial.transform import Rotation  # takes half a second to import

        about = self.cube.rotation[:, 1]
        turned = [Rotation.from_rotvec(a * about).as_matrix() @ R for a in (0, swing, -swing, 0)]
        breaks = self.curve(np.zeros(3)).breaks  # type: ignore[attr-defined]
        ways = [(breaks[2 * k], breaks[2 * k + 1]) for k in range(self.cycles)]
        marks = np.concatenate([np.linspace(a, b, 4) for a, b in ways])
        return Slerp(marks, np.array(turned * self.cycles))
