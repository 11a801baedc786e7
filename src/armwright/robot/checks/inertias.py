"""Masses and inertia tensors: possible for a real body, and of a believable size."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from armwright.arrays import Array
from armwright.robot.checks.tree import only_directions, reach
from armwright.robot.finding import Finding
from armwright.robot.inertia import Inertia
from armwright.robot.model import Description

#: Rounding of numbers with six digits may break an inequality by this much, relative.
ROUNDING = 1e-5
#: Per kg (m²): below this a tensor that should be zero is only rounding.
NOTHING = 1e-13
#: Measured inertias are often off by this much; published arms break the triangle inequality so.
MEASURED = 0.2
#: kg/m³: nothing in an arm is heavier than solid steel.
DENSEST = 8000.0
#: Why an impossible inertia may not matter.
NEVER_TURNS = "It never turns: its inertia does not act."
TURNS_ONE_WAY = "It only turns about one direction: no other part of the inertia acts."
_ABOUT = "Is it about the centre of mass, in link axes?"


def check_inertias(robot: Description) -> Iterator[Finding]:
    size = reach(robot)
    longest = _longest_ways(robot)
    directions = only_directions(robot)
    for link in robot.links:
        if link.inertia is None:
            continue
        where = f"link '{link.name}'"
        found = list(_impossible(where, link.inertia))
        if found and link.name in directions:
            remark = _why_harmless(link.inertia, directions[link.name])
            found = [_softened(finding, remark) for finding in found]
        yield from found
        if not found:
            yield from _unlikely(where, link.inertia, size, longest.get(link.name, 0.0))
    for axis in robot.elastic:
        if axis.inertia is not None:
            yield from list(_impossible(axis.where, axis.inertia)) or _unlikely(
                axis.where, axis.inertia, size
            )


def _impossible(where: str, inertia: Inertia) -> Iterator[Finding]:
    tensor = inertia.tensor
    if inertia.mass < 0:
        got, hint = f"{inertia.mass:g} kg", "Leave it out if the link has no mass of its own."
        yield Finding("error", "mass is negative", where, got, "more than zero", hint)
        return
    if np.abs(tensor - tensor.T).max() > ROUNDING * np.abs(tensor).max():
        yield Finding(
            "error",
            "inertia is not symmetric",
            where,
            tensor.tolist(),
            "a symmetric matrix",
            "Ixy and Iyx are the same number, and so are the other two pairs.",
        )
        return
    moments: Array = np.linalg.eigvalsh(tensor).astype(np.float64)
    tolerance = ROUNDING * max(abs(moments[0]), abs(moments[2])) + NOTHING * inertia.mass
    if moments[0] < -tolerance:
        yield Finding(
            "error",
            "inertia is not positive definite",
            where,
            f"principal moments {_list(moments)} kg m²",
            "none below zero",
            f"{_ABOUT} Are the signs of the products of inertia right?",
        )
    elif (excess := moments[2] - moments[0] - moments[1]) > tolerance:
        yield Finding(
            "error" if excess > MEASURED * moments[2] else "warning",
            "inertia violates the triangle inequality",
            where,
            f"principal moments {_list(moments)} kg m²",
            "the two smaller to add up to the largest or more",
            _ABOUT,
        )
    if inertia.mass == 0 and moments[2] > 0:
        yield Finding(
            "warning",
            "has inertia but no mass",
            where,
            f"largest moment {moments[2]:g} kg m²",
            "a mass above zero",
            "Was the mass forgotten, or rounded to zero?",
        )


def _longest_ways(robot: Description) -> dict[str, float]:
    """Of each link, how far the next joint is (m)."""
    found: dict[str, float] = {}
    for joint in robot.joints:
        way = float(np.linalg.norm(joint.origin.translation))
        found[joint.parent] = max(found.get(joint.parent, 0.0), way)
    return found


def _unlikely(where: str, inertia: Inertia, size: float, way: float = 0.0) -> Iterator[Finding]:
    """Compared with the arm itself: radius of gyration, centre of mass, reference point."""
    mass = inertia.mass
    if mass == 0:
        return
    moments = np.linalg.eigvalsh(inertia.tensor)
    gyration = math.sqrt(max(moments[2], 0.0) / mass)
    distance = float(np.linalg.norm(inertia.centre))
    scale = size if size > 0.05 else 2.5  # without lengths to compare with: a large arm
    # A cube that surely holds the link: its gyration, its centre and the next joint are inside.
    edge = max(4 * gyration, 2 * distance, way, 0.3 * scale)
    if mass > (most := DENSEST * edge**3):
        yield Finding(
            "warning",
            "implausibly heavy",
            where,
            f"{mass:g} kg",
            f"at most {most:.3g} kg, a block of steel of {edge:.2g} m",
            "Is it in grams?",
        )
    if gyration > 2 * scale:
        yield Finding(
            "warning",
            "inertia is implausibly large",
            where,
            f"{moments[2]:g} kg m² with {mass:g} kg: a radius of gyration of {gyration:.3g} m in "
            f"an arm {size:.3g} m long",
            f"a radius of at most {2 * scale:.3g} m",
            "Is the inertia in kg m², and not in kg mm² or g m²?",
        )
    elif mass > 0.05 and gyration < (smallest := 2e-4 * min(scale, 1.0)):
        yield Finding(
            "warning",
            "inertia is implausibly small",
            where,
            f"{moments[2]:g} kg m² with {mass:g} kg: a radius of gyration of {gyration:.3g} m",
            f"a radius of at least {smallest:.3g} m",
            "Is it a point mass on purpose?",
        )
    if distance > 3 * scale:
        yield Finding(
            "warning",
            "centre of mass is far away",
            where,
            f"{distance:.3g} m in an arm {size:.3g} m long",
            f"at most {3 * scale:.3g} m",
            "Is it in metres, and in the link's frame?",
        )
    elif _about_the_origin(inertia, distance):
        yield Finding(
            "warning",
            "inertia looks as if it were about the link's origin",
            where,
            f"{moments[2]:g} kg m², of which {mass * distance**2:.3g} would be mass × distance²",
            "inertia about the centre of mass",
            "Take off m (c² 1 - c cᵀ) if so.",
        )


def _about_the_origin(inertia: Inertia, distance: float) -> bool:
    """A body beside its origin has I ≈ m c² / 3 about its centre, and ≈ 4/3 m c² about the origin.

    Told by the moments across the way to the centre: both a little above m c², the moment along it
    much smaller, and what is left after taking off m c² still a body. The two bounds are such that
    the hulls of the meshes of 400 links of real robots agree with every verdict; a compact body
    with its centre off the origin looks the same and is let pass.
    """
    steiner = inertia.mass * distance**2
    if distance < 0.02:
        return False
    along = inertia.centre / distance
    across = _across(along)
    moments = np.linalg.eigvalsh(across.T @ inertia.tensor @ across)
    own = float(along @ inertia.tensor @ along)
    left = np.sort([own, *(moments - steiner)])
    possible = left[0] > 0 and left[0] + left[1] > left[2] * (1 - ROUNDING)
    return bool(possible and steiner > 0.6 * moments[1] and own < 0.25 * moments[0])


def _across(direction: Array) -> Array:
    """Two unit vectors across `direction`, as columns."""
    return np.linalg.svd(direction[None, :])[2][1:].T


def _why_harmless(inertia: Inertia, direction: Array | None) -> str:
    """A published model often leaves out what never acts; "" if the part that acts is wrong."""
    if direction is None:
        return NEVER_TURNS
    if float(direction @ inertia.tensor @ direction) < 0:
        return ""
    return TURNS_ONE_WAY


def _softened(finding: Finding, remark: str) -> Finding:
    if not remark or "mass" in finding.what:
        return finding
    return replace(finding, severity="warning", hint=f"{finding.hint} {remark}")


def _list(moments: Array) -> str:
    """Without what rounding has put in place of zeros."""
    shown = np.where(np.abs(moments) < 1e-12 * np.abs(moments).max(), 0.0, moments)
    return "[" + ", ".join(f"{value:.4g}" for value in shown) + "]"
