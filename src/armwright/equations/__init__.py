"""Equations of motion in symbols: Newton-Euler, Lagrange, Kane; as text, LaTeX and code."""

from armwright.equations.deriving import derive
from armwright.equations.parameters import GROUPS
from armwright.equations.problem import METHODS, Method
from armwright.equations.result import Equations, Form

__all__ = ["GROUPS", "METHODS", "Equations", "Form", "Method", "derive"]
