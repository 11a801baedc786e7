"""One step of damped least squares towards a pose, within joint limits.

With the error e (position by the arm's length, rotation vector) and the Jacobian J, the step is
    Δq = z + Jᵀ (J Jᵀ + λ 1)⁻¹ (e − J z),   λ = μ ½|e|² + ε,
Levenberg-Marquardt with the damping of Chan and Lawrence 1988 (see also Sugihara 2011): it fades
with the error, so that convergence is quadratic, and no step has to be taken back.
z = κ (start − q) pulls towards the start; in the end only its part in the null space of J counts,
and leads to the solution nearest to the start. Joints that a limit stops drop out of J and z.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as cs

from armwright.arm.inverse.chain import Chain
from armwright.arm.inverse.miss import column, distance, rotation_of, rotation_vector
from armwright.compiler import Program, make_program
from armwright.multibody.kinematics import frame_pose, jacobian
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.spatial import Scalar, minus, plus, times

#: ε: keeps the matrix regular at singular poses, and is too small to slow the last steps.
SMALLEST_DAMPING = 1e-12


def step_program(free: FreeParameters, chain: Chain, position_only: bool) -> Program:
    """(q, target, start, lower, upper, damping μ, pull κ) → (next q, misses at q in m and rad)."""
    mechanism = build(free)
    n = mechanism.coordinates
    vectors = {"q": mechanism.q, **{s: cs.SX.sym(s, n) for s in ("start", "lower", "upper")}}
    damping, pull = cs.SX.sym("damping"), cs.SX.sym("pull")
    target = cs.SX.sym("target", 3) if position_only else cs.SX.sym("target", 4, 4)
    pose = frame_pose(mechanism, chain.frame)
    goal = column(target, 0 if position_only else 3)
    e = list((goal - pose.translation) * (1 / chain.length))
    J = jacobian(mechanism, chain.frame)
    J[:3, :] /= chain.length
    turn = cs.SX(0)
    if not position_only:
        error, turn = rotation_vector(pose.rotation, rotation_of(target))
        e += list(error)
    joints = [_Joint(*(x[k] for x in vectors.values())) for k in chain.places]
    columns = [[J[i, k] for i in range(len(e))] for k in chain.places]
    wishes = [pull * (joint.start - joint.q) for joint in joints]
    for k, joint in enumerate(joints):
        moves = joint.may_move(plus(_dot(columns[k], e), wishes[k]))
        columns[k] = [times(moves, x) for x in columns[k]]
        wishes[k] = times(moves, wishes[k])
    energy = _dot(e, e) / 2
    steps = _damped_solution(columns, e, wishes, damping * energy + SMALLEST_DAMPING)
    after = cs.SX(mechanism.q)
    for k, joint, step in zip(chain.places, joints, steps, strict=True):
        after[k] = cs.fmin(cs.fmax(joint.q + step, joint.lower), joint.upper)
    return make_program(
        "inverse_kinematics_step",
        {
            "q": mechanism.q,
            "target": target,
            **{name: vectors[name] for name in ("start", "lower", "upper")},
            "damping": damping,
            "pull": pull,
            **({"parameters": free.symbol} if free.names else {}),
        },
        {"q": after, "position": distance(goal, pose.translation), "angle": turn},
        {**dict.fromkeys(vectors, (n,)), "damping": (), "pull": ()},
        {"q": (n,), "position": (), "angle": ()},
    )


@dataclass(frozen=True)
class _Joint:
    q: cs.SX
    start: cs.SX
    lower: cs.SX
    upper: cs.SX

    def may_move(self, wanted: Scalar) -> cs.SX:
        """1, or 0 where the joint sits at the limit towards which it is wanted."""
        down = cs.logic_and(self.q <= self.lower, wanted < 0)
        up = cs.logic_and(self.q >= self.upper, wanted > 0)
        return cs.if_else(cs.logic_or(down, up), 0.0, 1.0)


def _damped_solution(
    columns: list[list[Scalar]], e: list[Scalar], z: list[Scalar], damping: Scalar
) -> list[Scalar]:
    """z + Jᵀ (J Jᵀ + λ)⁻¹ (e − J z), J by columns; through Jᵀ J if that is smaller."""
    rows = list(map(list, zip(*columns, strict=True)))
    rest = [minus(x, _dot(row, z)) for x, row in zip(e, rows, strict=True)]
    if len(columns) < len(rows):
        move = _solve(_gram(columns, damping), [_dot(column, rest) for column in columns])
    else:
        y = _solve(_gram(rows, damping), rest)
        move = [_dot(column, y) for column in columns]
    return [plus(a, b) for a, b in zip(z, move, strict=True)]


def _gram(rows: list[list[Scalar]], damping: Scalar) -> list[list[Scalar]]:
    """A Aᵀ + λ 1."""
    products = [[_dot(a, b) for b in rows] for a in rows]
    for k in range(len(rows)):
        products[k][k] = plus(products[k][k], damping)
    return products


def _dot(a: list[Scalar], b: list[Scalar]) -> Scalar:
    total: Scalar = 0.0
    for x, y in zip(a, b, strict=True):
        total = plus(total, times(x, y))
    return total


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
