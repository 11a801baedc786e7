"""From ẋ = a(x) to samples.

The state takes a step of the classical Runge-Kutta method. The Jacobian of such a step, four stages
one inside the other, would be long; F = I + hA + h²A²/2 with A = ∂a/∂x at the sample is off by
terms of h² where A changes and of h³ else, and serves the covariance alone.
"""

from __future__ import annotations

import casadi as cs

from armwright.estimate.model import slope


def following(state: cs.SX, rate: cs.SX, h: float) -> cs.SX:
    """The state h later."""

    def at(there: cs.SX) -> cs.SX:
        return cs.substitute(rate, state, there)

    k1 = rate
    k2 = at(state + 0.5 * h * k1)
    k3 = at(state + 0.5 * h * k2)
    k4 = at(state + h * k3)
    return state + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)


def transition(state: cs.SX, rate: cs.SX, h: float) -> cs.SX:
    """F: how the state h later depends on the state."""
    A = slope(rate, state)
    return cs.SX.eye(state.shape[0]) + h * A + 0.5 * h**2 * cs.mtimes(A, A)


def held(state: cs.SX, rate: cs.SX, disturbance: cs.SX, h: float) -> cs.SX:
    """Γ: how the state h later depends on a disturbance that is held for h."""
    A, B = slope(rate, state), slope(rate, disturbance)
    return h * B + 0.5 * h**2 * cs.mtimes(A, B)
