"""The expressions that are compiled for a frame of an arm.

`branches_program`: all branches of a closed form, moved into the limits, and verified.
`step_program`: one step of damped least squares towards a pose.
`wrapping_program`: full turns taken off, so that joints are near to the start and within limits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import casadi as cs

from armwright.arm.inverse.chain import JointChain
from armwright.arm.inverse.closed_form import Branch, ClosedForm
from armwright.compiler import Program, make_program
from armwright.multibody.kinematics import frame_pose, homogeneous, jacobian
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.placement import Placement
from armwright.multibody.spatial import Matrix, Scalar, Vector, minus, plus, times

#: What is beyond a limit by rounding only is moved onto it (rad, m).
SLACK = 1e-10
#: Half a turn from the start, to this part of a turn, counts as half a turn forward: the sign of a
#: rounding error must not make two solutions of one.
TIE = 1e-9
TURN = 2 * math.pi
#: Branches closer than this in every joint (rad) are one. Where two branches meet, rounding of the
#: target parts them by the root of its size.
SAME = 1e-6
#: ε: keeps the matrix regular at singular poses, and is too small to slow the last steps.
SMALLEST_DAMPING = 1e-12


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


def wrapped(
    chain: JointChain, q: cs.SX, start: cs.SX, lower: cs.SX, upper: cs.SX
) -> tuple[cs.SX, cs.SX, cs.SX]:
    """Of many equal joint positions the one nearest to the start, within limits: q, its distance
    from the start, and by how much the worst joint is beyond its limits."""
    after = cs.SX(q)
    square, worst = cs.SX(0), cs.SX(0)
    for k in chain.places:
        x = q[k]
        if chain.turns[k]:
            x = x - TURN * cs.floor((x - start[k]) / TURN + 0.5 - TIE)
            x = x - TURN * cs.fmax(cs.ceil((x - upper[k] - SLACK) / TURN), 0.0)
            x = x + TURN * cs.fmax(cs.ceil((lower[k] - x - SLACK) / TURN), 0.0)
        inside = cs.fmin(cs.fmax(x, lower[k]), upper[k])
        beyond = cs.fabs(x - inside)
        x = cs.if_else(beyond <= SLACK, inside, x)
        worst = cs.fmax(worst, cs.if_else(beyond <= SLACK, 0.0, beyond))
        square = square + (x - start[k]) ** 2
        after[k] = x
    return after, cs.sqrt(square), worst


def wrapping_program(chain: JointChain) -> Program:
    """(q, start, lower, upper) → (q, distance from the start, how far beyond the limits)."""
    names = ("q", "start", "lower", "upper")
    inputs = {name: cs.SX.sym(name, chain.size) for name in names}
    q, far, beyond = wrapped(chain, *inputs.values())
    return make_program(
        "inverse_kinematics_wrapping",
        inputs,
        {"q": q, "distance": far, "beyond": beyond},
        dict.fromkeys(names, (chain.size,)),
        {"q": (chain.size,), "distance": (), "beyond": ()},
    )


def branches_program(chain: JointChain, closed: ClosedForm, position_only: bool) -> Program:
    """(target, start, lower, upper) → for each branch q, misses (m, rad), distance from the start,
    how far beyond the limits, and whether it repeats another one."""
    mechanism = build(FreeParameters.choose(chain.robot, ()))
    n = mechanism.coordinates
    start, lower, upper = (cs.SX.sym(name, n) for name in ("start", "lower", "upper"))
    if position_only:
        target = cs.SX.sym("target", 3)
        goal = Placement(translation=column(target, 0))
    else:
        target = cs.SX.sym("target", 4, 4)
        goal = Placement(rotation_of(target), column(target, 3))
    forward = cs.Function(
        "forward", [mechanism.q], [homogeneous(frame_pose(mechanism, chain.frame))]
    )
    found = closed.solve(goal, [start[k] for k in chain.places])
    rows, positions, angles, distances, beyonds = [], [], [], [], []
    for branch in found:
        q = cs.SX(start)
        for k, value in zip(chain.places, branch.angles, strict=True):
            q[k] = value
        q, far, beyond = wrapped(chain, q, start, lower, upper)
        pose = forward(q)
        rows.append(q)
        positions.append(distance(goal.translation, column(pose, 3)))
        angles.append(cs.SX(0) if position_only else angle(goal.rotation, rotation_of(pose)))
        distances.append(far)
        beyonds.append(beyond)
    count = len(found)
    return make_program(
        "inverse_kinematics",
        {"target": target, "start": start, "lower": lower, "upper": upper},
        {
            "q": cs.horzcat(*rows).T,
            "position": cs.vertcat(*positions),
            "angle": cs.vertcat(*angles),
            "distance": cs.vertcat(*distances),
            "beyond": cs.vertcat(*beyonds),
            "repeats": cs.vertcat(*_repeats(found, rows)),
        },
        dict.fromkeys(("start", "lower", "upper"), (n,)),
        {"q": (count, n)},
    )


def _repeats(found: list[Branch], rows: list[cs.SX]) -> list[cs.SX]:
    """1 where a branch equals an earlier one that differs in one choice."""
    repeats = [cs.SX(0) for _ in found]
    for (i, a), (j, b) in combinations(enumerate(found), 2):
        if sum(x != y for x, y in zip(a.name, b.name, strict=True)) == 1:
            same = cs.mmax(cs.fabs(rows[i] - rows[j])) < SAME
            repeats[j] = cs.logic_or(repeats[j], same)
    return repeats


def step_program(free: FreeParameters, chain: JointChain, position_only: bool) -> Program:
    """(q, target, start, lower, upper, damping μ, pull κ) → (next q, misses at q in m and rad).

    With the error e (position by the arm's length, rotation vector) and the Jacobian J, the step is
        Δq = z + Jᵀ (J Jᵀ + λ 1)⁻¹ (e − J z),   λ = μ ½|e|² + ε,
    Levenberg-Marquardt with the damping of Chan and Lawrence 1988 (see also Sugihara 2011): it
    fades with the error, so that convergence is quadratic, and no step has to be taken back.
    z = κ (start − q) pulls towards the start; in the end only its part in the null space of J
    counts, and leads to the solution nearest to the start. Joints that a limit stops drop out of J
    and z.
    """
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
