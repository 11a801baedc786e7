"""The bodies that a drawing shows: links, joints, and what the arm stands on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from armwright.report.meshes import mesh_surface
from armwright.report.skeleton import Bone, Skeleton
from armwright.report.surfaces import Array, Colour, Surface, ball, box, joined, tube
from armwright.robot import Joint, Robot, Shape

LINK: Colour = (0.93, 0.94, 0.95)
LINK_SHADE: Colour = (0.72, 0.76, 0.81)
JOINT: Colour = (0.93, 0.47, 0.16)
STAND: Colour = (0.50, 0.53, 0.57)


def radius_at(depth: float, size: float) -> float:
    """Arms grow thinner towards the tool."""
    return size * (0.050 - 0.026 * min(depth, 1.0))


def link_surfaces(
    robot: Robot, poses: Mapping[str, Array], bones: Skeleton, folder: Path | None
) -> list[Surface]:
    """Shapes of the description where it has them and they can be found, tubes otherwise."""
    drawn: dict[str, list[Surface]] = {}
    for link in robot.links:
        surfaces = [_shape(shape, bones.size, folder) for shape in link.shapes]
        found = [surface for surface in surfaces if surface is not None]
        if found:
            drawn[link.name] = [surface.moved(poses[link.name]) for surface in found]
    # Among real shapes a link without one is a mere frame: a thin rod shows that it is there.
    thickness = 0.25 if drawn else 1.0
    result = [surface for surfaces in drawn.values() for surface in surfaces]
    for bone in bones.bones:
        if bone.link not in drawn:
            result += _tubes(bone, robot.base, bones, thickness)
    return result


def joint_surface(joint: Joint, T_WP: Array, T_WC: Array, radius: float) -> Surface:
    """A drum about a revolute joint's axis; a carriage on a rail for a prismatic one.

    T_WP, T_WC: poses of the joint's parent and child link.
    """
    axis, centre = T_WC[:3, :3] @ joint.axis, T_WC[:3, 3]
    if joint.kind == "revolute":
        half = 1.5 * radius * axis
        drum = tube(centre - half, centre + half, (1.2 * radius, 1.2 * radius), JOINT)
        lids = [
            tube(centre + side * half, centre + 1.05 * side * half, (radius, radius), LINK_SHADE)
            for side in (-1.0, 1.0)
        ]
        return joined([drum, *lids])
    start = (T_WP @ joint.origin.matrix())[:3, 3]
    travel, half = float((centre - start) @ axis), 2.2 * radius
    low, high = min(travel, 0.0) - half, max(travel, 0.0) + half
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = _frame_along(axis), start + 0.5 * (low + high) * axis
    rail = box((1.3 * radius, 1.3 * radius, high - low), STAND).moved(T)
    T[:3, 3] = centre
    return joined([rail, box((2.5 * radius, 2.5 * radius, 1.3 * half), JOINT).moved(T)])


def stand(top: Array, ground: float, radius: float) -> list[Surface]:
    """A foot plate on the ground, and a column from it up to `top` where that is higher."""
    foot = np.array([top[0], top[1], ground])
    plate = foot + np.array([0, 0, 0.5 * radius])
    surfaces = [tube(foot, plate, (2.3 * radius, 2.2 * radius), STAND)]
    if top[2] > plate[2]:
        surfaces.append(tube(plate, top, (1.3 * radius, 1.15 * radius), STAND))
    return surfaces


def _tubes(bone: Bone, base: str, bones: Skeleton, thickness: float) -> list[Surface]:
    if bone.link == base:
        colour, radius, end = STAND, 1.15 * radius_at(0, bones.size), 1.0
    else:
        shades = (LINK, LINK_SHADE)
        order = list(dict.fromkeys(other.link for other in bones.bones))
        colour, end = shades[order.index(bone.link) % 2], 0.85
        radius = 0.85 * radius_at(bone.depth, bones.size)
    radius *= thickness
    lengths = np.linalg.norm(np.diff(bone.line, axis=0), axis=1)
    along = np.concatenate([[0.0], np.cumsum(lengths)]) / lengths.sum()
    radii = radius * (1 + (end - 1) * along)
    surfaces = [
        tube(bone.line[k], bone.line[k + 1], (radii[k], radii[k + 1]), colour)
        for k in range(len(lengths))
    ]
    return surfaces + [ball(bone.line[k], radii[k], colour) for k in range(1, len(bone.line))]


def _shape(shape: Shape, size: float, folder: Path | None) -> Surface | None:
    pose = shape.pose.matrix()
    if shape.kind == "box":
        return box(shape.size, LINK).moved(pose)
    if shape.kind == "cylinder":
        radius, length = shape.size
        return tube((0, 0, -length / 2), (0, 0, length / 2), (radius, radius), LINK).moved(pose)
    if shape.kind == "sphere":
        return ball((0, 0, 0), shape.size[0], LINK).moved(pose)
    surface = mesh_surface(shape.mesh or "", shape.size, folder, size / 120, LINK)
    return None if surface is None else surface.moved(pose)


def _frame_along(axis: Array) -> Array:
    """A rotation whose third column is `axis`."""
    other = np.eye(3)[np.argmin(np.abs(axis))]
    x = np.cross(other, axis)
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(axis, x), axis])
