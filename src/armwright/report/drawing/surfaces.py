"""Bodies as polygons: tubes, boxes, balls and mesh files, each a stack of faces with its colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.robot.formats.packages import find_file

Colour = tuple[float, float, float]
LARGEST_FILE = 50_000_000
SUFFIXES = (".stl", ".obj", ".ply", ".dae", ".glb", ".gltf", ".off")


@dataclass(frozen=True, eq=False)
class Surface:
    """Quadrilaterals (n, 4, 3), anticlockwise seen from outside; triangles repeat a corner."""

    corners: Array
    colours: Array

    @staticmethod
    def of(corners: Array, colour: Colour) -> Surface:
        return Surface(corners, np.tile(np.asarray(colour, dtype=np.float64), (len(corners), 1)))

    def moved(self, T_AB: Array) -> Surface:
        """Corners given in B, now in A."""
        return Surface(self.corners @ T_AB[:3, :3].T + T_AB[:3, 3], self.colours)

    def normals(self) -> Array:
        """Outward unit normals (n, 3); zero where a face has no area."""
        a, b, c, d = np.moveaxis(self.corners, 1, 0)
        normal = np.cross(c - a, d - b)
        length: Array = np.linalg.norm(normal, axis=1, keepdims=True)
        return normal / np.where(length > 0, length, 1.0)


def joined(surfaces: Sequence[Surface]) -> Surface:
    return Surface(
        np.concatenate([surface.corners for surface in surfaces] or [np.empty((0, 4, 3))]),
        np.concatenate([surface.colours for surface in surfaces] or [np.empty((0, 3))]),
    )


def tube(
    start: ArrayLike,
    end: ArrayLike,
    radii: tuple[float, float],
    colour: Colour,
    *,
    sides: int = 56,
) -> Surface:
    """A cylinder or cone between two points, with the radius at its start and at its end."""
    p, q = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    length = float(np.linalg.norm(q - p))
    if length == 0 or max(radii) <= 0:
        return joined([])
    u, v = _across((q - p) / length)
    angle = np.linspace(0, 2 * np.pi, sides + 1)
    circle = np.cos(angle)[:, None] * u + np.sin(angle)[:, None] * v
    rims = radii[0] * circle, radii[1] * circle
    side = _grid_faces(np.stack([p + rims[0], q + rims[1]]))
    faces = [side, _disc(p, rims[0][::-1]), _disc(q, rims[1])]
    return Surface.of(np.concatenate(faces), colour)


def ball(centre: ArrayLike, radius: float, colour: Colour, *, sides: int = 32) -> Surface:
    around = np.linspace(0, 2 * np.pi, sides + 1)[None, :]
    up = np.linspace(-np.pi / 2, np.pi / 2, sides // 2 + 1)[:, None]
    grid = np.stack(
        np.broadcast_arrays(
            np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up) + 0 * around
        ),
        axis=-1,
    )
    return Surface.of(_grid_faces(np.asarray(centre) + radius * grid), colour)


def box(size: ArrayLike, colour: Colour) -> Surface:
    """A box about the origin with edges along x, y, z."""
    half = np.asarray(size, dtype=np.float64) / 2
    faces = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for side in (-1.0, 1.0):
            grid = np.empty((2, 2, 3))
            grid[..., axis] = side
            grid[..., u], grid[..., v] = np.meshgrid((-1, 1), (-1, 1), indexing="ij")
            # u × v points along the axis: outwards on the positive side only.
            faces.append(_grid_faces((grid if side < 0 else grid.swapaxes(0, 1)) * half))
    return Surface.of(np.concatenate(faces), colour)


def triangles(corners: Array, colour: Colour) -> Surface:
    """From (n, 3, 3) corners."""
    return Surface.of(corners[:, [0, 1, 2, 2]], colour)


def shaded(surface: Surface, light: Array) -> Array:
    """RGB per face (n, 3) under a far lamp in direction `light`, and some light from all around."""
    facing = surface.normals() @ (light / np.linalg.norm(light))
    brightness = 0.68 + 0.32 * np.clip(facing, -0.7, 1)
    gloss = 0.07 * np.clip(facing, 0, 1)[:, None] ** 12
    return np.clip(surface.colours * brightness[:, None] + gloss, 0, 1)


def _grid_faces(grid: Array) -> Array:
    """Faces (n, 4, 3) of a grid of points (rows, columns, 3); outside is where columns × rows
    points."""
    return np.stack([grid[:-1, :-1], grid[:-1, 1:], grid[1:, 1:], grid[1:, :-1]], axis=2).reshape(
        -1, 4, 3
    )


def _disc(centre: Array, rim: Array) -> Array:
    inner = np.broadcast_to(centre, rim[:-1].shape)
    return np.stack([inner, inner, centre + rim[:-1], centre + rim[1:]], axis=1)


def _across(direction: Array) -> tuple[Array, Array]:
    """Two unit vectors u, v with u × v = direction."""
    other = np.eye(3)[np.argmin(np.abs(direction))]
    u = np.cross(other, direction)
    u /= np.linalg.norm(u)
    return u, np.cross(direction, u)


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
