"""Which numbers of a robot stay inputs of the generated code, and under which names.

| name | size | unit | meaning |
|---|---|---|---|
| `links.<link>.mass` | 1 | kg | |
| `links.<link>.first_moment` | 3 | kg m | mass × centre of mass, link frame |
| `links.<link>.inertia` | 6 | kg m² | xx xy xz yy yz zz about the link's origin, link axes |
| `joints.<joint>.translation` | 3 | m | joint frame's origin in the parent link's frame |
| `joints.<joint>.rotation` | 3 | rad | correction Rx Ry Rz of the joint frame; nominal 0 |
| `gravity` | 3 | m/s² | free-fall acceleration, base frame |

The inertial ones are those in which torques are linear.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property

import casadi as cs
import numpy as np
from numpy.typing import NDArray

from armwright.errors import InputError
from armwright.robot import Robot

_INERTIAL = (("mass", slice(0, 1)), ("first_moment", slice(1, 4)), ("inertia", slice(4, 10)))


def nominal_parameters(robot: Robot) -> dict[str, NDArray[np.float64]]:
    """Every parameter that can be free, with its nominal value."""
    values: dict[str, NDArray[np.float64]] = {}
    for link in robot.links:
        ten = link.inertia.parameters if link.inertia else np.zeros(10)
        for name, part in _INERTIAL:
            values[f"links.{link.name}.{name}"] = ten[part]
    for joint in robot.joints:
        values[f"joints.{joint.name}.translation"] = np.array(joint.origin.translation)
        values[f"joints.{joint.name}.rotation"] = np.zeros(3)
    values["gravity"] = np.array(robot.gravity)
    return values


@dataclass(frozen=True)
class FreeParameters:
    """The chosen parameters in the order of the robot's file, as one input vector."""

    robot: Robot
    names: tuple[str, ...]
    nominal: NDArray[np.float64]
    places: dict[str, slice]

    @staticmethod
    def choose(robot: Robot, free: Iterable[str]) -> FreeParameters:
        """`free`: names, beginnings of names (`links.forearm`) or patterns (`links.*.mass`)."""
        values = nominal_parameters(robot)
        chosen: set[str] = set()
        for wanted in free:
            hits = {n for n in values if n.startswith(f"{wanted}.") or fnmatchcase(n, wanted)}
            if not hits:
                near = difflib.get_close_matches(wanted, values, n=3)
                raise InputError(
                    "no parameter of that name",
                    where=f"robot '{robot.name}', free",
                    got=repr(wanted),
                    expected="a name like " + " or ".join(near or list(values)[:3]),
                )
            chosen |= hits
        names = tuple(name for name in values if name in chosen)
        places, end = {}, 0
        for name in names:
            places[name] = slice(end, end + values[name].size)
            end += values[name].size
        nominal = np.concatenate([values[name] for name in names]) if names else np.zeros(0)
        return FreeParameters(robot, names, nominal, places)

    @cached_property
    def symbol(self) -> cs.SX:
        return cs.SX.sym("parameters", self.nominal.size)

    @cached_property
    def _elements(self) -> list[cs.SX]:
        return cs.vertsplit(self.symbol) if self.nominal.size else []

    def is_free(self, name: str) -> bool:
        return name in self.places

    def get(self, name: str) -> list[cs.SX]:
        """The symbols of a free parameter."""
        return self._elements[self.places[name]]
