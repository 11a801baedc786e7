"""A covariance as P = L D Lᵀ, L lower triangular with ones on its diagonal, D diagonal.

A filter that keeps L and D instead of P loses neither its symmetry nor its signs, and keeps its
digits where measurements are far better than what was known before. There P − K S Kᵀ subtracts
numbers that are nearly equal, and so does Joseph's (I − K H) P (I − K H)ᵀ + K R Kᵀ. G. J. Bierman,
Factorization Methods for Discrete Sequential Estimation, 1977, ch. V.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as cs


@dataclass(frozen=True, eq=False)
class CovarianceFactors:
    """`rows`: of L, each up to its diagonal; `d`: the diagonal of D, not negative."""

    rows: tuple[tuple[cs.SX, ...], ...]
    d: tuple[cs.SX, ...]

    @classmethod
    def of(cls, P: cs.SX) -> CovarianceFactors:
        """Only its lower triangle is read. A direction without variance gets zeros."""
        rows: list[tuple[cs.SX, ...]] = []
        d: list[cs.SX] = []
        inverses: list[cs.SX] = []
        for i in range(P.shape[0]):
            scaled: list[cs.SX] = []
            for j in range(i):
                scaled.append(P[i, j] - _dot(scaled, rows[j][:j]))
            row = [value * inverse for value, inverse in zip(scaled, inverses, strict=True)]
            d.append(cs.fmax(P[i, i] - _dot(scaled, row), 0.0))
            inverses.append(_inverse(d[-1]))
            rows.append((*row, cs.SX(1)))
        return cls(tuple(rows), tuple(d))

    @classmethod
    def unpacked(cls, packed: cs.SX, n: int) -> CovarianceFactors:
        """Row by row, D on the diagonal: n(n+1)/2 numbers."""
        elements = iter(cs.vertsplit(packed))
        every = [[next(elements) for _ in range(i + 1)] for i in range(n)]
        rows = tuple((*row[:-1], cs.SX(1)) for row in every)
        return cls(rows, tuple(row[-1] for row in every))

    def packed(self) -> cs.SX:
        pairs = zip(self.rows, self.d, strict=True)
        return cs.vertcat(*(element for row, d in pairs for element in (*row[:-1], d)))

    @property
    def matrix(self) -> cs.SX:
        """L."""
        n = len(self.d)
        return cs.vertcat(*(cs.horzcat(*row, cs.SX(1, n - len(row))) for row in self.rows))

    def along(self, G: cs.SX) -> cs.SX:
        """G P Gᵀ; only its lower triangle is worth looking at."""
        GL = cs.mtimes(G, self.matrix)
        return cs.mtimes(cs.mtimes(GL, cs.diag(cs.vertcat(*self.d))), GL.T)

    def variances(self, G: cs.SX) -> cs.SX:
        """The diagonal of G P Gᵀ, as sums of squares."""
        GL = cs.densify(cs.mtimes(G, self.matrix))
        return cs.mtimes(GL**2, cs.vertcat(*self.d))

    def measured(self, row: cs.SX, variance: cs.SX) -> tuple[CovarianceFactors, cs.SX, cs.SX]:
        """After a scalar measurement h x with an error of variance r > 0: the factors, P hᵀ/s,
        and 1/s, with s = h P hᵀ + r.  Bierman, ch. V.3, here from the last column to the first."""
        n = len(self.d)
        f = cs.vertsplit(cs.densify(cs.mtimes(row, self.matrix)).T)
        columns: list[list[cs.SX]] = [[] for _ in range(n)]
        d: list[cs.SX] = [cs.SX(0)] * n
        k: list[cs.SX] = [cs.SX(0)] * n
        total = variance
        for j in reversed(range(n)):
            v = self.d[j] * f[j]
            before, total = total, total + f[j] * v
            ratio = f[j] / before
            d[j] = self.d[j] * before / total
            columns[j] = [self.rows[i][j] - ratio * k[i] for i in range(j + 1, n)]
            k = [*k[:j], v, *(k[i] + v * self.rows[i][j] for i in range(j + 1, n))]
        rows = tuple((*(columns[j][i - j - 1] for j in range(i)), cs.SX(1)) for i in range(n))
        return CovarianceFactors(rows, tuple(d)), cs.vertcat(*k) / total, 1.0 / total


def _dot(a: list[cs.SX], b: list[cs.SX] | tuple[cs.SX, ...]) -> cs.SX:
    return sum((x * y for x, y in zip(a, b, strict=True)), start=cs.SX(0))


def _inverse(d: cs.SX) -> cs.SX:
    """1/d, and 1 of 0, where what it multiplies is 0 too. Without a branch, which CasADi would
    carry into everything that the result enters."""
    return 1.0 / (d + (d <= 0))
