"""Equations of motion in symbols: Newton-Euler, Lagrange, Kane; as text, LaTeX and code.

Read `deriving`; then `symbolic_arm` and a method (`lagrange`), which compute on an `algebra`:
`series` or `sequence`. `readable` makes closed forms short; `result` has what comes back, which
`writing` and `code` write down.
"""

from armwright.equations.deriving import METHODS, derive
from armwright.equations.equations_of_motion import Form, Method
from armwright.equations.parameters import GROUPS
from armwright.equations.result import Equations

__all__ = ["GROUPS", "METHODS", "Equations", "Form", "Method", "derive"]
