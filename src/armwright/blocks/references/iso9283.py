"""The test cube of ISO 9283:1998, its planes, the five points on them, and the paths.

The rules that are used here; clause 6.8 of the standard, the order of the points clause 7.2. What
no public source confirms is marked (*):

- A cube of side a, usually with edges along the base's axes (*), has the corners C1 to C8. As
  numbered here (*), C1 to C4 are the lower face, anticlockwise from above, C1 at −x and +y, C2 at
  −x and −y; C5 to C8 lie above them.
- A test plane goes through two opposite edges of the cube, as C1-C2-C7-C8: a rectangle with the
  sides a and √2 a, whose diagonals, √3 a, are those of the cube.
- P1 is the centre. P2 to P5 lie on the diagonals, 10 % of their length from the plane's corners, in
  the order of the corners in the plane's name.
- The straight path leads from P2 to P4: 80 % of a diagonal. The large circle about P1 has the
  diameter 0.8 a, the small one a tenth of that, 0.08 a. The rectangle, for its corners, leads round
  P2, P3, P4, P5. It begins and ends half way between P5 and P2 (*): every corner has a way before
  and behind it.
- Points are visited in the order P1, P5, P4, P3, P2, P1.
- Cycles: 30 for poses and distances, 10 for paths, 3 for corners, settling and posing time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Option
from armwright.blocks.references.curves import Arc, Line
from armwright.blocks.references.options import point, positive, rotation

PLANES = ("C1-C2-C7-C8", "C2-C3-C8-C5", "C3-C4-C5-C6", "C4-C1-C6-C7")
#: Of a diagonal, from the plane's corner to a point.
INSET = 0.1
#: Diameters: of the large circle by the cube's side, of the small one by the large one's.
LARGE, SMALL = 0.8, 0.1
#: C1 to C8 in units of half a side.
_CORNERS = np.array(
    [[x, y, z] for z in (-1.0, 1.0) for x, y in ((-1, 1), (-1, -1), (1, -1), (1, 1))]
)


@dataclass(frozen=True, eq=False)
class IsoPlane:
    """`corners` (4, 3) in m, in the order of the plane's name; `side` (m) of the cube."""

    corners: Array
    side: float

    @property
    def points(self) -> Array:
        """P1 to P5, (5, 3) in m."""
        centre = self.corners.mean(axis=0)
        inner = self.corners + 2 * INSET * (centre - self.corners)
        return np.vstack([centre, inner])

    @property
    def axes(self) -> Array:
        """Unit vectors (3, 3) as rows: along the first edge, across it in the plane, normal."""
        x, y = self.corners[1] - self.corners[0], self.corners[2] - self.corners[1]
        x, y = x / np.linalg.norm(x), y / np.linalg.norm(y)
        return np.array([x, y, np.cross(x, y)])

    def line(self) -> Line:
        """From P2 to P4."""
        _, p2, _, p4, _ = self.points
        return Line(p2, p4)

    def circle(self, *, small: bool = False) -> Arc:
        """Once round P1, from the direction of the first edge, in the sense P2, P3, P4, P5."""
        radius = LARGE * self.side / 2 * (SMALL if small else 1.0)
        x, y, _ = self.axes
        return Arc(self.points[0], radius * x, radius * y, 2 * math.pi)

    def rectangle(self) -> list[Array]:
        """P2, P3, P4, P5, begun and ended half way between P5 and P2."""
        _, p2, p3, p4, p5 = self.points
        between = (p5 + p2) / 2
        return [between, p2, p3, p4, p5, between]


@dataclass(frozen=True, eq=False)
class IsoCube:
    """`centre` and `side` in m; `rotation` (3, 3) from its axes to those of the base."""

    centre: Array
    side: float
    rotation: Array

    @property
    def corners(self) -> Array:
        """C1 to C8, (8, 3) in m."""
        corners: Array = self.centre + self.side / 2 * _CORNERS @ self.rotation.T
        return corners

    def plane(self, name: str) -> IsoPlane:
        """By its corners, one of PLANES."""
        places = [int(corner[1:]) - 1 for corner in name.split("-")]
        return IsoPlane(self.corners[places], self.side)


class OnTestPlane(Block):
    """What references on a test plane are told about it."""

    degrees = Option(bool, "whether angles are given in degrees", default=False)
    cube_centre = Option(tuple, "of the test cube: x, y, z in m, in the robot's base frame")
    cube_side = Option(float, "of the test cube, in m")
    cube_orientation = Option(
        tuple,
        "of the test cube: a 3 × 3 matrix, or roll, pitch, yaw; by default along the base's axes",
        default=None,
    )
    plane = Option(str, "the test plane, by its corners", default=PLANES[0], choices=PLANES)

    @property
    def cube(self) -> IsoCube:
        R = np.eye(3)
        if self.cube_orientation is not None:
            R = rotation(self.name, "cube_orientation", self.cube_orientation, self.degrees)
        return IsoCube(
            point(self.name, "cube_centre", self.cube_centre),
            positive(self.name, "cube_side", self.cube_side, "m"),
            R,
        )

    @property
    def test_plane(self) -> IsoPlane:
        return self.cube.plane(self.plane)
