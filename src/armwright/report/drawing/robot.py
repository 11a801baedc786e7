"""A robot drawn at a pose.

Projection and hidden surfaces are our own: matplotlib's 3-D axes sort whole bodies by depth, not
pixels, and bodies that touch or pass through each other come out wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from armwright.arrays import Array
from armwright.report.canvas import blank_figure
from armwright.report.drawing.annotations import axis_tips, draw_frame, draw_names, draw_title
from armwright.report.drawing.painting import draw_bodies, draw_ground
from armwright.report.drawing.paper import Camera, Paper
from armwright.report.drawing.poses import upright
from armwright.report.drawing.scene import make_scene
from armwright.report.drawing.surfaces import Surface
from armwright.robot import Robot

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


def draw_arm(
    axes: Axes,
    robot: Robot,
    poses: Mapping[str, Array],
    *,
    folder: Path | None,
    pixels: tuple[int, int],
    fill: tuple[float, float],
    view: Sequence[Mapping[str, Array]] = (),
) -> tuple[Paper, float, float]:
    """Robot and floor on `axes`, which are `pixels` wide and high; `poses` as from `upright`.
    `view`: several of them, for pictures that are compared: seen as the first, from where all fit.

    Returns the paper, to draw more on, the robot's size (m) and the distance of the grid's lines.
    """
    scene, framed = make_scene(robot, poses, folder), list(view) or [poses]
    surfaces = [make_scene(robot, one, folder).surface for one in view] or [scene.surface]
    first = framed[0]
    camera = _camera(surfaces[0], first[robot.base][:3, 3], first[robot.tool][:3, 3])
    tips = [
        axis_tips(one[name], 1.2 * AXES * scene.size)
        for one in framed
        for name in (robot.base, robot.tool)
    ]
    corners = [surface.corners.reshape(-1, 3) for surface in surfaces]
    points, _ = camera.project(np.concatenate([*corners, *tips]))
    paper = Paper(axes, camera, pixels, points.min(axis=0), points.max(axis=0), fill)
    step = draw_ground(paper, scene.surface, scene.ground, scene.size)
    draw_bodies(paper, scene.surface)
    paper.show()
    return paper, scene.size, step


def _camera(surface: Surface, base: Array, tool: Array) -> Camera:
    """Half from the side of the plane in which the arm reaches out."""
    low, high = surface.corners.min(axis=(0, 1)), surface.corners.max(axis=(0, 1))
    spread = float(np.linalg.norm(high - low))
    x, y = (tool - base)[:2]
    heading = float(np.degrees(np.arctan2(y, x))) if np.hypot(x, y) > 0.1 * spread else 0.0
    a, b, c = (0.5 * (low + high)).tolist()
    return Camera((a, b, c), 3.2 * spread, heading - 58, 22)
