"""Equations of motion, ready to be printed or turned into code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from armwright.equations.code import GIVES, LANGUAGES, Give, Language, Routine, make_routine
from armwright.equations.code.routine import Operations, count_operations, identifier
from armwright.equations.equations_of_motion import EquationsOfMotion
from armwright.equations.writing.latex import latex_document, latex_formula, latex_fragment
from armwright.equations.writing.text import text_page
from armwright.errors import InputError


@dataclass(frozen=True)
class Equations(EquationsOfMotion):
    """M(q) q̈ + c(q, q̇) + g(q) = τ + d(q, q̇) + e(q, w), and the ways to write it down: text,
    LaTeX, code.

    `EquationsOfMotion` says what its elements are.
    """

    def text(self, digits: int = 6) -> str:
        """Lines of plain text; numbers rounded to so many digits."""
        return text_page(self, digits)

    def latex(self, digits: int = 6, *, document: bool = True) -> str:
        """A LaTeX document, or what stands inside it, for one that uses amsmath, geometry and
        longtable."""
        return latex_document(self, digits) if document else latex_fragment(self, digits)

    def __repr__(self) -> str:
        size = self.coordinates.size
        return f"Equations({self.robot!r}, {self.method!r}, {size} coordinates)"

    def _repr_latex_(self) -> str:
        return latex_formula(self, 6)

    def code(self, language: Language, give: Give = "terms", name: str | None = None) -> str:
        """A function in `language`: of q and dq the `terms`, which are mass matrix, bias, gravity,
        and, where there are any, drag, end force, Coriolis matrix and constraints of loops; or of
        q, dq and ddq the `torque`. It goes by the robot's name, or by `name`."""
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
