"""Homogeneous matrices as expressions, and how far one is from another."""

from __future__ import annotations

import casadi as cs

from armwright.multibody.spatial import Matrix, Scalar, Vector


def column(T: cs.SX, k: int) -> Vector:
    """The upper three elements of a column."""
    return Vector(*(T[i, k] for i in range(3)))


def rotation_of(T: cs.SX) -> Matrix:
    """The rotation in a homogeneous matrix."""
    a, b, c = (Vector(*(T[i, j] for j in range(3))) for i in range(3))
    return Matrix((a, b, c))


def distance(a: Vector, b: Vector) -> cs.SX:
    """Between two points."""
    way = a - b
    return cs.sqrt(way.dot(way))


def angle(A: Matrix, B: Matrix) -> cs.SX:
    """Of the rotation from A to B: ‖A − B‖ = √8 sin(θ/2), exact for small angles too."""
    squares = [way.dot(way) for way in (A - B).rows]
    chord = cs.sqrt((squares[0] + squares[1] + squares[2]) / 8)
    return 2 * cs.asin(cs.fmin(chord, 1.0))


def rotation_vector(A: Matrix, B: Matrix) -> tuple[Vector, cs.SX]:
    """Axis times angle of the rotation that takes A to B, in the axes both are seen from; and the
    angle, 0 to π.

    Through the quaternion column with the largest pivot (Shepperd 1978): unlike the skew part of
    B Aᵀ it does not vanish for half a turn, which is what a user asks for who turns a tool over.
    """
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = B.of(A.T).rows
    columns = (
        (1 + xx + yy + zz, zy - yz, xz - zx, yx - xy),
        (zy - yz, 1 + xx - yy - zz, xy + yx, xz + zx),
        (xz - zx, xy + yx, 1 - xx + yy - zz, yz + zy),
        (yx - xy, xz + zx, yz + zy, 1 - xx - yy + zz),
    )
    best: tuple[Scalar, ...] = columns[0]
    pivot = best[0]
    for k in (1, 2, 3):
        larger = columns[k][k] > pivot
        best = tuple(
            cs.if_else(larger, new, old) for new, old in zip(columns[k], best, strict=True)
        )
        pivot = cs.fmax(pivot, columns[k][k])
    w, v = best[0], Vector(*best[1:])
    sine = cs.sqrt(v.dot(v))
    turn = 2 * cs.atan2(sine, cs.fabs(w))
    scale = turn / cs.fmax(sine, 1e-300) * cs.if_else(w < 0, -1.0, 1.0)
    return v * scale, turn
