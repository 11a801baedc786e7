"""Equations of motion, ready to be printed or turned into code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import sympy as sp

from armwright.equations.algebra import Coordinates
from armwright.equations.code import GIVES, LANGUAGES, Give, Language, Routine, make_routine
from armwright.equations.code.routine import identifier
from armwright.equations.counting import Operations, count_operations
from armwright.equations.legend import Entry
from armwright.equations.problem import Method
from armwright.equations.steps import Step
from armwright.equations.writing.latex import latex_page
from armwright.equations.writing.text import text_page
from armwright.errors import InputError

Form = Literal["closed", "sequence"]
FORMS: tuple[Form, ...] = ("closed", "sequence")


@dataclass(frozen=True)
class Equations:
    """M(q) q̈ + c(q, q̇) + g(q) = τ + e(q, w).

    Elements are SymPy expressions of q1, dq1 (q̇), ddq1 (q̈), the wrench fx … nz on the tool, and the
    parameters of `legend`; in the form `sequence` also of names that `steps` assigns, in that
    order. `end_force` is Jᵀw, what the wrench does at the joints. `torque` is τ of a whole motion.
    `left_out`: one sentence for each part of the robot that is not in them.
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
    left_out: tuple[str, ...] = ()

    @property
    def values(self) -> dict[sp.Symbol, float]:
        """The robot's numbers for the parameters."""
        return {entry.symbol: entry.value for entry in self.legend if entry.value is not None}

    def text(self, digits: int = 6) -> str:
        """Lines of plain text; numbers rounded to so many digits."""
        return text_page(self, digits)

    def latex(self, digits: int = 6) -> str:
        """For a LaTeX document that uses amsmath."""
        return latex_page(self, digits)

    def code(self, language: Language, give: Give = "terms", name: str | None = None) -> str:
        """A function in `language`: of q and dq the `terms`, which are mass matrix, bias, gravity,
        and the end force if there is one; or of q, dq and ddq the `torque`. It goes by the
        robot's name, or by `name`."""
        routine = self.routine(give)
        if name is not None:
            routine = replace(routine, name=identifier(name))
        return LANGUAGES[_known("language", language, LANGUAGES)](routine)

    def routine(self, give: Give = "terms") -> Routine:
        """What `code` writes down, independent of the language."""
        is_torque = _known("quantity", give, GIVES) == "torque"
        return self._torque_routine if is_torque else self._terms_routine

    @cached_property
    def _terms_routine(self) -> Routine:
        return make_routine(self, "terms")

    @cached_property
    def _torque_routine(self) -> Routine:
        return make_routine(self, "torque")

    def operations(self, give: Give = "terms") -> Operations:
        """What the generated code takes."""
        return count_operations(self.routine(give))

    def function(self, give: Give = "terms") -> Callable[..., Any]:
        """The generated Python, ready to be called."""
        routine = self.routine(give)
        names: dict[str, Any] = {}
        exec(LANGUAGES["python"](routine), names)
        return names[routine.name]  # type: ignore[no-any-return]


def _known(what: str, got: Any, known: Iterable[Any]) -> Any:
    if got not in known:
        expected = f"one of {', '.join(known)}"
        raise InputError(f"unknown {what}", where="equations", got=repr(got), expected=expected)
    return got
