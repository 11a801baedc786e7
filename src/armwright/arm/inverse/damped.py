"""One step of damped least squares towards a pose, within joint limits.

With the pose error e (position by the arm's length, rotation vector) and the Jacobian J, the step is
    Δq = z + Jᵀ (J Jᵀ + λ 1)⁻¹ (e − J z),   λ = μ ½|e|² + ε,
Levenberg-Marquardt with the damping of Chan and Lawrence 1988 (see also Sugihara 2011): it fades
with the error, so that convergence is quadratic, and no step has to be taken back. z = κ (start − q)
pulls towards the start; in the end only its part in the null space of J counts, and leads
to the solution nearest to the start. Joints that a limit stops drop out of J and z.
"""

from __future__ import annotations

import casadi as cs

from armwright.arm.inverse.chain import Chain
from armwright.arm.inverse.miss import distance, rotation_vector
from armwright.compiler import Program, make_program
from armwright.multibody.kinematics import frame_pose, jacobian
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.spatial import Matrix, Scalar, Vector, minus, plus, times

#: ε: keeps the matrix regular at singular poses, and is too small to slow the last steps.
SMALLEST_DAMPING = 1e-12


def step_program(free: FreeParameters, chain: Chain, position_only: bool) -> Program:
    """(q, target, start, lower, upper, damping μ, pull κ) → (next q, misses at q in m and rad)."""
    mechanism = build(free)
    n = mechanism.size
    q, start, lower, upper = mechanism.q, *(cs.SX.sym(s, n) for s in ("start", "lower", "upper"))
    damping, pull = cs.SX.sym("damping"), cs.SX.sym("pull")
    target = cs.SX.sym("target", 3) if position_only else cs.SX.sym("target", 4, 4)
    pose = frame_pose(mechanism, chain.frame)
    goal = Vector(*cs.vertsplit(target)) if position_only else column(target, 3)
    size = chain.length
    away = (goal - pose.translation) * (1 / size)
    e: list[Scalar] = list(away)
    J = cs.vertsplit(jacobian(mechanism, chain.frame))
    rows = [row / size for row in J[:3]]
    turn: Scalar = cs.SX(0)
    if not position_only:
        error, turn = rotation_vector(pose.rotation, rotation_of(target))
        e += list(error)
        rows += J[3:]
    places = chain.places
    q_, start_, lower_, upper_ = (cs.vertsplit(x) for x in (q, start, lower, upper))
    table = [[row[0, k] for k in places] for row in rows]
    wish = [pull * (start_[k] - q_[k]) for k in places]
    free_to_move = [
        _may_move(q_[k], lower_[k], upper_[k], sum(r[i] * x for r, x in zip(table, e)) + wish[i])
        for i, k in enumerate(places)
    ]
    table = [[a * f for a, f in zip(row, free_to_move, strict=True)] for row in table]
    wish = [a * f for a, f in zip(wish, free_to_move, strict=True)]
    energy = sum(x * x for x in e) / 2
    move = _damped_solution(table, e, wish, damping * energy + SMALLEST_DAMPING)
    after = list(q_)
    for k, delta in zip(places, move, strict=True):
        after[k] = cs.fmin(cs.fmax(q_[k] + delta, lower_[k]), upper_[k])
    inputs = {
        "q": q, "target": target, "start": start, "lower": lower, "upper": upper,
        "damping": damping, "pull": pull,
    }
    if free.names:
        inputs["parameters"] = free.symbol
    shapes = {name: (n,) for name in ("q", "start", "lower", "upper")}
    outputs = {"q": cs.vertcat(*after), "position": distance(goal, pose.translation), "angle": turn}
    return make_program(
        "inverse_kinematics_step", inputs, outputs,
        {**shapes, "damping": (), "pull": ()}, {"q": (n,), "position": (), "angle": ()},
    )


def column(T: cs.SX, k: int) -> Vector:
    return Vector(*(T[i, k] for i in range(3)))


def rotation_of(T: cs.SX) -> Matrix:
    a, b, c = (Vector(*(T[i, j] for j in range(3))) for i in range(3))
    return Matrix((a, b, c))


def _may_move(q: cs.SX, lower: cs.SX, upper: cs.SX, wanted: Scalar) -> cs.SX:
    """1, or 0 where the joint sits at the limit towards which it is wanted."""
    stopped = cs.logic_or(
        cs.logic_and(q <= lower, wanted < 0), cs.logic_and(q >= upper, wanted > 0)
    )
    return cs.if_else(stopped, 0.0, 1.0)


def _damped_solution(
    J: list[list[Scalar]], e: list[Scalar], z: list[Scalar], damping: Scalar
) -> list[Scalar]:
    """z + Jᵀ (J Jᵀ + λ)⁻¹ (e − J z), by the smaller of J Jᵀ and Jᵀ J."""
    m, n = len(J), len(z)
    rest = [minus(e[i], _dot(J[i], z)) for i in range(m)]
    columns = list(map(list, zip(*J, strict=True)))
    if n < m:
        A = [[_dot(a, b) for b in columns] for a in columns]
        x = _solve(_plus_diagonal(A, damping), [_dot(a, rest) for a in columns])
        return [plus(a, b) for a, b in zip(z, x, strict=True)]
    A = [[_dot(a, b) for b in J] for a in J]
    y = _solve(_plus_diagonal(A, damping), rest)
    return [plus(z[k], _dot(columns[k], y)) for k in range(n)]


def _dot(a: list[Scalar], b: list[Scalar]) -> Scalar:
    total: Scalar = 0.0
    for x, y in zip(a, b, strict=True):
        total = plus(total, times(x, y))
    return total


def _plus_diagonal(A: list[list[Scalar]], value: Scalar) -> list[list[Scalar]]:
    return [[plus(x, value) if i == j else x for j, x in enumerate(r)] for i, r in enumerate(A)]


def _solve(A: list[list[Scalar]], b: list[Scalar]) -> list[Scalar]:
    """x with A x = b, A symmetric and positive definite: A = L D Lᵀ."""
    n = len(b)
    A, x = [list(row) for row in A], list(b)
    inverse = [0.0] * n
    for k in range(n):
        inverse[k] = 1 / A[k][k]
        for i in range(k + 1, n):
            factor = times(A[i][k], inverse[k])
            for j in range(k + 1, i + 1):
                A[i][j] = minus(A[i][j], times(factor, A[j][k]))
            x[i] = minus(x[i], times(factor, x[k]))
    for k in range(n - 1, -1, -1):
        for i in range(k + 1, n):
            x[k] = minus(x[k], times(A[i][k], x[i]))
        x[k] = times(x[k], inverse[k])
    return x
