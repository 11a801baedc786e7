"""A robot drawn at a pose.

Projection and hidden surfaces are our own: matplotlib's 3-D axes sort whole bodies by depth, not
pixels, and bodies that touch or pass through each other come out wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from armwright.report.annotations import axis_tips, draw_frame, draw_names, draw_title
from armwright.report.bodies import (
    bone_surfaces,
    joint_surface,
    radius_at,
    shape_surfaces,
    stand,
)
from armwright.report.camera import Camera
from armwright.report.ground import draw_ground
from armwright.report.paper import WHITE, Paper
from armwright.report.raster import render
from armwright.report.skeleton import skeleton
from armwright.report.surfaces import Array, Surface, joined, shaded
from armwright.robot import Robot

DPI = 100
#: Length of the drawn axes of a frame, as a part of the robot's size.
AXES = 0.12


def draw(
    robot: Robot,
    poses: Mapping[str, Array],
    *,
    caption: str = "",
    folder: Path | None = None,
    pixels: tuple[int, int] = (1200, 900),
) -> Figure:
    """`poses`: 4 × 4 of every link and of the tool, in the base frame. `folder`: where the robot's
    file is, to look for its meshes. Up is against gravity."""
    R_DW = _upright(robot.gravity)
    poses = {name: _turned(R_DW, pose) for name, pose in poses.items()}
    scene = _scene(robot, poses, folder)
    figure = Figure(figsize=(pixels[0] / DPI, pixels[1] / DPI), dpi=DPI, facecolor=WHITE)
    FigureCanvasAgg(figure)
    paper = _paper(figure, scene, poses, robot, pixels)
    step = draw_ground(paper, scene.surface, scene.ground, scene.size)
    _draw_bodies(paper, scene.surface)
    for joint in robot.moving_joints:
        draw_frame(paper, poses[joint.child], 0.6 * AXES * scene.size, letters=False)
    for name in (robot.base, robot.tool):
        draw_frame(paper, poses[name], AXES * scene.size, letters=True)
    draw_names(paper, robot, poses)
    draw_title(figure, robot.name, caption, f"grid {step:g} m")
    paper.show()
    return figure


@dataclass(frozen=True, eq=False)
class _Scene:
    """Size of the robot (m), its bodies, and the height of the ground."""

    size: float
    surface: Surface
    ground: float


def _scene(robot: Robot, poses: Mapping[str, Array], folder: Path | None) -> _Scene:
    bones = skeleton(robot, poses)
    shapes = shape_surfaces(robot, poses, bones.size, folder)
    # Among real shapes a link without one is a mere frame: a thin rod shows that it is there.
    thickness = 0.25 if shapes else 1.0
    bodies = list((bone_surfaces(bones, robot.base, thickness) | shapes).values())
    for joint in robot.moving_joints:
        radius = radius_at(bones.depths[joint.child], bones.size) * (0.4 if shapes else 1.0)
        bodies.append(joint_surface(joint, poses[joint.parent], poses[joint.child], radius))
    heights = [float(body.corners[..., 2].min()) for body in bodies if len(body.corners)]
    base = poses[robot.base][:3, 3]
    if shapes:
        return _Scene(bones.size, joined(bodies), min(float(base[2]), *heights))
    ground = _ground(robot, poses, min(heights, default=0.0), bones.size)
    bodies += stand(base, ground, radius_at(0, bones.size))
    return _Scene(bones.size, joined(bodies), ground)


def _ground(robot: Robot, poses: Mapping[str, Array], lowest: float, size: float) -> float:
    """Height of the floor. An arm whose first joint is in the base's origin gets a column."""
    base = float(poses[robot.base][2, 3])
    first = min(
        (poses[joint.child][2, 3] for joint in robot.moving_joints if joint.parent == robot.base),
        default=base,
    )
    if first - base > 0.08 * size:
        return base
    return min(base - 0.28 * size, lowest - 0.02 * size)


def _paper(
    figure: Figure,
    scene: _Scene,
    poses: Mapping[str, Array],
    robot: Robot,
    pixels: tuple[int, int],
) -> Paper:
    camera = _camera(scene.surface, poses[robot.base][:3, 3], poses[robot.tool][:3, 3])
    tips = [axis_tips(poses[name], 1.2 * AXES * scene.size) for name in (robot.base, robot.tool)]
    points, _ = camera.project(np.concatenate([scene.surface.corners.reshape(-1, 3), *tips]))
    axes = figure.add_axes((0, 0, 1, 1))
    return Paper(axes, camera, pixels, points.min(axis=0), points.max(axis=0))


def _camera(surface: Surface, base: Array, tool: Array) -> Camera:
    """Half from the side of the plane in which the arm reaches out."""
    low, high = surface.corners.min(axis=(0, 1)), surface.corners.max(axis=(0, 1))
    spread = float(np.linalg.norm(high - low))
    x, y = (tool - base)[:2]
    heading = float(np.degrees(np.arctan2(y, x))) if np.hypot(x, y) > 0.1 * spread else 0.0
    a, b, c = (0.5 * (low + high)).tolist()
    return Camera((a, b, c), 3.2 * spread, heading - 58, 22)


def _draw_bodies(paper: Paper, surface: Surface) -> None:
    to_eye = paper.camera.eye - surface.corners.mean(axis=1)
    front = np.einsum("ij,ij->i", surface.normals(), to_eye) > 0
    seen = Surface(surface.corners[front], surface.colours[front])
    points, depths = paper.camera.project(seen.corners)
    (left, bottom), (width, height) = paper.left_bottom, paper.size
    image = render(
        (points - paper.left_bottom) * (paper.pixels / paper.size),
        depths,
        shaded(seen, paper.camera.lamp),
        (paper.pixels[1], paper.pixels[0]),
    )
    paper.axes.imshow(
        image,
        extent=(left, left + width, bottom, bottom + height),
        origin="lower",
        interpolation="none",
        aspect="auto",
        zorder=3,
    )


def _upright(gravity: Array) -> Array:
    """The shortest rotation that makes `gravity` point down; none without gravity."""
    length = float(np.linalg.norm(gravity))
    if length == 0:
        return np.eye(3)
    up = -gravity / length
    cosine = float(up[2])
    if cosine < -1 + 1e-9:
        return np.diag([1.0, -1.0, -1.0])
    x, y, z = np.cross(up, [0.0, 0.0, 1.0])
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    R: Array = np.eye(3) + K + K @ K / (1 + cosine)
    return R


def _turned(R: Array, T: Array) -> Array:
    result = np.eye(4)
    result[:3] = R @ T[:3]
    return result
