"""Accelerations for given torques: M(q) a = τ − c − g + Jᵀ w."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import casadi as cs

from armwright.multibody.articulated import Articulated
from armwright.multibody.factorisation import SparseFactors, factorise
from armwright.multibody.inverse_dynamics import inverse_dynamics
from armwright.multibody.mass_matrix import mass_entries
from armwright.multibody.mechanism import Mechanism
from armwright.multibody.spatial import Force, Scalar, minus


class MassSolver(Protocol):
    """Solves M x = b for any number of right-hand sides."""

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]: ...


#: Up to this many joints factorising M always needs fewer operations.
SMALL = 8


def mass_solver(mechanism: Mechanism, right_hand_sides: int = 1) -> MassSolver:
    """Whichever needs fewer operations: M factorised along the branches, or articulated bodies."""
    factorised = factorised_mass(mechanism)
    if mechanism.coordinates <= SMALL or not mechanism.one_each or mechanism.has_added:
        return factorised
    candidates: list[MassSolver] = [factorised, Articulated(mechanism)]
    return shortest(candidates, mechanism.coordinates, right_hand_sides)


def shortest(candidates: Sequence[MassSolver], size: int, right_hand_sides: int = 1) -> MassSolver:
    """The one that needs the fewest operations, the first of equals."""
    return min(candidates, key=lambda solver: _operations(size, solver, right_hand_sides))


def factorised_mass(mechanism: Mechanism) -> SparseFactors:
    """M = Lᵀ D L; vectors are in the order of the coordinates."""
    return factorise(mass_entries(mechanism), mechanism.order, mechanism.inverse_pivot)


def _operations(size: int, solver: MassSolver, right_hand_sides: int) -> int:
    """Nodes of the expressions: those of the first solution, and what each further one adds."""
    solutions = []
    for _ in range(2):
        side = cs.vertsplit(cs.SX.sym("b", size))
        solutions.append(cs.vertcat(*solver.solve(side)))
    first, both = cs.n_nodes(solutions[0]), cs.n_nodes(cs.vertcat(*solutions))
    return int(first + (right_hand_sides - 1) * (both - first))


def forward_dynamics(
    mechanism: Mechanism,
    v: Sequence[Scalar],
    tau: Sequence[Scalar],
    *,
    external: Sequence[Force] | None = None,
) -> list[Scalar]:
    """Accelerations, in the order of the coordinates."""
    bias = inverse_dynamics(mechanism, v, [0.0] * mechanism.coordinates, external=external)
    drive = [minus(t, b) for t, b in zip(tau, bias, strict=True)]
    return mass_solver(mechanism).solve(drive)
