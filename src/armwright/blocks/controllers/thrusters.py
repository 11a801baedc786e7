"""Thrusters of a vehicle: which of them push how hard for a wrench, and what they then do."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.block import Block
from armwright.block.declarations import Input, Option, Output, Parameter, State, adapted
from armwright.block.quantities import NO_LIMIT, Quantities
from armwright.blocks.frame_signals import about_frame
from armwright.errors import InputError
from armwright.robot.values import frozen_array

_MOST = 64


class Thrusters(Block):
    """f* = B⁺ w kept within ±limit,  ḟ = (f* − f)/T,  w = B f on the frame.

    B has a column (d; r × d) for every thruster, at r and pushing along d in the frame's axes. The
    pseudoinverse shares the commanded wrench w with the least sum of squares; what thrusters cannot
    give together is left out. One that is at its limit leaves part of the wrench ungiven.
    """

    kind = "thrusters"

    rotation = Input("", "R", signal="rotation of", size=9)
    commanded_wrench = Input("N", "w (N, N m), axes of the frame", size=6)
    thrust = Output("N", "f", size=1)
    thruster_wrench = Output("N", "B f (N, N m), world axes", size=6, acts="wrench")
    limited = Output("", "1 while a thruster is at its limit", size=1, flag=True)
    pushing = State("N", "f", size=1, linear=True)
    frame = Option(str, "the frame or link that they are fixed to; empty: the tool", default="")
    places = Option(tuple, "r of every thruster, m")
    directions = Option(tuple, "d of every thruster")
    limit = Parameter("N", "largest |f*|", default=NO_LIMIT, above=0.0, size="one")
    time_constant = Parameter("s", "T", default=0.1, above=0.0, size="one")

    def __init__(
        self, *, frame: str = "", places: Any = (), directions: Any = (), **settings: Any
    ) -> None:
        self._columns = _columns(places, directions, settings.get("name") or self.kind)
        count = self._columns.shape[1]
        sized = {
            name: adapted(one, size=count) if one.size == 1 else one
            for name, one in type(self).declared.items()
        }
        self.declared = about_frame(MappingProxyType(sized), frame)
        super().__init__(frame=frame, places=places, directions=directions, **settings)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        B = self._columns
        wanted = cs.mtimes(cs.SX(np.linalg.pinv(B)), x.commanded_wrench)
        given, limited = x.limited(wanted, -x.limit, x.limit)
        R = cs.reshape(x.rotation, 3, 3)
        own = cs.mtimes(cs.SX(B), x.pushing)
        return {
            "thrust": x.pushing,
            "thruster_wrench": cs.vertcat(cs.mtimes(R, own[:3]), cs.mtimes(R, own[3:])),
            "limited": limited,
            "pushing": (given - x.pushing) / x.time_constant,
        }


def _columns(places: Any, directions: Any, name: str) -> Array:
    """B, 6 × thrusters."""
    where = f"block '{name}'"
    count = len(places) if isinstance(places, list | tuple | np.ndarray) else 0
    if not 0 < count <= _MOST:
        raise InputError(
            "'places'", where=where, got=count, expected=f"1 to {_MOST} rows of three numbers"
        )
    r = frozen_array(places, (count, 3), f"{where}, places")
    d = frozen_array(directions, (count, 3), f"{where}, directions")
    lengths = np.linalg.norm(d, axis=1)
    if not (lengths > 1e-9).all():
        raise InputError("a thruster has no direction", where=where, got=d.tolist())
    d = d / lengths[:, None]
    return np.vstack([d.T, np.cross(r, d).T])
