"""A robot drawn at a pose.

Projection and hidden surfaces are our own: matplotlib's 3-D axes sort whole bodies by depth, not
pixels, and bodies that touch or pass through each other come out wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke

from armwright.report.bodies import joint_surface, link_surfaces, radius_at, stand
from armwright.report.camera import Camera
from armwright.report.labels import place_labels
from armwright.report.raster import render
from armwright.report.skeleton import skeleton
from armwright.report.surfaces import Array, Surface, joined, shaded
from armwright.robot import Robot

DPI = 100
INK, GREY, PAPER = "#20252b", "#7b838c", "#ffffff"
AXIS_COLOURS = ("#d62728", "#2ca02c", "#1f5fd6")
#: Length of the drawn axes of a frame, as a part of the robot's size.
TRIAD = 0.12

Window = tuple[tuple[float, float], tuple[float, float]]


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
    bones = skeleton(robot, poses)
    size = bones.size
    bodies = link_surfaces(robot, poses, bones, folder)
    shapes_given = any(link.shapes for link in robot.links)
    depth = {bone.link: bone.depth for bone in bones.bones}
    for joint in robot.moving_joints:
        radius = radius_at(depth.get(joint.child, 1.0), size) * (0.4 if shapes_given else 1.0)
        bodies.append(joint_surface(joint, poses[joint.parent], poses[joint.child], radius))
    base = poses[robot.base][:3, 3]
    lowest = float(
        min((body.corners[..., 2].min() for body in bodies if len(body.corners)), default=0)
    )
    ground = _ground(base[2], lowest, size, shapes_given, robot, poses)
    if not shapes_given:
        bodies += stand(base, ground, radius_at(0, size))
    surface = joined(bodies)

    camera = _camera(surface, poses[robot.base], poses[robot.tool])
    figure = Figure(figsize=(pixels[0] / DPI, pixels[1] / DPI), dpi=DPI, facecolor=PAPER)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    window = _window(camera, surface, poses, size, pixels)
    step = _draw_ground(axes, camera, surface, ground, size)
    _draw_bodies(axes, camera, surface, window, pixels)
    _draw_frames(axes, camera, robot, poses, size)
    _draw_labels(axes, camera, robot, poses, window)
    _draw_text(figure, robot, caption, step)
    axes.set_xlim(*window[0])
    axes.set_ylim(*window[1])
    return figure


def _upright(gravity: Array) -> Array:
    """The shortest rotation that makes `gravity` point down; none without gravity."""
    length = float(np.linalg.norm(gravity))
    if length == 0:
        return np.eye(3)
    up = -gravity / length
    axis, cosine = np.cross(up, [0.0, 0.0, 1.0]), up[2]
    if cosine < -1 + 1e-9:
        return np.diag([1.0, -1.0, -1.0])
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + K + K @ K / (1 + cosine)


def _turned(R: Array, T: Array) -> Array:
    result = np.eye(4)
    result[:3] = R @ T[:3]
    return result


def _ground(
    base: float,
    lowest: float,
    size: float,
    shapes_given: bool,
    robot: Robot,
    poses: Mapping[str, Array],
) -> float:
    """Height of the floor. An arm whose first joint is in the base's origin gets a column."""
    if shapes_given:
        return min(base, lowest)
    first = min(
        (poses[joint.child][2, 3] for joint in robot.moving_joints if joint.parent == robot.base),
        default=base,
    )
    if first - base > 0.08 * size:
        return base
    return min(base - 0.28 * size, lowest - 0.02 * size)


def _camera(surface: Surface, base: Array, tool: Array) -> Camera:
    """Half from the side of the plane in which the arm reaches out."""
    low, high = surface.corners.min(axis=(0, 1)), surface.corners.max(axis=(0, 1))
    reach = tool[:2, 3] - base[:2, 3]
    spread = float(np.linalg.norm(high - low))
    heading = np.degrees(np.arctan2(reach[1], reach[0])) if np.hypot(*reach) > 0.1 * spread else 0
    x, y, z = (low + high) / 2
    return Camera((float(x), float(y), float(z)), 3.2 * spread, heading - 58, 22)


def _window(
    camera: Camera,
    surface: Surface,
    poses: Mapping[str, Array],
    size: float,
    pixels: tuple[int, int],
) -> Window:
    """Limits of the paper: the robot in the middle, labels at the sides, text at the top."""
    tips = [T[:3, 3] + TRIAD * size * T[:3, :3].T for T in poses.values()]
    points, _ = camera.project(np.concatenate([surface.corners.reshape(-1, 3), *tips]))
    low, high = points.min(axis=0), points.max(axis=0)
    centre, extent = (low + high) / 2, np.maximum(high - low, 1e-9)
    scale = max(extent[0] / (0.60 * pixels[0]), extent[1] / (0.74 * pixels[1]))
    half = 0.5 * scale * np.array(pixels)
    centre[1] += 0.04 * half[1]
    return (
        (float(centre[0] - half[0]), float(centre[0] + half[0])),
        (float(centre[1] - half[1]), float(centre[1] + half[1])),
    )


def _draw_ground(axes: Axes, camera: Camera, surface: Surface, ground: float, size: float) -> float:
    """Grid and shadow; returns the distance of the grid's lines."""
    step = _round_step(size / 6)
    corners = surface.corners[..., :2]
    low = np.floor((corners.min(axis=(0, 1)) - 0.15 * size) / step) * step
    high = np.ceil((corners.max(axis=(0, 1)) + 0.15 * size) / step) * step
    lines = [
        [(x, low[1], ground), (x, high[1], ground)]
        for x in np.arange(low[0], high[0] + step / 2, step)
    ] + [
        [(low[0], y, ground), (high[0], y, ground)]
        for y in np.arange(low[1], high[1] + step / 2, step)
    ]
    floor = np.array(
        [[(low[0], low[1], ground), (high[0], low[1], ground), (high[0], high[1], ground),
          (low[0], high[1], ground)]]
    )  # fmt: skip
    axes.add_collection(PolyCollection(camera.project(floor)[0], facecolors="#f6f7f8", zorder=0))
    shadow = surface.corners.copy()
    shadow[..., 2] = ground
    axes.add_collection(
        PolyCollection(
            camera.project(shadow)[0],
            facecolors="#e3e6e9",
            edgecolors="#e3e6e9",
            linewidths=0.5,
            zorder=1,
        )
    )
    axes.add_collection(
        LineCollection(
            list(camera.project(np.array(lines))[0]), colors="#d3d8dd", linewidths=0.8, zorder=2
        )
    )
    return step


def _draw_bodies(
    axes: Axes, camera: Camera, surface: Surface, window: Window, pixels: tuple[int, int]
) -> None:
    outward = np.einsum("ij,ij->i", surface.normals(), camera.eye - surface.corners.mean(axis=1))
    seen = Surface(surface.corners[outward > 0], surface.colours[outward > 0])
    points, depths = camera.project(seen.corners)
    (left, right), (bottom, top) = window
    scale = np.array(pixels) / (right - left, top - bottom)
    image = render(
        (points - (left, bottom)) * scale,
        depths,
        shaded(seen, camera.lamp),
        (pixels[1], pixels[0]),
    )
    axes.imshow(
        image, extent=(left, right, bottom, top), origin="lower", zorder=3, aspect="auto",
        interpolation="none",
    )  # fmt: skip


def _draw_frames(
    axes: Axes, camera: Camera, robot: Robot, poses: Mapping[str, Array], size: float
) -> None:
    """Red, green, blue for x, y, z; base and tool large and lettered, on top of everything."""
    lettered = (robot.base, robot.tool)
    for name in (*(joint.child for joint in robot.moving_joints), *lettered):
        length, width = (TRIAD * size, 2.6) if name in lettered else (0.6 * TRIAD * size, 1.6)
        T = poses[name]
        ends = T[:3, 3] + length * T[:3, :3].T
        lines = np.stack([np.broadcast_to(T[:3, 3], (3, 3)), ends], axis=1)
        axes.add_collection(
            LineCollection(
                list(camera.project(lines)[0]),
                colors=AXIS_COLOURS,
                linewidths=width,
                capstyle="round",
                zorder=4,
            )
        )
        if name in lettered:
            tips, _ = camera.project(T[:3, 3] + 1.2 * length * T[:3, :3].T)
            for letter, tip, colour in zip("xyz", tips, AXIS_COLOURS, strict=True):
                _text(axes, tip, letter, colour, 10)


def _draw_labels(
    axes: Axes,
    camera: Camera,
    robot: Robot,
    poses: Mapping[str, Array],
    window: Window,
) -> None:
    (left, right), (bottom, top) = window
    width, height = right - left, top - bottom
    names = [_short(name) for name in (*robot.joint_names, f"tool: {robot.tool}")]
    frames = [*(joint.child for joint in robot.moving_joints), robot.tool]
    points, _ = camera.project(np.array([poses[frame][:3, 3] for frame in frames]))
    gap = height * min(0.045, 0.8 / len(names))
    for label in place_labels(
        names,
        points,
        (left + 0.15 * width, right - 0.15 * width),
        (bottom + 0.08 * height, bottom + 0.84 * height),
        gap,
    ):
        axes.plot(
            [label.at[0], label.beside[0]],
            [label.at[1], label.beside[1]],
            color=GREY,
            linewidth=0.8,
            zorder=5,
        )
        axes.plot(*label.at, marker="o", markersize=3.5, color=INK, zorder=6)
        shift = 0.006 * width * (1 if label.right else -1)
        axes.text(
            label.beside[0] + shift,
            label.beside[1],
            label.text,
            ha="left" if label.right else "right",
            va="center",
            fontsize=11 if len(names) <= 14 else 8,
            color=INK,
            zorder=6,
            parse_math=False,
        )


def _draw_text(figure: Figure, robot: Robot, caption: str, step: float) -> None:
    figure.text(0.03, 0.965, robot.name, fontsize=20, fontweight="bold", color=INK, va="top",
                parse_math=False)  # fmt: skip
    figure.text(0.03, 0.915, caption, fontsize=11, color=GREY, va="top", parse_math=False)
    note = f"grid {step:g} m"
    figure.text(0.03, 0.03, note, fontsize=10, color=GREY, va="bottom")


def _text(axes: Axes, at: Iterable[float], text: str, colour: str, size: float) -> None:
    x, y = at
    axes.text(
        x,
        y,
        text,
        color=colour,
        fontsize=size,
        fontweight="bold",
        ha="center",
        va="center",
        zorder=7,
        path_effects=[withStroke(linewidth=2.5, foreground=PAPER)],
    )


def _short(name: str, longest: int = 20) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


def _round_step(length: float) -> float:
    """The next lower of 1, 2, 5 times a power of ten."""
    power = 10.0 ** np.floor(np.log10(length))
    return float(
        max(factor for factor in (1, 2, 5) if factor * power <= length * (1 + 1e-9)) * power
    )
