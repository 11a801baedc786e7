"""Rotation vectors, in batches."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from armwright.arrays import Array


def rotation_of(vector: Array) -> Array:
    """exp: (..., 3) → (..., 3, 3)."""
    matrix: Array = Rotation.from_rotvec(vector).as_matrix()
    return matrix


def vector_of(rotation: Array) -> Array:
    """log: (..., 3, 3) → (..., 3)."""
    vector: Array = Rotation.from_matrix(rotation).as_rotvec()
    return vector


def cross_matrix(vector: Array) -> Array:
    """[v]×, (..., 3, 3)."""
    x, y, z = np.moveaxis(np.asarray(vector), -1, 0)
    zero = np.zeros_like(x)
    rows = [[zero, -z, y], [z, zero, -x], [-y, x, zero]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def right_jacobian(vector: Array) -> Array:
    """Jr with exp(v + δ) = exp(v) exp(Jr δ) for small δ, (..., 3, 3)."""
    v = np.asarray(vector)
    angle = np.linalg.norm(v, axis=-1)[..., None, None]
    small = angle < 1e-4
    safe = np.where(small, 1.0, angle)
    first = np.where(small, 0.5 - angle**2 / 24, (1 - np.cos(safe)) / safe**2)
    second = np.where(small, 1 / 6 - angle**2 / 120, (safe - np.sin(safe)) / safe**3)
    K = cross_matrix(v)
    jacobian: Array = np.eye(3) - first * K + second * (K @ K)
    return jacobian
