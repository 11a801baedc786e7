"""A base that is moved: a ship, a vehicle, a shaking table."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, get_args

import casadi as cs

from armwright.block.block import Block
from armwright.block.declarations import Option, Output, Parameter, adapted
from armwright.block.quantities import Quantities
from armwright.errors import InputError
from armwright.robot.elastic import Axis


class BaseMotion(Block):
    """b = A sin(2π f t + φ) along each of the `axes`, from the beginning on.

    x, y, z are slides, rx, ry, rz turns of the base, one after the other from the ground in the
    order given. What moves it is the signal `base_force`.
    """

    kind = "base_motion"

    base_position = Output("rad", "b", acts="base")
    base_velocity = Output("rad/s", "ḃ", acts="base")
    base_acceleration = Output("rad/s²", "b̈", acts="base")
    axes = Option(tuple, "along and about which axes, such as ['z', 'ry']")
    amplitude = Parameter("rad", "A, one for each axis; m along x, y, z")
    frequency = Parameter("Hz", "f, one for each axis", at_least=0.0)
    phase = Parameter("rad", "φ", default=0.0)

    def __init__(self, *, axes: Any = (), **settings: Any) -> None:
        chosen = tuple(axes) if isinstance(axes, list | tuple) else ()
        known = get_args(Axis)
        if not chosen or any(a not in known for a in chosen) or len(set(chosen)) < len(chosen):
            raise InputError(
                "'axes'",
                where=f"block '{settings.get('name') or self.kind}'",
                got=repr(axes)[:60],
                expected="a list of different axes out of " + ", ".join(known),
            )
        sized = (Output, Parameter)
        self.declared = MappingProxyType(
            {
                name: adapted(one, size=len(chosen)) if isinstance(one, sized) else one
                for name, one in type(self).declared.items()
            }
        )
        super().__init__(axes=chosen, **settings)

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        omega = 2.0 * math.pi * x.frequency
        angle = omega * x.time + x.phase
        return {
            "base_position": x.amplitude * cs.sin(angle),
            "base_velocity": omega * x.amplitude * cs.cos(angle),
            "base_acceleration": -(omega**2) * x.amplitude * cs.sin(angle),
        }
