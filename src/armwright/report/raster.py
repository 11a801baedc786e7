"""Faces to pixels, the nearest wins: a depth buffer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from armwright.report.surfaces import Array

Image = NDArray[np.float32]


def render(
    points: Array, depths: Array, colours: Array, shape: tuple[int, int], *, fine: int = 2
) -> Image:
    """RGBA image (rows, columns, 4), row 0 at the bottom; nothing drawn is transparent.

    `points` (n, 4, 2): corners of quadrilaterals in pixels; `depths` (n, 4): distance from the eye,
    positive; `colours` (n, 3). Each pixel is the mean of `fine` × `fine` smaller ones, so that
    edges are smooth.
    """
    rows, columns = shape[0] * fine, shape[1] * fine
    image = np.zeros((rows, columns, 4), dtype=np.float32)
    nearness = np.zeros((rows, columns))
    # On paper not the depth but its inverse is linear.
    corners = np.concatenate([points * fine, 1 / depths[..., None]], axis=-1)
    for pick in ([0, 1, 2], [0, 2, 3]):
        for corner, colour in zip(corners[:, pick], colours, strict=True):
            _fill(image, nearness, corner, colour)
    coarse: Image = image.reshape(shape[0], fine, shape[1], fine, 4).mean(axis=(1, 3))
    coarse[..., :3] /= np.where(coarse[..., 3:] > 0, coarse[..., 3:], 1)
    return coarse


def _fill(image: Image, nearness: Array, corner: Array, colour: Array) -> None:
    """One triangle; corner (3, 3): x, y, 1/depth."""
    x, y, near = corner.T
    area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])
    if area == 0:
        return
    left, right = max(int(x.min()), 0), min(int(x.max()) + 2, image.shape[1])
    low, high = max(int(y.min()), 0), min(int(y.max()) + 2, image.shape[0])
    if left >= right or low >= high:
        return
    px = np.arange(left, right) + 0.5
    py = (np.arange(low, high) + 0.5)[:, None]
    # Barycentric coordinates; a hair below zero counts as inside, so that no seams show.
    b = ((px - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (py - y[0])) / area
    c = ((x[1] - x[0]) * (py - y[0]) - (px - x[0]) * (y[1] - y[0])) / area
    value = near[0] + b * (near[1] - near[0]) + c * (near[2] - near[0])
    window = np.s_[low:high, left:right]
    wins = (b >= -1e-9) & (c >= -1e-9) & (b + c <= 1 + 1e-9) & (value > nearness[window])
    nearness[window][wins] = value[wins]
    image[window][wins] = (*colour, 1.0)
