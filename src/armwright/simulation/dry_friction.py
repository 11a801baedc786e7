"""Dry friction that truly sticks, several joints coupled through the mass matrix.

At the level of velocities (Moreau 1988): the impulse λ of each channel over a step either makes its
velocity zero, or is as large as it can be and opposes the motion. Which channels hold is found in a
few rounds, each with one exact solution for the impulses of all that hold: a channel that would
have to hold too much slides from then on, and one that would turn around stops. To begin to move,
in either direction, takes more than the break-away torque; to go on, more than the sliding torque.

Where loops are closed, more channels may hold than there are ways of moving, and how they share the
load is not determined, only whether they hold together: those that add nothing carry nothing, until
the others slide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as cs

from armwright.multibody.constraints import Constrained
from armwright.multibody.factorisation import factorise
from armwright.multibody.rows import Entries, Row, combination, dense
from armwright.multibody.spatial import Scalar, minus, times
from armwright.plant.law import Element
from armwright.simulation.dynamics import StepMatrix
from armwright.system.names import DRY, RESTING
from armwright.system.system import System

ROUNDS = 5
#: Of what a channel does alone: less is rounding, where loops make channels depend on each other.
_DEPENDENT = 1e-9


@dataclass(frozen=True)
class DryFriction:
    """All channels that can stick: their velocities before the step, and 1 where they held in the
    last one (`resting`)."""

    rows: tuple[Row, ...]
    coordinates: int
    speed: cs.SX
    resting: cs.SX
    limits: tuple[cs.SX, ...]
    h: cs.SX

    @staticmethod
    def of(system: System, v_mid: cs.SX, h: cs.SX) -> DryFriction | None:
        """None if no law sticks."""
        parts = [part for part in system.plant.elements if part.limits is not None]
        if not parts:
            return None
        rows = tuple(row for part in parts for row in part.rows)
        limits = tuple(
            system.wired(cs.vertcat(*side))
            for side in zip(*(_limits(p, v_mid) for p in parts), strict=True)
        )
        size = len(system.plant.coordinates)
        speeds = cs.vertsplit(system.plant.v)
        before = cs.vertcat(*(part.along(speeds) for part in parts))
        return DryFriction(rows, size, before, system.resting, limits, h)


def held_velocities(
    dry: DryFriction, matrix: StepMatrix, v_free: list[Scalar]
) -> tuple[list[Scalar], dict[str, cs.SX]]:
    """Velocities after the step, and what the next step has to know."""
    count = len(dry.rows)
    responses = [matrix.solve(dense(row, dry.coordinates)) for row in dry.rows]
    A = [[combination(row, response) for response in responses] for row in dry.rows]
    free = [combination(row, v_free) for row in dry.rows]
    slide_up, slide_down, hold_up, hold_down = (cs.vertsplit(dry.h * side) for side in dry.limits)
    resting = cs.vertsplit(dry.resting)
    moving = [cs.if_else(resting[e], 0.0, speed) for e, speed in enumerate(cs.vertsplit(dry.speed))]
    up = [cs.if_else(moving[e] > 0, slide_up[e], hold_up[e]) for e in range(count)]
    down = [cs.if_else(moving[e] < 0, slide_down[e], hold_down[e]) for e in range(count)]
    held: list[Scalar] = [cs.if_else(moving[e] == 0, 1.0, 0.0) for e in range(count)]
    slid: list[Scalar] = [
        cs.if_else(moving[e] > 0, slide_up[e], -slide_down[e]) for e in range(count)
    ]
    closed = isinstance(matrix, Constrained)
    impulse = _together(A, free, slid, held, closed=closed)
    for _ in range(ROUNDS if count > 1 else 2):
        for e in range(count):
            above = cs.logic_and(held[e], impulse[e] > up[e])
            below = cs.logic_and(held[e], impulse[e] < -down[e])
            slid[e] = cs.if_else(above, slide_up[e], cs.if_else(below, -slide_down[e], slid[e]))
            # Once it has broken away in this step, it stops only below its sliding torque.
            up[e] = cs.if_else(above, slide_up[e], up[e])
            down[e] = cs.if_else(below, slide_down[e], down[e])
            after: Scalar = free[e]
            for j in range(count):
                after = minus(after, times(A[e][j], impulse[j]))
            little = -_DEPENDENT * A[e][e] * slid[e] ** 2 if closed else 0
            turned = cs.logic_and(cs.logic_not(held[e]), slid[e] * after < little)
            stays = cs.logic_and(held[e], cs.logic_not(cs.logic_or(above, below)))
            held[e] = cs.logic_or(stays, turned)
        impulse = _together(A, free, slid, held, closed=closed)
    v = list(v_free)
    for e in range(count):
        for k in range(dry.coordinates):
            v[k] = minus(v[k], times(responses[e][k], impulse[e]))
    v = stopped(dry.rows, v, held)
    torques = cs.vertcat(*impulse) / dry.h
    return v, {DRY: torques, RESTING: cs.vertcat(*held)}


def stopped(rows: Sequence[Row], v: Sequence[Scalar], held: Sequence[Scalar]) -> list[Scalar]:
    """Exactly zero where a channel holds whose velocity is that of a coordinate."""
    found = list(v)
    for e, row in enumerate(rows):
        if len(row) == 1:
            (k,) = row
            found[k] = cs.if_else(held[e], 0.0, found[k])
    return found


def _together(
    A: list[list[Scalar]],
    free: list[Scalar],
    slid: list[Scalar],
    held: list[Scalar],
    *,
    closed: bool,
) -> list[Scalar]:
    """The impulses of all channels that hold, such that none of them moves; the others slide."""
    count = len(free)
    entries: Entries = {}
    side: list[Scalar] = []
    for e in range(count):
        for j in range(e):
            entries[e, j] = times(times(held[e], held[j]), A[e][j])
        entries[e, e] = cs.if_else(held[e], A[e][e], 1.0)
        known: Scalar = free[e]
        for j in range(count):
            if j != e:
                known = minus(known, times(A[e][j], cs.if_else(held[j], 0.0, slid[j])))
        side.append(cs.if_else(held[e], known, slid[e]))
    if not closed:
        return factorise(entries, range(count), lambda _, pivot: 1.0 / pivot).solve(side)
    return held_together(entries, side)


def held_together(matrix: Entries, side: Sequence[Scalar]) -> list[Scalar]:
    """The solution for a matrix that may be singular: zero for what others do already."""
    own = [matrix[e, e] for e in range(len(side))]

    def inverse(e: int, pivot: Scalar) -> Scalar:
        counts = pivot > _DEPENDENT * own[e]
        return counts / cs.if_else(counts, pivot, 1.0)

    return factorise(matrix, range(len(side)), inverse).solve(side)


def _limits(part: Element, v_mid: cs.SX) -> tuple[cs.SX, ...]:
    assert part.limits is not None
    rate = part.along(cs.vertsplit(v_mid))
    return tuple(part.at(list(part.limits), part.displacement, rate, part.state))
