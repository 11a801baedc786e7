"""Why a pose has no solution, in words."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from armwright.arm.inverse.solutions import Solutions
from armwright.arm.inverse.solver import Options, Solver
from armwright.arm.inverse.stepping import Rows
from armwright.errors import InputError


def no_solution(
    solver: Solver,
    rows: Rows,
    closest: Solutions,
    options: Options,
    missing: NDArray[np.intp],
    batch: tuple[int, ...],
) -> InputError:
    """The error for the first of the rows without a solution, of which `closest` has the misses."""
    chain, row = solver.chain, int(missing[0])
    where = f"inverse kinematics of '{chain.robot.name}', frame '{chain.frame}'"
    if batch:
        where += f", pose {[int(k) for k in np.unravel_index(row, batch)]}"
    more = f" {len(missing) - 1} more have no solution." if len(missing) > 1 else ""
    if options.limits:
        free = solver.solve(rows.take(missing[:1]), replace(options, limits=False))
        if free.found[0]:
            return InputError(
                "every solution found is beyond a joint limit",
                where=where,
                got=f"at the nearest of {free.count[0]}, {_violation(solver, free.q[0])}",
                hint="limits=False ignores the limits, closest=True gives the closest pose within "
                f"them.{more}",
            )
    missed = f"missed by {closest.miss_position[row]:.3g} m"
    if not solver.code.position_only:
        missed += f" and {math.degrees(closest.miss_angle[row]):.2f}°"
    return InputError(
        "pose out of reach" if solver.code.closed else "no solution found",
        where=where,
        got=missed,
        hint=f"closest=True gives the closest pose.{more}",
    )


def _violation(solver: Solver, q: np.ndarray) -> str:
    """The joint that is farthest beyond its limits, moved by full turns to be nearest to them."""
    chain = solver.chain
    worst, text = -math.inf, ""
    for k, joint in zip(chain.places, chain.joints, strict=True):
        low, high = chain.lower[k], chain.upper[k]
        turn = 2 * math.pi if chain.turns[k] else 0.0
        beyond, value = min((max(low - x, x - high), x) for x in (q[k] - turn, q[k], q[k] + turn))
        if beyond > worst:
            worst = beyond
            unit = "rad" if chain.turns[k] else "m"
            text = f"joint '{joint.name}' at {value:.4g} {unit}, limits {low:.4g} to {high:.4g}"
    return text
