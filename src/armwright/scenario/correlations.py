"""Values that are drawn together: normal and lognormal ones by the matrix of their correlations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from armwright.arrays import Array
from armwright.blocks.references.from_csv import read_csv
from armwright.errors import InputError, shown
from armwright.inputs import from_home

#: Of correlations: what rounding may leave of symmetry, and of an eigenvalue that should be zero.
ROUNDING = 1e-9
#: Of a variance that is left when those before are known: below it, nothing is.
NOTHING = 1e-13
#: By how much a spread may differ from the standard deviation that a covariance gives.
AGREEMENT = 0.01

#: A file, or rows of numbers by paths.
MatrixSource = str | Path | Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Correlation:
    """Between values, by their `paths`: a lower triangle L with L Lᵀ = `matrix`."""

    paths: tuple[str, ...]
    matrix: tuple[tuple[float, ...], ...]
    triangle: tuple[tuple[float, ...], ...]

    @property
    def trivial(self) -> bool:
        """Whether nothing depends on anything else."""
        return not np.any(np.tril(np.array(self.matrix), -1))

    def together(self, scores: Mapping[str, Array]) -> dict[str, Array]:
        """Independent standard normal scores, by path, made to depend on each other.

        One product after the other: what a run gets must not depend on how many are asked for, as
        it does to rounding in a product of matrices.
        """
        found = {}
        for path, row in zip(self.paths, self.triangle, strict=True):
            total = np.zeros_like(scores[path])
            for other, factor in zip(self.paths, row, strict=True):
                if factor:
                    total = total + factor * scores[other]
            found[path] = total
        return found

    def content(self) -> dict[str, Any]:
        return {"paths": list(self.paths), "matrix": [list(row) for row in self.matrix]}


class NamedMatrix(NamedTuple):
    """As somebody gave it; `where` is for errors."""

    paths: tuple[str, ...]
    values: Array
    where: str


def read_matrix(source: MatrixSource) -> NamedMatrix:
    """From a CSV file with the paths in its first line and the rows in the same order, or from rows
    by paths. Symmetric, with variances above zero on its diagonal."""
    matrix = _from_rows(source) if isinstance(source, Mapping) else _from_file(source)
    paths, values, where = matrix
    for k, path in enumerate(paths):
        if path in paths[:k]:
            raise InputError(f"the path '{path}' is listed twice", where=where)
        if not values[k, k] > 0:
            raise InputError(
                "a variance must be above zero",
                where=f"{where}, '{path}'",
                got=f"{values[k, k]:g}",
                expected="1 in a matrix of correlations, a variance in one of covariances",
            )
    scale = np.sqrt(np.outer(values.diagonal(), values.diagonal()))
    odd = np.argwhere(np.abs(values - values.T) > ROUNDING * scale)
    if odd.size:
        row, column = odd[0]
        raise InputError(
            "the matrix is not symmetric",
            where=f"{where}, '{paths[row]}' and '{paths[column]}'",
            got=f"{values[row, column]:g} and {values[column, row]:g}",
            expected="the same twice",
        )
    return matrix


def correlation_of(matrix: NamedMatrix, deviations: Mapping[str, float]) -> Correlation:
    """What the matrix says about values with these standard deviations, by path in the order of the
    matrix; of lognormal ones, that of the logarithm. A diagonal of ones is that of correlations;
    any other must fit the deviations."""
    own = np.sqrt(matrix.values.diagonal())
    if np.any(own != 1.0):
        for path, here, there in zip(matrix.paths, own, deviations.values(), strict=True):
            if abs(here - there) > AGREEMENT * here:
                raise InputError(
                    "the covariance and the spread do not agree",
                    where=f"{matrix.where}, '{path}'",
                    got=f"standard deviations of {here:.6g} and {there:.6g}",
                    expected="the same, or a matrix of correlations with ones on its diagonal",
                )
    wanted = matrix.values / np.outer(own, own)
    wanted = 0.5 * (wanted + wanted.T)
    smallest = float(np.linalg.eigvalsh(wanted)[0])
    if smallest < -ROUNDING * len(own):
        raise InputError(
            "the matrix is not positive semidefinite: no values can be correlated in this way",
            where=matrix.where,
            got=f"{smallest:.3g} as the smallest eigenvalue of the correlations",
            expected="0 or more",
        )
    triangle = _triangle(wanted)
    return Correlation(
        tuple(deviations),
        tuple(map(tuple, wanted.tolist())),
        tuple(map(tuple, triangle.tolist())),
    )


def _triangle(matrix: Array) -> Array:
    """Cholesky's; where a value follows from those before it, its column stays zero."""
    n = len(matrix)
    triangle = np.zeros((n, n))
    for k in range(n):
        rest = matrix[k:, k] - triangle[k:, :k] @ triangle[k, :k]
        if rest[0] > n * NOTHING:
            triangle[k:, k] = rest / np.sqrt(rest[0])
    return triangle


def _from_file(source: str | Path) -> NamedMatrix:
    path = from_home(str(source), "covariance")
    where = f"covariance, {path}"
    found = read_csv(path, where, ",", "a row for each path in the first line")
    if not found.names:
        raise InputError("the first line has no paths", where=f"{where}, line 1")
    rows, columns = found.numbers.shape
    if rows != columns:
        raise InputError(
            "the matrix is not square",
            where=where,
            got=f"{rows} rows below {columns} paths",
            expected="a row for each path, in the order of the first line",
        )
    return NamedMatrix(found.names, found.numbers, where)


def _from_rows(source: Mapping[str, Mapping[str, float]]) -> NamedMatrix:
    paths = tuple(source)
    if not paths:
        raise InputError("there are no rows", where="covariance", expected="a row for each path")
    values = np.zeros((len(paths), len(paths)))
    for k, (path, row) in enumerate(source.items()):
        if not isinstance(row, Mapping) or set(row) != set(paths):
            raise InputError(
                "not a row of the matrix",
                where=f"covariance, '{path}'",
                got=shown(row),
                expected="a number for each of " + ", ".join(paths),
            )
        for j, other in enumerate(paths):
            value = row[other]
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not np.isfinite(value):
                raise InputError(
                    "not a finite number",
                    where=f"covariance, '{path}', '{other}'",
                    got=shown(value),
                )
            values[k, j] = value
    return NamedMatrix(paths, values, "covariance")
