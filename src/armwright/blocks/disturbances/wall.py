"""A wall that gives way, which a frame of the arm may touch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Input, Option, Output, Parameter
from armwright.block.quantities import Quantities, Site
from armwright.blocks.frame_signals import about_frame
from armwright.errors import InputError


class Wall(Block):
    """f = k δ (1 + a δ̇) where the frame's origin is deeper in the wall than δ = 0, else 0; never
    less than 0. Hunt and Crossley 1975, with exponent 1.

    The wall is a plane through a point, its normal points to where the arm is. It leaves a mass
    that hits it at v with −e v, a v − ln(1 + a v) = −a e v − ln(1 − a e v), of any stiffness.
    Along the wall friction brakes with μ f ṡ/√(ṡ² + v_s²).

    The integrators `midpoint` and `implicit` solve for the force together with the motion
    (`simulation.contacts`), so that walls of any stiffness take no shorter steps to be stable.
    """

    kind = "wall"

    place = Input("m", "where the frame's origin is", signal="position of", size="axis")
    motion = Input("m/s", "how it moves", signal="velocity of", size="axis")
    contact_wrench = Output("N", "on the arm, world axes (moment 0 N m)", size=6, acts="wrench")
    contact_force = Output("N", "f, along the normal", size="one")
    contact_depth = Output("m", "δ; less than 0 in front of the wall", size="one")
    contact_energy = Output("J", "k δ²/2", size="one", acts="energy")
    frame = Option(str, "the frame or link whose origin may touch; empty: the tool", default="")
    point = Parameter("m", "a point of the wall, world axes", default=0.0, size="axis")
    outward = Parameter("", "its normal, out of the wall, world axes; of any length", size="axis")
    stiffness = Parameter("N/m", "k", at_least=0.0, size="one")
    damping = Parameter("s/m", "a, of the force per speed", default=0.0, at_least=0.0, size="one")
    friction_coefficient = Parameter("", "μ", default=0.0, at_least=0.0, size="one")
    slip_speed = Parameter(
        "m/s", "v_s, above which friction is nearly full", default=1e-3, above=0.0, size="one"
    )

    def __init__(self, *, frame: str = "", **settings: Any) -> None:
        self.declared = about_frame(type(self).declared, frame)
        super().__init__(frame=frame, **settings)

    def parameters(self, site: Site) -> dict[str, Array]:
        values = super().parameters(site)
        if not np.any(values["outward"]):
            raise InputError(
                "'outward' has no direction",
                where=f"block '{self.name}'",
                got=values["outward"].tolist(),
                expected="a vector out of the wall, such as [-1, 0, 0]",
            )
        return values

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        n = x.outward / cs.norm_2(x.outward)
        depth = cs.dot(n, x.point - x.place)
        rate = -cs.dot(n, x.motion)
        force = x.stiffness * cs.fmax(depth, 0.0) * cs.fmax(1.0 + x.damping * rate, 0.0)
        slip = x.motion + rate * n
        push = force * (n - brake(x.friction_coefficient, slip, x.slip_speed) * slip)
        return {
            "contact_wrench": cs.vertcat(push, cs.SX.zeros(3)),
            "contact_force": force,
            "contact_depth": depth,
            "contact_energy": 0.5 * x.stiffness * cs.fmax(depth, 0.0) ** 2,
        }


def brake(friction: cs.SX, slip: cs.SX, slip_speed: cs.SX) -> cs.SX:
    """μ/√(ṡ² + v_s²): what friction is per normal force and slip."""
    return friction / cs.sqrt(cs.sumsqr(slip) + slip_speed**2)
