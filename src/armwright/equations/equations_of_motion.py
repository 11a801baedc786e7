"""Equations of motion as data: what the writers of text, LaTeX and code take."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import sympy as sp

from armwright.equations.algebra import Coordinates
from armwright.equations.steps import Step

Method = Literal["newton-euler", "lagrange", "kane"]
Form = Literal["closed", "sequence"]
FORMS: tuple[Form, ...] = ("closed", "sequence")


@dataclass(frozen=True)
class Entry:
    """What a symbol stands for. `value` None: an input, not a number of the robot."""

    symbol: sp.Symbol
    meaning: str
    value: float | None
    unit: str


@dataclass(frozen=True)
class AddedTerm:
    """A vector that stands on the left beside the links' own: `kind` is its letter, `name` what
    code calls it, `call` how the equation has it, `inputs` what it depends on beside the motion."""

    kind: str
    name: str
    call: str
    values: tuple[sp.Expr, ...]
    inputs: tuple[tuple[str, tuple[sp.Symbol, ...]], ...] = ()


@dataclass(frozen=True)
class EquationsOfMotion:
    """M(q) q̈ + c(q, q̇) + g(q) = τ + d(q, q̇) + e(q, w) + Ψ(q)ᵀ λ, Φ(q) = 0.

    Elements are SymPy expressions of q1, dq1 (q̇), ddq1 (q̈), the wrench fx … nz on the tool, and the
    parameters of `legend`, and of names that `steps` assigns, in that order: those of a sequence,
    and those of the drag. `end_force` is Jᵀw, what the wrench does at the joints. `torque` is τ of
    a whole motion. `coriolis` is the matrix C with c = C q̇, if it was asked for. `constraint` is
    Φ of the loops, and `constraint_jacobian` is Ψ; without loops they have no rows. `drag` is what
    water at rest takes from the motion; it has no rows without water. `left_out`: one sentence for
    each part of the robot that is not in them. `added`: friction, and what a moved base takes, if
    they were asked for.
    """

    robot: str
    method: Method
    form: Form
    coordinates: Coordinates
    mass_matrix: sp.ImmutableDenseMatrix
    bias: sp.ImmutableDenseMatrix
    gravity: sp.ImmutableDenseMatrix
    end_force: sp.ImmutableDenseMatrix
    torque: sp.ImmutableDenseMatrix
    legend: tuple[Entry, ...]
    steps: tuple[Step, ...] = ()
    end_forces: bool = False
    coriolis: sp.ImmutableDenseMatrix | None = None
    constraint: sp.ImmutableDenseMatrix = field(default_factory=lambda: sp.zeros(0, 1))
    constraint_jacobian: sp.ImmutableDenseMatrix = field(default_factory=lambda: sp.zeros(0, 0))
    drag: sp.ImmutableDenseMatrix = field(default_factory=lambda: sp.zeros(0, 1))
    left_out: tuple[str, ...] = ()
    added: tuple[AddedTerm, ...] = ()

    @property
    def values(self) -> dict[sp.Symbol, float]:
        """The robot's numbers for the parameters."""
        return {entry.symbol: entry.value for entry in self.legend if entry.value is not None}
