"""Generated functions in several languages."""

from collections.abc import Callable
from typing import Literal

from armwright.equations.code.c import c_code
from armwright.equations.code.fortran import fortran_code
from armwright.equations.code.matlab import matlab_code
from armwright.equations.code.python import python_code
from armwright.equations.code.routine import GIVES, Give, Routine, make_routine

Language = Literal["python", "c", "fortran", "matlab"]

LANGUAGES: dict[Language, Callable[[Routine], str]] = {
    "python": python_code,
    "c": c_code,
    "fortran": fortran_code,
    "matlab": matlab_code,
}

__all__ = ["GIVES", "LANGUAGES", "Give", "Language", "Routine", "make_routine"]
