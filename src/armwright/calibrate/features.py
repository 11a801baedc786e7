"""Planes, circles and lines through measured points.

Two ways. `linear`: S2's iterated linear least squares (6.29 to 6.51), after Stone: the plane as
z = E x + F y + G in a frame whose z is the last normal, the circle as x² + y² = H x + J y + K about
the last centre, each until it stays. `total`: total least squares, in which distances from plane
and circle count alike in all directions, by Gauss and Newton; it has standard errors, and can spare
outliers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from armwright.arrays import Array
from armwright.calibrate.solving import BEND, Loss
from armwright.errors import InputError

FeatureWay = Literal["linear", "total"]
_ROUNDS = 50
#: Points that differ less than this share of their distance from each other lie on a line.
_FLAT = 1e-9


@dataclass(frozen=True, eq=False)
class Circle:
    """The way of a point about an axis: `normal` in the sense of ascending angles. Standard errors:
    of the centre along the normal and across it and of the radius (m), of the normal's tilt (rad).
    `rms` of the distances, `weights` of the points."""

    centre: Array
    normal: Array
    radius: float
    arc: float
    rms: float
    weights: Array
    centre_error: tuple[float, float]
    radius_error: float
    tilt_error: float


@dataclass(frozen=True, eq=False)
class AxisLine:
    """The way of a point along an axis: `direction` in the sense of ascending positions, its
    `tilt_error` (rad), and the `rms` of the distances (m)."""

    point: Array
    direction: Array
    rms: float
    tilt_error: float


def circle_through(points: Array, way: FeatureWay = "total", loss: Loss = "squares") -> Circle:
    """Of points (m, 3) in the order of ascending angles."""
    points = _checked(points, 4, "a circle")
    normal, height = _plane(points)
    centre, radius = _circle(points, normal, height)
    if way == "total":
        return _total(points, centre, normal, radius, loss)
    return _described(points, centre, normal, radius, np.ones(len(points)))


def line_through(points: Array) -> AxisLine:
    """Of points (m, 3) in the order of ascending positions, by total least squares."""
    points = _checked(points, 3, "a line")
    middle = points.mean(axis=0)
    _, s, Vt = np.linalg.svd(points - middle)
    if s[0] < 1e-12:
        raise InputError("all points are alike", where="a line", expected="a way along the axis")
    direction = Vt[0] if Vt[0] @ (points[-1] - points[0]) > 0 else -Vt[0]
    free = max(2 * len(points) - 4, 1)
    off = float(np.sqrt((s[1:] ** 2).sum() / free))
    return AxisLine(middle, direction, float(np.sqrt((s[1:] ** 2).sum() / len(points))), off / s[0])


def _checked(points: Array, fewest: int, what: str) -> Array:
    points = np.asarray(points, dtype=np.float64)
    if points.ndim != 2 or points.shape[1] != 3 or len(points) < fewest:
        raise InputError(
            "not enough points", where=what, got=points.shape, expected=f"({fewest} or more, 3)"
        )
    if not np.isfinite(points).all():
        raise InputError("not finite", where=what)
    return points


def _plane(points: Array) -> tuple[Array, float]:
    """Unit normal, and the plane's height along it: S2 (6.29) to (6.42)."""
    R = _first_frame(points)
    for _ in range(_ROUNDS):
        local = points @ R
        Phi = np.column_stack([local[:, :2], np.ones(len(points))])
        E, F, _ = np.linalg.lstsq(Phi, local[:, 2], rcond=None)[0]
        normal = R @ (np.array([-E, -F, 1.0]) / np.sqrt(E**2 + F**2 + 1))
        if np.linalg.norm(normal - R[:, 2]) < 1e-14:
            break
        R = _frame_along(normal)
    height = float((points @ R[:, 2]).mean())
    return _ascending(points, R[:, 2], height)


def _first_frame(points: Array) -> Array:
    """S2 (6.36) to (6.39): through three points that are far from each other."""
    away = np.linalg.norm(points[:, None] - points[None], axis=2)
    k, l = np.unravel_index(away.argmax(), away.shape)
    n = (points[l] - points[k]) / away[k, l] if away[k, l] > 0 else np.zeros(3)
    across = np.linalg.norm(np.cross(points - points[k], n), axis=1)
    if away[k, l] <= 0 or across.max() < _FLAT * away[k, l]:
        raise InputError(
            "the points lie on a line",
            where="a circle",
            expected="an arc",
            hint="Is the joint prismatic, or the target on its axis?",
        )
    m = across.argmax()
    a = np.cross(n, points[m] - points[k])
    a = a / np.linalg.norm(a)
    return np.column_stack([n, np.cross(a, n), a])


def _frame_along(z: Array) -> Array:
    trial = np.eye(3)[np.argmin(np.abs(z))]
    x = np.cross(trial, z)
    x = x / np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


def _ascending(points: Array, normal: Array, height: float) -> tuple[Array, float]:
    """Turned so that the points go round it anticlockwise: S2's rule that angles ascend."""
    steps = np.cross(points[:-1] - points.mean(axis=0), np.diff(points, axis=0))
    return (normal, height) if float(steps.sum(axis=0) @ normal) >= 0 else (-normal, -height)


def _circle(points: Array, normal: Array, height: float) -> tuple[Array, float]:
    """S2 (6.44) to (6.51); the normal's sign is that of `height`."""
    R = _frame_along(normal)
    local = (points @ R)[:, :2]
    centre = local.mean(axis=0)
    for _ in range(_ROUNDS):
        moved = local - centre
        Phi = np.column_stack([moved, np.ones(len(points))])
        H, J, K = np.linalg.lstsq(Phi, (moved**2).sum(axis=1), rcond=None)[0]
        step = np.array([H, J]) / 2
        centre = centre + step
        if np.linalg.norm(step) < 1e-15 + 1e-14 * np.linalg.norm(moved):
            break
    radius = float(np.sqrt(max(K + step @ step, 0.0)))
    return R @ np.array([*centre, height]), radius


def _total(points: Array, centre: Array, normal: Array, radius: float, loss: Loss) -> Circle:
    """Radial and axial distances, least together: six unknowns, by Gauss and Newton."""
    weights, A = np.ones(len(points)), np.zeros((0, 6))
    for _ in range(_ROUNDS):
        R = _frame_along(normal)
        local = (points - centre) @ R
        rho = np.hypot(local[:, 0], local[:, 1])
        c, s = local[:, 0] / rho, local[:, 1] / rho
        r = np.concatenate([rho - radius, local[:, 2]])
        zero, one = np.zeros(len(points)), np.ones(len(points))
        z = local[:, 2]
        radial = np.column_stack([-c, -s, zero, s * z, -c * z, -one])
        axial = np.column_stack([zero, zero, -one, -local[:, 1], local[:, 0], zero])
        size = np.hypot(r[: len(points)], r[len(points) :])
        weights = _spared(size, loss)
        w = np.sqrt(np.concatenate([weights, weights]))
        A = np.concatenate([radial, axial]) * w[:, None]
        step = np.linalg.lstsq(A, -(w * r), rcond=None)[0]
        centre = centre + R[:, :2] @ step[:2] + R[:, 2] * step[2]
        normal = R @ np.array([step[4], -step[3], 1.0])
        normal = normal / np.linalg.norm(normal)
        radius += float(step[5])
        if np.linalg.norm(step) < 1e-13:
            break
    return _described(points, centre, normal, radius, weights, A)


def _spared(size: Array, loss: Loss) -> Array:
    """Weights of distances, in terms of their median, which outliers do not move."""
    if loss == "squares":
        return np.ones_like(size)
    scaled = size / max(float(np.median(size)) / 1.18, 1e-300)
    if loss == "huber":
        return np.minimum(1.0, BEND[loss] / np.maximum(scaled, 1e-300))
    return np.asarray(1 / (1 + (scaled / BEND[loss]) ** 2))


def _described(
    points: Array,
    centre: Array,
    normal: Array,
    radius: float,
    weights: Array,
    A: Array | None = None,
) -> Circle:
    R = _frame_along(normal)
    local = (points - centre) @ R
    angles = np.unwrap(np.arctan2(local[:, 1], local[:, 0]))
    rho = np.hypot(local[:, 0], local[:, 1])
    off = (rho - radius) ** 2 + local[:, 2] ** 2
    errors = [np.nan] * 6
    if A is not None and len(points) > 3:
        sigma2 = float((weights * off).sum() / max(2 * weights.sum() - 6, 1))
        errors = list(np.sqrt(np.maximum(np.diag(np.linalg.pinv(A.T @ A)) * sigma2, 0)))
    return Circle(
        centre,
        normal,
        radius,
        float(np.ptp(angles)),
        float(np.sqrt(off.mean())),
        weights,
        (float(errors[2]), float(np.hypot(errors[0], errors[1]))),
        float(errors[5]),
        float(np.hypot(errors[3], errors[4])),
    )
