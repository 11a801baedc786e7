"""Mesh files named by a description: found near it, read, and made coarse enough to draw."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import numpy as np

from armwright.report.surfaces import Array, Colour, Surface, triangles

LARGEST_FILE = 50_000_000
SUFFIXES = (".stl", ".obj", ".ply", ".dae", ".glb", ".gltf", ".off")


def mesh_surface(
    name: str, scale: tuple[float, ...], folder: Path | None, cell: float, colour: Colour
) -> Surface | None:
    """The mesh `name`, or None if there is no such file or it cannot be read.

    Details smaller than `cell` (m) are merged.
    """
    path = find_mesh(name, folder)
    corners = _read(path) if path is not None else None
    if corners is None:
        return None
    corners = corners * np.asarray(scale if len(scale) == 3 else (1.0, 1.0, 1.0))
    corners = corners[np.isfinite(corners).all(axis=(1, 2))]
    coarse = _coarsened(corners, cell)
    return triangles(coarse, colour) if len(coarse) else None


def find_mesh(name: str, folder: Path | None) -> Path | None:
    """The file that a `package://`, `file://` or plain name means for a description in `folder`."""
    for candidate in _candidates(name, folder):
        if candidate.suffix.lower() in SUFFIXES and candidate.is_file():
            return candidate if candidate.stat().st_size <= LARGEST_FILE else None
    return None


def _candidates(name: str, folder: Path | None) -> Iterator[Path]:
    if "\0" in name or not name:
        return
    scheme, found, rest = name.partition("://")
    if not found:
        yield Path(name) if folder is None else folder / name
    elif scheme == "file":
        yield Path(rest)
    elif scheme in ("package", "model"):
        # The package's folder is one of those above the description, or beside one of them.
        inside = PurePosixPath(*PurePosixPath(rest).parts[1:])
        for above in folder.resolve().parents if folder is not None else ():
            yield above / rest
        if folder is not None:
            for above in (folder.resolve(), *folder.resolve().parents):
                yield above / inside
        for root in filter(None, os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep)):
            yield Path(root) / rest


def _read(path: Path) -> Array | None:
    """Triangles (n, 3, 3)."""
    import trimesh

    try:
        mesh = trimesh.load(path, force="mesh", process=False)
        corners = np.asarray(mesh.triangles, dtype=np.float64)
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
    means = np.stack(
        [np.bincount(where, weights=corners[..., k].reshape(-1)) for k in range(3)], axis=1
    )
    means /= count[:, None]
    index = where.reshape(-1, 3)
    a, b, c = index.T
    return means[index[(a != b) & (b != c) & (c != a)]]
