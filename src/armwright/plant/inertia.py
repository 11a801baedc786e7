"""Whether every coordinate of a plant has an inertia of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import casadi as cs
import numpy as np

from armwright.errors import InputError

if TYPE_CHECKING:
    from armwright.plant.plant import Plant

#: Of a mass matrix with ones on its diagonal: below this its smallest eigenvalue is rounding.
_SINGULAR = 1e-10


def check_inertia(plant: Plant) -> None:
    """Refuses elastic axes that move nothing which other coordinates do not move alike: M would be
    singular everywhere. Seen at one position, with nothing special about it."""
    size = len(plant.coordinates)
    M = cs.SX.zeros(size, size)
    for (i, j), value in plant.mass().items():
        M[i, j] = M[j, i] = value
    symbols = [plant.x, plant.values.symbol, plant.free_bodies.symbol, *plant.inputs.values()]
    x = np.random.default_rng(0).uniform(0.1, 1.0, size)
    numbers = [x, plant.values.vector(plant.numbers), plant.free_bodies.nominal]
    numbers += [np.zeros(symbol.shape[0]) for symbol in plant.inputs.values()]
    matrix = np.array(cs.Function("M", symbols, [M])(*numbers))
    scale = np.sqrt(np.maximum(np.diag(matrix), 1e-300))
    sizes, modes = np.linalg.eigh(matrix / np.outer(scale, scale))
    if sizes[0] > _SINGULAR:
        return
    share = np.abs(modes[:, 0]) > 0.1
    alike = [one for one, moves in zip(plant.coordinates, share, strict=True) if moves]
    elastic = [one for one in alike if one.role == "elastic"]
    if elastic:
        raise InputError(
            "no inertia of its own moves with it, so that its acceleration is not determined",
            where=f"robot '{plant.robot.name}', {elastic[0].words}",
            got="it moves the same as " + " and ".join(one.words for one in alike[:3]),
            expected="another axis, or a body (mass, inertia) between them",
        )
