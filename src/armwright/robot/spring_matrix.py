"""Springs that pull on each other: full matrices of stiffness and damping."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.robot.elastic import ElasticAxis
from armwright.robot.motor import Motor
from armwright.robot.part import RobotPart
from armwright.robot.values import frozen_array

#: Of entries relative to their diagonals: what counts as rounding.
_ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class SpringMatrix(RobotPart):
    """Linear springs that are coupled: forces = stiffness @ deflections + damping @ their rates.
    S4 (2.12), where K and D need not be diagonal.

    `springs` names elastic axes, or motors, whose deflection η q − θ counts on the motor's side.
    These have no spring of their own: the diagonals stand here. Both matrices are symmetric and
    positive semidefinite, in N m/rad, N/m, or N where one spring turns and the other slides.
    """

    called = "spring matrix"
    plural = "spring matrices"

    name: str
    springs: tuple[str, ...]
    stiffness: Array
    damping: Array = field(default_factory=lambda: np.zeros(0))

    def __post_init__(self) -> None:
        object.__setattr__(self, "springs", tuple(self.springs))
        n = len(self.springs)
        twice = [name for name, count in Counter(self.springs).items() if count > 1]
        if n < 2 or twice:
            raise InputError(
                "names a spring twice" if twice else "couples nothing",
                where=self.where,
                got=repr(twice[0]) if twice else f"springs {list(self.springs)}",
                expected="two springs or more, each once",
            )
        damping = self.damping if np.size(self.damping) else np.zeros((n, n))
        object.__setattr__(self, "stiffness", self._checked(self.stiffness, "stiffness"))
        object.__setattr__(self, "damping", self._checked(damping, "damping"))

    @property
    def where(self) -> str:
        return f"{self.called} '{self.name}'"

    def facts(self) -> list[str]:
        return [f"springs {', '.join(self.springs)}: stiffness {self.stiffness.tolist()}"]

    def _checked(self, given: Array, what: str) -> Array:
        n = len(self.springs)
        matrix = frozen_array(given, (n, n), f"{self.where}, {what}")
        size = np.sqrt(np.abs(np.diag(matrix)))
        scale = np.outer(size, size)
        if np.any(np.abs(matrix - matrix.T) > _ROUNDING * np.maximum(scale, np.abs(matrix))):
            i, j = np.unravel_index(np.argmax(np.abs(matrix - matrix.T)), (n, n))
            raise self._refused(what, f"{matrix[i, j]:g} and {matrix[j, i]:g} across its diagonal")
        if not semidefinite(matrix):
            least = np.linalg.eigvalsh(_even(matrix))[0]
            raise self._refused(what, f"an eigenvalue of {least:.3g}, its diagonal scaled to 1")
        return frozen_array((matrix + matrix.T) / 2, (n, n), what)

    def _refused(self, what: str, got: str) -> InputError:
        return InputError(
            f"its {what} is no matrix of springs",
            where=self.where,
            got=got,
            expected="symmetric and positive semidefinite: no deflection gives energy away",
        )


def semidefinite(matrix: Array) -> bool:
    """Whether a symmetric matrix has no negative eigenvalue, up to rounding."""
    return bool(np.linalg.eigvalsh(_even(matrix))[0] > -_ROUNDING)


def _even(matrix: Array) -> Array:
    """Each spring in its own unit, for rad and m do not compare: ones on the diagonal."""
    size = np.sqrt(np.abs(np.diag(matrix)))
    size[size == 0] = np.abs(matrix).max(initial=0.0) ** 0.5 or 1.0
    return np.asarray(matrix / np.outer(size, size), dtype=np.float64)


def triangle(matrix: Array) -> Array:
    """Of a symmetric matrix the entries on and above the diagonal, row by row."""
    return np.asarray(matrix[np.triu_indices(len(matrix))], dtype=np.float64)


def from_triangle(values: Array) -> Array:
    """Back from `triangle`."""
    n = int((np.sqrt(8 * values.size + 1) - 1) / 2)
    matrix = np.zeros((n, n))
    matrix[np.triu_indices(n)] = values
    return np.asarray(matrix + np.triu(matrix, 1).T, dtype=np.float64)


def check_spring_matrices(
    where: str,
    elastic: Sequence[ElasticAxis],
    motors: Sequence[Motor],
    matrices: Sequence[SpringMatrix],
) -> None:
    """Raise InputError unless every spring is described once, and every name is known."""
    axes, driven = {one.name: one for one in elastic}, {one.name: one for one in motors}
    inside: dict[str, str] = {}
    names = Counter(one.name for one in matrices)
    for one in matrices:
        if names[one.name] > 1:
            raise InputError("name of a spring matrix is used twice", where=where, got=one.name)
        for spring in one.springs:
            if (spring in axes) == (spring in driven):
                kinds = "both an elastic axis and a motor" if spring in axes else "neither"
                raise InputError(
                    "a spring is an elastic axis or a motor",
                    where=f"{where}, {one.where}",
                    got=f"'{spring}', which is {kinds}",
                    expected="one of " + ", ".join([*axes, *driven]),
                )
            if spring in inside:
                raise InputError(
                    "a spring is in two spring matrices",
                    where=f"{where}, {one.where}",
                    got=f"'{spring}', also in '{inside[spring]}'",
                )
            inside[spring] = one.name
            if (spring in axes and axes[spring].spring) or (
                spring in driven and (driven[spring].drive.stiffness or driven[spring].drive.spring)
            ):
                raise InputError(
                    "has a spring of its own beside that of a spring matrix",
                    where=f"{where}, {'elastic axis' if spring in axes else 'motor'} '{spring}'",
                    got=f"spring matrix '{one.name}'",
                    expected="stiffness and damping on the diagonals of the matrix alone",
                )
    for axis in elastic:
        if axis.name not in inside:
            axis.check_spring()
