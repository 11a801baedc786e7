"""Where the equations of friction change: signs of velocities, and modes of dry friction.

Every channel has a mode. A channel of dry friction slides forward (1) or backward (−1), or sticks
(0). For a law with a kink at zero velocity, like the |v| of LuGre bristles, the mode is the sign of
the velocity. A channel's margin is positive as long as its mode holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.plant.law import Element
from armwright.simulation.slow.ode import NoSolution, Ode, number
from armwright.system.names import VELOCITY

#: What counts as zero, in tolerances: velocities (rad/s), and torques (N m; the same share of the
#: break-away torque comes on top).
_ZERO = 10.0
_NOT_SMOOTH = tuple(
    getattr(cs, f"OP_{name}")
    for name in ("FABS", "SIGN", "LT", "LE", "FMIN", "FMAX", "IF_ELSE_ZERO")
)


@dataclass(frozen=True)
class WithinTick:
    """A state within a tick: y at `offset` s after it, with what is given there."""

    offset: float
    y: Array
    fixed: Array


class Channels:
    """Dry channels first, in the order of `Plant.dry`, then those with a kink."""

    def __init__(self, ode: Ode, tolerance: float) -> None:
        self._ode, self._zero = ode, _ZERO * tolerance
        system = ode.system
        dry = [part for part in system.plant.elements if part.limits is not None]
        bent = [p for p in system.plant.elements if p.limits is None and _has_kink(p)]
        rows = [number(system, system.plant.directions(part)) for part in (*dry, *bent)]
        self._rows = np.concatenate([np.zeros((0, system.plant.v.shape[0])), *rows])
        self._velocity = ode.places[VELOCITY]
        #: How many can stick.
        self.dry = system.plant.dry.shape[0]

    def first(self, y: Array) -> Array:
        """The modes at the beginning of a run: what does not move, sticks."""
        mode: Array = np.sign(self._speeds(y[None])[0])
        mode[self.dry :] = np.where(mode[self.dry :] == 0, 1.0, mode[self.dry :])
        return mode

    def torque(self, now: WithinTick, mode: Array) -> Array:
        """Of dry friction."""
        return self._loads(now, mode)[0]

    def margins(self, points: Array, offsets: Array, fixed: Array, mode: Array) -> Array:
        """(points, channels). Positive by a little in a mode that has just begun: a velocity must
        have passed zero, a torque its limit, before they count."""
        margins: Array = mode * self._speeds(points) + self._zero
        if self.dry and not mode[: self.dry].all():
            stuck = np.flatnonzero(mode[: self.dry] == 0)
            for k, (y, offset) in enumerate(zip(points, offsets, strict=True)):
                margins[k, stuck] = self._spare(WithinTick(offset, y, fixed), mode)[stuck]
        return margins

    def switched(self, channel: int, now: WithinTick, mode: Array) -> tuple[Array, Array]:
        """State and modes after a margin of `channel` was used up."""
        mode = mode.copy()
        if channel >= self.dry:
            mode[channel] = -mode[channel]
            return now.y, mode
        fresh = np.zeros(self.dry, bool)
        if mode[channel]:
            if self._ode.system.plant.loops is not None and self._passes(channel, now, mode):
                mode[channel] = -mode[channel]
                return now.y, self.settled(now, mode)
            mode[channel] = 0.0
            now = WithinTick(now.offset, self._stopped(now, mode), now.fixed)
            if self._ode.system.plant.loops is not None:
                # What a loop ties to this one stops with it.
                still = np.abs(self._speeds(now.y[None])[0, : self.dry]) <= self._zero
                mode[: self.dry][still] = 0.0
        else:
            mode[channel] = np.sign(self.torque(now, mode)[channel])
            fresh[channel] = True
        return now.y, self.settled(now, mode, fresh)

    def _passes(self, channel: int, now: WithinTick, mode: Array) -> bool:
        """Whether a channel turns round without stopping, as a hinge in a dead position of its loop
        does, where no torque could hold it."""
        held = mode.copy()
        held[channel] = 0.0
        torque, up, down, surplus, _response = (one[channel] for one in self._loads(now, held))
        left = self._zero * (1.0 + up + down)
        return bool(not (-down <= torque <= up and abs(surplus) <= left))

    def settled(self, now: WithinTick, mode: Array, fresh: Array | None = None) -> Array:
        """Modes that hold: channels break away, one after the other, until those that stick can be
        held. One that has only now (`fresh`) begun to slide, and would go the other way, sticks.
        """
        if not self.dry:
            return mode
        mode = mode.copy()
        fresh = np.zeros(self.dry, bool) if fresh is None else fresh.copy()
        for _ in range(10 * self.dry + 10):
            torque, up, down, surplus, _response = self._loads(now, mode)
            own, little = mode[: self.dry], 0.5 * self._zero * (1.0 + up + down)
            over = np.where(own == 0, np.maximum(torque - up, -torque - down) - little, -1.0)
            back = np.where(fresh & (own != 0), -own * surplus - little, -1.0)
            if np.max(over) > 0:
                k = int(np.argmax(over))
                own[k], fresh[k] = np.sign(torque[k]), True
            elif np.max(back) > 0:
                own[int(np.argmax(back))] = 0.0
            else:
                return mode
        raise NoSolution(
            "no set of sticking and sliding channels fits the loads on them: torques of dry "
            f"friction {torque.tolist()}, break-away {up.tolist()} and {(-down).tolist()} N m"
        )

    def _speeds(self, points: Array) -> Array:
        speeds: Array = points[:, self._velocity] @ self._rows.T
        return speeds

    def _spare(self, now: WithinTick, mode: Array) -> Array:
        torque, up, down, _surplus, _response = self._loads(now, mode)
        spare: Array = np.minimum(up - torque, down + torque) + self._zero * (1.0 + up + down)
        return spare

    def _stopped(self, now: WithinTick, mode: Array) -> Array:
        """y after the impulses that make the velocities of channels that stick exactly zero."""
        stuck = np.flatnonzero(mode[: self.dry] == 0)
        G, R = self._rows[stuck], self._loads(now, mode)[4][:, stuck]
        y = now.y.copy()
        v = y[self._velocity]
        y[self._velocity] = v - R @ np.linalg.lstsq(G @ R, G @ v, rcond=1e-9)[0]
        return y

    def _loads(self, now: WithinTick, mode: Array) -> tuple[Array, Array, Array, Array, Array]:
        loads = self._ode.loads
        *vectors, response = loads(now.offset, now.y, now.fixed, mode[: self.dry])
        torque, up, down, surplus = (np.array(vector).ravel() for vector in vectors)
        return torque, up, down, surplus, np.array(response)


def _has_kink(part: Element) -> bool:
    """Whether the law makes a difference between directions of motion."""
    arguments = [part.displacement, part.velocity, part.state]
    results = [part.torque, *(part.linear or ())]
    function = cs.Function("law", arguments, results, {"allow_free": True})
    codes = range(function.n_instructions())
    return any(function.instruction_id(k) in _NOT_SMOOTH for k in codes)
