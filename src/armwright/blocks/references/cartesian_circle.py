"""The tool along a circle, or part of one."""

from __future__ import annotations

import math

import numpy as np

from armwright.arrays import Array
from armwright.block.declarations import Option
from armwright.blocks.references.cartesian import Cartesian
from armwright.blocks.references.curves import Arc, ToolCurve
from armwright.blocks.references.options import point, positive, unfit
from armwright.errors import InputError

#: How far from the circle's plane its first point may be given, by the radius.
FLAT = 1e-6


class CartesianCircle(Cartesian):
    """p = c + R(n, α s(t)) (b − c); joint positions by inverse kinematics.

    It starts at `begin`, or, if the `radius` is given instead, where the base's x axis points from
    the centre, seen along the normal (the y axis for a normal along x).
    """

    kind = "cartesian_circle"

    centre = Option(tuple, "x, y, z in m")
    normal = Option(tuple, "direction about which it turns, right-handed", default=(0.0, 0.0, 1.0))
    begin = Option(tuple, "x, y, z in m where it starts", default=None)
    radius = Option(float, "in m, if no point is given to start from", default=None)
    angle = Option(float, "how far; by default once round", default=None)

    def curve(self, tool: Array) -> ToolCurve:
        centre, n = point(self.name, "centre", self.centre), self._unit_normal()
        x = self._first_radius(centre, n)
        return Arc(centre, x, np.cross(n, x), self._whole_angle())

    def _unit_normal(self) -> Array:
        n = point(self.name, "normal", self.normal)
        length = float(np.linalg.norm(n))
        if length == 0:
            raise unfit(self.name, "normal", self.normal, "a direction")
        return n / length

    def _first_radius(self, centre: Array, n: Array) -> Array:
        if (self.begin is None) == (self.radius is None):
            raise InputError(
                "how large is the circle?",
                where=f"block '{self.name}'",
                got="neither" if self.begin is None else "both",
                expected="'begin' or 'radius'",
            )
        if self.radius is not None:
            axis = np.eye(3)[0 if abs(n[0]) < 0.9 else 1]
            across: Array = axis - n * (n @ axis)
            size = positive(self.name, "radius", self.radius, "m")
            return across * (size / float(np.linalg.norm(across)))
        x = point(self.name, "begin", self.begin) - centre
        radius, height = float(np.linalg.norm(x)), float(n @ x)
        if abs(height) > FLAT * radius or radius == 0:
            raise InputError(
                "'begin' is not on a circle about 'centre' across 'normal'",
                where=f"block '{self.name}'",
                got=f"{height:.3g} m along the normal, {radius:.3g} m from the centre",
                expected="0 m along the normal, more than 0 m from the centre",
            )
        return x - n * height

    def _whole_angle(self) -> float:
        if self.angle is None:
            return 2 * math.pi
        angle = math.radians(self.angle) if self.degrees else float(self.angle)
        if not math.isfinite(angle):
            raise unfit(self.name, "angle", self.angle, "a finite angle")
        return angle
