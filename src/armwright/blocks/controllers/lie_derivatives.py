"""Input-output linearisation: derivatives of outputs along a motion that inputs drive.

    ẋ = f(x) + g(x) u,  y = h(x):    y⁽ʳ⁾ = L_f^r h + (L_g L_f^(r−1) h) u,

r the relative degree, the first derivative that the inputs act on. All outputs together have the
decoupling matrix A, with a row L_g L_f^(r−1) h each.  Isidori 1995, sections 4.1 and 5.1.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as cs

#: Under roots, so that a column of zeros has a finite slope.
_NOTHING = 1e-60


@dataclass(frozen=True, eq=False)
class Affine:
    """ẋ = f + g u. `state`: symbols of x; g has a column for each input."""

    state: cs.SX
    drift: cs.SX
    inputs: cs.SX


@dataclass(frozen=True, eq=False)
class OutputDerivatives:
    """Of one output: h, L_f h, … L_f^r h, and the row L_g L_f^(r−1) h."""

    along: tuple[cs.SX, ...]
    row: cs.SX

    @property
    def degree(self) -> int:
        """r."""
        return len(self.along) - 1


def output_derivatives(system: Affine, output: cs.SX) -> OutputDerivatives | None:
    """None where no input acts on any derivative; as many as x has elements are enough."""
    along = [output]
    for _ in range(system.state.shape[0]):
        row = cs.sparsify(cs.mtimes(cs.jacobian(along[-1], system.state), system.inputs))
        along.append(cs.jtimes(along[-1], system.state, system.drift))
        if row.nnz():
            return OutputDerivatives(tuple(along), cs.densify(row))
    return None


@dataclass(frozen=True, eq=False)
class Decoupled:
    """u with A u = w. `least`: how far the input that the others replace best is from being
    replaced, the sine of an angle between columns of A: 0 where A is singular."""

    inputs: cs.SX
    least: cs.SX


def decoupled(A: cs.SX, w: cs.SX, threshold: cs.SX) -> Decoupled:
    """By A = Q R, its columns made unit vectors first: what an input does to all outputs.

    Exact while all pivots of R are above the threshold ε. Below it 1/r gives way to r/(r² + λ²),
    λ = ε − least: what A can hardly give is left out, instead of asking for boundless inputs.
    """
    size = A.shape[1]
    lengths: list[cs.SX] = []
    Q: list[cs.SX] = []
    R = cs.SX(size, size)
    for j in range(size):
        column = A[:, j]
        lengths.append(cs.sqrt(cs.sumsqr(column) + _NOTHING))
        rest = column / lengths[j]
        for i in range(j):
            R[i, j] = cs.dot(Q[i], rest)
            rest = rest - R[i, j] * Q[i]
        R[j, j] = cs.sqrt(cs.sumsqr(rest) + _NOTHING)
        Q.append(rest / R[j, j])
    least = cs.SX(1.0)
    for j in range(size):
        least = cs.fmin(least, R[j, j])
    damping = cs.fmax(threshold - least, 0.0) ** 2
    found = [cs.SX(0)] * size
    for j in range(size - 1, -1, -1):
        left = cs.dot(Q[j], w)
        for k in range(j + 1, size):
            left -= R[j, k] * found[k]
        found[j] = left * R[j, j] / (R[j, j] ** 2 + damping)
    inputs = [u / length for u, length in zip(found, lengths, strict=True)]
    return Decoupled(cs.vertcat(*inputs), least)
