"""Accuracy and repeatability of poses; ISO 9283:1998, clause 7.2."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.measures.iso9283.checks import finite, radius_of, repeated, three_deviations

#: How far R Rᵀ may be from 1.
_ROTATION = 1e-6


class PoseAccuracy(NamedTuple):
    """AP_p, and AP_x, AP_y, AP_z as one vector, in m."""

    distance: float
    along: Array


def pose_accuracy(attained: ArrayLike, command: ArrayLike) -> PoseAccuracy:
    """AP: from the command to the barycentre of the attained positions (n, 3); 7.2.1."""
    along = finite("attained", attained, -1, 3).mean(axis=0) - finite("command", command, 3)
    return PoseAccuracy(float(np.linalg.norm(along)), along)


def pose_repeatability(attained: ArrayLike) -> float:
    """RP_l = l̄ + 3 S_l of the distances of attained positions (n, 3) from their barycentre, m;
    7.2.2."""
    return float(radius_of(repeated("attained", attained, 3)))


def angle_accuracy(angles: ArrayLike) -> Array:
    """AP_a, AP_b, AP_c: the mean of angles (n, 3) from the commanded orientation; 7.2.1."""
    mean: Array = finite("angles", angles, -1, 3).mean(axis=0)
    return mean


def angle_repeatability(angles: ArrayLike) -> Array:
    """RP_a, RP_b, RP_c = 3 S of angles (n, 3), which the standard writes with ±; 7.2.2."""
    return three_deviations(repeated("angles", angles, 3))


def direction_variation(attained: ArrayLike) -> float:
    """vAP_p: the largest distance between the barycentres of positions (directions, n, 3) that were
    approached from several directions, in m; 7.2.3. Three perpendicular ones are asked for."""
    centres = _by_direction(attained)
    return max(float(np.linalg.norm(a - b)) for a, b in combinations(centres, 2))


def angle_variation(angles: ArrayLike) -> Array:
    """vAP_a, vAP_b, vAP_c: the largest differences between the mean angles (directions, n, 3) of
    the directions; 7.2.3."""
    variation: Array = np.ptp(_by_direction(angles), axis=0)
    return variation


def angles_from(rotation: ArrayLike, command: ArrayLike) -> Array:
    """Angles a, b, c (n, 3) in rad about x, y and z of the base, from a commanded orientation
    (3, 3), or one for each, to the attained ones (n, 3, 3): the rotation vector of R R_cᵀ.

    Which angles the standard means is not confirmed; for small ones it makes no difference.
    """
    from scipy.spatial.transform import Rotation  # takes half a second to import

    R = np.asarray(rotation, dtype=np.float64)
    wanted = np.asarray(command, dtype=np.float64)
    for name, value in (("rotation", R), ("command", wanted)):
        if value.shape[-2:] != (3, 3) or not np.isfinite(value).all():
            raise InputError("not rotations", where=name, got=value.shape, expected="(…, 3, 3)")
        if np.abs(value @ np.swapaxes(value, -1, -2) - np.eye(3)).max() > _ROTATION:
            raise InputError("not rotation matrices", where=name)
    angles: Array = Rotation.from_matrix(R @ np.swapaxes(wanted, -1, -2)).as_rotvec()
    return angles


def mean_rotation(rotation: ArrayLike) -> Array:
    """Of rotations (n, 3, 3) that are near to each other: the nearest rotation to their mean."""
    u, _, v = np.linalg.svd(np.asarray(rotation, dtype=np.float64).mean(axis=0))
    mean: Array = u @ np.diag([1.0, 1.0, np.linalg.det(u @ v)]) @ v
    return mean


def _by_direction(values: ArrayLike) -> Array:
    array = finite("attained", values, -1, -1, 3)
    if len(array) < 2:
        raise InputError(
            "too few directions", where="attained", got=len(array), expected="at least 2"
        )
    means: Array = array.mean(axis=1)
    return means
