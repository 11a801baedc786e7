"""D-H matrices element by element, tables of the sources, and plain products.

S2 (6.8) and (6.65) number a and α with i − 1, as modified D-H does, but multiply in the order of
standard D-H; its tables number them with i. S1 (2.9) writes the two factors about x in the other
order; they commute.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from tests.closed_forms.arms.equations import Array


class Row(NamedTuple):
    """Angles in rad, lengths in m; the joint angle is added to theta."""

    theta: float
    d: float
    a: float
    alpha: float
    beta: float = 0.0


def standard(row: Row) -> Array:
    """Rz(θ) Tz(d) Tx(a) Rx(α) Ry(β).  S1 (2.9), S2 (6.9); with β S2 (6.66), which keeps d."""
    ct, st, ca, sa = np.cos(row.theta), np.sin(row.theta), np.cos(row.alpha), np.sin(row.alpha)
    cb, sb = np.cos(row.beta), np.sin(row.beta)
    return np.array(
        [
            [ct * cb - st * sa * sb, -st * ca, ct * sb + st * sa * cb, row.a * ct],
            [st * cb + ct * sa * sb, ct * ca, st * sb - ct * sa * cb, row.a * st],
            [-ca * sb, sa, ca * cb, row.d],
            [0, 0, 0, 1],
        ]
    )


def modified(row: Row) -> Array:
    """Rx(α) Tx(a) Rz(θ) Tz(d).  Craig 2005, eq. 3.6."""
    ct, st, ca, sa = np.cos(row.theta), np.sin(row.theta), np.cos(row.alpha), np.sin(row.alpha)
    return np.array(
        [
            [ct, -st, 0, row.a],
            [st * ca, ct * ca, -sa, -sa * row.d],
            [st * sa, ct * sa, ca, ca * row.d],
            [0, 0, 0, 1],
        ]
    )


def frames(matrix: Callable[[Row], Array], rows: Sequence[Row], q: Array) -> list[Array]:
    """The D-H frames 0 … n in the base."""
    poses = [np.eye(4)]
    for row, angle in zip(rows, q, strict=True):
        poses.append(poses[-1] @ matrix(row._replace(theta=row.theta + angle)))
    return poses


def jacobian(axes: Sequence[Array], pose: Array) -> Array:
    """Columns (z × (p − o), z); `axes`: the frame on each joint's axis, z along it."""
    columns = []
    for axis in axes:
        z, o = axis[:3, 2], axis[:3, 3]
        columns.append(np.concatenate([np.cross(z, pose[:3, 3] - o), z]))
    return np.array(columns).T


def in_degrees(*rows: tuple[float, float, float, float, float], unit: float) -> tuple[Row, ...]:
    """(θ, α, a, d, β) as S2 prints them: degrees, and lengths in `unit` metres."""
    rad = np.pi / 180
    return tuple(Row(t * rad, d * unit, a * unit, al * rad, b * rad) for t, al, a, d, b in rows)


#: P. Corke's Robotics Toolbox, p560.
PUMA_CORKE = (
    Row(0, 0, 0, np.pi / 2),
    Row(0, 0, 0.4318, 0),
    Row(0, 0.15005, 0.0203, -np.pi / 2),
    Row(0, 0.4318, 0, np.pi / 2),
    Row(0, 0, 0, -np.pi / 2),
    Row(0, 0, 0, 0),
)

#: Franka Emika's documentation, modified D-H, with the flange behind link 7.
PANDA = (
    Row(0, 0.333, 0, 0),
    Row(0, 0, 0, -np.pi / 2),
    Row(0, 0.316, 0, np.pi / 2),
    Row(0, 0, 0.0825, np.pi / 2),
    Row(0, 0.384, -0.0825, -np.pi / 2),
    Row(0, 0, 0, np.pi / 2),
    Row(0, 0, 0.088, np.pi / 2),
)
PANDA_FLANGE = Row(0, 0.107, 0, 0)

#: S2 table 6.1, upper half: the nominal PUMA 560.
PUMA_NOMINAL = in_degrees(
    (0, -90, 0, 0, 0),
    (0, 0, 43.18, 14.909, 0),
    (0, 90, -2.032, 0, 0),
    (0, -90, 0, 43.307, 0),
    (0, 90, 0, 0, 0),
    (0, 0, 0, 0, 0),
    unit=0.01,
)

#: S2 table 6.1, starred rows; of row 4 only d is estimated. β stands in row 3, though the nearly
#: parallel axes are those of joints 2 and 3, which row 2 connects.
PUMA_ESTIMATED = in_degrees(
    (-1.3037, -90.0013, 0, 0, 0),
    (0.1481, -0.1343, 43.210, 14.906, 0),
    (2.751, 89.998, -2.0, 0, -0.2942),
    (0, -90, 0, 43.322, 0),
    (0, 90, 0, 0, 0),
    (0, 0, 0, 0, 0),
    unit=0.01,
)

#: S2 table 6.2: estimated from a PUMA 560 with altered parameters.
PUMA_ALTERED = in_degrees(
    (-1.306, -90.00, 0, 0, 0),
    (0.0011, 0.00, 432.3001, 148.9911, 0),
    (1.9855, 90.0545, -19.9898, 0, 0.002),
    (0.002, -89.94, 0, 434.0384, 0),
    (-2.5e-5, 90.00, 0, 0, 0),
    (87, 0, 0, 0, 0),
    unit=0.001,
)

#: S1 table 4.1: the six-axis prototype.
PROTOTYPE = (
    Row(0, 0.185, 0, np.pi / 2),
    Row(0, 0, 0.380, 0),
    Row(0, 0, 0, np.pi / 2),
    Row(0, 0.420, 0, -np.pi / 2),
    Row(0, 0, 0, np.pi / 2),
    Row(0, 0, 0.318, 0),
)
