"""Points of ISO 9283, approached from three perpendicular directions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from armwright.block.declarations import Option
from armwright.blocks.references.iso9283_moves import PoseToPose, Stop
from armwright.blocks.references.options import positive


class Iso9283Approaches(PoseToPose):
    """To each of the points of a test plane three times, from places beside it along the cube's
    edges, towards the middle of the cube: for the multi-directional variation vAP.

    One cycle leads to all points from all directions. It moves the joints, so that short ways are
    nearly straight. Three perpendicular directions are the standard's; that they are those of the
    base's axes, and the points P1, P2 and P4, no public source confirms.
    """

    kind = "iso9283_approaches"

    points = Option(tuple, "numbers of the points", default=(1, 2, 4))
    distance = Option(float, "from where the approach begins to the point, in m", default=0.05)

    def stops(self) -> Sequence[Stop]:
        way = positive(self.name, "distance", self.distance, "m")
        plane, edges = self.test_plane, self.cube.rotation.T
        found: list[Stop] = []
        for number in self.numbered("points", self.points):
            place = plane.points[number - 1]
            for axis, edge in zip("xyz", edges, strict=True):
                inward = 1.0 if (plane.points[0] - place) @ edge >= -1e-12 else -1.0
                beside = place + way * inward * edge
                found += [(f"P{number}, {axis}", np.asarray(beside)), (f"P{number}", place)]
        return found
