"""Hulls: what water feels of the links, of a believable size and density."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from armwright.arrays import Array
from armwright.robot.checks.tree import reach
from armwright.robot.finding import Finding
from armwright.robot.hull import Hull
from armwright.robot.links import Link
from armwright.robot.model import Description

#: kg/m³: from light oil to brine.
_WATERS = (600.0, 1500.0)
#: Mass over that of the displaced water: foam, and heavier than tungsten.
_DENSITIES = (0.1, 20.0)
#: Largest that shapes have across the flow, and along it.
_COEFFICIENTS = {
    "drag_coefficient": 2.5,
    "added_mass_coefficient": 2.5,
    "axial_drag_coefficient": 0.5,
    "axial_added_mass_coefficient": 1.0,
    "lift_coefficient": 2.5,
}
#: Given coefficients over those of a ball with the same volume, C_d = 1.
_DRAG_OF_A_BALL = 30.0
_ADDED_OF_A_BALL = 30.0
#: How much longer than its link, or than the arm, a hull may be.
_LONGER = 3.0
_VOLUMES = 2.0


def check_hulls(robot: Description) -> Iterator[Finding]:
    wet = [link for link in robot.links if link.hull is not None]
    if not wet:
        return
    low, high = _WATERS
    if not low <= robot.water_density <= high:
        yield Finding(
            "warning",
            "implausible density of water",
            f"robot '{robot.name}'",
            f"{robot.water_density:g} kg/m³",
            f"{low:g} to {high:g} kg/m³",
            "Is it in kg/m³, and not in g/cm³?",
        )
    size = reach(robot)
    for link in wet:
        assert link.hull is not None
        where = f"link '{link.name}', hull"
        yield from _size(where, link.hull, _extent(robot, link), size)
        yield from _density(where, link, link.hull, robot.water_density)
        yield from _coefficients(where, link.hull, robot.water_density)
        yield from _centre(where, link.hull)
    yield from _forgotten(robot, wet)


def _extent(robot: Description, link: Link) -> float:
    """How far what is said of a link beside its hull lies from its frame (m)."""
    points = [joint.origin.translation for joint in robot.joints if joint.parent == link.name]
    points += [frame.pose.translation for frame in robot.frames if frame.link == link.name]
    if link.inertia is not None:
        points.append(2 * link.inertia.centre)
    return max((float(np.linalg.norm(point)) for point in points), default=0.0)


def _size(where: str, hull: Hull, extent: float, arm: float) -> Iterator[Finding]:
    lengths = [float(np.linalg.norm(end)) for end in (hull.start, hull.end)]
    largest = max(*lengths, hull.radius, float(hull.box.max()))
    compared, of = (extent, "link") if extent > 0.05 else (max(arm, 1.0), "arm")
    if largest > _LONGER * compared:
        yield Finding(
            "warning",
            f"much longer than its {of}",
            where,
            f"{largest:.3g} m beside {compared:.3g} m",
            f"at most {_LONGER * compared:.3g} m",
            "Is it in metres, or in the file's unit of length?",
        )


def _density(where: str, link: Link, hull: Hull, water: float) -> Iterator[Finding]:
    volume, shape = hull.displaced_volume, hull.shape_volume
    if hull.volume and shape and not 1 / _VOLUMES < hull.volume / shape < _VOLUMES:
        yield Finding(
            "warning",
            "volume and shape do not belong together",
            where,
            f"volume {hull.volume:.3g} m³ of a shape with {shape:.3g} m³",
            f"within a factor of {_VOLUMES:g}",
            "It is in m³ whatever the unit of length; leave it out to have that of the shape.",
        )
    mass = link.inertia.mass if link.inertia is not None else 0.0
    if volume * water <= 0:
        return
    low, high = _DENSITIES
    ratio = mass / (volume * water)
    got = f"{mass:.3g} kg that displaces {volume * water:.3g} kg of water"
    if ratio < low:
        hint = "Is the volume in m³? Has the link its mass?"
        yield Finding("warning", "floats like foam", where, got, f"a density above {low:g}", hint)
    elif ratio > high:
        hint = "Is the volume in m³, and all of the link's?"
        expected = f"at most {high:g} times as heavy as water"
        yield Finding("warning", "heavier than any metal", where, got, expected, hint)


def _coefficients(where: str, hull: Hull, water: float) -> Iterator[Finding]:
    for key, largest in _COEFFICIENTS.items():
        value = abs(float(getattr(hull, key)))
        if value > largest:
            yield Finding(
                "warning",
                f"implausible {key}",
                where,
                f"{value:g}",
                f"at most {largest:g}",
                "It has no unit: density and area are counted by themselves.",
            )
    volume = hull.displaced_volume
    if volume * water <= 0:
        return
    ball = 0.5 * water * volume ** (2 / 3)
    if (drag := float(hull.drag.max())) > _DRAG_OF_A_BALL * ball:
        yield Finding(
            "warning",
            "implausible drag",
            where,
            f"{drag:.3g} N s²/m² of {volume:.3g} m³",
            f"about {ball:.2g}, and at most {_DRAG_OF_A_BALL * ball:.2g} N s²/m²",
            "It counts as c |v| v: is the density in it already?",
        )
    added = float(np.diag(hull.added_matrix)[:3].max())
    if added > _ADDED_OF_A_BALL * volume * water:
        yield Finding(
            "warning",
            "implausible added mass",
            where,
            f"{added:.3g} kg where {volume * water:.3g} kg are displaced",
            f"at most {_ADDED_OF_A_BALL:g} times as much",
            "Is it in kg, and the volume in m³?",
        )


def _centre(where: str, hull: Hull) -> Iterator[Finding]:
    """Buoyancy acts inside of what displaces the water."""
    if hull.centre is None or not hull.length:
        return
    along: Array = (hull.end - hull.start) / hull.length
    way = hull.centre - hull.start
    place = float(way @ along)
    aside = float(np.linalg.norm(way - place * along))
    cap = hull.radius if hull.round_ends else 0.0
    slack = 1e-6 * hull.length
    if aside > hull.radius + slack or not -cap - slack <= place <= hull.length + cap + slack:
        yield Finding(
            "warning",
            "centre of buoyancy lies outside of the hull",
            where,
            hull.centre.tolist(),
            f"between start and end, at most {hull.radius:g} m beside the axis",
            "Is it in the link's frame? Leave it out to have the middle of the shape.",
        )


def _forgotten(robot: Description, wet: list[Link]) -> Iterator[Finding]:
    """Links that are as heavy as the wet ones, and move among them."""
    lightest = min(link.inertia.mass if link.inertia else 0.0 for link in wet)
    for link in robot.links:
        if link.hull is not None or link.name == robot.base or link.inertia is None:
            continue
        if link.inertia.mass >= max(lightest, 1e-3):
            yield Finding(
                "warning",
                "has no hull, although other links have",
                f"link '{link.name}'",
                f"{link.inertia.mass:.3g} kg without a hull",
                "a hull for every link under water",
                "Water does not act on it: neither buoyancy nor drag. Is it above the surface?",
            )
