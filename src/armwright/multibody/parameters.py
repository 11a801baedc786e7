"""Which numbers of a robot's bodies stay inputs of the generated code, and under which names.

| name | size | unit | meaning |
|---|---|---|---|
| `links.<link>.mass` | 1 | kg | mass |
| `links.<link>.centre` | 3 | m | centre of mass, link frame |
| `links.<link>.inertia` | 6 | kg m² | xx xy xz yy yz zz about the centre of mass, link axes |
| `links.<link>.first_moment` | 3 | kg m | mass × centre of mass, link frame |
| `links.<link>.inertia_at_origin` | 6 | kg m² | xx xy xz yy yz zz about the origin, link axes |
| `joints.<joint>.translation` | 3 | m | joint frame's origin in the parent link's frame |
| `joints.<joint>.rotation` | 3 | rad | correction Rx Ry Rz of the joint frame; nominal 0 |
| `gravity` | 3 | m/s² | free-fall acceleration, base frame |

A link has two views. `mass`, `centre`, `inertia`: what changes keeps the other two. `mass`,
`first_moment`, `inertia_at_origin`: those in which torques are linear. One link is seen in one of
them; its mass alone is that of the first.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.multibody.placement import Ten, shifted
from armwright.multibody.spatial import Scalar, Symmetric, Vector
from armwright.robot import Inertia, Robot

#: part of a link → unit, meaning
PHYSICAL = {
    "mass": ("kg", "mass"),
    "centre": ("m", "centre of mass, link frame"),
    "inertia": ("kg m²", "xx xy xz yy yz zz about the centre of mass, link axes"),
}
LINEAR = {
    "first_moment": ("kg m", "mass × centre of mass, link frame"),
    "inertia_at_origin": ("kg m²", "xx xy xz yy yz zz about the link's origin, link axes"),
}
_UPPER = np.triu_indices(3)
_NOTHING = Inertia(0.0, np.zeros(3), np.zeros((3, 3)))


def nominal_parameters(robot: Robot) -> dict[str, Array]:
    """Every parameter that can be free, with its nominal value."""
    values: dict[str, Array] = {}
    for link in robot.links:
        own = link.inertia or _NOTHING
        values[f"links.{link.name}.mass"] = np.array([own.mass])
        values[f"links.{link.name}.centre"] = np.array(own.centre)
        values[f"links.{link.name}.inertia"] = np.array(own.tensor[_UPPER])
        values[f"links.{link.name}.first_moment"] = own.parameters[1:4]
        values[f"links.{link.name}.inertia_at_origin"] = own.parameters[4:]
    return values | _of_places(robot)


def _of_places(robot: Robot) -> dict[str, Array]:
    values: dict[str, Array] = {}
    for joint in robot.joints:
        values[f"joints.{joint.name}.translation"] = joint.origin.translation
        values[f"joints.{joint.name}.rotation"] = np.zeros(3)
    values["gravity"] = robot.gravity
    return values


def linear_parameters(robot: Robot) -> dict[str, Array]:
    """Those in which every link is seen in its linear view."""
    values: dict[str, Array] = {}
    for link in robot.links:
        ten = (link.inertia or _NOTHING).parameters
        values[f"links.{link.name}.mass"] = ten[:1]
        values[f"links.{link.name}.first_moment"] = ten[1:4]
        values[f"links.{link.name}.inertia_at_origin"] = ten[4:]
    return values | _of_places(robot)


@dataclass(frozen=True)
class FreeParameters:
    """The chosen parameters in the order of the robot's file, as one input vector. `linear`: the
    links that are seen in their linear view."""

    robot: Robot
    names: tuple[str, ...]
    nominal: Array
    places: dict[str, slice]
    linear: frozenset[str] = frozenset()

    @staticmethod
    def choose(robot: Robot, free: Iterable[str], *, linear: bool = False) -> FreeParameters:
        """`free`: names, beginnings of names (`links.forearm`) or patterns (`links.*.mass`).
        `linear`: links are seen in their linear view."""
        wanted_names = list(free)
        if not wanted_names:
            links = frozenset(link.name for link in robot.links) if linear else frozenset()
            return FreeParameters(robot, (), np.zeros(0), {}, links)
        values = nominal_parameters(robot)
        chosen: set[str] = set()
        for wanted in wanted_names:
            hits = {n for n in values if fnmatchcase(n, wanted)} or {
                n
                for n in values
                if n.startswith(f"{wanted}.") and n.rpartition(".")[2] not in LINEAR
            }
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
        names_of_links = [link.name for link in robot.links]
        views = frozenset(link for link in names_of_links if linear or _is_linear(link, chosen))
        return FreeParameters(robot, names, nominal, places, views)

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

    def vector(self, numbers: Mapping[str, Array]) -> Array:
        """The value of the symbol for these numbers."""
        parts = [numbers[name] for name in self.names]
        return np.concatenate(parts) if parts else np.zeros(0)

    def ten(self, link: str) -> Ten:
        """The link's mass, first moment and inertia about its origin."""
        own = self.robot.link(link).inertia or _NOTHING
        if link in self.linear:
            mass, *rest = (float(value) for value in own.parameters)
            (mass,) = self._or(f"links.{link}.mass", [mass])
            moment = self._or(f"links.{link}.first_moment", rest[:3])
            inertia = self._or(f"links.{link}.inertia_at_origin", rest[3:])
            return Ten(mass, Vector(*moment), Symmetric(*inertia))
        if not any(self.is_free(f"links.{link}.{part}") for part in PHYSICAL):
            numbers = [float(value) for value in own.parameters]
            return Ten(numbers[0], Vector(*numbers[1:4]), Symmetric(*numbers[4:]))
        (mass,) = self._or(f"links.{link}.mass", [float(own.mass)])
        centre = Vector(*self._or(f"links.{link}.centre", own.centre.tolist()))
        inertia = self._or(f"links.{link}.inertia", own.tensor[_UPPER].tolist())
        return Ten(mass, *shifted(mass, Vector(), Symmetric(*inertia), centre))

    def _or(self, name: str, nominal: list[float]) -> list[Scalar]:
        return list(self.get(name)) if self.is_free(name) else nominal


def _is_linear(link: str, chosen: set[str]) -> bool:
    """Whether the parameters chosen of a link are those of its linear view."""
    linear = [part for part in LINEAR if f"links.{link}.{part}" in chosen]
    other = [part for part in ("centre", "inertia") if f"links.{link}.{part}" in chosen]
    if linear and other:
        raise InputError(
            "a link is seen in one view: what changes in one moves the others in the other",
            where=f"free, links.{link}",
            got=" and ".join([*other, *linear]),
            expected="mass, centre, inertia; or mass, first_moment, inertia_at_origin",
        )
    return bool(linear)
