"""Linear models of arms and loops: linearisation, modes, frequency responses.

Read `linearise` (what a user calls), `model` with `response`, `modes`, `margins`; then `of_plant`
(`expressions`, `rest`, `friction`, `assembling`) and `of_loop` (`tapping`, `loop_point`,
`loop_pieces`). `regulator` designs state feedback; `assumptions` says what was taken for granted.
"""

from armwright.linear.expressions import LinearExpressions, linear_expressions
from armwright.linear.linearise import linearise
from armwright.linear.margins import StabilityMargins
from armwright.linear.model import LinearModel, MechanicalMatrices, OperatingPoint
from armwright.linear.modes import Mode
from armwright.linear.regulator import lqr

__all__ = [
    "LinearExpressions",
    "LinearModel",
    "MechanicalMatrices",
    "Mode",
    "OperatingPoint",
    "StabilityMargins",
    "linear_expressions",
    "linearise",
    "lqr",
]
