"""Closed loops in a step: what a step does with their constraints, and how it stays on them.

In the middle of the step the velocities before and after cancel along the constraints, Ψ(x̄) (vₙ +
vₙ₊₁) = 0, which is right to second order and needs no derivative of Ψ. At the end, position and
velocity are put back onto Φ(x) = 0 and Ψ(x) v = 0 by one step of Newton's method, in the metric of
the step's matrix, so that the energy changes by no more than the fourth power of the step. (With
Baumgarte's method there is nothing of that: Ψ ẍ = γ − α Ψ ẋ − β Φ in the middle instead.)

Where Ψ loses rank, a loop may go on in several ways. A step notices it by the pivots of
Ψ(xₙ₊₁) H⁻¹ Ψ(x̄)ᵀ: one that is less than half of what it is for Ψ(x̄) alone passes zero before the
next middle. Its loop's element in the vector `loops` is then not finite, which stops the run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as cs

from armwright.multibody.constraints import Constrained
from armwright.multibody.rows import Row, combination
from armwright.multibody.spatial import Scalar, minus, times
from armwright.plant.loops import PlantLoops
from armwright.simulation.dynamics import StepMatrix
from armwright.simulation.instants import Instant, at_instant
from armwright.system.names import LOOPS, POSITION, VELOCITY
from armwright.system.system import System

#: What is left of a pivot where it passes zero before the next middle of a step.
_PASSES = 0.5
#: Smaller pivots, as a part of what they are without the rows before, are rounding.
_NONE = 1e-12


def constrained(system: System, loops: PlantLoops, matrix: StepMatrix, x: cs.SX) -> Constrained:
    """The step's matrix with the constraints at x."""
    return system.plant.constrained(matrix, loops.rows_of(_there(system, loops.jacobian, x)))


def wanted(system: System, loops: PlantLoops, matrix: Constrained, middle: Instant) -> list[Scalar]:
    """Ψ Δ over a step, Δ = vₙ₊₁ − vₙ."""
    baumgarte = system.setup.integration.baumgarte
    if baumgarte is None:
        v = cs.vertsplit(system.plant.v)
        return [times(-2.0, combination(row, v)) for row in matrix.rows]
    alpha, beta = baumgarte
    plant = system.plant
    terms = loops.product_rate(plant.v) + alpha * loops.rates(plant.v) + beta * loops.residual
    (there,) = at_instant(system, [system.wired(terms)], middle)
    return list(cs.vertsplit(-system.step * there))


def put_back(
    system: System, loops: PlantLoops, matrix: Constrained, x: cs.SX, v: cs.SX
) -> tuple[cs.SX, cs.SX, cs.SX]:
    """Position and velocity with closed loops, for those after a step, and the vector `loops`."""
    residual, entries = cs.vertsplit(_there(system, loops.residual, x)), loops.jacobian
    rows = loops.rows_of(_there(system, entries, x))
    end = system.plant.constrained(matrix.free, rows)
    speeds = [times(-1.0, combination(row, cs.vertsplit(v))) for row in rows]
    x = cs.vertcat(*end.moved(cs.vertsplit(x), [times(-1.0, gap) for gap in residual]))
    v = cs.vertcat(*end.moved(cs.vertsplit(v), speeds))
    return x, v, watch(loops, rows, matrix)


def drawn(system: System) -> cs.SX:
    """ẍ at this instant; where Baumgarte's method is asked for, with what draws loops to their
    constraints."""
    plant, baumgarte = system.plant, system.setup.integration.baumgarte
    loops = plant.loops
    if loops is None or baumgarte is None:
        return system.acceleration
    alpha, beta = baumgarte
    pull = -alpha * loops.rates(plant.v) - beta * loops.residual
    matrix = plant.constrained(plant.factorised(plant.mass()), loops.rows)
    more = matrix.moved([0.0] * plant.arrangement.free, cs.vertsplit(pull))
    return system.acceleration + system.wired(cs.vertcat(*map(cs.SX, more)))


def closed_end(system: System, loops: PlantLoops, x_before: cs.SX) -> dict[str, cs.SX]:
    """What is there after a step of an explicit method, with closed loops. Their gap is so small
    that the metric does not matter; `x_before`: where the step began."""
    plant = system.plant
    rows, size = loops.rows_of(system.wired(loops.jacobian)), plant.arrangement.free
    before = Constrained(Euclidean(), size, loops.rows_of(_there(system, loops.jacobian, x_before)))
    here = Constrained(Euclidean(), size, rows)
    gaps = cs.vertsplit(-system.wired(loops.residual))
    speeds = cs.vertsplit(-system.wired(loops.rates(plant.v)))
    return {
        POSITION: cs.vertcat(*here.moved(cs.vertsplit(plant.x), gaps)),
        VELOCITY: cs.vertcat(*here.moved(cs.vertsplit(plant.v), speeds)),
        LOOPS: watch(loops, rows, before),
    }


@dataclass(frozen=True)
class Euclidean:
    """The unit matrix."""

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        return list(b)


def watch(loops: PlantLoops, rows: Sequence[Row], matrix: Constrained) -> cs.SX:
    """For each loop the share of its pivots that is left at the end of a step; infinite where one
    of them is too small."""
    size = len(rows)
    G = [[combination(row, response) for response in matrix.responses] for row in rows]
    S = [[matrix.complement[max(i, j), min(i, j)] for j in range(size)] for i in range(size)]
    shares: list[list[Scalar]] = [[] for _ in loops.loops]
    for k, (after, before) in enumerate(zip(_pivots(G), _pivots(S), strict=True)):
        regular = cs.logic_and(after > _PASSES * before, before > _NONE * S[k][k])
        shares[loops.owners[k]].append(after / (before * regular))
    return cs.vertcat(*(cs.sum1(cs.vertcat(*own)) / max(1, len(own)) for own in shares))


def _pivots(matrix: list[list[Scalar]]) -> list[Scalar]:
    """Of Gauss elimination, the last row first."""
    left = [list(row) for row in matrix]
    found: list[Scalar] = []
    for k in range(len(left) - 1, -1, -1):
        found.append(left[k][k])
        for i in range(k):
            factor = left[i][k] / left[k][k]
            for j in range(k):
                left[i][j] = minus(left[i][j], times(factor, left[k][j]))
    return found[::-1]


def _there(system: System, expression: cs.SX, x: cs.SX) -> cs.SX:
    wired = system.wired(expression)
    return cs.substitute([wired], [system.plant.x], [x])[0]
