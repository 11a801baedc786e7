"""The distance between responses that were measured and those of a model.

Residuals are differences of log |G| (S4 4.6), or of log G, whose imaginary part is the phase, each
divided by its spread. Numbers follow from x, which is what is searched for: see `scaling.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.identify.frequency.model import ResponseModel
from armwright.identify.frequency.response import MeasuredResponse
from armwright.identify.frequency.scaling import NumberScaling
from armwright.linear.response import Complex

#: What is compared: magnitudes alone, as S4 does, or phases too.
Compared = Literal["magnitude", "complex"]
#: Elements that are known no better than this, as a part, are left out: their logarithm is noise.
_VAGUE = 0.5


@dataclass(frozen=True, eq=False)
class ResponseCost:
    """`least_spread`: no logarithm counts for more than with this standard deviation; a model is
    hardly ever better. `share`: lines that were excited for each that is compared. `spread`: of
    the springs' deflections, see `ResponseModel.answers`."""

    model: ResponseModel
    responses: tuple[MeasuredResponse, ...]
    compared: Compared = "magnitude"
    least_spread: float = 0.01
    share: float = 1.0
    spread: Array | None = None
    measured: Complex = field(init=False)
    weights: Array = field(init=False)
    scaling: NumberScaling = field(init=False)

    def __post_init__(self) -> None:
        scaling = NumberScaling.of(self.model.elements, self.model.nominal)
        object.__setattr__(self, "scaling", scaling)
        G = np.stack([one.G for one in self.responses])
        deviation = np.stack([one.spread for one in self.responses])
        used = np.isfinite(G) & (np.abs(G) > 0) & (deviation < _VAGUE)
        weights = np.where(used, 1.0 / np.hypot(deviation, self.least_spread), 0.0)
        object.__setattr__(self, "measured", np.where(used, G, 1.0))
        object.__setattr__(self, "weights", weights)

    @property
    def parts(self) -> int:
        """1: magnitudes; 2: phases behind them."""
        return 1 if self.compared == "magnitude" else 2

    @property
    def used(self) -> NDArray[np.bool_]:
        """(parts, C, F, n, n)"""
        return np.broadcast_to(self.weights > 0, (self.parts, *self.weights.shape))

    def values(self, x: Array) -> Array:
        return self.scaling.values(x)

    def logarithms(self, x: Array) -> Array:
        """log G − log Ĝ, (parts, C, F, n, n); phases within ±π."""
        G = self.model.answers(self.values(x), self.spread).G
        return self._compared(np.log(G / self.measured))

    def residuals(self, x: Array) -> Array:
        """(rows,), weighted; those that are not used are zero."""
        return (self.logarithms(x) * self.weights).ravel()

    def jacobian(self, x: Array) -> Array:
        """(rows, numbers): exact."""
        return self.both(x)[1]

    def both(self, x: Array) -> tuple[Array, Array]:
        """Residuals and their derivatives by x."""
        values = self.values(x)
        found = self.model.answers(values, self.spread, gradient=True)
        assert found.by_numbers is not None
        by = self._compared(found.by_numbers / found.G, axis=1)
        J = by * self.weights * self.scaling.slopes(x)[:, None, None, None, None, None]
        r = self._compared(np.log(found.G / self.measured)) * self.weights
        return r.ravel(), np.moveaxis(J, 0, -1).reshape(r.size, -1)

    def _compared(self, logarithm: Complex, axis: int = 0) -> Array:
        parts = [logarithm.real, logarithm.imag][: self.parts]
        return np.stack(parts, axis=axis)

    def meat(self, jacobian: Array) -> Array:
        """Covariance of Jᵀ r from the noise of the responses, all elements of one frequency
        together, (numbers, numbers)."""
        p = jacobian.shape[1]
        shape = (self.parts, *self.weights.shape)
        J = (jacobian.reshape(*shape, p) * self.weights[None, ..., None]).reshape(
            self.parts, len(self.responses), -1, self.weights.shape[-1] ** 2, p
        )
        total = np.zeros((p, p))
        for c, one in enumerate(self.responses):
            cov = one.relative / 2
            real, imag = np.real(cov), np.imag(cov)
            total += np.einsum("fap,fab,fbq->pq", J[0, c], real, J[0, c], optimize=True)
            if self.parts == 2:
                total += np.einsum("fap,fab,fbq->pq", J[1, c], real, J[1, c], optimize=True)
                mixed = np.einsum("fap,fab,fbq->pq", J[1, c], imag, J[0, c], optimize=True)
                total += mixed + mixed.T
        return total


def common_frequencies(responses: Sequence[MeasuredResponse]) -> Array:
    """All responses are to have the same."""
    first = responses[0].frequencies
    for one in responses[1:]:
        if not np.array_equal(one.frequencies, first):
            raise InputError(
                "responses have different frequencies",
                where="elastic",
                got=f"{len(one.frequencies)} and {len(first)} of them",
                expected="the same in all configurations",
            )
    return first
