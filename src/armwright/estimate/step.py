"""One step of an extended Kalman filter, as expressions."""

from __future__ import annotations

from dataclasses import dataclass

import casadi as cs

from armwright.estimate.factors import Factors
from armwright.estimate.model import Model, slope


@dataclass(frozen=True)
class Update:
    """What a measurement tells. `surprise`: νᵀ S⁻¹ ν, the normalised innovation squared."""

    state: cs.SX
    covariance: Factors
    innovation: cs.SX
    innovation_variance: cs.SX
    surprise: cs.SX


def update(model: Model, covariance: Factors, measurement: cs.SX, there: cs.SX) -> Update:
    """From what was predicted to what is known after the measurement; `there`: 1 for the elements
    that were measured, 0 for the others.

    Taking scalars one by one equals taking all at once, if their errors are independent, and the
    linearisation is the same for all.
    """
    H = model.measurement_matrix
    innovation = there * (measurement - model.measured)
    variance = covariance.variances(H) + model.measurement_variance
    change, surprise = cs.SX.zeros(model.size), cs.SX(0)
    for i in range(model.measured.shape[0]):
        row = there[i] * H[i, :]
        covariance, gain, weight = covariance.measured(row, model.measurement_variance[i])
        rest = innovation[i] - cs.mtimes(row, change)
        change = change + gain * rest
        surprise = surprise + weight * rest**2
    return Update(model.state + change, covariance, innovation, variance, surprise)


def predict(model: Model, state: cs.SX, covariance: Factors) -> tuple[cs.SX, Factors]:
    """State and covariance at the next sample: f(x), F P Fᵀ + Q, all at `state`."""
    expressions = [model.following, model.transition_matrix, model.process_covariance]
    following, F, Q = cs.substitute(expressions, [model.state], [state])
    return following, Factors.of(covariance.along(F) + Q)


def shown(model: Model, state: cs.SX, covariance: Factors) -> tuple[cs.SX, cs.SX]:
    """What else is estimated, and its standard deviations."""
    G = slope(model.shown, model.state)
    value, there = cs.substitute([model.shown, G], [model.state], [state])
    return value, cs.sqrt(covariance.variances(there))
