"""Solids and the floor under them, painted on paper.

The nearest face wins: a depth buffer, our own. All triangles at a time: each is cut into rows of
pixels, each row into pixels, by array arithmetic.
"""

from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.report.canvas import FLOOR, GRID, SHADOW
from armwright.report.drawing.paper import Paper
from armwright.report.drawing.surfaces import Surface, shaded

Image = NDArray[np.float32]
Indices = NDArray[np.int64]
#: Triangles done at a time, which bounds the memory.
BLOCK = 4096
#: A barycentric coordinate a hair below zero counts as inside, so that no seams show.
HAIR = 1e-9


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


def render(
    points: Array, depths: Array, colours: Array, shape: tuple[int, int], *, fine: int = 2
) -> Image:
    """RGBA image (rows, columns, 4), row 0 at the bottom; nothing drawn is transparent.

    `points` (n, 4, 2): corners of quadrilaterals in pixels; `depths` (n, 4): distance from the eye,
    positive; `colours` (n, 3). Each pixel is the mean of `fine` × `fine` smaller ones, so that
    edges are smooth.
    """
    rows, columns = shape[0] * fine, shape[1] * fine
    # On paper not the depth but its inverse is linear.
    corners = np.concatenate([points * fine, 1 / depths[..., None]], axis=-1)
    nearness = np.zeros(rows * columns)
    face = np.full(rows * columns, len(colours))
    for pick in ([0, 1, 2], [0, 2, 3]):
        for start in range(0, len(corners), BLOCK):
            triangles = corners[start : start + BLOCK, pick]
            place, near, triangle = _pixels(triangles, rows, columns)
            np.maximum.at(nearness, place, near)
            wins = near == nearness[place]
            face[place[wins]] = start + triangle[wins]
    palette = np.zeros((len(colours) + 1, 4), dtype=np.float32)
    palette[:-1, :3], palette[:-1, 3] = colours, 1.0
    shown = face.reshape(rows, columns)
    parts = [palette[shown[i::fine, j::fine]] for i in range(fine) for j in range(fine)]
    image: Image = sum(parts[1:], start=parts[0]) / np.float32(fine**2)
    image[..., :3] /= np.where(image[..., 3:] > 0, image[..., 3:], 1)
    return image


def _pixels(triangles: Array, rows: int, columns: int) -> tuple[Indices, Array, Indices]:
    """All pixels of triangles (n, 3, 3; x, y, 1/depth): place in the image, 1/depth, triangle."""
    x, y, near = np.moveaxis(triangles, 2, 0)
    area = (x[:, 1] - x[:, 0]) * (y[:, 2] - y[:, 0]) - (x[:, 2] - x[:, 0]) * (y[:, 1] - y[:, 0])
    low = np.clip(np.ceil(y.min(axis=1) - 0.5), 0, rows).astype(np.int64)
    high = np.clip(np.floor(y.max(axis=1) - 0.5) + 1, 0, rows).astype(np.int64)
    t, row = _counted(low, np.where(area == 0, low, high))
    # Barycentric coordinates b and c in a row are linear in x: start + slope x.
    with np.errstate(divide="ignore", invalid="ignore"):
        b = (y[:, 2] - y[:, 0]) / area
        c = (y[:, 0] - y[:, 1]) / area
        above = row + 0.5 - y[t, 0]
        b0 = -x[t, 0] * b[t] - (x[t, 2] - x[t, 0]) * above / area[t]
        c0 = -x[t, 0] * c[t] + (x[t, 1] - x[t, 0]) * above / area[t]
        starts = np.stack([b0, c0, 1 - b0 - c0])
        slopes = np.stack([b[t], c[t], -b[t] - c[t]])
        edge = (-HAIR - starts) / slopes
    left = np.where(slopes > 0, edge, -np.inf).max(axis=0)
    right = np.where(slopes < 0, edge, np.inf).min(axis=0)
    outside = ((slopes == 0) & (starts < -HAIR)).any(axis=0)
    first = np.ceil(np.clip(left - 0.5, 0, columns)).astype(np.int64)
    after = np.floor(np.clip(right - 0.5, -1, columns - 1)).astype(np.int64) + 1
    s, column = _counted(first, np.where(outside, first, after))
    to_b, to_c = near[:, 1] - near[:, 0], near[:, 2] - near[:, 0]
    start = near[t, 0] + b0 * to_b[t] + c0 * to_c[t]
    slope = b[t] * to_b[t] + c[t] * to_c[t]
    return row[s] * columns + column, start[s] + slope[s] * (column + 0.5), t[s]


def _counted(first: Indices, after: Indices) -> tuple[Indices, Indices]:
    """The numbers first, first + 1, … < after of every pair, one after the other, and whose."""
    count = np.maximum(after - first, 0)
    whose = np.repeat(np.arange(len(count)), count)
    begin = np.cumsum(count) - count
    return whose, first[whose] + np.arange(len(whose)) - begin[whose]
