"""Joints that stick and slide, integrated from event to event: slow, and nothing of armwright.

Every joint has a mode: it slides forward (1) or backward (−1), or sticks (0). Joints that stick do
not accelerate, which gives the torques that hold them; the one with the largest share of its
break-away torque goes first when that is exceeded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from scipy.integrate import solve_ivp

Array = np.ndarray
#: (q, v) → M and the bias of M v̇ + bias = τ.
Terms = Callable[[Array, Array], tuple[Array, Array]]


class Piece(NamedTuple):
    begin: float
    mode: tuple[int, ...]


class Result(NamedTuple):
    """Positions and velocities (times, joints), and the modes one after the other."""

    position: Array
    velocity: Array
    pieces: list[Piece]


class StickSlip(NamedTuple):
    terms: Terms
    coulomb: Array
    static: Array

    def simulate(self, q: Array, loads: Sequence[tuple[float, Array]], times: Array) -> Result:
        """From rest at q; `loads`: from when on which torques act, in order, the first at 0."""
        n = len(q)
        state = np.concatenate([q, np.zeros(n)])
        mode = np.zeros(n, dtype=int)
        rows, pieces = np.empty((len(times), 2 * n)), []
        ends = [begin for begin, _ in loads[1:]] + [times[-1]]
        for (t, torque), end in zip(loads, ends, strict=True):
            mode = self._released(state, mode, torque)
            while t < end:
                pieces.append(Piece(t, tuple(mode.tolist())))
                found, channel = self._one_mode(t, state, mode, torque, end)
                inside = (times >= t) & (times <= found.t[-1])
                if inside.any():
                    rows[inside] = found.sol(times[inside]).T
                t, state = found.t[-1], found.y[:, -1].copy()
                if channel is not None:
                    state, mode = self._switched(channel, state, mode, torque)
        return Result(rows[:, :n], rows[:, n:], pieces)

    def _motion(self, state: Array, mode: Array, torque: Array) -> tuple[Array, Array]:
        """Accelerations, and the torques that hold what sticks."""
        q, v = np.split(state, 2)
        M, bias = self.terms(q, v)
        drive = torque - bias - mode * self.coulomb
        a, free = np.zeros(len(q)), mode != 0
        if free.any():
            a[free] = np.linalg.solve(M[np.ix_(free, free)], drive[free])
        return a, np.where(free, 0.0, drive - M @ a)

    def _switched(
        self, channel: int, state: Array, mode: Array, torque: Array
    ) -> tuple[Array, Array]:
        """State and modes after that joint came to rest, or broke away."""
        mode = mode.copy()
        if mode[channel]:
            state[len(mode) + channel], mode[channel] = 0.0, 0
            return state, self._released(state, mode, torque)
        mode[channel] = int(np.sign(self._motion(state, mode, torque)[1][channel]))
        return state, self._released(state, mode, torque, {channel})

    def _released(
        self, state: Array, mode: Array, torque: Array, fresh: set[int] | None = None
    ) -> Array:
        """Joints at rest break away one by one; one that then goes the other way sticks again."""
        mode, fresh = mode.copy(), set(fresh or ())
        for _ in range(100):
            a, holding = self._motion(state, mode, torque)
            share = np.abs(holding) / self.static
            worst = int(share.argmax())
            back = [i for i in fresh if mode[i] * a[i] < 0]
            if share[worst] > 1 + 1e-12:
                mode[worst] = int(np.sign(holding[worst]))
                fresh.add(worst)
            elif back:
                mode[back[0]] = 0
                fresh.discard(back[0])
            else:
                return mode
        raise RuntimeError(f"no consistent modes at {state}")

    def _one_mode(
        self, t: float, state: Array, mode: Array, torque: Array, end: float
    ) -> tuple[object, int | None]:
        n = len(mode)

        def rate(_: float, y: Array) -> Array:
            return np.concatenate([y[n:], self._motion(y, mode, torque)[0]])

        def margin(i: int) -> Callable[[float, Array], float]:
            def event(s: float, y: Array) -> float:
                if mode[i]:
                    return float(mode[i] * y[n + i] + (1e-9 if s - t < 1e-9 else 0.0))
                return float(self.static[i] - abs(self._motion(y, mode, torque)[1][i]))

            event.terminal, event.direction = True, -1  # type: ignore[attr-defined]
            return event

        found = solve_ivp(
            rate,
            (t, end),
            state,
            method="DOP853",
            rtol=1e-11,
            atol=1e-12,
            max_step=0.02,
            dense_output=True,
            events=[margin(i) for i in range(n)],
        )
        hit = [i for i, when in enumerate(found.t_events) if len(when)]
        return found, hit[0] if hit else None
