"""Linear springs and dampers that pull on each other."""

from __future__ import annotations

from collections.abc import Mapping

import casadi as cs

from armwright.block.declarations import Parameter
from armwright.block.quantities import Quantities
from armwright.laws.transmission.spring import Spring


class CoupledSprings(Spring):
    """τ = K Δ + D Δ̇ with full symmetric matrices.  S4 (2.12).

    Not a law that a drive or an axis could name: its channels are those of a spring matrix, and
    its parameters the entries of that on and above the diagonal, row by row.
    """

    kind = "coupled"

    stiffness = Parameter("N m/rad", "K, entries on and above the diagonal", size="channel")
    damping = Parameter("N m s/rad", "D, entries on and above the diagonal", size="channel")

    def equations(self, x: Quantities) -> Mapping[str, cs.SX | float]:
        n = x.deflection.shape[0]
        pull = cs.mtimes(_symmetric(x.stiffness, n), x.deflection)
        torque = pull + cs.mtimes(_symmetric(x.damping, n), x.deflection_rate)
        return {"torque": torque, "energy": 0.5 * x.deflection * pull}


def _symmetric(entries: cs.SX, n: int) -> cs.SX:
    values = iter(cs.vertsplit(entries))
    matrix = cs.SX.zeros(n, n)
    for i in range(n):
        for j in range(i, n):
            matrix[i, j] = matrix[j, i] = next(values)
    return cs.sparsify(matrix)
