"""S3's perturbed motion as it prints it, (26) to (31), integrated in NumPy: by the stiff scheme of
its section 7, by an explicit one, and accurately.

`ode23tb` of SIMULINK is TR-BDF2: a trapezoidal step, then backward differences. Currents are taken
from a run, in which they are held from tick to tick; friction is integrated with the motion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp
from scipy.interpolate import CubicSpline

from armwright.arrays import Array
from armwright.signals import Run
from armwright.simulation.perturbation.nominal import Nominal
from armwright.studies.rx90b.published import JOINTS, Published, at_joints, felt

#: y after a step: of the rate of change at y, (…, states), of y, and of the length of the step.
Rate = Callable[[Array], Array]
SolverStep = Callable[[Rate, Array, float], Array]

_GAMMA = 2 - np.sqrt(2)
_WEIGHT = np.sqrt(2) / 4
#: Newton's method ends when a state changes by less, of its size; more rounds than that are too
#: many.
_CLOSE, _ROUNDS = 1e-9, 12
#: Of states that are small: rad, rad/s, and rad of bristles.
_SIZES = np.repeat([1e-5, 1e-3, 1e-6], [JOINTS, JOINTS, JOINTS + 1])
#: Of the accurate solution, relative.
_TOLERANCE = 1e-9


@dataclass(frozen=True, eq=False)
class StateSpace:
    """(29) with friction, over some ticks: y = [δq, δq̇, z]. `A`, `B` and `torque` (τ₀ of (25)) are
    known at the points of the linearisation, `times`; between them matrices are linear and torques
    cubic."""

    published: Published
    nominal: Nominal
    times: Array
    A: Array
    B: Array
    torque: CubicSpline

    @classmethod
    def about(cls, published: Published, nominal: Nominal, ticks: range) -> StateSpace:
        """For these ticks, and a few points around them for the cubics."""
        first = max(ticks.start // nominal.every - 3, 0)
        last = min(ticks.stop // nominal.every + 5, nominal.intervals + 1)
        points: Array = np.arange(float(first), float(last))
        q, v, a = nominal.at_ticks(points * nominal.every)
        states = list(zip(q, v, a, strict=True))
        A, B = zip(*(published.state_space(*one) for one in states), strict=True)
        torque = np.array([published.needed(*one) for one in states])
        times = points * nominal.period
        return cls(published, nominal, times, np.array(A), np.array(B), CubicSpline(times, torque))

    def rate(self, time: float, current: Array) -> Rate:
        """ẏ at one time, for motor currents."""
        place = int(np.clip(np.searchsorted(self.times, time) - 1, 0, len(self.times) - 2))
        part = (time - self.times[place]) / (self.times[place + 1] - self.times[place])
        A, B = (one[place] + part * (one[place + 1] - one[place]) for one in (self.A, self.B))
        speed = self.nominal.at_ticks(np.array([time / self.nominal.tick]))[1][0]
        nominal = self.torque(time)
        laws, drives = self.published.frictions, self.published.drives

        def rate(y: Array) -> Array:
            motion, z = y[..., : 2 * JOINTS], y[..., 2 * JOINTS :]
            v = felt(speed + motion[..., JOINTS:])
            friction = at_joints(laws.torque(v, z))
            change = drives.net(current, friction) - nominal
            return np.concatenate([motion @ A.T + change @ B.T, laws.rate(v, z)], axis=-1)

        return rate

    def eigenvalues(self, time: float, current: Array, y: Array) -> Array:
        """Of the rate of change at y, 1/s."""
        return np.asarray(np.linalg.eigvals(jacobian(self.rate(time, current), y)))


@dataclass(frozen=True, eq=False)
class Window:
    """A part of a run of the perturbation method, tick by tick. `found`: y as the run has it."""

    space: StateSpace
    ticks: range
    current: Array
    found: Array

    @classmethod
    def of(
        cls, run: Run, published: Published, nominal: Nominal, begin: float, end: float
    ) -> Window:
        """`run`: recorded at every tick."""
        ticks = range(round(begin / nominal.tick), round(end / nominal.tick) + 1)
        part = run.data.isel(time=slice(ticks.start, ticks.stop))
        q0, v0, _ = nominal.at_ticks(np.array(ticks, dtype=float))
        found = np.concatenate(
            [
                part["joint_position"].values - q0,
                part["joint_velocity"].values - v0,
                part["friction_deflection"].values,
            ],
            axis=1,
        )
        space = StateSpace.about(published, nominal, ticks)
        return cls(space, ticks, part["motor_current"].values, found)

    def solved(self, step: SolverStep, steps: int = 1) -> Array:
        """y at every tick, by so many steps from each to the next, of what holds in the middle."""
        h = self.space.nominal.tick / steps

        def crossed(y: Array, k: int) -> Array:
            rate = self._rate(k, 0.5)
            for _ in range(steps):
                y = step(rate, y, h)
            return y

        return self._followed(crossed)

    def accurate(self) -> Array:
        """y at every tick, by LSODA within a tolerance."""
        h = self.space.nominal.tick

        def crossed(y: Array, k: int) -> Array:
            done = solve_ivp(
                lambda t, x: self._rate(k, t / h)(x),
                (0.0, h),
                y,
                method="LSODA",
                rtol=_TOLERANCE,
                atol=_TOLERANCE * _SIZES,
            )
            return np.asarray(done.y[:, -1], dtype=np.float64)

        return self._followed(crossed)

    def fastest(self) -> float:
        """The fastest rate of change in it, 1/s: at its beginning."""
        time = self.ticks[0] * self.space.nominal.tick
        return float(np.abs(self.space.eigenvalues(time, self.current[0], self.found[0])).max())

    def _rate(self, k: int, part: float) -> Rate:
        tick = self.space.nominal.tick
        return self.space.rate((self.ticks[k] + part) * tick, self.current[k])

    def _followed(self, crossed: Callable[[Array, int], Array]) -> Array:
        """Until it is lost: then NaN."""
        rows = np.full_like(self.found, np.nan)
        rows[0] = self.found[0]
        with np.errstate(all="ignore"):
            for k in range(len(rows) - 1):
                rows[k + 1] = crossed(rows[k], k)
                if not np.isfinite(rows[k + 1]).all():
                    break
        return rows


def explicit(rate: Rate, y: Array, h: float) -> Array:
    """The classical scheme of Runge and Kutta."""
    a = rate(y)
    b = rate(y + 0.5 * h * a)
    c = rate(y + 0.5 * h * b)
    d = rate(y + h * c)
    return y + h / 6 * (a + 2 * b + 2 * c + d)


def tr_bdf2(rate: Rate, y: Array, h: float) -> Array:
    """Bank et al. 1985; Hosea and Shampine 1996, (5): the scheme of ode23tb."""
    share = 0.5 * _GAMMA * h
    inverse = np.linalg.inv(np.eye(len(y)) - share * jacobian(rate, y))
    slope = rate(y)
    middle = _newton(rate, y + share * slope, share, inverse, y + _GAMMA * h * slope)
    known = y + _WEIGHT * h * (slope + rate(middle))
    return _newton(rate, known, share, inverse, y + (middle - y) / _GAMMA)


def _newton(rate: Rate, known: Array, share: float, inverse: Array, guess: Array) -> Array:
    """y = known + share · rate(y)."""
    y = guess
    for _ in range(_ROUNDS):
        change = inverse @ (known + share * rate(y) - y)
        y = y + change
        if (np.abs(change) <= _CLOSE * (np.abs(y) + _SIZES)).all():
            break
    return y


def jacobian(rate: Rate, y: Array) -> Array:
    """By differences, all columns at once."""
    steps = 1e-6 * (np.abs(y) + _SIZES)
    ahead, behind = rate(y + np.diag(steps)), rate(y - np.diag(steps))
    return np.asarray(((ahead - behind) / (2 * steps[:, None])).T)
