"""What a step needs of the arm's inertia: in full, or along a nominal motion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import casadi as cs

from armwright.multibody.forward_dynamics import MassSolver, shortest
from armwright.multibody.laden_tree import LadenTree
from armwright.multibody.rows import Entries, add_product, add_square
from armwright.multibody.spatial import Scalar
from armwright.plant.law import Element
from armwright.simulation.instants import Instant, at_instant, bristle_step
from armwright.system.system import System

#: The share of a spring's stiffness in the matrix of a step (see `midpoint`).
BETA = {"midpoint": 1.0 / 12.0, "implicit": 0.25}


@dataclass(frozen=True)
class Pull:
    """A law during the step: its torque at the beginning, κ that it adds to the matrix, and what
    of it is left out there, `lead` times how far the guessed velocity is ahead. `cross`: κ between
    two channels, where they pull on each other."""

    part: Element
    bristle: cs.SX
    torque: cs.SX
    stiffening: cs.SX
    lead: cs.SX
    cross: Mapping[tuple[int, int], cs.SX | float] = field(default_factory=dict)


class StepMatrix(Protocol):
    """The matrix of a step, ready to be solved with."""

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]: ...


class StepDynamics(Protocol):
    """M(x) and bias(x, v) in the middle of a step, in full or along a nominal motion."""

    def bias(self, middle: Instant) -> cs.SX: ...

    def applied(self, middle: Instant) -> cs.SX: ...

    def matrix(self, middle: Instant, pulls: Sequence[Pull]) -> StepMatrix: ...

    def pull(self, part: Element, x_mid: cs.SX, h: cs.SX | float, beta: float) -> Pull: ...


@dataclass(frozen=True, eq=False)
class FullDynamics:
    """The arm's own equations."""

    system: System

    def bias(self, middle: Instant) -> cs.SX:
        bias = self.system.wired(column(self.system.plant.bias()))
        return at_instant(self.system, [bias], middle)[0]

    def applied(self, middle: Instant) -> cs.SX:
        """Without the walls, whose forces follow from the step (`contacts`)."""
        applied = self.system.applied(without=self.system.pushes_of_walls())
        return at_instant(self.system, [applied], middle)[0]

    def matrix(self, middle: Instant, pulls: Sequence[Pull]) -> StepMatrix:
        plant = self.system.plant
        mass = plant.mass()
        there = at_instant(self.system, [self.system.wired(column(mass.values()))], middle)[0]
        entries = dict(zip(mass, cs.vertsplit(there), strict=True))
        add_pulls(entries, pulls)
        factors = plant.factorised(entries)
        laden = plant.rotor_entries()
        add_pulls(laden, pulls)
        if not plant.is_laden_tree(laden):
            return factors
        sticking = sum(pull.part.size for pull in pulls if pull.part.limits is not None)
        both: list[MassSolver] = [factors, TreeAtInstant(self.system, middle, laden)]
        return shortest(both, plant.arrangement.free, 1 + sticking)

    def pull(self, part: Element, x_mid: cs.SX, h: cs.SX | float, beta: float) -> Pull:
        return full_pull(self.system, part, x_mid, h, beta)


@dataclass(frozen=True, eq=False)
class TreeAtInstant:
    """The matrix of a step by articulated bodies; `laden`: what the step's rows add, there."""

    system: System
    middle: Instant
    laden: Entries

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        added, side = cs.SX.sym("added", len(self.laden)), cs.SX.sym("side", len(b))
        laden: Entries = dict(zip(self.laden, cs.vertsplit(added), strict=True))
        tree = LadenTree(self.system.plant.mechanism, laden)
        solved = self.system.wired(column(tree.solve(cs.vertsplit(side))))
        (there,) = at_instant(self.system, [solved], self.middle)
        values = [column(self.laden.values()), column(b)]
        return list(
            cs.vertsplit(cs.substitute(there, cs.vertcat(added, side), cs.vertcat(*values)))
        )


def add_pulls(entries: Entries, pulls: Sequence[Pull]) -> None:
    """M + Σ κ g gᵀ, and what coupled springs have between their rows."""
    for pull in pulls:
        for row, amount in zip(pull.part.rows, cs.vertsplit(pull.stiffening), strict=True):
            add_square(entries, row, amount)
        for (i, j), between in pull.cross.items():
            add_product(entries, pull.part.rows[i], pull.part.rows[j], between)


def full_pull(system: System, part: Element, x_mid: cs.SX, h: cs.SX | float, beta: float) -> Pull:
    d, rate = part.along(cs.vertsplit(x_mid)), part.along(cs.vertsplit(system.plant.v))
    bristle = bristle_step(system, part, h)
    damping, stiffness = part.slope(part.velocity), part.slope(part.displacement)
    found = part.at([part.torque, damping, stiffness], d, rate, bristle)
    torque, damping, stiffness = map(system.wired, found)
    resisting = cs.fmax(damping, 0.0)
    kappa = 0.5 * h * resisting + beta * h * h * stiffness
    if part.stateful:
        kappa = kappa + 0.25 * h * system.wired(_bristle_response(part, rate, h))
    # What would weaken the matrix takes the guessed velocity instead.
    lead = h * (resisting - damping)
    return Pull(part, bristle, torque, kappa, lead, _cross(system, part, h, beta))


def _cross(
    system: System, part: Element, h: cs.SX | float, beta: float
) -> dict[tuple[int, int], cs.SX]:
    """κ between channels of linear springs: M + Gᵀ (h/2 D + β h² K) G, whole."""
    found: dict[tuple[int, int], cs.SX] = {}
    for by, share in ((part.velocity, 0.5 * h), (part.displacement, beta * h * h)):
        for pair, slope in part.cross_slopes(by).items():
            found[pair] = found.get(pair, 0.0) + share * system.wired(slope)
    return found


def _bristle_response(part: Element, rate: cs.SX, h: cs.SX | float) -> cs.SX:
    """∂torque/∂z ∂z/∂v: h times the full stiffness while sticking, nothing while sliding."""
    by_state = cs.jacobian(part.torque, part.state)
    product = cs.densify(cs.diag(cs.mtimes(by_state, part.response)))
    return cs.fmax(part.stepped(product, rate, h), 0.0)


def column(values: Iterable[Any]) -> cs.SX:
    parts = list(values)
    return cs.vertcat(*parts) if parts else cs.SX(0, 1)
