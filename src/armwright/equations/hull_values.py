"""The numbers of hulls as equations have them: products of coefficients, density and size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from armwright.arrays import Array
from armwright.equations.link_labels import link_labels
from armwright.multibody.placement import Placement, numbers
from armwright.multibody.spatial import Vector
from armwright.multibody.wet_links import HullNumber, WetBody, still_water, wet_link
from armwright.robot import Hull, Robot

#: By key: symbol, unit, meaning.
NUMBERS = {
    "length": ("lh", "m", "length of the hull of {}"),
    "displaced_mass": ("md", "kg", "mass of the water that {} displaces"),
    "added_mass_per_length": ("Ka", "kg/m", "added mass across {}, for its length"),
    "axial_added_mass_per_length": ("Kx", "kg/m", "added mass along {}, for its length"),
    "drag_per_length": ("Kd", "kg/m²", "drag across {}, for its length"),
    "lift_per_length": ("Kl", "kg/m²", "lift of {}, for its length"),
    "axial_drag_per_length": ("Kt", "kg/m²", "drag along {}, for its length"),
}
#: Of points, with the axis behind.
POINT_NUMBERS = {
    "drag": ("kq", "N s²/m²", "drag of {} along its axis"),
    "linear_drag": ("ks", "N s/m", "linear drag of {} along its axis"),
    "turning_drag": ("kr", "N m s²/rad²", "drag of {} about its axis"),
    "linear_turning_drag": ("kw", "N m s/rad", "linear drag of {} about its axis"),
}
_IN_MATRIX = ("added_mass_coefficient", "axial_added_mass_coefficient")


@dataclass(frozen=True)
class HullValues:
    """`values`: those that are not zero, by the keys of `NUMBERS`, `added_inertia.ij` and, for the
    point k of `places`, the keys of `POINT_NUMBERS` with k and the axis: `drag1.x`."""

    link: str
    label: str
    values: Mapping[str, float]
    centre: Array
    start: Array
    axes: tuple[Array, ...]
    places: tuple[Array, ...]

    @property
    def path(self) -> str:
        return f"links.{self.link}.hull"


def hulls_of(robot: Robot) -> tuple[HullValues, ...]:
    """Of all links that move or may move, in the order of the file."""
    water, labels = still_water(robot), link_labels(robot)
    if water is None:
        return ()
    density = float(robot.water_density)
    return tuple(
        _values(name, labels[name], hull, number, density)
        for name, (hull, number) in water.hulls.items()
    )


def _values(link: str, label: str, hull: Hull, number: HullNumber, density: float) -> HullValues:
    body = wet_link(hull, number, density, Placement())
    rest = wet_link(hull, _without(number), density, Placement()) if body.lines else body
    found: dict[str, float] = {"displaced_mass": float(body.mass)}
    start, axes = np.zeros(3), tuple[Array, ...]()
    for line in body.lines:
        start, axes = _vector(line.start), tuple(numbers(line.axes))
        area = density * np.pi * hull.radius**2
        found |= {
            "length": line.length,
            "added_mass_per_length": area * hull.added_mass_coefficient,
            "axial_added_mass_per_length": area * hull.axial_added_mass_coefficient,
            "drag_per_length": float(line.across),
            "lift_per_length": float(line.lift),
            "axial_drag_per_length": float(line.along),
        }
    for (i, j), value in np.ndenumerate(_matrix(rest)):
        if i <= j:
            found[f"added_inertia.{i + 1}{j + 1}"] = float(value)
    for k, point in enumerate(body.points, 1):
        groups = (point.quadratic, point.linear, point.turning, point.linear_turning)
        for key, group in zip(POINT_NUMBERS, groups, strict=True):
            for axis, value in zip("xyz", group, strict=True):
                found[f"{key}{k}.{axis}"] = float(value)
    places = tuple(_vector(point.at) for point in body.points)
    known = {key: value for key, value in found.items() if value}
    return HullValues(link, label, known, hull.buoyancy_centre, start, axes, places)


def _without(number: HullNumber) -> HullNumber:
    """The added mass of the cylinder stands apart."""
    return lambda key: [0.0] if key in _IN_MATRIX else number(key)


def _matrix(body: WetBody) -> Array:
    if body.added is None:
        return np.zeros((6, 6))
    blocks = (body.added.linear, body.added.cross, body.added.angular)
    A, B, D = (numbers(block) for block in blocks)
    return np.block([[A, B], [B.T, D]])


def _vector(v: Vector) -> Array:
    return np.array(list(v), dtype=np.float64)
