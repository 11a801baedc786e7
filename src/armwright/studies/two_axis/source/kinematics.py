"""Kinematics as S0 writes it: joint angles (…, 2), and points (x, z) in the base frame (…, 2)."""

from __future__ import annotations

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.studies.two_axis.source.numbers import Numbers


def forward(n: Numbers, q: Array) -> Array:
    """The tool's place.  S0 (1.2)."""
    q1, q12 = q[..., 0], q.sum(axis=-1)
    x = n.l[0] * np.sin(q1) + n.l[1] * np.cos(q12)
    z = n.l[0] * np.cos(q1) - n.l[1] * np.sin(q12)
    return np.stack([x, z], axis=-1)


def inverse(n: Numbers, point: Array, *, elbow_up: bool) -> Array:
    """The joint angles of one branch.  S0 (1.4) to (1.7)."""
    x, z = point[..., 0], point[..., 1]
    l1, l2 = n.l
    reach = np.hypot(x, z)
    with np.errstate(divide="ignore", invalid="ignore"):
        sine = (l1**2 + l2**2 - reach**2) / (2 * l1 * l2)
        cosine = (l1**2 + reach**2 - l2**2) / (2 * l1 * reach)
    _check_reach(n, reach, np.abs(sine))
    sign = 1.0 if elbow_up else -1.0
    q2 = np.arctan2(sine, sign * np.sqrt(1 - sine**2))
    gamma = np.arctan2(sign * np.sqrt(np.maximum(1 - cosine**2, 0.0)), cosine)
    q1 = np.pi / 2 - gamma - np.arctan2(z, x)
    return np.stack([q1, q2], axis=-1)


def jacobian(n: Numbers, q: Array) -> Array:
    """∂(x, z)/∂q, (…, 2, 2).  S0 (2.5)."""
    l1, l2 = n.l
    q1, q12 = q[..., 0], q.sum(axis=-1)
    s12, c12 = np.sin(q12), np.cos(q12)
    rows = [
        np.stack([l1 * np.cos(q1) - l2 * s12, -l2 * s12], axis=-1),
        np.stack([-l2 * c12 - l1 * np.sin(q1), -l2 * c12], axis=-1),
    ]
    return np.stack(rows, axis=-2)


def jacobian_rate(n: Numbers, q: Array, v: Array) -> Array:
    """J̇ = Σ ∂J/∂qᵢ q̇ᵢ, (…, 2, 2).  S0 (2.6)."""
    l1, l2 = n.l
    q1, q12 = q[..., 0], q.sum(axis=-1)
    v1, v12 = v[..., 0], v.sum(axis=-1)
    s12, c12 = np.sin(q12) * v12, np.cos(q12) * v12
    rows = [
        np.stack([-l1 * np.sin(q1) * v1 - l2 * c12, -l2 * c12], axis=-1),
        np.stack([l2 * s12 - l1 * np.cos(q1) * v1, l2 * s12], axis=-1),
    ]
    return np.stack(rows, axis=-2)


def _check_reach(n: Numbers, reach: Array, sine: Array) -> None:
    beyond = np.atleast_1d(np.logical_not(sine <= 1))
    if beyond.any():
        far = float(np.atleast_1d(reach)[beyond][0])
        raise InputError(
            "the tool does not get there",
            where="inverse kinematics, S0 (1.4)",
            got=f"{far:.4g} m from the first axis",
            expected=f"{abs(n.l[0] - n.l[1]):.4g} to {n.l.sum():.4g} m",
        )
