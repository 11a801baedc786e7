"""What a filter believes: how a state goes on, what is measured of it, and how sure both are."""

from __future__ import annotations

from dataclasses import dataclass, field

import casadi as cs
import numpy as np
from numpy.typing import ArrayLike

from armwright.errors import InputError
from armwright.multibody.derivatives import slope


def _nothing() -> cs.SX:
    return cs.SX(0, 1)


@dataclass(frozen=True, eq=False)
class FilterModel:
    """x[k+1] = f(x[k], u[k], p) + w[k],  y[k] = h(x[k], u[k], p) + e[k].

    `state` x, `input` u and `parameters` p are symbols; `following` is f and `measured` is h. w and
    e are white and normal. `process_noise`: the covariance of w, a matrix, or a vector if its
    elements are independent. `measurement_noise`: the variances of the elements of e, which have
    to be independent. Both may depend on x, u and p. `transition` is ∂f/∂x, where that of f would
    be long; without it, it is the exact one. `shown`: what else shall be estimated, as a function
    of x, u and p.
    """

    state: cs.SX
    following: cs.SX
    process_noise: cs.SX | ArrayLike
    measured: cs.SX
    measurement_noise: cs.SX | ArrayLike
    input: cs.SX = field(default_factory=_nothing)
    parameters: cs.SX = field(default_factory=_nothing)
    transition: cs.SX | None = None
    shown: cs.SX = field(default_factory=_nothing)

    def __post_init__(self) -> None:
        n, m = self.state.shape[0], self.measured.shape[0]
        if not n or not m:
            raise InputError(
                "a filter needs a state and a measurement",
                where="model of a filter",
                got=f"{n} states, {m} measurements",
            )
        for what, value, expected in (
            ("following", self.following, (n, 1)),
            ("measured", self.measured, (m, 1)),
            ("transition", self.transition_matrix, (n, n)),
            ("process_noise", self.process_covariance, (n, n)),
            ("measurement_noise", self.measurement_variance, (m, 1)),
        ):
            if value.shape != expected:
                raise InputError(
                    f"'{what}' has the wrong size",
                    where="model of a filter",
                    got=value.shape,
                    expected=expected,
                )

        if any(variance.is_zero() for variance in cs.vertsplit(self.measurement_variance)):
            raise InputError(
                "'measurement_noise' has to be more than zero",
                where="model of a filter",
                got=str(self.measurement_noise),
            )

    @property
    def size(self) -> int:
        return int(self.state.shape[0])

    @property
    def transition_matrix(self) -> cs.SX:
        """F = ∂f/∂x."""
        if self.transition is None:
            return slope(self.following, self.state)
        return self.transition

    @property
    def measurement_matrix(self) -> cs.SX:
        """H = ∂h/∂x."""
        return slope(self.measured, self.state)

    @property
    def process_covariance(self) -> cs.SX:
        noise = _expression("process_noise", self.process_noise)
        return cs.diag(noise) if noise.shape[1] == 1 else noise

    @property
    def measurement_variance(self) -> cs.SX:
        return cs.densify(_expression("measurement_noise", self.measurement_noise))


def _expression(what: str, value: cs.SX | ArrayLike) -> cs.SX:
    if isinstance(value, cs.SX):
        return value
    numbers = np.asarray(value, dtype=np.float64)
    variances = np.diag(numbers) if numbers.ndim == 2 else numbers
    if not np.isfinite(numbers).all() or (variances < 0).any():
        raise InputError(
            f"'{what}' is not a covariance",
            where="model of a filter",
            got=numbers.tolist(),
            expected="finite numbers, variances not below zero",
        )
    return cs.SX(cs.sparsify(cs.DM(numbers)))
