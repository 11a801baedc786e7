"""A robot drawn at a pose.

Projection and hidden surfaces are our own: matplotlib's 3-D axes sort whole bodies by depth, not
pixels, and bodies that touch or pass through each other come out wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.report.annotations import axis_tips, draw_frame, draw_names, draw_title
from armwright.report.camera import Camera
from armwright.report.ground import draw_ground
from armwright.report.paper import WHITE, Paper
from armwright.report.raster import render
from armwright.report.scene import make_scene
from armwright.report.surfaces import Surface, shaded
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
    figure = blank_figure(pixels)
    axes = figure.add_axes((0, 0, 1, 1))
    poses = upright(robot, poses)
    paper, size, step = draw_arm(
        axes, robot, poses, folder=folder, pixels=pixels, fill=(0.60, 0.74)
    )
    for joint in robot.moving_joints:
        draw_frame(paper, poses[joint.child], 0.6 * AXES * size, letters=False)
    for name in (robot.base, robot.tool):
        draw_frame(paper, poses[name], AXES * size, letters=True)
    draw_names(paper, robot, poses)
    draw_title(figure, robot.name, caption, f"grid {step:g} m")
    return figure


def blank_figure(pixels: tuple[int, int]) -> Figure:
    figure = Figure(figsize=(pixels[0] / DPI, pixels[1] / DPI), dpi=DPI, facecolor=WHITE)
    FigureCanvasAgg(figure)
    return figure


def draw_arm(
    axes: Axes,
    robot: Robot,
    poses: Mapping[str, Array],
    *,
    folder: Path | None,
    pixels: tuple[int, int],
    fill: tuple[float, float],
) -> tuple[Paper, float, float]:
    """Robot and floor on `axes`, which are `pixels` wide and high; `poses` as from `upright`.

    Returns the paper, to draw more on, the robot's size (m) and the distance of the grid's lines.
    """
    scene = make_scene(robot, poses, folder)
    camera = _camera(scene.surface, poses[robot.base][:3, 3], poses[robot.tool][:3, 3])
    tips = [axis_tips(poses[name], 1.2 * AXES * scene.size) for name in (robot.base, robot.tool)]
    points, _ = camera.project(np.concatenate([scene.surface.corners.reshape(-1, 3), *tips]))
    paper = Paper(axes, camera, pixels, points.min(axis=0), points.max(axis=0), fill)
    step = draw_ground(paper, scene.surface, scene.ground, scene.size)
    _draw_bodies(paper, scene.surface)
    paper.show()
    return paper, scene.size, step


def upright(robot: Robot, poses: Mapping[str, Array]) -> dict[str, Array]:
    """The same poses, turned so that gravity points down; not turned at all without gravity."""
    T = np.eye(4)
    T[:3, :3] = _down(robot.gravity)
    return {name: T @ pose for name, pose in poses.items()}


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


def _down(gravity: Array) -> Array:
    """The shortest rotation that makes `gravity` point down."""
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
