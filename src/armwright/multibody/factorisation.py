"""M = Lᵀ D L along the branches of the tree, without fill-in (Featherstone 2008, section 6.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from armwright.multibody.mass_matrix import Entries
from armwright.multibody.mechanism import Mechanism
from armwright.multibody.spatial import Scalar, minus, times


@dataclass(frozen=True)
class Factors:
    """Unit lower triangular L (entries below the diagonal, body numbers) and 1/D."""

    mechanism: Mechanism
    L: Entries
    inverse_D: list[Scalar]

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        """x with M x = b; both in the order of the joints."""
        bodies = self.mechanism.bodies
        x = [b[body.joint] for body in bodies]
        for k in range(len(bodies) - 1, -1, -1):
            for j in self.mechanism.path_to_base(bodies[k].parent):
                x[j] = minus(x[j], times(self.L[k, j], x[k]))
        x = [times(value, d) for value, d in zip(x, self.inverse_D, strict=True)]
        for k in range(len(bodies)):
            for j in self.mechanism.path_to_base(bodies[k].parent):
                x[k] = minus(x[k], times(self.L[k, j], x[j]))
        ordered: list[Scalar] = [0.0] * len(bodies)
        for body, value in zip(bodies, x, strict=True):
            ordered[body.joint] = value
        return ordered


def factorise(mechanism: Mechanism, M: Entries) -> Factors:
    H, L = dict(M), {}
    inverse_D: list[Scalar] = [0.0] * mechanism.size
    for k in range(mechanism.size - 1, -1, -1):
        inverse_D[k] = mechanism.inverse_pivot(k, H[k, k])
        above = mechanism.path_to_base(mechanism.bodies[k].parent)
        for i in above:
            L[k, i] = times(H[k, i], inverse_D[k])
        for place, i in enumerate(above):
            for j in above[place:]:
                H[i, j] = minus(H[i, j], times(L[k, i], H[k, j]))
    return Factors(mechanism, L, inverse_D)
