"""CVODES between two ticks: one compiled integrator for intervals of any length."""

from __future__ import annotations

from typing import Literal

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.simulation.reference.equations import Equations
from armwright.simulation.reference.trouble import NoSolution

#: Adams with functional iteration, cheap; or BDF with Newton's method and the exact Jacobian, for
#: stiff systems.
Method = Literal["adams", "bdf"]
_ITERATION = {"adams": "functional", "bdf": "newton"}

#: At how many instants of an interval, evenly spaced, the solution is looked at.
CHECKS = 6
_MOST_STEPS = 20_000
#: A step's share of the tolerance: the errors of all steps add up.
_SHARE = 0.01


class Flow:
    """y after an interval. Time runs from 0 to 1, dη/ds = length · f / scale with y = scale · η, so
    that the interval's length is a parameter, and one tolerance fits all states."""

    def __init__(self, equations: Equations, tolerance: float, method: Method) -> None:
        self._equations = equations
        e, scale = equations, equations.scale
        s, begin, length = (cs.SX.sym(name) for name in ("s", "begin", "length"))
        eta = cs.SX.sym("eta", e.y.shape[0])
        rate = cs.substitute([e.rate], [e.offset, e.y], [begin + length * s, scale * eta])[0]
        dae = {
            "t": s,
            "x": eta,
            "p": cs.vertcat(begin, length, e.fixed, e.mode),
            "ode": length * rate / scale,
        }
        options = {
            "abstol": _SHARE * tolerance,
            "reltol": _SHARE * tolerance,
            "linear_multistep_method": method,
            "nonlinear_solver_iteration": _ITERATION[method],
            "max_num_steps": _MOST_STEPS,
        }
        times = (np.arange(1, CHECKS + 1) / CHECKS).tolist()
        self._integrator = cs.integrator("flow", "cvodes", dae, 0.0, times, options)
        self._scale = scale

    def __call__(self, y: Array, fixed: Array, mode: Array, begin: float, length: float) -> Array:
        """(CHECKS, states): y at equal distances, the last at the end. `begin`: since the tick."""
        p = np.concatenate([[begin, length], fixed, mode[: self._equations.mode.shape[0]]])
        try:
            found = self._integrator(x0=y / self._scale, p=p)["xf"]
        except RuntimeError as error:
            reason = str(error).strip().splitlines()[-1]
            raise NoSolution(
                f"CVODES fails within {length:g} s: {reason}. Is the loop unstable, or so stiff "
                "that it takes method = 'bdf'?"
            ) from error
        result: Array = np.array(found).T * self._scale
        return result
