"""Solids and the floor under them, painted on paper."""

from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection

from armwright.report.canvas import FLOOR, GRID, SHADOW
from armwright.report.drawing.paper import Paper
from armwright.report.drawing.raster import Image, render
from armwright.report.drawing.surfaces import Surface, shaded


def draw_ground(paper: Paper, surface: Surface, height: float, size: float) -> float:
    """`size` (m): of the robot. Returns the distance of the grid's lines (m)."""
    step = _round_step(size / 6)
    plan = surface.corners[..., :2]
    x0, y0 = np.floor((plan.min(axis=(0, 1)) - 0.15 * size) / step) * step
    x1, y1 = np.ceil((plan.max(axis=(0, 1)) + 0.15 * size) / step) * step
    floor = np.array([[(x0, y0, height), (x1, y0, height), (x1, y1, height), (x0, y1, height)]])
    # The upper side of closed bodies throws all of their shadow.
    shadow = surface.corners[surface.normals()[:, 2] > 0]
    shadow[..., 2] = height
    for faces, colour, zorder in ((floor, FLOOR, 0), (shadow, SHADOW, 1)):
        paper.axes.add_collection(
            PolyCollection(
                paper.project(faces),  # type: ignore[arg-type]  # an array is faster than a list
                facecolors=colour,
                edgecolors=colour,
                linewidths=0.5,
                zorder=zorder,
            )
        )
    across = [[(x, y0, height), (x, y1, height)] for x in np.arange(x0, x1 + step / 2, step)]
    along = [[(x0, y, height), (x1, y, height)] for y in np.arange(y0, y1 + step / 2, step)]
    lines = list(paper.project(np.array(across + along)))
    paper.axes.add_collection(LineCollection(lines, colors=GRID, linewidths=0.8, zorder=2))
    return step


def _round_step(length: float) -> float:
    """The next lower of 1, 2, 5 times a power of ten."""
    power = 10.0 ** np.floor(np.log10(length))
    factor = max(factor for factor in (1, 2, 5) if factor * power <= length * (1 + 1e-9))
    return float(factor * power)


def draw_bodies(paper: Paper, surface: Surface) -> None:
    """Closed bodies: only faces that look at the eye are painted."""
    to_eye = paper.camera.eye - surface.corners.mean(axis=1)
    front = np.einsum("ij,ij->i", surface.normals(), to_eye) > 0
    seen = Surface(surface.corners[front], surface.colours[front])
    show_image(paper, image_of(paper, seen))


def image_of(paper: Paper, surface: Surface) -> Image:
    """All faces as the camera sees them, in the size of the paper."""
    points, depths = paper.camera.project(surface.corners)
    return render(
        (points - paper.left_bottom) * (paper.pixels / paper.size),
        depths,
        shaded(surface, paper.camera.lamp),
        (paper.pixels[1], paper.pixels[0]),
    )


def show_image(paper: Paper, image: Image) -> None:
    (left, bottom), (width, height) = paper.left_bottom, paper.size
    paper.axes.imshow(
        image,
        extent=(left, left + width, bottom, bottom + height),
        origin="lower",
        interpolation="none",
        aspect="auto",
        zorder=3,
    )
