"""The bodies that a drawing shows: links, revolute and prismatic joints, and the stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from armwright.arrays import Array
from armwright.report.drawing.skeleton import Bone, Skeleton, carriers_of, ends
from armwright.report.drawing.surfaces import Colour, Surface, ball, box, joined, mesh_surface, tube
from armwright.robot import Joint, Robot, Shape

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


@dataclass(frozen=True, eq=False)
class Slide:
    """A prismatic joint: a carriage that rides on a rail, or a rod that slides through a housing.

    `start`: the joint's place at position zero; `axis`: its direction; both in the drawing.

    `lower` and `upper` (m): how far it travels, which is made up where there are no limits.
    """

    start: Array
    axis: Array
    position: float
    lower: float
    upper: float

    @staticmethod
    def of(joint: Joint, T_WP: Array, T_WC: Array, size: float) -> Slide:
        """T_WP, T_WC: poses of the joint's parent and child link; `size` (m): of the robot."""
        start, axis = (T_WP @ joint.origin.matrix())[:3, 3], T_WC[:3, :3] @ joint.axis
        position = float((T_WC[:3, 3] - start) @ axis)
        limits = joint.limits
        lower = max(limits.lower, -1.5 * size) if np.isfinite(limits.lower) else -0.6 * size
        upper = min(limits.upper, 1.5 * size) if np.isfinite(limits.upper) else 0.6 * size
        return Slide(start, axis, position, min(lower, position), max(upper, position))

    @property
    def level(self) -> bool:
        return abs(float(self.axis[2])) < 0.2

    def at(self, way: float) -> Array:
        point: Array = self.start + way * self.axis
        return point


def slide_surface(slide: Slide, rod: float, radius: float) -> Surface:
    """`rod`: 0 for a rail, else the side (±1) of the axis to which the moving rod looks."""
    margin = 2.2 * radius
    if rod:
        housing = _bar(slide, -0.8 * margin, 0.8 * margin, 2.5 * radius, JOINT)
        # What of the rod is behind its link's origin: enough to stay in the housing all the way.
        behind = max(rod * slide.lower, rod * slide.upper, 0.0) + 1.2 * margin
        here, back = slide.at(slide.position), slide.at(slide.position - rod * behind)
        return joined([housing, tube(here, back, (0.85 * radius, 0.85 * radius), LINK)])
    rail = _bar(slide, slide.lower - margin, slide.upper + margin, 1.1 * radius, STAND)
    # A cart is narrow enough for the drum of a pendulum on it to show.
    width = (1.7 if slide.level else 2.5) * radius
    return joined(
        [rail, _bar(slide, slide.position - margin, slide.position + margin, width, JOINT)]
    )


def rod_side(robot: Robot, joint: Joint) -> float:
    """±1 if what `joint` moves runs along its axis, to that side; 0 if it runs across."""
    for end, _ in ends(robot, joint.child, carriers_of(robot)):
        along = float(joint.axis @ end)
        if abs(along) > 2 * np.linalg.norm(end - along * joint.axis):
            return float(np.sign(along))
    return 0.0


def _bar(slide: Slide, low: float, high: float, width: float, colour: Colour) -> Surface:
    """A square bar along the axis."""
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = _frame_along(slide.axis), slide.at(0.5 * (low + high))
    return box((width, width, high - low), colour).moved(T)


def _frame_along(axis: Array) -> Array:
    """A rotation whose third column is `axis`; the second is as level as can be."""
    other = np.array([0.0, 0.0, 1.0]) if abs(axis[2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    y = np.cross(axis, other)
    y /= np.linalg.norm(y)
    return np.column_stack([np.cross(y, axis), y, axis])
