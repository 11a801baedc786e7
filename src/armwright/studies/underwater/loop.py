"""S2's controllers around its own equations: the sixteen states of appendix D."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from armwright.arrays import Array
from armwright.studies.underwater.source import SourceModel

#: (7.57)-(7.60), links 1 and 2: compensator ẍ_m = −a ẋ_m − ẋ_m³ + 0.02 u, tracking and regulation
#: filters c₀/(s² + c₁ s + c₀).
COMPENSATOR = np.array([4.0, 1.0])
TRACKING = np.array([[0.25, 1.0], [1.0, 2.0]])
REGULATION = np.array([[25.0, 36.0], [10.0, 12.0]])
GAIN = 0.02


def closed_loop(
    model: SourceModel, goal: tuple[float, float], limits: tuple[float, float], t: Array
) -> tuple[Array, Array, Array]:
    """Positions, torques and tracking errors x_t − θ at the times `t`, from rest at zero."""
    bounds = np.array(limits)

    def terms(x: Array) -> tuple[Array, Array, Array, Array]:
        """u within its limits, then ẍ_m, ẍ_t, ẍ_r."""
        _, y, xm, vm, xt, vt, xr, vr = x.reshape(8, 2)
        at = TRACKING[0] * (np.array(goal) - xt) - TRACKING[1] * vt
        ar = REGULATION[0] * (y - xm - xr) - REGULATION[1] * vr
        L = -COMPENSATOR * vm - vm**3
        wanted = (-L + (at - ar) + 2.0 * (vt - vr - vm) + (xt - xr - xm)) / GAIN
        u = np.clip(wanted, -bounds, bounds)
        return u, L + GAIN * u, at, ar

    def rate(_: float, x: Array) -> Array:
        v, y, _xm, vm, _xt, vt, _xr, vr = x.reshape(8, 2)
        u, am, at, ar = terms(x)
        return np.concatenate([model.acceleration(y, v, u), v, vm, am, vt, at, vr, ar])

    solved = solve_ivp(rate, (t[0], t[-1]), np.zeros(16), "DOP853", t, rtol=1e-8, atol=1e-10)
    states = solved.y.T.reshape(len(t), 8, 2)
    torque = np.array([terms(x)[0] for x in solved.y.T])
    return states[:, 1], torque, states[:, 4] - states[:, 1]
