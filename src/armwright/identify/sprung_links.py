"""Links behind the springs of their gears as machine code, from how the motors move.

The motors follow cubic splines through their samples. A long log is cut into pieces that run side
by side: what links did long ago has died away, so that each piece begins a while early and has
forgotten its guess of a start when it is due. Whether it has is seen where the piece before it
ends. Where the two do not agree, all pieces run again from there; as many times as there are pieces
at most, which is one after another.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import casadi as cs
import numpy as np
from numpy.lib.stride_tricks import as_strided
from scipy.linalg import solve_banded

from armwright.arrays import Array
from armwright.compiler import Call, CompiledMarch, Frames, March, Play, Program, make_program
from armwright.errors import InputError
from armwright.identify.motion import Motion
from armwright.plant import Plant

#: s: no step of the links is longer. Of the fastest rate of a link on its spring, rad.
_LONGEST, _PHASE = 1e-3, 0.4
#: Into how many pieces a log is cut, if each is so many times as long as links swing on.
_PIECES, _LONG = 8, 2.0
#: What counts as died away, and as the same, as a part.
_FORGOTTEN = 1e-10
#: rad or m: how far Newton's method may still go in its last step.
_AT_REST = 1e-9
#: What is known of the motors at each sample, counted at the joints: positions, velocities, and the
#: slopes of both.
_KNOWN = 4


@dataclass(frozen=True, eq=False)
class SprungLinks:
    """`acceleration` and `forces`: of links and of all coordinates, for positions and velocities of
    links, then of motors. `gears`: motors × joints."""

    acceleration: cs.Function
    forces: cs.Function
    gears: Array

    @classmethod
    def of(cls, plant: Plant, gears: Array) -> SprungLinks:
        motors, n = gears.shape
        q, dq = cs.SX.sym("q", n), cs.SX.sym("dq", n)
        theta, dtheta = cs.SX.sym("theta", motors), cs.SX.sym("dtheta", motors)
        none: list[float] = [0.0] * (n + motors)
        forces = cs.vertcat(*map(cs.SX, plant.driving(none, none, plant.torques)))
        still = [cs.SX.zeros(one.shape[0]) for one in plant.inputs.values()]
        here = [plant.x, plant.v, *plant.inputs.values()]
        there = [cs.vertcat(q, theta), cs.vertcat(dq, dtheta), *still]
        acceleration, forces = cs.substitute([plant.acceleration[:n], forces], here, there)
        inputs = [q, dq, theta, dtheta]
        return cls(
            cs.Function("links", inputs, [acceleration]),
            cs.Function("springs", inputs, [forces]),
            gears,
        )

    @property
    def joints(self) -> int:
        return int(self.gears.shape[1])

    def driven(self, motion: Motion, recorded: tuple[str, ...]) -> list[Array]:
        """(samples, size) of each vector that is asked for: `q`, `v` and `a` of the links, `taken`
        by them from their springs, `pulled` by these from the motors. At first the links hang in
        their springs and move as fast as the motors do."""
        first, n = self._hanging(motion.q[:1]), self.joints
        fastest, slowest = self._rates(first[0], motion.q[0])
        fine = max(1, math.ceil(motion.step / min(_LONGEST, _PHASE / fastest) - 1e-9))
        lasting = -math.log(_FORGOTTEN) / (slowest * motion.step)
        pieces = _PIECES if motion.samples > _PIECES * _LONG * lasting else 1
        length = -(-motion.samples // pieces)
        table = _table(motion, pieces * length + 1)
        compiled = CompiledMarch(
            self._march(motion.step, fine, recorded), tables={"ahead": table[None, 1:]}, pack=False
        )

        def run(begin: int, links: Array, count: int) -> tuple[dict[str, Array], Frames]:
            """From a sample on, and from others, as far apart as a piece is long."""
            shape, row = (pieces, count, table.shape[1]), table.strides[0]
            rows = as_strided(table[begin + 1 :], shape, (length * row, *table.strides))
            march = compiled.with_table("ahead", rows)
            last = table[begin : pieces * length : length]
            frames = march.start({"last": last, "links": links}, pieces)
            return march.advance(frames, count * fine), frames

        links = np.c_[first, motion.v[:1]]
        if pieces > 1:
            early = min(math.ceil(lasting), length)
            places = table[length - early : pieces * length : length]
            guess = np.c_[self._hanging(places[:, :n]), places[:, n : 2 * n]]
            links = np.r_[links, run(length - early, guess, early)[1].get("links")[:-1]]
        while True:
            found, frames = run(0, links, length)
            after = np.r_[links[:1], frames.get("links")[:-1]]
            if _same(links, after, n):
                return [
                    found[name].reshape(pieces * length, -1)[: motion.samples] for name in recorded
                ]
            links = after

    def _hanging(self, joints: Array) -> Array:
        """Where links hang in their springs while the motors rest; both as (places, joints)."""
        q, theta = cs.SX.sym("q", self.joints), cs.SX.sym("theta", len(self.gears))
        still = [cs.SX.zeros(len(k)) for k in (self.gears.T, self.gears)]
        residual = self.acceleration(q, still[0], theta, still[1])
        step = q - cs.solve(cs.jacobian(residual, q), residual)
        newton = cs.Function("newton", [q, theta], [step])
        found, last = [], []
        for place in joints:
            here = before = place
            for _ in range(12):
                before, here = here, np.asarray(newton(here, self.gears @ place)).ravel()
            found.append(here)
            last.append(here - before)
        # Farther than half a turn it has jumped to where no spring holds.
        near = np.abs(np.array(found) - joints).max() < math.pi
        if not near or not np.abs(last).max() < _AT_REST:
            raise InputError(
                "the links do not come to rest in their springs",
                where="flexible inverse",
                hint="Are the springs much too soft for the links? Or take the rigid inverse.",
            )
        return np.array(found)

    def _rates(self, links: Array, joints: Array) -> tuple[float, float]:
        """Of links that swing on their springs, in 1/s: the fastest, swinging or fading, and the
        one that fades most slowly."""
        n = self.joints
        q, dq = cs.SX.sym("q", n), cs.SX.sym("dq", n)
        found = self.acceleration(q, dq, self.gears @ joints, cs.SX.zeros(len(self.gears)))
        slopes = cs.Function("slopes", [q, dq], [cs.jacobian(found, q), cs.jacobian(found, dq)])
        stiff, damped = (np.asarray(one) for one in slopes(links, np.zeros(n)))
        rates = np.linalg.eigvals(np.block([[np.zeros((n, n)), np.eye(n)], [stiff, damped]]))
        return max(float(np.abs(rates).max()), 1e-9), max(float(-rates.real.max()), 1e-9)

    def _march(self, step: float, fine: int, recorded: tuple[str, ...]) -> March:
        """Runge and Kutta's steps of the links, with the motors where they are within each: `fine`
        of them from sample to sample."""
        n, h = self.joints, step / fine
        state, since = cs.SX.sym("links", 2 * n), cs.SX.sym("since")
        cubics = cs.SX.sym("cubics", 2 * n, 4)

        def motors(t: cs.SX) -> tuple[cs.SX, cs.SX]:
            """Positions and velocities, so long after the last sample."""
            c3, c2, c1, c0 = cs.horzsplit(cubics)
            here = ((c3 * t + c2) * t + c1) * t + c0
            return cs.mtimes(cs.SX(self.gears), here[:n]), cs.mtimes(cs.SX(self.gears), here[n:])

        def rate(x: cs.SX, given: tuple[cs.SX, cs.SX]) -> cs.SX:
            return cs.vertcat(x[n:], self.acceleration(x[:n], x[n:], *given))

        begin, middle, end = (motors(since + part * h) for part in (0.0, 0.5, 1.0))
        k1 = rate(state, begin)
        k2 = rate(state + h / 2 * k1, middle)
        k3 = rate(state + h / 2 * k2, middle)
        k4 = rate(state + h * k3, end)
        forces = self.forces(state[:n], state[n:], *begin)
        shown = {
            "q": state[:n],
            "v": state[n:],
            "a": k1[n:],
            "taken": forces[:n],
            "pulled": -forces[n:],
        }
        following = {"links": state + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4), "since": since + h}
        program = make_program(
            "driven links",
            {"links": state, "since": since, "cubics": cs.vec(cubics)},
            {**following, **{name: shown[name] for name in recorded}},
        )
        calls = (Call(_cubics(n, step), fine), Call(program))
        play = Play("ahead", _KNOWN * n, fine, own=True)
        return March("driven links", calls, recorded, fine, len(calls), (play,))


def _cubics(n: int, step: float) -> Program:
    """Of the time since a sample, highest power first, from what is known there and at the next."""
    last, ahead = cs.SX.sym("last", _KNOWN * n), cs.SX.sym("ahead", _KNOWN * n)
    (begin, slope), (end, slope_ahead) = ((one[: 2 * n], one[2 * n :]) for one in (last, ahead))
    steep = (end - begin) / step
    bend = (slope + slope_ahead - 2 * steep) / step
    cubics = cs.horzcat(bend / step, (steep - slope) / step - bend, slope, begin)
    return make_program(
        "cubics",
        {"last": last, "ahead": ahead},
        {"cubics": cs.vec(cubics), "since": cs.SX(0), "last": ahead},
    )


def _table(motion: Motion, rows: int) -> Array:
    """What is known at every sample; the last one is repeated."""
    n, samples = motion.q.shape[1], motion.samples
    table = np.empty((rows, _KNOWN * n))
    for k, values in enumerate((motion.q, motion.v)):
        table[:samples, k * n : (k + 1) * n] = values
        table[:samples, (2 + k) * n : (3 + k) * n] = spline_slopes(values, motion.step)
    table[samples:] = table[samples - 1]
    return table


def spline_slopes(values: Array, step: float) -> Array:
    """Slopes at samples (samples, columns), `step` apart and four at least, of the cubic spline
    through them whose third derivative does not jump at the second sample nor at the last but one.
    """
    count = len(values)
    rises = np.diff(values, axis=0)
    rises *= 3.0 / step
    right = np.empty((values.shape[1], count)).T
    np.add(rises[:-1], rises[1:], out=right[1:-1])
    for end, far in ((0, 1), (-1, -2)):
        right[end] = (5.0 * rises[end] + rises[far]) / 6.0
    bands = np.ones((3, count))
    bands[1, 1:-1], bands[0, 1], bands[2, -2] = 4.0, 2.0, 2.0
    found: Array = solve_banded((1, 1), bands, right, overwrite_b=True, check_finite=False)
    return found


def _same(links: Array, others: Array, n: int) -> bool:
    """Positions and velocities, beside the largest of either."""
    apart = np.abs(links - others)
    sizes = (np.abs(others[:, part]).max() for part in (slice(n), slice(n, None)))
    limits = [_FORGOTTEN * max(float(size), 1e-9) for size in sizes]
    return bool((apart[:, :n] <= limits[0]).all() and (apart[:, n:] <= limits[1]).all())
