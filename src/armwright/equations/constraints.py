"""Closed loops: Φ(q) = 0 and its Jacobian Ψ, on any algebra; all vectors in base axes.

A loop brings two frames together. Position rows are the way from the first origin to the second;
rotation rows vanish where axes agree. Rows that say the same as others, as across the plane of a
planar mechanism, stay: they are zero, or follow from them.
"""

from __future__ import annotations

import sympy as sp

from armwright.equations.algebra import AlgebraMatrix, AlgebraScalar, AlgebraVector
from armwright.equations.kinematics import base_from_bodies, parent_from_body
from armwright.equations.symbolic_arm import LoopFrame, SymbolicArm, SymbolicLoop

#: How many constraints each kind of loop has.
ROWS = {"spherical": 3, "revolute": 5, "prismatic": 5, "weld": 6}


def loop_constraints(
    arm: SymbolicArm,
) -> tuple[list[AlgebraScalar], list[list[AlgebraScalar]]]:
    """Φ, and the rows of Ψ = ∂Φ/∂q; of one loop after the other."""
    algebra = arm.algebra
    rotations, origins = base_from_bodies(arm), _origins(arm)
    values: list[AlgebraScalar] = []
    for loop in arm.loops:
        first, second = (_placed(end, rotations, origins) for end in (loop.first, loop.second))
        values += _rows(arm, loop, first, second)
    kept = [algebra.keep(x, f"Phi{k}") for k, x in enumerate(values, 1)]
    rows = [
        [
            algebra.keep(algebra.derivative(x, q), f"Psi{i}_{j}")
            for j, q in enumerate(arm.coordinates.q, 1)
        ]
        for i, x in enumerate(kept, 1)
    ]
    return kept, rows


_Placed = tuple[AlgebraMatrix, AlgebraVector]


def _origins(arm: SymbolicArm) -> list[AlgebraVector]:
    rotations, found = base_from_bodies(arm), list[AlgebraVector]()
    for body in arm.bodies:
        _, p = parent_from_body(arm, body)
        found.append(p if body.parent < 0 else found[body.parent] + rotations[body.parent] @ p)
    return found


def _placed(
    end: LoopFrame, rotations: list[AlgebraMatrix], origins: list[AlgebraVector]
) -> _Placed:
    if end.body < 0:
        return end.rotation, end.origin
    R = rotations[end.body]
    return R @ end.rotation, origins[end.body] + R @ end.origin


def _rows(
    arm: SymbolicArm, loop: SymbolicLoop, first: _Placed, second: _Placed
) -> list[AlgebraScalar]:
    (R1, p1), (R2, p2) = first, second
    gap = p2 - p1
    u, w = (R1 @ side for side in loop.sides)
    rows = [u @ gap, w @ gap] if loop.kind == "prismatic" else list(gap)
    if loop.kind == "revolute":
        axis = R2 @ loop.axis
        rows += [axis @ u, axis @ w]
    elif loop.kind in ("prismatic", "weld"):
        half = arm.algebra.number(sp.Rational(1, 2))
        for i, j in ((1, 2), (2, 0), (0, 1)):
            rows.append(half * (R2[:, i] @ R1[:, j] - R2[:, j] @ R1[:, i]))
    return rows
