"""All branches of a closed form in one program: moved into the limits, and verified."""

from __future__ import annotations

from itertools import combinations

import casadi as cs

from armwright.arm.inverse.assembly import Branch
from armwright.arm.inverse.chain import Chain
from armwright.arm.inverse.closed import ClosedForm
from armwright.arm.inverse.miss import angle, column, distance, rotation_of
from armwright.arm.inverse.wrapping import wrapped
from armwright.compiler import Program, make_program
from armwright.multibody.kinematics import frame_pose, homogeneous
from armwright.multibody.mechanism import build
from armwright.multibody.parameters import FreeParameters
from armwright.multibody.placement import Placement

#: Branches closer than this in every joint (rad) are one. Where two branches meet, rounding of the
#: target parts them by the root of its size.
SAME = 1e-6


def branches_program(chain: Chain, closed: ClosedForm, position_only: bool) -> Program:
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
