"""Mass matrix and bias that are held for some steps.

Both change as the arm goes from posture to posture, slowly beside the vibrations of gears and
bristles that a step has to follow. So they are computed every K steps, where the arm will be in the
middle of these,

    x = xₙ + K h/2 vₙ,     v = vₙ + K/2 Δₙ₋₁,

and held. What that misses falls with the square of K h, as the error of the steps themselves does
with that of h. For K = 1 it is the step's own middle: nothing is held.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as cs

from armwright.compiler import Program
from armwright.errors import InputError
from armwright.multibody.rows import Entries
from armwright.multibody.spatial import Scalar
from armwright.plant.law import Element
from armwright.simulation.dynamics import FullDynamics, Pull, StepMatrix, add_pulls, column
from armwright.simulation.instants import Instant, program
from armwright.system.layout import frame_inputs
from armwright.system.names import INERTIA
from armwright.system.system import System


@dataclass(frozen=True, eq=False)
class HeldInertia:
    """The arm's own equations, with mass matrix and bias from the vector `symbol`, which `program`
    writes. `mass`, `forces`: elements of it, or what does not change during a run."""

    full: FullDynamics
    symbol: cs.SX
    program: Program
    mass: Entries
    forces: tuple[Scalar, ...]

    def bias(self, middle: Instant) -> cs.SX:
        return column(self.forces)

    def applied(self, middle: Instant) -> cs.SX:
        return self.full.applied(middle)

    def matrix(self, middle: Instant, pulls: Sequence[Pull]) -> StepMatrix:
        entries = dict(self.mass)
        add_pulls(entries, pulls)
        return self.full.system.plant.factorised(entries)

    def pull(self, part: Element, x_mid: cs.SX, h: cs.SX | float, beta: float) -> Pull:
        return self.full.pull(part, x_mid, h, beta)


def held_inertia(system: System) -> HeldInertia | None:
    """None where nothing is held."""
    integration = system.setup.integration
    if not integration.holds:
        return None
    found = None if integration.method == "rk4" else _held(system)
    if found is None:
        hint = "They change with more than the arm's own motion, as with a payload's mass."
        raise InputError(
            "mass matrix and bias cannot be held here",
            where=f"scenario '{system.setup.name}', integration.inertia_steps",
            got=integration.inertia_steps,
            expected="1, or 'auto'",
            hint="rk4 holds nothing." if integration.method == "rk4" else hint,
        )
    return found


def _held(system: System) -> HeldInertia | None:
    """None where something else than the arm's own motion changes its inertia, as a payload does
    that it takes up: that must be felt at once."""
    plant = system.plant
    mass, forces = plant.mass(), plant.bias()
    both = system.wired(cs.SX(column([*mass.values(), *forces])))
    motion = cs.vertcat(plant.x, plant.v)
    fixed = [numbers.symbol for numbers in system.free_numbers.values()]
    known = {one.element_hash() for one in cs.vertsplit(cs.vertcat(motion, *fixed))}
    if any(one.element_hash() not in known for one in cs.symvar(both)):
        return None
    changes = cs.which_depends(both, motion, 1, True)
    symbol = cs.SX.sym(INERTIA, sum(changes))
    places, values = iter(cs.vertsplit(symbol)), cs.vertsplit(both)
    pairs = list(zip(values, changes, strict=True))
    elements = [next(places) if moves else value for value, moves in pairs]
    ahead = 0.5 * system.hold
    there = [plant.x + ahead * system.step * plant.v, plant.v + ahead * system.change]
    moving = column(value for value, moves in pairs if moves)
    (held,) = cs.substitute([moving], [plant.x, plant.v], there)
    return HeldInertia(
        FullDynamics(system),
        symbol,
        program("inertia", {INERTIA: held}, frame_inputs(system)),
        dict(zip(mass, elements[: len(mass)], strict=True)),
        tuple(elements[len(mass) :]),
    )
