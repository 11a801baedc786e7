"""The test cube of ISO 9283 in the reach of an arm: points, test plane, and paths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.patheffects import withStroke

from armwright.arrays import Array
from armwright.report.canvas import GREY, INK, WHITE
from armwright.report.drawing.painting import Image, draw_ground, image_of, show_image
from armwright.report.drawing.paper import Camera, Paper
from armwright.report.drawing.poses import poses_of, upright
from armwright.report.drawing.scene import make_scene
from armwright.report.drawing.surfaces import Surface, ball, joined, tube
from armwright.report.references.examples import BLEND, MOVES, PLANE, SHAPES, ArmUnderTest

#: m: radii of drawn lines and points.
EDGE, PATH, MOVE, POINT = 0.0022, 0.0042, 0.0022, 0.0115
#: How much of the test plane covers what is behind it.
OPAQUE = 0.30
#: From where the camera looks, degrees.
AZIMUTH, ELEVATION = -118.0, 24.0
#: m: how much of the floor is shown around the arm and the cube.
FLOOR = 0.12
#: The point at which the arm is drawn.
SHOWN = 5
_EDGES = (
    *((k, (k + 1) % 4) for k in range(4)),
    *((4 + k, 4 + (k + 1) % 4) for k in range(4)),
    *((k, k + 4) for k in range(4)),
)


def draw_cube(axes: Axes, tested: ArmUnderTest, pixels: tuple[int, int]) -> None:
    """On axes of `pixels`."""
    block = tested.path("line")
    q = tested.joints(tested.points(order=(SHOWN,)), 0.0)[0]
    poses = upright(tested.robot, poses_of(tested.robot)(q))
    scene = make_scene(tested.robot, poses, None)
    solids = joined([scene.surface, *_cube_lines(tested), *_paths(tested)])
    plane = Surface.of(block.test_plane.corners[None], to_rgb(PLANE))
    low, high = solids.corners.min(axis=(0, 1)), solids.corners.max(axis=(0, 1))
    a, b, c = (0.5 * (low + high)).tolist()
    camera = Camera((a, b, c), 3.2 * float(np.linalg.norm(high - low)), AZIMUTH, ELEVATION)
    (x0, y0), (x1, y1) = low[:2] - FLOOR, high[:2] + FLOOR
    floor = np.array([(x, y, scene.ground) for x in (x0, x1) for y in (y0, y1)])
    points, _ = camera.project(np.concatenate([solids.corners.reshape(-1, 3), floor]))
    paper = Paper(axes, camera, pixels, points.min(axis=0), points.max(axis=0), (0.99, 0.99))
    draw_ground(paper, scene.surface, scene.ground, scene.size)
    show_image(paper, _glazed(paper, solids, plane))
    _names(paper, block.cube.corners, block.test_plane.points)
    paper.show()


def _cube_lines(tested: ArmUnderTest) -> list[Surface]:
    corners = tested.path("line").cube.corners
    grey = to_rgb("#9aa3ad")
    lines = [_bar(corners[i], corners[k], EDGE, grey) for i, k in _EDGES]
    return [*lines, *(ball(corner, EDGE, grey, sides=8) for corner in corners)]


def _paths(tested: ArmUnderTest) -> list[Surface]:
    found: list[Surface] = []
    for shape, colour in SHAPES.items():
        blend = BLEND if shape == "corner" else 0.0
        block = tested.path(shape, blend=blend)
        found += _wire(tested.tool(block, 12.0), PATH, to_rgb(colour))
    moves = tested.tool(tested.points(), 8.0)
    found += _wire(moves, MOVE, to_rgb(MOVES))
    ink = to_rgb(INK)
    return [*found, *(ball(point, POINT, ink) for point in block.test_plane.points)]


def _wire(points: Array, radius: float, colour: tuple[float, float, float]) -> list[Surface]:
    """Along points, as far as they move."""
    kept = [points[0]]
    for point in points[1:]:
        if np.linalg.norm(point - kept[-1]) > 2.5 * radius:
            kept.append(point)
    kept.append(points[-1])
    return [_bar(a, b, radius, colour) for a, b in pairwise(kept)]


def _bar(a: Array, b: Array, radius: float, colour: tuple[float, float, float]) -> Surface:
    return tube(a, b, (radius, radius), colour, sides=8)


def _glazed(paper: Paper, solids: Surface, pane: Surface) -> Image:
    """The solids, and where the pane is in front of them, also the pane."""
    both = [image_of(paper, solids), image_of(paper, joined([solids, pane]))]
    # Mixed as light, that is with colours weighted by how much they cover.
    weights = 1 - OPAQUE, OPAQUE
    cover = sum(w * image[..., 3:] for w, image in zip(weights, both, strict=True))
    light = sum(w * image[..., :3] * image[..., 3:] for w, image in zip(weights, both, strict=True))
    mixed: Image = np.concatenate([light / np.where(cover > 0, cover, 1), cover], axis=2)
    return mixed


def _names(paper: Paper, corners: Array, points: Array) -> None:
    middle = paper.project(corners.mean(axis=0)[None])[0]
    labels: Mapping[str, tuple[Sequence[float], str, float]] = {
        **{f"C{k + 1}": (corner, GREY, 11.0) for k, corner in enumerate(corners)},
        **{f"P{k + 1}": (point, INK, 13.0) for k, point in enumerate(points)},
    }
    for name, (place, colour, size) in labels.items():
        x, y = paper.project(np.asarray(place)[None])[0]
        out = np.array([x, y]) - middle
        length = float(np.linalg.norm(out))
        shift = 0.024 * paper.size[0] * (out / length if length > 1e-6 else np.array([0.8, 0.6]))
        paper.axes.text(
            x + shift[0],
            y + shift[1],
            name,
            color=colour,
            fontsize=size,
            fontweight="bold",
            ha="center",
            va="center",
            zorder=7,
            path_effects=[withStroke(linewidth=3, foreground=WHITE)],
        )
