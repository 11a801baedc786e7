"""Mesh files named by a description: found near it, read, and made coarse enough to draw."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from armwright.arrays import Array
from armwright.report.surfaces import Colour, Surface, triangles
from armwright.robot.formats.packages import find_file

LARGEST_FILE = 50_000_000
SUFFIXES = (".stl", ".obj", ".ply", ".dae", ".glb", ".gltf", ".off")


def mesh_surface(
    name: str, scale: tuple[float, ...], folder: Path | None, cell: float, colour: Colour
) -> Surface | None:
    """The mesh `name`, or None if there is no such file or it cannot be read.

    Details smaller than `cell` (m) are merged.
    """
    path = find_file(name, folder) if folder is not None else None
    if path is None or path.suffix.lower() not in SUFFIXES or path.stat().st_size > LARGEST_FILE:
        return None
    corners = _read(path)
    if corners is None:
        return None
    corners = corners * np.asarray(scale if len(scale) == 3 else (1.0, 1.0, 1.0))
    corners = corners[np.isfinite(corners).all(axis=(1, 2))]
    coarse = _coarsened(corners, cell)
    # Files do not always say which side of a face is outside, so both are.
    both = np.concatenate([coarse, coarse[:, ::-1]])
    return triangles(both, colour) if len(both) else None


def _read(path: Path) -> Array | None:
    """Triangles (n, 3, 3)."""
    import trimesh

    try:
        corners: Array = np.asarray(trimesh.load_mesh(path, process=False).triangles, np.float64)
    # Its readers raise whatever a broken file makes them stumble over; a picture without this mesh
    # is still a picture.
    except Exception:
        return None
    return corners if corners.ndim == 3 else None


def _coarsened(corners: Array, cell: float) -> Array:
    """Corners moved to the mean of all corners in the same cell; faces without area left out."""
    cells = np.round(corners.reshape(-1, 3) / cell).astype(np.int64)
    _, where, count = np.unique(cells, axis=0, return_inverse=True, return_counts=True)
    where = where.reshape(-1)
    sums = [np.bincount(where, weights=corners[..., k].reshape(-1)) for k in range(3)]
    means: Array = np.stack(sums, axis=1) / count[:, None]
    index = where.reshape(-1, 3)
    a, b, c = index.T
    return np.asarray(means[index[(a != b) & (b != c) & (c != a)]])
