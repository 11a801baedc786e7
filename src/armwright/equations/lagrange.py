"""Lagrange: kinetic and potential energy, and Christoffel symbols of the mass matrix.

S1 (2.16)-(2.28), S2 (2.15)-(2.23). In base axes, with the Jacobians of the centres of mass.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from armwright.equations.algebra import Matrix, Scalar, Vector, array, cross, keep_vector
from armwright.equations.kinematics import base_from_bodies, parent_from_body
from armwright.equations.mechanism import Mechanism
from armwright.equations.terms import Parts, Terms, mirrored


def derive(mechanism: Mechanism, *, end_forces: bool) -> Terms:
    algebra, n = mechanism.algebra, mechanism.size
    dq, ddq = (mechanism.symbols(s) for s in (mechanism.coordinates.dq, mechanism.coordinates.ddq))
    geometry = _Geometry.of(mechanism)
    M = geometry.mass_matrix()
    potential = geometry.potential_energy()
    bias = _christoffel(mechanism, M, dq)
    gravity = [
        algebra.keep(algebra.derivative(potential, q), f"g{k}")
        for k, q in enumerate(mechanism.coordinates.q, 1)
    ]
    outside = geometry.virtual_work() if end_forces else [algebra.number(0)] * n
    torque = [array(M[i]) @ array(ddq) + bias[i] + gravity[i] - outside[i] for i in range(n)]
    return Terms(Parts(M, bias, gravity, outside), torque)


def _christoffel(mechanism: Mechanism, M: list[list[Scalar]], dq: list[Scalar]) -> list[Scalar]:
    """Σ ½ (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i) q̇_j q̇_k, S1 (2.26)-(2.27)."""
    algebra, n, q = mechanism.algebra, mechanism.size, mechanism.coordinates.q
    half = algebra.number(sp.Rational(1, 2))

    def slope(i: int, j: int, k: int) -> Scalar:
        """∂M_ij/∂q_k; moved by a joint before both, or by themselves, nothing changes."""
        moves = mechanism.carries(i, k) or mechanism.carries(j, k)
        return algebra.derivative(M[i][j], q[k]) if moves else algebra.number(0)

    bias: list[Scalar] = []
    for i in range(n):
        total = algebra.number(0)
        for j in range(n):
            total = total + (slope(i, j, j) - half * slope(j, j, i)) * (dq[j] * dq[j])
            for k in range(j + 1, n):
                pair = slope(i, j, k) + slope(i, k, j) - slope(j, k, i)
                total = total + pair * (dq[j] * dq[k])
        bias.append(algebra.keep(total, f"h{i + 1}"))
    return bias


@dataclass(frozen=True)
class _Geometry:
    """In base axes: rotations, origins and joint axes of the bodies."""

    mechanism: Mechanism
    rotations: list[Matrix]
    origins: list[Vector]
    axes: list[Vector]

    @staticmethod
    def of(mechanism: Mechanism) -> _Geometry:
        algebra = mechanism.algebra
        rotations = base_from_bodies(mechanism)
        origins: list[Vector] = []
        for body in mechanism.bodies:
            _, p = parent_from_body(mechanism, body)
            if body.parent >= 0:
                p = origins[body.parent] + rotations[body.parent] @ p
            origins.append(keep_vector(algebra, p, f"p{body.joint + 1}"))
        axes = [R @ body.axis for R, body in zip(rotations, mechanism.bodies, strict=True)]
        return _Geometry(mechanism, rotations, origins, axes)

    def mass_matrix(self) -> list[list[Scalar]]:
        """Σ m Jᵥᵀ Jᵥ + J_ωᵀ R I Rᵀ J_ω, S1 (2.19)."""
        algebra, n = self.mechanism.algebra, self.mechanism.size
        upper = {(i, j): algebra.number(0) for i in range(n) for j in range(i, n)}
        for b, body in enumerate(self.mechanism.bodies):
            label = body.joint + 1
            above = [a for a in range(b + 1) if self.mechanism.is_above(a, b)]
            turning = {a: self._angular(a, b, f"W{label}_") for a in above}
            for part in body.parts:
                linear = {a: self._linear(a, b, part.centre, f"J{label}_") for a in above}
                for i in above:
                    spin = keep_vector(algebra, part.tensor @ turning[i], f"H{label}_{i + 1}")
                    for j in (j for j in above if j >= i):
                        place = self._place(i, j)
                        energy = (linear[i] @ linear[j]) * part.mass + spin @ turning[j]
                        name = f"T{label}_{place[0] + 1}{place[1] + 1}"
                        upper[place] = upper[place] + algebra.keep(energy, name)
        kept = {(i, j): algebra.keep(x, f"M{i + 1}{j + 1}") for (i, j), x in upper.items()}
        return mirrored(kept, n)

    def potential_energy(self) -> Scalar:
        """S1 (2.20)."""
        total = self.mechanism.algebra.number(0)
        for b, body in enumerate(self.mechanism.bodies):
            for part in body.parts:
                height = self._point(b, part.centre) @ self.mechanism.gravity
                total = total - part.mass * height
        return total

    def virtual_work(self) -> list[Scalar]:
        """Jᵀ w of the tool."""
        mechanism, b = self.mechanism, self.mechanism.tool_body
        algebra = mechanism.algebra
        wrench = array(mechanism.symbols(mechanism.coordinates.wrench))
        work = [algebra.number(0)] * mechanism.size
        for a in (a for a in range(b + 1) if mechanism.is_above(a, b)):
            column = self._linear(a, b, mechanism.tool, "Jt_")
            work[mechanism.bodies[a].joint] = column @ wrench[:3]
            if not mechanism.bodies[a].prismatic:
                work[mechanism.bodies[a].joint] += self.axes[a] @ wrench[3:]
        return work

    def _point(self, b: int, r: Vector) -> Vector:
        found: Vector = self.origins[b] + self.rotations[b] @ r
        return found

    def _linear(self, a: int, b: int, r: Vector, name: str) -> Vector:
        """The velocity of the point r of body b when joint a moves at unit rate."""
        body = self.mechanism.bodies[a]
        if body.prismatic:
            return self.axes[a]
        arm = self._point(b, r) - self.origins[a]
        return keep_vector(
            self.mechanism.algebra, cross(self.axes[a], arm), f"{name}{body.joint + 1}"
        )

    def _angular(self, a: int, b: int, name: str) -> Vector:
        """The angular velocity of body b, in its own axes, when joint a moves at unit rate."""
        body = self.mechanism.bodies[a]
        if body.prismatic:
            return self.mechanism.zeros()
        turned = self.rotations[b].T @ self.axes[a] if a != b else body.axis
        return keep_vector(self.mechanism.algebra, turned, f"{name}{body.joint + 1}")

    def _place(self, a: int, b: int) -> tuple[int, int]:
        one, two = self.mechanism.bodies[a].joint, self.mechanism.bodies[b].joint
        return min(one, two), max(one, two)
