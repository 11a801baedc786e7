"""M x = b without forming M: articulated-body inertias (Featherstone 2008, chapter 7).

For a tree at rest without gravity, the accelerations x under joint torques b. Its cost is linear
in the number of joints. Every body must have a coordinate of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from armwright.multibody.inverse_dynamics import to_parent
from armwright.multibody.mechanism import Body, Mechanism
from armwright.multibody.spatial import (
    Force,
    Matrix,
    Scalar,
    Symmetric,
    Vector,
    minus,
    outer,
    plus,
    symmetric_part_of,
    times,
)


@dataclass(frozen=True)
class ArticulatedInertia:
    """n = I α + H a, f = Hᵀ α + M a."""

    inertia: Symmetric
    H: Matrix
    M: Symmetric

    def __add__(self, o: ArticulatedInertia) -> ArticulatedInertia:
        return ArticulatedInertia(self.inertia + o.inertia, self.H + o.H, self.M + o.M)


@dataclass(frozen=True)
class _Joint:
    """U: force for unit acceleration of the joint; 1/D: inverse of its component along the axis."""

    U: Force
    inverse_D: Scalar


class Articulated:
    """The inward sweep, done once; `solve` may be called for several right-hand sides. `own`: by
    coordinate, inertia that its joint feels and nothing else."""

    def __init__(self, mechanism: Mechanism, own: Mapping[int, Scalar] | None = None) -> None:
        self._mechanism, own = mechanism, own or {}
        inertia = [_rigid(body) for body in mechanism.bodies]
        self._joints: list[_Joint] = [None] * len(inertia)  # type: ignore[list-item]
        for k in range(len(inertia) - 1, -1, -1):
            body, A = mechanism.bodies[k], inertia[k]
            U, place = _axis_force(body, A), next(iter(body.along))
            felt = plus(U.f.z if body.prismatic else U.n.z, own.get(place, 0.0))
            joint = _Joint(U, mechanism.inverse_pivot(place, felt))
            self._joints[k] = joint
            if body.parent >= 0:
                inertia[body.parent] = inertia[body.parent] + _to_parent(body, _without(A, joint))

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        bodies = self._mechanism.bodies
        bias = [Force(Vector(), Vector()) for _ in bodies]
        torques = self._mechanism.rates(b)
        rest: list[Scalar] = [0.0] * len(bodies)
        for k in range(len(bodies) - 1, -1, -1):
            body, joint = bodies[k], self._joints[k]
            rest[k] = minus(torques[k], bias[k].f.z if body.prismatic else bias[k].n.z)
            if body.parent >= 0:
                share = times(rest[k], joint.inverse_D)
                carried = bias[k] + Force(joint.U.f * share, joint.U.n * share)
                bias[body.parent] = bias[body.parent] + to_parent(body, carried)
        x: list[Scalar] = [0.0] * len(bodies)
        alphas: list[Vector] = []
        linears: list[Vector] = []
        for k, body in enumerate(bodies):
            alpha, linear = Vector(), Vector()
            if body.parent >= 0:
                up_alpha, up_linear = alphas[body.parent], linears[body.parent]
                alpha = body.rotation.back(up_alpha)
                linear = body.rotation.back(up_linear + up_alpha.cross(body.origin))
            U = self._joints[k].U
            resisted = minus(rest[k], plus(U.n.dot(alpha), U.f.dot(linear)))
            x[k] = times(resisted, self._joints[k].inverse_D)
            step = Vector(z=x[k])
            alphas.append(alpha if body.prismatic else alpha + step)
            linears.append(linear + step if body.prismatic else linear)
        return self._mechanism.gathered(x)


def _rigid(body: Body) -> ArticulatedInertia:
    h, m = body.ten.moment, body.ten.mass
    cross = Matrix((Vector(0.0, -h.z, h.y), Vector(h.z, 0.0, -h.x), Vector(-h.y, h.x, 0.0)))
    return ArticulatedInertia(body.ten.inertia, cross, Symmetric(m, 0.0, 0.0, m, 0.0, m))


def _axis_force(body: Body, A: ArticulatedInertia) -> Force:
    if body.prismatic:
        return Force(A.M @ Vector(z=1.0), A.H @ Vector(z=1.0))
    return Force(A.H.T @ Vector(z=1.0), A.inertia @ Vector(z=1.0))


def _without(A: ArticulatedInertia, joint: _Joint) -> ArticulatedInertia:
    """A − U Uᵀ / D: what the parent feels through the free joint."""
    n, f, d = joint.U.n, joint.U.f, joint.inverse_D
    return ArticulatedInertia(
        A.inertia - symmetric_part_of(outer(n, n * d)),
        A.H - outer(n, f * d),
        A.M - symmetric_part_of(outer(f, f * d)),
    )


def _to_parent(body: Body, A: ArticulatedInertia) -> ArticulatedInertia:
    """Turned into the parent's axes, then moved: H' = H + [p] M, I' = I − H [p] + [p] H'ᵀ."""
    p = body.origin
    inertia = body.rotation.congruence(A.inertia)
    H = body.rotation.of_matrix(A.H)
    M = body.rotation.congruence(A.M)
    moved = H + _crossed(p, M.matrix())
    Hp = _crossed(p, H.T).T  # H [p]×ᵀ
    return ArticulatedInertia(inertia + symmetric_part_of(Hp + _crossed(p, moved.T)), moved, M)


def _crossed(p: Vector, m: Matrix) -> Matrix:
    """[p]× m."""
    return Matrix(tuple(p.cross(column) for column in m.T.rows)).T  # type: ignore[arg-type]
