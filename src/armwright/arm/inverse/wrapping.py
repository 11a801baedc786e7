"""Full turns: the one of many equal joint positions that is nearest to the start, within limits."""

from __future__ import annotations

import math

import casadi as cs

from armwright.arm.inverse.chain import Chain
from armwright.compiler import Program, make_program

#: What is beyond a limit by rounding only is moved onto it (rad, m).
SLACK = 1e-10
#: Half a turn from the start, to this part of a turn, counts as half a turn forward: the sign of a
#: rounding error must not make two solutions of one.
TIE = 1e-9
TURN = 2 * math.pi


def wrapped(
    chain: Chain, q: cs.SX, start: cs.SX, lower: cs.SX, upper: cs.SX
) -> tuple[cs.SX, cs.SX, cs.SX]:
    """q, its distance from the start, and by how much the worst joint is beyond its limits."""
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


def wrapping_program(chain: Chain) -> Program:
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
