"""Lagrange: kinetic and potential energy, and Christoffel symbols of the mass matrix.

S1 (2.16)-(2.28), S2 (2.15)-(2.23). Velocities of the centres of mass are in base axes, angular ones
in body axes; both by their Jacobians.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from armwright.equations.algebra import (
    AlgebraMatrix,
    AlgebraScalar,
    AlgebraVector,
    array,
    cross,
    keep_vector,
)
from armwright.equations.kinematics import base_from_bodies, parent_from_body
from armwright.equations.symbolic_arm import SymbolicArm
from armwright.equations.terms import TermParts, Terms, mirrored


def derive(arm: SymbolicArm, *, end_forces: bool) -> Terms:
    algebra, n, coordinates = arm.algebra, arm.size, arm.coordinates
    dq, ddq = arm.symbols(coordinates.dq), arm.symbols(coordinates.ddq)
    geometry = _Geometry.of(arm)
    M, potential = geometry.energies()
    bias = christoffel(arm, M, dq)
    gravity = [
        algebra.keep(algebra.derivative(potential, q), f"g{k}")
        for k, q in enumerate(coordinates.q, 1)
    ]
    outside = geometry.virtual_work() if end_forces else [algebra.number(0)] * n

    def torque() -> list[AlgebraScalar]:
        return [array(M[i]) @ array(ddq) + bias[i] + gravity[i] - outside[i] for i in range(n)]

    return Terms(TermParts(M, bias, gravity, outside), torque)


def christoffel(
    arm: SymbolicArm, M: list[list[AlgebraScalar]], dq: list[AlgebraScalar]
) -> list[AlgebraScalar]:
    """Σ ½ (∂M_ij/∂q_k + ∂M_ik/∂q_j − ∂M_jk/∂q_i) q̇_j q̇_k, S1 (2.26)-(2.27)."""
    algebra, n, q = arm.algebra, arm.size, arm.coordinates.q
    half = algebra.number(sp.Rational(1, 2))

    def slope(i: int, j: int, k: int) -> AlgebraScalar:
        """∂M_ij/∂q_k; moved by a joint before both, or by themselves, nothing changes."""
        moves = arm.carries(i, k) or arm.carries(j, k)
        return algebra.derivative(M[i][j], q[k]) if moves else algebra.number(0)

    bias: list[AlgebraScalar] = []
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
    """Rotations, origins and joint axes of the bodies, in base axes. `turning`: for each body its
    angular velocity, in its own axes, when a joint before it moves at unit rate; by bodies."""

    arm: SymbolicArm
    rotations: list[AlgebraMatrix]
    origins: list[AlgebraVector]
    axes: list[AlgebraVector]
    turning: list[dict[int, AlgebraVector]]

    @staticmethod
    def of(arm: SymbolicArm) -> _Geometry:
        algebra = arm.algebra
        rotations = base_from_bodies(arm)
        origins: list[AlgebraVector] = []
        turning: list[dict[int, AlgebraVector]] = []
        for b, body in enumerate(arm.bodies):
            R, p = parent_from_body(arm, body)
            label, seen = body.joint + 1, dict[int, AlgebraVector]()
            if body.parent >= 0:
                p = origins[body.parent] + rotations[body.parent] @ p
                for a, omega in turning[body.parent].items():
                    name = f"W{label}_{arm.bodies[a].joint + 1}"
                    seen[a] = keep_vector(algebra, R.T @ omega, name)
            seen[b] = arm.zeros() if body.prismatic else body.axis
            origins.append(keep_vector(algebra, p, f"p{label}"))
            turning.append(seen)
        axes = [R @ body.axis for R, body in zip(rotations, arm.bodies, strict=True)]
        return _Geometry(arm, rotations, origins, axes, turning)

    def energies(self) -> tuple[list[list[AlgebraScalar]], AlgebraScalar]:
        """M = Σ m Jᵥᵀ Jᵥ + J_ωᵀ I J_ω, S1 (2.19), and the potential energy, (2.20)."""
        algebra, n, bodies = self.arm.algebra, self.arm.size, self.arm.bodies
        upper = {(i, j): algebra.number(0) for i in range(n) for j in range(i, n)}
        potential = algebra.number(0)
        for b, body in enumerate(bodies):
            label, turning = body.joint + 1, self.turning[b]
            for part in body.parts:
                centre = self.origins[b] + self.rotations[b] @ part.centre
                potential = potential - part.mass * (centre @ self.arm.gravity)
                linear = {a: self._linear(a, centre, f"J{label}") for a in turning}
                for i, omega in turning.items():
                    spin = part.tensor @ omega
                    spin = keep_vector(algebra, spin, f"H{label}_{bodies[i].joint + 1}")
                    for j in (j for j in turning if j >= i):
                        energy = (linear[i] @ linear[j]) * part.mass + spin @ turning[j]
                        one, two = sorted((bodies[i].joint, bodies[j].joint))
                        name = f"T{label}_{one + 1}{two + 1}"
                        upper[one, two] = upper[one, two] + algebra.keep(energy, name)
        kept = {(i, j): algebra.keep(x, f"M{i + 1}{j + 1}") for (i, j), x in upper.items()}
        return mirrored(kept, n), potential

    def virtual_work(self) -> list[AlgebraScalar]:
        """Jᵀ w of the tool."""
        arm, b = self.arm, self.arm.tool_body
        wrench = array(arm.symbols(arm.coordinates.wrench))
        work = [arm.algebra.number(0)] * arm.size
        if b < 0:
            return work
        tool = self.origins[b] + self.rotations[b] @ arm.tool
        for a in self.turning[b]:
            body = arm.bodies[a]
            work[body.joint] = self._linear(a, tool, "Jt") @ wrench[:3]
            if not body.prismatic:
                work[body.joint] += self.axes[a] @ wrench[3:]
        return work

    def _linear(self, a: int, point: AlgebraVector, name: str) -> AlgebraVector:
        """The velocity of a point when the joint of body a moves at unit rate."""
        body = self.arm.bodies[a]
        if body.prismatic:
            return self.axes[a]
        velocity = cross(self.axes[a], point - self.origins[a])
        return keep_vector(self.arm.algebra, velocity, f"{name}_{body.joint + 1}")
