"""From one tick to the next with CVODES, in pieces between which the equations change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import casadi as cs
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from armwright.arrays import Array
from armwright.simulation.slow.channels import Channels, WithinTick
from armwright.simulation.slow.ode import NoSolution, Ode

#: Adams with functional iteration, cheap; or BDF with Newton's method and the exact Jacobian, for
#: stiff systems.
Multistep = Literal["adams", "bdf"]
_ITERATION = {"adams": "functional", "bdf": "newton"}

#: At how many instants of an interval, evenly spaced, the solution is looked at.
_CHECKS = 6
_MOST_STEPS = 20_000
#: A step's share of the tolerance: the errors of all steps add up.
_SHARE = 0.01
#: More changes than this within a tick are chatter.
_MOST_CHANGES = 200
#: How exactly a change is located, as a share of the tick.
_EXACT = 1e-10


class Flow:
    """y after an interval: one compiled integrator for any length. Time runs from 0 to 1,
    dη/ds = length · f / scale with y = scale · η, so that the length is a parameter, and one
    tolerance fits all states."""

    def __init__(self, ode: Ode, tolerance: float, method: Multistep) -> None:
        self._ode = ode
        e, scale = ode, ode.scale
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
        times = (np.arange(1, _CHECKS + 1) / _CHECKS).tolist()
        self._integrator = cs.integrator("flow", "cvodes", dae, 0.0, times, options)
        self._scale = scale

    def __call__(self, y: Array, fixed: Array, mode: Array, begin: float, length: float) -> Array:
        """(_CHECKS, states): y at equal distances, the last at the end. `begin`: since the tick."""
        p = np.concatenate([[begin, length], fixed, mode[: self._ode.mode.shape[0]]])
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


@dataclass(frozen=True)
class Interval:
    """Integrates from tick to tick, `period` s apart."""

    flow: Flow
    channels: Channels
    period: float

    def cross(self, y: Array, fixed: Array, mode: Array) -> tuple[Array, Array]:
        """State and modes at the next tick.

        The equations go on smoothly past a change, as if it did not happen; the first margin that
        is used up is found by root search for the length of the piece, and a new piece begins.
        """
        begin = 0.0
        for _ in range(_MOST_CHANGES):
            rest = self.period - begin
            points = self.flow(y, fixed, mode, begin, rest)
            lengths = rest * np.arange(1, _CHECKS + 1) / _CHECKS
            margins = self.channels.margins(points, begin + lengths, fixed, mode)
            used_up = np.flatnonzero((margins < 0).any(axis=1))
            if not used_up.size:
                return points[-1], mode
            k = int(used_up[0])
            suspects = np.flatnonzero(margins[k] < 0)
            piece = _Piece(self, y, fixed, mode, begin, suspects)
            length = piece.length(lengths[k - 1] if k else 0.0, float(lengths[k]))
            y, channel = piece.end(length)
            begin += length
            y, mode = self.channels.switched(channel, WithinTick(begin, y, fixed), mode)
            if self.period - begin < _EXACT * self.period:
                return y, mode
        raise NoSolution(
            f"friction chatters: more than {_MOST_CHANGES} changes of direction, or between "
            f"sticking and sliding, in {begin:g} s. Is a controller too stiff, or a tick too long?"
        )


@dataclass(frozen=True)
class _Piece:
    """A piece of unknown length, ended by the first of the `suspects`."""

    interval: Interval
    y: Array
    fixed: Array
    mode: Array
    begin: float
    suspects: NDArray[np.intp]

    def length(self, low: float, high: float) -> float:
        """0 if a margin is used up already: the state lay on the edge."""
        if low == 0.0 and self._margins(self.y, 0.0).min() <= 0:
            return 0.0
        return float(brentq(self._least, low, high, xtol=_EXACT * self.interval.period))

    def end(self, length: float) -> tuple[Array, int]:
        """The state at the end, and the channel that changes there."""
        y = self._after(length)
        return y, int(self.suspects[np.argmin(self._margins(y, length))])

    def _least(self, length: float) -> float:
        return float(self._margins(self._after(length), length).min())

    def _after(self, length: float) -> Array:
        if length == 0.0:
            return self.y
        end: Array = self.interval.flow(self.y, self.fixed, self.mode, self.begin, length)[-1]
        return end

    def _margins(self, y: Array, length: float) -> Array:
        offsets = np.array([self.begin + length])
        found = self.interval.channels.margins(y[None], offsets, self.fixed, self.mode)
        own: Array = found[0, self.suspects]
        return own
