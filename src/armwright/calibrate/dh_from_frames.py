"""D-H numbers from the features of circles, as S2 has them (6.53 to 6.66).

A frame for each link: z along the next joint's normal; the origin on that axis, where the common
normal of the two axes meets it; x along that normal. Which of its two directions it has, and where
it is for parallel axes, one of two choices says: from the centre to the first target (6.54), turned
by the angle that is nominally between the two, or from centre to centre. Two frames give a row:
θ, d, a, α, and β for axes that are parallel in the nominal table, with d kept beside it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from armwright.arrays import Array
from armwright.calibrate.features import Circle
from armwright.errors import InputError
from armwright.robot import Pose
from armwright.robot.formats.dh import DhRow, standard_step

#: x of a link's frame: from the centre to the first target (6.54), or from centre to centre.
XAxis = Literal["target", "centres"]
_PARALLEL = 0.05


def dh_from_features(
    nominal: Sequence[DhRow],
    circles: Sequence[Circle],
    target: Array,
    seen: Array,
    x_axes: Mapping[int, XAxis],
) -> tuple[DhRow, ...]:
    """Rows 1 to n − 1, and the nominal last one, from circles about all axes with the others at
    zero, in the base frame. `target`: where it is nominally on the last frame; `seen`: where it was
    measured at zero. `x_axes`: by row, from 1; 'target' where nothing is said."""
    if len(circles) != len(nominal):
        raise InputError(
            "one circle for each row", where="circles", got=len(circles), expected=len(nominal)
        )
    near, pose = [], Pose()
    for row in nominal:
        pose = pose @ standard_step(row)
        near.append(pose)
    nominal_target = near[-1].rotation @ target + near[-1].translation
    before, rows = Pose(), []
    for i, row in enumerate(nominal[:-1]):
        circle, choice = circles[i + 1], x_axes.get(i + 1, "target")
        parallel = abs(math.sin(row.alpha)) < _PARALLEL
        origin = _level(before, circle, row.d) if parallel else _foot(before, circle)
        if choice == "centres":
            towards = _across(origin - before.translation, circle.normal)
            towards = towards if row.a >= 0 else -towards
        else:
            towards = _adjusted(near[i], nominal_target, seen - origin, circle.normal)
        find = _hayati if parallel else _standard
        rows.append(find(before, origin, circle.normal, towards, row))
        before = before @ standard_step(rows[-1])
    return (*rows, nominal[-1])


def _level(before: Pose, circle: Circle, d: float) -> Array:
    """On the next axis, at the nominal height d above the frame before."""
    z = before.rotation[:, 2]
    away = d - float(z @ (circle.centre - before.translation))
    return np.asarray(circle.centre + circle.normal * away / float(z @ circle.normal))


def _foot(before: Pose, circle: Circle) -> Array:
    """Where the common normal of both axes meets the next one."""
    z, along = before.rotation[:, 2], circle.normal
    n = np.cross(z, along)
    between = circle.centre - before.translation
    away = float(np.cross(between, z) @ n) / float(n @ n)
    return np.asarray(circle.centre + along * away)


def _adjusted(place: Pose, target: Array, seen: Array, z: Array) -> Array:
    """From the axis to the target, turned by the angle that is nominally between that and x."""
    local = place.rotation.T @ (target - place.translation)
    angle = math.atan2(local[1], local[0])
    towards = _across(seen, z)
    x: Array = math.cos(angle) * towards - math.sin(angle) * np.cross(z, towards)
    return x


def _across(v: Array, z: Array) -> Array:
    v = v - z * float(v @ z)
    size = float(np.linalg.norm(v))
    if size < 1e-9:
        raise InputError(
            "the target is on the axis, which leaves x open",
            where="dh_from_features",
            hint="Take the line between centres.",
        )
    return np.asarray(v / size)


def _hayati(before: Pose, origin: Array, z: Array, towards: Array, nominal: DhRow) -> DhRow:
    """S2 (6.65), (6.66): θ along x, α and β tilt the axis, d stays."""
    p = before.rotation.T @ (origin - before.translation)
    x, z = before.rotation.T @ towards, before.rotation.T @ z
    theta = math.atan2(x[1], x[0])
    c, s = math.cos(theta), math.sin(theta)
    across = -s * z[0] + c * z[1]
    return replace(
        nominal,
        theta=theta,
        d=float(p[2]),
        a=float(p[0] * c + p[1] * s),
        alpha=math.atan2(-across, z[2]),
        beta=math.asin(float(c * z[0] + s * z[1])),
    )


def _standard(before: Pose, origin: Array, z: Array, towards: Array, nominal: DhRow) -> DhRow:
    """S2 (6.57) to (6.64), with a = p_x cos θ + p_y sin θ, which keeps its sign."""
    p, axis = before.rotation.T @ (origin - before.translation), before.rotation.T @ z
    theta = math.atan2(axis[0], -axis[1])
    c, s = math.cos(theta), math.sin(theta)
    x = before.rotation.T @ towards
    if x[0] * c + x[1] * s < 0:
        theta, c, s = math.atan2(-s, -c), -c, -s
    return replace(
        nominal,
        theta=theta,
        d=float(p[2]),
        a=float(p[0] * c + p[1] * s),
        alpha=math.atan2(axis[0] * s - axis[1] * c, axis[2]),
        beta=0.0,
    )
