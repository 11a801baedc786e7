"""Dry friction that truly sticks, several joints coupled through the mass matrix.

At the level of velocities (Moreau 1988): the impulse λ of each channel over a step either makes its
velocity zero, or is as large as it can be and opposes the motion. Projected Gauss-Seidel sweeps,
which start from the impulses of the last step, find out which channels hold; then the impulses of
those are solved for at once. To begin to move, in either direction, takes more than the break-away
torque; to go on, more than the sliding torque. A channel that turns around begins anew.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as cs

from armwright.multibody.factorisation import Factors, factorise
from armwright.multibody.mass_matrix import Entries
from armwright.multibody.spatial import Scalar, minus, plus, times
from armwright.system.laws import Element, Row, combination
from armwright.system.system import System

SWEEPS = 8


@dataclass(frozen=True)
class DryFriction:
    """All channels that can stick: their velocities before the step, the torques of the last step,
    and 1 where it held (`resting`)."""

    rows: tuple[Row, ...]
    coordinates: int
    speed: cs.SX
    last: cs.SX
    resting: cs.SX
    limits: tuple[cs.SX, ...]
    h: float

    @staticmethod
    def of(system: System, v_mid: cs.SX, h: float) -> DryFriction | None:
        """None if no law sticks."""
        parts = [part for part in system.mechanics.elements if part.limits is not None]
        if not parts:
            return None
        rows = tuple(row for part in parts for row in part.rows)
        limits = tuple(
            cs.vertcat(*side) for side in zip(*(_limits(p, v_mid) for p in parts), strict=True)
        )
        size = system.mechanics.train.coordinates
        speeds = cs.vertsplit(system.mechanics.v)
        before = cs.vertcat(*(part.along(speeds) for part in parts))
        return DryFriction(rows, size, before, system.dry, system.resting, limits, h)


def held_velocities(
    dry: DryFriction, factors: Factors, v_free: list[Scalar]
) -> tuple[list[Scalar], dict[str, cs.SX]]:
    """Velocities after the step, and what the next step has to know."""
    count = len(dry.rows)
    responses = [factors.solve(_dense(row, dry.coordinates)) for row in dry.rows]
    A = [[combination(row, response) for response in responses] for row in dry.rows]
    inverse = [1.0 / A[e][e] for e in range(count)]
    free = [combination(row, v_free) for row in dry.rows]
    slide_up, slide_down, hold_up, hold_down = (cs.vertsplit(dry.h * side) for side in dry.limits)
    resting = cs.vertsplit(dry.resting)
    moving = [cs.if_else(resting[e], 0.0, speed) for e, speed in enumerate(cs.vertsplit(dry.speed))]
    up = [cs.if_else(moving[e] > 0, slide_up[e], hold_up[e]) for e in range(count)]
    down = [cs.if_else(moving[e] < 0, slide_down[e], hold_down[e]) for e in range(count)]
    impulse: list[Scalar] = [times(dry.h, value) for value in cs.vertsplit(dry.last)]
    held: list[Scalar] = [0.0] * count
    for _ in range(SWEEPS if count > 1 else 1):
        for e in range(count):
            others: Scalar = free[e]
            for j in range(count):
                if j != e:
                    others = minus(others, times(A[e][j], impulse[j]))
            wanted = times(others, inverse[e])
            above, below = wanted > up[e], wanted < -down[e]
            slid = cs.if_else(above, slide_up[e], -slide_down[e])
            held[e] = cs.logic_not(cs.logic_or(above, below))
            impulse[e] = cs.if_else(held[e], wanted, slid)
            # Once it has broken away in this step, it stops only below its sliding torque.
            up[e] = cs.if_else(above, slide_up[e], up[e])
            down[e] = cs.if_else(below, slide_down[e], down[e])
    if count > 1:
        impulse = _together(A, free, impulse, held)
    v = list(v_free)
    for e in range(count):
        for k in range(dry.coordinates):
            v[k] = minus(v[k], times(responses[e][k], impulse[e]))
    for e, row in enumerate(dry.rows):
        if len(row) == 1:  # the channel's velocity is a coordinate's: exactly zero where it holds
            (k,) = row
            v[k] = cs.if_else(held[e], 0.0, v[k])
    torques = cs.vertcat(*impulse) / dry.h
    return v, {"dry": torques, "resting": cs.vertcat(*held)}


def _together(
    A: list[list[Scalar]], free: list[Scalar], impulse: list[Scalar], held: list[Scalar]
) -> list[Scalar]:
    """The impulses of all channels that hold, such that none of them moves; others as they are."""
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
                slid = cs.if_else(held[j], 0.0, impulse[j])
                known = minus(known, times(A[e][j], slid))
        side.append(cs.if_else(held[e], known, impulse[e]))
    return factorise(entries, range(count), lambda _, pivot: 1.0 / pivot).solve(side)


def _limits(part: Element, v_mid: cs.SX) -> tuple[cs.SX, ...]:
    assert part.limits is not None
    rate = part.along(cs.vertsplit(v_mid))
    return tuple(part.at(list(part.limits), part.displacement, rate, part.state))


def _dense(row: Row, size: int) -> list[Scalar]:
    full: list[Scalar] = [0.0] * size
    for k, value in row.items():
        full[k] = plus(full[k], value)
    return full
