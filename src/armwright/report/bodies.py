"""The bodies that a drawing shows: links, joints, and what the arm stands on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from armwright.arrays import Array
from armwright.report.meshes import mesh_surface
from armwright.report.skeleton import Bone, Skeleton
from armwright.report.surfaces import Colour, Surface, ball, box, joined, tube
from armwright.robot import Robot, Shape

LINK: Colour = (0.90, 0.91, 0.92)
LINK_SHADE: Colour = (0.72, 0.76, 0.81)
JOINT: Colour = (0.93, 0.47, 0.16)
STAND: Colour = (0.50, 0.53, 0.57)


def radius_at(depth: float, size: float) -> float:
    """Arms grow thinner towards the tool."""
    return size * (0.050 - 0.026 * min(depth, 1.0))


def shape_surfaces(
    robot: Robot, poses: Mapping[str, Array], size: float, folder: Path | None
) -> dict[str, Surface]:
    """By link: the shapes that the description has and that can be found."""
    drawn: dict[str, Surface] = {}
    for link in robot.links:
        colour = (LINK, LINK_SHADE)[len(drawn) % 2]
        surfaces = [_shape(shape, size, folder, colour) for shape in link.shapes]
        found = [surface for surface in surfaces if surface is not None]
        if found:
            drawn[link.name] = joined(found).moved(poses[link.name])
    return drawn


def bone_surfaces(bones: Skeleton, base: str, thickness: float = 1.0) -> dict[str, Surface]:
    """By link: tubes, in two shades by turns."""
    order = list(dict.fromkeys(bone.link for bone in bones.bones if bone.link != base))
    drawn: dict[str, list[Surface]] = {}
    for bone in bones.bones:
        radius = thickness * radius_at(bone.depth, bones.size)
        if bone.link == base:
            surfaces = _tubes(bone, STAND, (1.15 * radius, 1.15 * radius))
        else:
            colour = (LINK, LINK_SHADE)[order.index(bone.link) % 2]
            surfaces = _tubes(bone, colour, (0.85 * radius, 0.72 * radius))
        drawn.setdefault(bone.link, []).extend(surfaces)
    return {link: joined(surfaces) for link, surfaces in drawn.items()}


def drum(axis: Array, centre: Array, radius: float) -> Surface:
    """What a revolute joint looks like."""
    half = 1.5 * radius * axis
    barrel = tube(centre - half, centre + half, (1.2 * radius, 1.2 * radius), JOINT)
    lids = [
        tube(centre + side * half, centre + 1.05 * side * half, (radius, radius), LINK_SHADE)
        for side in (-1.0, 1.0)
    ]
    return joined([barrel, *lids])


def stand(top: Array, ground: float, radius: float) -> list[Surface]:
    """A foot plate on the ground, and a column from it up to `top` where that is higher."""
    foot = np.array([top[0], top[1], ground])
    plate = foot + np.array([0, 0, 0.5 * radius])
    surfaces = [tube(foot, plate, (2.3 * radius, 2.2 * radius), STAND)]
    if top[2] > plate[2]:
        surfaces.append(tube(plate, top, (1.3 * radius, 0.95 * radius), STAND))
    return surfaces


def _tubes(bone: Bone, colour: Colour, radii: tuple[float, float]) -> list[Surface]:
    """Along the bent line, with balls in the bends and at the end."""
    lengths = np.linalg.norm(np.diff(bone.line, axis=0), axis=1)
    along = np.concatenate([[0.0], np.cumsum(lengths)]) / lengths.sum()
    radius = radii[0] + (radii[1] - radii[0]) * along
    ends = range(1, len(bone.line))
    return [
        *(tube(bone.line[k - 1], bone.line[k], (radius[k - 1], radius[k]), colour) for k in ends),
        *(ball(bone.line[k], radius[k], colour) for k in ends),
    ]


def _shape(shape: Shape, size: float, folder: Path | None, colour: Colour) -> Surface | None:
    pose = shape.pose.matrix()
    if shape.kind == "box":
        return box(shape.size, colour).moved(pose)
    if shape.kind == "cylinder":
        radius, length = shape.size
        return tube((0, 0, -length / 2), (0, 0, length / 2), (radius, radius), colour).moved(pose)
    if shape.kind == "sphere":
        return ball((0, 0, 0), shape.size[0], colour, sides=64).moved(pose)
    surface = mesh_surface(shape.mesh or "", shape.size, folder, size / 120, colour)
    return None if surface is None else surface.moved(pose)
