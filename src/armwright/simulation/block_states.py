"""Half a step of the states of continuous blocks, the arm standing still.

States that are linear in themselves are exact. The others take a linearly implicit midpoint step
(Rosenbrock), so that a fast current loop does not force small steps.
"""

from __future__ import annotations

import casadi as cs

from armwright.multibody.spatial import Scalar, minus, times
from armwright.plant.law import diagonal, relaxed
from armwright.simulation.instants import Instant, at_instant
from armwright.system.system import System


def half_step(system: System, there: Instant, h: cs.SX, *, forward: bool) -> tuple[cs.SX, cs.SX]:
    """`exact` and `other` after h/2. The second half goes in the reverse order of the first."""
    exact, other = there.exact, there.other
    for linear in (False, True) if forward else (True, False):
        instant = Instant(there.time, there.x, there.v, exact, other)
        if linear:
            exact = exact_step(system, instant, 0.5 * h)
        else:
            other = _implicit(system, instant, 0.5 * h)
    return exact, other


def exact_step(system: System, there: Instant, h: cs.SX) -> cs.SX:
    """The states that are linear in themselves after h."""
    symbol = system.state_symbol(linear=True)
    if not symbol.shape[0]:
        return there.exact
    rate = system.state_rate(linear=True)
    decay = diagonal(rate, symbol, "states that are linear in themselves")
    now, slope = at_instant(system, [rate, decay], there)
    return relaxed(there.exact, now, slope, h)


def _implicit(system: System, there: Instant, h: cs.SX) -> cs.SX:
    """x + (1 − h/2 J)⁻¹ h f."""
    symbol = system.state_symbol(linear=False)
    if not symbol.shape[0]:
        return there.other
    rate = system.state_rate(linear=False)
    jacobian = cs.jacobian(rate, symbol)
    rows, columns = jacobian.sparsity().get_triplet()
    now, entries = at_instant(system, [rate, cs.vertcat(*jacobian.nonzeros())], there)
    matrix: dict[tuple[int, int], Scalar] = {(k, k): 1.0 for k in range(symbol.shape[0])}
    for i, j, value in zip(rows, columns, cs.vertsplit(entries), strict=True):
        matrix[i, j] = minus(matrix.get((i, j), 0.0), times(0.5 * h, value))
    side = [times(h, value) for value in cs.vertsplit(now)]
    return there.other + cs.vertcat(*_solved(matrix, side))


def _solved(matrix: dict[tuple[int, int], Scalar], b: list[Scalar]) -> list[Scalar]:
    """Gauss elimination that knows zeros; the diagonal is large for any step that makes sense."""
    size = len(b)
    rows: list[dict[int, Scalar]] = [{} for _ in range(size)]
    for (i, j), value in matrix.items():
        rows[i][j] = value
    x = list(b)
    for k in range(size):
        for i in range(k + 1, size):
            if k not in rows[i]:
                continue
            factor = rows[i].pop(k) / rows[k][k]
            for j, value in rows[k].items():
                if j > k:
                    rows[i][j] = minus(rows[i].get(j, 0.0), times(factor, value))
            x[i] = minus(x[i], times(factor, x[k]))
    for k in range(size - 1, -1, -1):
        for j, value in rows[k].items():
            if j > k:
                x[k] = minus(x[k], times(value, x[j]))
        x[k] = x[k] / rows[k][k]
    return x
