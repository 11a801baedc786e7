"""Accuracy and repeatability of a distance between two poses; ISO 9283:1998, clause 7.3."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measures.iso9283.checks import finite, repeated, three_deviations


class DistanceFigures(NamedTuple):
    """In m: AD_p and RD of the distance; AD_x… and RD_x… of its parts along x, y and z."""

    accuracy: float
    accuracy_along: Array
    repeatability: float
    repeatability_along: Array


def distance_figures(
    first: ArrayLike, second: ArrayLike, commands: tuple[ArrayLike, ArrayLike]
) -> DistanceFigures:
    """AD = D̄ − D_c and RD = 3 S_D of the distances between positions (n, 3) attained in the same
    cycle; `commands`: where they should be. 7.3.2 and 7.3.3, between P2 and P4."""
    a, b = repeated("first", first, 3), repeated("second", second, 3)
    if a.shape != b.shape:
        raise InputError(
            "not as many at both poses", where="attained", got=f"{len(a)} and {len(b)} cycles"
        )
    c, d = (finite("command", command, 3) for command in commands)
    parts, distances = np.abs(a - b), np.linalg.norm(a - b, axis=1)
    return DistanceFigures(
        float(distances.mean() - np.linalg.norm(c - d)),
        parts.mean(axis=0) - np.abs(c - d),
        float(three_deviations(distances)),
        three_deviations(parts),
    )


def angle_distance_figures(angles: ArrayLike) -> tuple[Array, Array]:
    """AD_a… and RD_a… of the angles (n, 3) between the orientations at both poses, from the
    commanded difference."""
    array = repeated("angles", angles, 3)
    return array.mean(axis=0), three_deviations(array)
