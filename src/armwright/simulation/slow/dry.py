"""Dry friction as equations with modes: a channel slides forward (1), backward (−1), or sticks (0).

While it slides its torque is known. Channels that stick do not accelerate, which gives one linear
equation for each of their torques; they are coupled through the mass matrix.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import casadi as cs

from armwright.plant.law import Element
from armwright.simulation.dry_friction import held_together
from armwright.system.system import System


@dataclass(frozen=True, eq=False)
class Dry:
    """Expressions for all channels that can stick, in the order of `Plant.dry`.

    `surplus`: the torque that is left to accelerate a channel; zero where it sticks. `response`:
    what unit impulses of dry friction take from the velocities (coordinates × channels). `rows`:
    the channels' directions. `closed`: loops may make channels depend on each other.
    """

    mode: cs.SX
    torque: cs.SX
    acceleration: cs.SX
    surplus: cs.SX
    hold_up: cs.SX
    hold_down: cs.SX
    response: cs.SX
    rows: cs.SX
    closed: bool

    def held(self, sticks: cs.SX, side: cs.SX) -> cs.SX:
        """What channels that stick carry so that nothing of `side` is left along them; zero for the
        others."""
        A = cs.mtimes(self.rows, self.response)
        matrix = cs.mtimes(sticks, sticks.T) * A + cs.diag(1.0 - sticks)
        if not self.closed:
            return cs.solve(matrix, sticks * side)
        count = side.shape[0]
        entries = {(i, j): matrix[i, j] for i in range(count) for j in range(i + 1)}
        return cs.vertcat(*held_together(entries, cs.vertsplit(sticks * side)))


def dry_friction(system: System, acceleration: cs.SX | None = None) -> Dry:
    """Accelerations, the system's own if none are given, are affine in the torques λ of dry
    friction: a = a₀ − R λ, R = M⁻¹ Gᵀ.

    With A = G R, and S the channels that stick: A_SS λ_S = G_S (a₀ − R λ_sliding).
    """
    plant = system.plant
    acceleration = system.acceleration if acceleration is None else acceleration
    parts = [part for part in plant.elements if part.limits is not None]
    mode = cs.SX.sym("mode", plant.dry.shape[0])
    if not parts:
        none, size = cs.SX(0, 1), plant.v.shape[0]
        sides = (cs.SX(size, 0), cs.SX(0, size))
        return Dry(mode, none, acceleration, none, none, none, *sides, closed=False)
    limits = zip(*(_limits(system, part) for part in parts), strict=True)
    slide_up, slide_down, hold_up, hold_down = (cs.vertcat(*side) for side in limits)
    sticks = mode == 0
    known = cs.if_else(sticks, 0.0, cs.if_else(mode > 0, slide_up, -slide_down))
    sliding = cs.substitute(acceleration, plant.dry, known)
    response = -cs.densify(cs.jacobian(acceleration, plant.dry))
    rows = cs.vertcat(*(plant.directions(part) for part in parts))
    free = Dry(
        mode, known, sliding, known, hold_up, hold_down, response, rows, plant.loops is not None
    )
    held = free.held(sticks, cs.mtimes(rows, sliding))
    acceleration = sliding - cs.mtimes(response, held)
    surplus = cs.mtimes(rows, acceleration) / cs.diag(cs.mtimes(rows, response))
    return replace(free, torque=known + held, acceleration=acceleration, surplus=surplus)


def _limits(system: System, part: Element) -> list[cs.SX]:
    assert part.limits is not None
    x, v = cs.vertsplit(system.plant.x), cs.vertsplit(system.plant.v)
    found = part.at(list(part.limits), part.along(x), part.along(v), part.state)
    return [system.wired(side) for side in found]
