"""Everything solid in a drawing, and the floor under it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from armwright.arrays import Array
from armwright.report.drawing.bodies import (
    Slide,
    bone_surfaces,
    drum,
    radius_at,
    rod_side,
    shape_surfaces,
    slide_surface,
    stand,
)
from armwright.report.drawing.skeleton import skeleton
from armwright.report.drawing.surfaces import Surface, joined
from armwright.robot import Joint, Robot


@dataclass(frozen=True, eq=False)
class Scene:
    """Size of the robot (m), its bodies, and the height of the ground."""

    size: float
    surface: Surface
    ground: float


def make_scene(robot: Robot, poses: Mapping[str, Array], folder: Path | None) -> Scene:
    """`poses` have z up. `folder`: where to look for meshes."""
    bones = skeleton(robot, poses)
    shapes = shape_surfaces(robot, poses, bones.size, folder)
    # Among real shapes a link without one is a mere frame: a thin rod shows that it is there.
    thickness, drums = (0.25, 0.4) if shapes else (1.0, 1.0)
    bodies = list((bone_surfaces(bones, robot.base, thickness) | shapes).values())
    feet = [poses[robot.base][:3, 3]]
    for joint in _moving(robot):
        radius = radius_at(bones.depths[joint.child], bones.size) * drums
        T_WC = poses[joint.child]
        if joint.kind == "revolute":
            bodies.append(drum(T_WC[:3, :3] @ joint.axis, T_WC[:3, 3], radius))
            continue
        slide, rod = Slide.of(joint, poses[joint.parent], T_WC, bones.size), rod_side(robot, joint)
        bodies.append(slide_surface(slide, rod, radius))
        if joint.parent == robot.base and slide.level and not rod:
            feet = [slide.at(slide.lower), slide.at(slide.upper)]
    lowest = min((_lowest(body) for body in bodies), default=0.0)
    if shapes and not _floats(robot, poses, shapes, bones.size):
        return Scene(bones.size, joined(bodies), min(float(feet[0][2]), lowest))
    ground = _ground(robot, poses, lowest, bones.size)
    radius = radius_at(0, bones.size) * drums * (0.5 if len(feet) > 1 else 1.0)
    for foot in feet:
        bodies += stand(foot, ground, radius)
    return Scene(bones.size, joined(bodies), ground)


def _moving(robot: Robot) -> list[Joint]:
    """A joint that follows another one looks like any other."""
    return [joint for joint in robot.joints if joint.moves]


def _lowest(body: Surface) -> float:
    return float(body.corners[..., 2].min()) if len(body.corners) else float("inf")


def _floats(
    robot: Robot, poses: Mapping[str, Array], shapes: Mapping[str, Surface], size: float
) -> bool:
    """Do moving links hang on a base that has no shape, not standing on the ground either?"""
    carries = any(joint.parent == robot.base for joint in _moving(robot))
    lowest = min(_lowest(shape) for shape in shapes.values())
    below = lowest < poses[robot.base][2, 3] - 1e-3 * size
    return carries and below and robot.base not in shapes


def _ground(robot: Robot, poses: Mapping[str, Array], lowest: float, size: float) -> float:
    """Height of the floor. An arm whose first joint is in the base's origin gets a column."""
    base = float(poses[robot.base][2, 3])
    first = min(
        (poses[joint.child][2, 3] for joint in _moving(robot) if joint.parent == robot.base),
        default=base,
    )
    if first - base > 0.08 * size:
        return base
    return min(base - 0.28 * size, lowest - 0.02 * size)
