"""Whether every coordinate of a plant has an inertia of its own."""

from __future__ import annotations

from collections.abc import Sequence

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.multibody.rows import Entries
from armwright.plant.coordinates import Coordinate

#: Of a mass matrix with ones on its diagonal: below this its smallest eigenvalue is rounding.
_SINGULAR = 1e-10
#: rad, or m: a deflection that is small.
_LITTLE = 1e-3


def check_inertia(
    robot: str,
    coordinates: Sequence[Coordinate],
    mass: Entries,
    x: cs.SX,
    known: Sequence[tuple[cs.SX, Array]],
    small: Sequence[int] = (),
) -> None:
    """Refuses elastic axes and shafts that move nothing which other coordinates do not move alike:
    M would be singular everywhere. Seen at one position, with nothing special about it; `known`:
    what else the mass depends on, and its numbers; `small`: coordinates that move but little."""
    size = len(coordinates)
    M = cs.SX.zeros(size, size)
    for (i, j), value in mass.items():
        M[i, j] = M[j, i] = value
    somewhere = np.random.default_rng(0).uniform(0.1, 1.0, size)
    somewhere[list(small)] *= _LITTLE
    symbols = [x, *(symbol for symbol, _ in known)]
    numbers = [somewhere, *(value for _, value in known)]
    matrix = np.array(cs.Function("M", symbols, [M])(*numbers))
    scale = np.sqrt(np.maximum(np.diag(matrix), 1e-300))
    sizes, modes = np.linalg.eigh(matrix / np.outer(scale, scale))
    if sizes[0] > _SINGULAR:
        return
    share = np.abs(modes[:, 0]) > 0.1
    alike = [one for one, moves in zip(coordinates, share, strict=True) if moves]
    elastic = [one for one in alike if one.role in ("elastic", "shaft")]
    if elastic:
        raise InputError(
            "no inertia of its own moves with it, so that its acceleration is not determined",
            where=f"robot '{robot}', {elastic[0].words}",
            got="it moves the same as " + " and ".join(one.words for one in alike[:3]),
            expected="an inertia of its own"
            if elastic[0].role == "shaft"
            else "another axis, or a body (mass, inertia) between them",
        )
