"""Trajectories that show a robot's numbers: optimised for the information in their regressor.

q(t) = q₀ + B(t) c, B either sines and cosines (Swevers et al. 1997) or quintic splines; both begin
and end at rest. Ipopt moves the coefficients c such that the base columns of the regressor, sampled
along the motion, are as independent as can be, within limits of joints, speeds, accelerations,
torques and of the space around.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.fidelity import Fidelity
from armwright.errors import InputError
from armwright.identify.base import base_of
from armwright.identify.columns import COULOMB, with_static_friction
from armwright.identify.regressor import JOINT_TORQUE, Regressor, regressor
from armwright.plant import Plant
from armwright.progress import Tell, silence
from armwright.robot import Robot
from armwright.robot.loop import refuse_loops

Criterion = Literal["condition", "determinant"]
Curve = Literal["fourier", "spline"]
#: Optimised on so many instants for each coefficient of a joint, checked on as many times more, at
#: a rate (Hz) that ticks of 1 ms can keep.
_INSTANTS, _FINER = 4, 10
_RATES = (100, 200, 250, 500, 1000)
#: Of every limit, what is left for what lies between the instants.
_MARGIN = 0.02
#: Random motions of which the best is where Ipopt begins.
_TRIED = 24
#: Postures that are tried for the middle of a motion, up to this part of the ranges aside, and the
#: distance (m) from floor and cylinder that is enough.
_POSTURES, _ASIDE, _ROOM = 300, 0.6, 0.3
#: Of the information's trace: added to it, so that it has an inverse whatever the motion.
_RIDGE = 1e-9


@dataclass(frozen=True)
class MotionLimits:
    """`speed` and `acceleration` where the robot's file has none, rad/s and rad/s² (or m); `part`:
    how much of each limit may be used. `floor`: the least height (m) of the tool and of every joint
    beyond the second; `cylinder`: radius (m) about the first axis that the tool stays out of."""

    speed: float = 2.0
    acceleration: float = 6.0
    part: float = 0.9
    floor: float | None = None
    cylinder: float | None = None

    def __post_init__(self) -> None:
        floor, cylinder = self.floor or 0.0, self.cylinder or 0.0
        for name, value, right, expected in (
            ("speed", self.speed, 0 < self.speed < np.inf, "more than 0 rad/s"),
            (
                "acceleration",
                self.acceleration,
                0 < self.acceleration < np.inf,
                "more than 0 rad/s²",
            ),
            ("part", self.part, 0 < self.part <= 1, "more than 0, at most 1"),
            ("floor", self.floor, np.isfinite(floor), "a height in m"),
            ("cylinder", self.cylinder, 0 <= cylinder < np.inf, "a radius in m"),
        ):
            if not right:
                raise InputError(
                    name, where="limits of the motion", got=f"{value:g}", expected=expected
                )


@dataclass(frozen=True, eq=False)
class ExcitingMotion:
    """A motion over `time` (N,): `position`, `velocity`, `acceleration`, `torque` (N, joints), on a
    grid finer than the one that was optimised. `before`, `after`: condition numbers of the base
    columns, each of length 1, of the motion where the search began and of this one. `used`: by
    limit, the largest part that the motion takes of it; 1 is the limit."""

    robot: Robot
    curve: Curve
    criterion: Criterion
    time: Array
    position: Array
    velocity: Array
    acceleration: Array
    torque: Array
    coefficients: Array
    centre: Array
    period: float
    before: float
    after: float
    base: int
    used: Mapping[str, float]
    iterations: int

    @property
    def within_limits(self) -> bool:
        return all(part <= 1 for part in self.used.values())

    @property
    def reference(self) -> dict[str, object]:
        """A scenario's reference with this motion: its kind and settings."""
        if self.curve == "fourier":
            half = self.coefficients.shape[1] // 2
            return {
                "kind": "fourier",
                "frequency": 1 / self.period,
                "centre": self.centre.tolist(),
                "sine": self.coefficients[:, :half].tolist(),
                "cosine": self.coefficients[:, half:].tolist(),
            }
        rate = float(round(1 / (self.time[1] - self.time[0])))
        return {"kind": "samples", "rate": rate, "positions": self.position.tolist()}

    def csv(self) -> str:
        """Times and positions, as the reference `csv` reads them."""
        lines = [",".join(["time", *self.robot.joint_names])]
        for t, q in zip(self.time.tolist(), self.position.tolist(), strict=True):
            lines.append(",".join([f"{t:.6f}", *(f"{one:.9f}" for one in q)]))
        return "\n".join(lines) + "\n"


def excite(
    robot: Robot,
    *,
    curve: Curve = "fourier",
    criterion: Criterion = "condition",
    duration: float = 10.0,
    harmonics: int = 5,
    limits: MotionLimits | None = None,
    seed: int = 0,
    iterations: int = 60,
    tell: Tell = silence,
) -> ExcitingMotion:
    """A motion of `duration` s (for Fourier series, its period) that shows as much of the robot's
    base parameters as limits allow. `harmonics`: of Fourier series; splines get twice as many
    pieces."""
    if harmonics < 2 or not 0 < duration < np.inf:
        raise InputError(
            "too little to choose from",
            where="excite",
            got=f"{harmonics} harmonics in {duration:g} s",
            expected="2 harmonics or more, and a duration above 0 s",
        )
    for name, value in (("seed", seed), ("iterations", iterations)):
        if value < 0:
            raise InputError(name, where="excite", got=value, expected="0 or more")
    refuse_loops(robot.name, robot.loops, "an exciting motion")
    tell("the regressor", 0.0)
    problem = _Problem(robot, curve, duration, harmonics, limits or MotionLimits())
    tell("motions at random", 0.05)
    start = problem.started(seed)
    found, used = problem.optimised(start, criterion, iterations, tell)
    c = problem.shrunk(found)
    if not problem.condition(c) < problem.condition(start):
        c = start
    return problem.motion(c, start, criterion, used)


class _Problem:
    """Everything that stays while coefficients change."""

    def __init__(
        self, robot: Robot, curve: Curve, duration: float, harmonics: int, limits: MotionLimits
    ) -> None:
        self.robot, self.curve, self.duration = robot, curve, duration
        # The sizes of friction count for torques, not for what can be told apart.
        model = with_static_friction(robot, COULOMB, directed=False)
        whole = regressor(model, JOINT_TORQUE)
        base = base_of(whole)
        self.found: Regressor = whole.taking(base.columns)
        self.whole = whole
        self.n = len(robot.moving_joints)
        self.make = _fourier if curve == "fourier" else _spline
        size = 2 * harmonics if curve == "fourier" else 2 * harmonics + 3
        self.count = _INSTANTS * size
        # Not at rest, where dry friction has no derivative.
        times = (np.arange(self.count) + 0.5) * duration / self.count
        self.coarse = self.make(times, duration, harmonics)
        self.beginning = self.make(np.zeros(1), duration, harmonics)
        finer = next((r for r in _RATES if r * duration >= _FINER * self.count), _RATES[-1])
        fine = np.arange(round(finer * duration) + 1) / finer
        self.fine_time, self.fine = fine, self.make(fine, duration, harmonics)
        self.size = self.coarse[0].shape[1]
        self.low, self.high, self.centre = _ranges(robot, limits.part)
        self.speed, self.acceleration, self.effort = _bounds(robot, limits)
        self.limits = limits
        self._make_functions()
        self.centre = self._clear()

    def _make_functions(self) -> None:
        q, v, a, measured, length = self.found.symbols
        nothing = cs.SX.zeros(measured.shape[0])
        instant = cs.substitute(
            [self.found.matrix, self.whole.matrix @ self.whole.nominal - self.whole.known],
            [measured, length],
            [nothing, cs.SX(0)],
        )
        dense = [cs.densify(part) for part in instant]
        self._at = cs.Function("at", [q, v, a], dense)
        self._efforts = cs.Function("efforts", [q, v, a], dense[1:])
        plant = Plant(self.robot, Fidelity(joints="rigid", elastic=False))
        frames = [j.child for j in self.robot.moving_joints[2:]]
        named = [*frames, self.robot.tool]
        places = [plant.frame(name).position for name in named]
        heights = cs.vertcat(*(place[2] for place in places))
        tool = places[-1]
        self._around = cs.Function("around", [plant.x], [heights, tool[0] ** 2 + tool[1] ** 2])

    def _clear(self) -> Array:
        """Where the motion swings about: the middle of the joints' ranges, or, where that is too
        near to the floor or the cylinder, the posture of some at random that is furthest away."""
        rng = np.random.default_rng(0)
        parts = np.vstack([np.zeros(self.n), rng.uniform(-_ASIDE, _ASIDE, (_POSTURES, self.n))])
        q = self.centre + parts * 0.5 * (self.high - self.low)
        room = self._room(q)
        wanted = min(_ROOM, float(room.max()))
        return np.asarray(q[int(np.argmax(room >= wanted))], dtype=np.float64)

    def _room(self, q: Array) -> Array:
        """(N,): how far postures are from the floor and the cylinder, m."""
        heights, radii = self._around.map(len(q))(q.T)
        room = np.full(len(q), np.inf)
        if self.limits.floor is not None:
            room = np.minimum(room, np.asarray(heights).min(axis=0) - self.limits.floor)
        if self.limits.cylinder is not None:
            room = np.minimum(room, np.sqrt(np.asarray(radii)[0]) - self.limits.cylinder)
        return room

    def states(self, c: Array, *, fine: bool = False) -> tuple[Array, Array, Array]:
        B = self.fine if fine else self.coarse
        q, v, a = (part @ c.T for part in B)
        return q + self.centre, v, a

    def rows(self, c: Array, *, fine: bool = False) -> tuple[Array, Array]:
        """Base columns (N · n, p), and torques (N, n)."""
        q, v, a = self.states(c, fine=fine)
        mapped = self._at.map(len(q))
        Y, torque = mapped(q.T, v.T, a.T)
        p = self._at.size2_out(0)
        wide = np.asarray(Y).reshape(self.n, len(q), p).transpose(1, 0, 2)
        return wide.reshape(-1, p), np.asarray(torque).T

    def torque(self, c: Array) -> Array:
        """(N, n) on the finer grid."""
        q, v, a = self.states(c, fine=True)
        return np.asarray(self._efforts.map(len(q))(q.T, v.T, a.T)).T

    def condition(self, c: Array) -> float:
        """Of the base columns, each scaled to length 1, on the finer grid."""
        Y, _ = self.rows(c, fine=True)
        length = np.linalg.norm(Y, axis=0)
        if not np.all(length > 0):
            return float("inf")
        return float(np.linalg.cond(Y / length))

    def started(self, seed: int) -> Array:
        """The best of some random motions within limits."""
        rng = np.random.default_rng(seed)
        tried = []
        for _ in range(_TRIED):
            raw = rng.normal(size=(self.n, self.size))
            tried.append(self.shrunk(self._resting(raw) * 3.0))
        return min(tried, key=self.condition)

    def _resting(self, c: Array) -> Array:
        """The nearest coefficients whose motion begins at the centre, at rest."""
        A = self._ends()
        found: Array = c - c @ A.T @ np.linalg.pinv(A @ A.T) @ A
        return found

    def _ends(self) -> Array:
        return np.concatenate(self.beginning)

    def shrunk(self, c: Array) -> Array:
        """Smaller, until every limit holds on the finer grid."""
        for _ in range(200):
            worst = max(self.used(c).values())
            if worst <= 1:
                return c
            c = c * max(0.97 / worst, 0.8) if worst > 1.05 else c * 0.98
        raise InputError(
            "no motion stays within limits",
            where=f"robot '{self.robot.name}'",
            got=", ".join(name for name, part in self.used(c).items() if part > 1),
            hint="The centre of the joints' ranges breaks one itself: choose wider limits.",
        )

    def used(self, c: Array) -> dict[str, float]:
        """The largest part of each limit."""
        q, v, a = self.states(c, fine=True)
        half = 0.5 * (self.high - self.low)
        middle = 0.5 * (self.high + self.low)
        torque = self.torque(c)
        parts = {
            "position": np.abs(q - middle) / half,
            "speed": np.abs(v) / self.speed,
            "acceleration": np.abs(a) / self.acceleration,
            "torque": np.abs(torque) / self.effort,
        }
        found = {name: float(part.max()) for name, part in parts.items()}
        if self.limits.floor is not None or self.limits.cylinder is not None:
            # A metre beyond floor or cylinder counts as twice the limit.
            found["space"] = 1 - float(self._room(q).min())
        return found

    def optimised(
        self, start: Array, criterion: Criterion, iterations: int, tell: Tell
    ) -> tuple[Array, int]:
        c = cs.MX.sym("c", self.n, self.size)
        B, V, A = (cs.DM(part) for part in self.coarse)
        q = c @ B.T + cs.DM(self.centre)
        v, a = c @ V.T, c @ A.T
        Y, torque = self._at.map(self.count)(q, v, a)
        p = self._at.size2_out(0)
        rows = cs.vertcat(*(Y[:, k * p : (k + 1) * p] for k in range(self.count)))
        # Columns by their size in the beginning, so that no unit counts more than another.
        scale = np.linalg.norm(self.rows(start)[0], axis=0)
        scaled = rows / cs.repmat(cs.DM(scale).T, rows.shape[0], 1)
        information = scaled.T @ scaled
        cost = _cost(p, criterion)(information + _RIDGE * cs.trace(information) * cs.DM.eye(p))
        inside = 1 - _MARGIN
        half, middle = 0.5 * (self.high - self.low), 0.5 * (self.high + self.low)
        parts = [
            (q - cs.DM(middle)) / cs.DM(half),
            v / cs.DM(self.speed),
            a / cs.DM(self.acceleration),
        ]
        parts += [torque / cs.DM(self.effort)] if np.isfinite(self.effort).all() else []
        g = [cs.vec(part) for part in parts]
        low = [np.full(self.n * self.count, -inside) for _ in g]
        high = [np.full(self.n * self.count, inside) for _ in g]
        heights, radii = self._around.map(self.count)(q)
        for value, bound in ((heights, self.limits.floor), (radii, self.limits.cylinder)):
            if bound is not None:
                g.append(cs.vec(value))
                least = bound + _MARGIN if value is heights else (bound + _MARGIN) ** 2
                low.append(np.full(value.numel(), least))
                high.append(np.full(value.numel(), np.inf))
        g.append(cs.vec(c @ cs.DM(self._ends()).T))
        low.append(np.zeros(3 * self.n))
        high.append(np.zeros(3 * self.n))
        problem = {"x": cs.vec(c), "f": cost, "g": cs.vertcat(*g)}
        counting = _Counting(problem, iterations, tell)
        solver = cs.nlpsol(
            "excite",
            "ipopt",
            problem,
            {
                "iteration_callback": counting,
                "print_time": False,
                "ipopt.print_level": 0,
                "ipopt.sb": "yes",
                "ipopt.max_iter": iterations,
                "ipopt.hessian_approximation": "limited-memory",
                "ipopt.tol": 1e-4,
                "error_on_fail": False,
            },
        )
        done = solver(x0=cs.vec(cs.DM(start)), lbg=np.concatenate(low), ubg=np.concatenate(high))
        found = np.asarray(done["x"]).reshape(self.size, self.n).T
        return self._resting(found), int(solver.stats()["iter_count"])

    def motion(
        self, c: Array, start: Array, criterion: Criterion, iterations: int
    ) -> ExcitingMotion:
        q, v, a = self.states(c, fine=True)
        coefficients = c
        if self.curve == "fourier":
            # The reference counts amplitudes of velocity, and its cosines with a minus.
            half = self.size // 2
            w = 2 * np.pi / self.duration * np.arange(1, half + 1)
            coefficients = np.hstack([c[:, :half] * w, -c[:, half:] * w])
        return ExcitingMotion(
            robot=self.robot,
            curve=self.curve,
            criterion=criterion,
            time=self.fine_time,
            position=q,
            velocity=v,
            acceleration=a,
            torque=self.torque(c),
            coefficients=coefficients,
            centre=self.centre,
            period=self.duration,
            before=self.condition(start),
            after=self.condition(c),
            base=self._at.size2_out(0),
            used=self.used(c),
            iterations=iterations,
        )


class _Counting(cs.Callback):  # type: ignore[misc]
    """Tells of the solver's iterations."""

    def __init__(self, problem: dict[str, cs.MX], iterations: int, tell: Tell) -> None:
        cs.Callback.__init__(self)
        self._sizes = {"x": problem["x"].sparsity(), "g": problem["g"].sparsity()}
        self._done, self._iterations, self._tell = 0, iterations, tell
        self.construct("counting", {})

    def get_n_in(self) -> int:
        return int(cs.nlpsol_n_out())

    def get_n_out(self) -> int:
        return 1

    def get_sparsity_in(self, i: int) -> cs.Sparsity:
        name = cs.nlpsol_out(i)
        if name == "f":
            return cs.Sparsity.dense(1)
        if name in ("x", "lam_x"):
            return self._sizes["x"]
        return self._sizes["g"] if name in ("g", "lam_g") else cs.Sparsity(0, 0)

    def eval(self, arguments: list[cs.DM]) -> list[int]:
        part = min(self._done / max(self._iterations, 1), 1.0)
        self._tell(f"optimising: {self._done} of {self._iterations} iterations", 0.1 + 0.9 * part)
        self._done += 1
        return [0]


def _cost(p: int, criterion: Criterion) -> cs.Function:
    """Of the information matrix: −log det, or log tr M + log tr M⁻¹, which bounds the logarithm of
    its condition number and is smooth."""
    M = cs.SX.sym("M", p, p)
    L = cs.chol(M).T
    if criterion == "determinant":
        value = -2 * cs.sum1(cs.log(cs.diag(L)))
    else:
        inverse = cs.solve(L, cs.SX.eye(p))
        value = cs.log(cs.trace(M)) + cs.log(cs.sumsqr(inverse))
    return cs.Function("cost", [M], [value])


def _fourier(time: Array, period: float, harmonics: int) -> tuple[Array, Array, Array]:
    """B, Ḃ, B̈ (N, 2 harmonics)."""
    w = 2 * np.pi / period * np.arange(1, harmonics + 1)
    S, C = np.sin(time[:, None] * w), np.cos(time[:, None] * w)
    return (
        np.hstack([S, C]),
        np.hstack([w * C, -w * S]),
        np.hstack([-(w**2) * S, -(w**2) * C]),
    )


def _spline(time: Array, duration: float, harmonics: int) -> tuple[Array, Array, Array]:
    """Quintic, of 2 `harmonics` pieces, without the three coefficients at either end, which would
    move the arm there."""
    from scipy.interpolate import BSpline

    degree, pieces = 5, 2 * harmonics + 6
    inner = np.linspace(0, duration, pieces + 1)
    knots = np.r_[[0.0] * degree, inner, [duration] * degree]
    count = len(knots) - degree - 1
    found = []
    for order in range(3):
        columns = [
            BSpline(knots, np.eye(count)[k], degree).derivative(order)(time)
            if order
            else BSpline(knots, np.eye(count)[k], degree)(time)
            for k in range(3, count - 3)
        ]
        found.append(np.column_stack(columns))
    return found[0], found[1], found[2]


def _ranges(robot: Robot, part: float) -> tuple[Array, Array, Array]:
    """Lowest and highest positions that may be used, and the middle between."""
    low = np.array([max(j.limits.lower, -np.pi) for j in robot.moving_joints])
    high = np.array([min(j.limits.upper, np.pi) for j in robot.moving_joints])
    middle = 0.5 * (low + high)
    return middle + part * (low - middle), middle + part * (high - middle), middle


def _bounds(robot: Robot, limits: MotionLimits) -> tuple[Array, Array, Array]:
    joints = robot.moving_joints
    speed = np.array([min(j.limits.velocity, 1e9) for j in joints]) * limits.part
    speed = np.where(speed > 1e8, limits.speed, speed)
    acceleration = np.full(len(joints), limits.acceleration)
    effort = np.array([j.limits.effort for j in joints]) * limits.part
    for k, joint in enumerate(joints):
        if joint.drive is not None and joint.drive.torque_limit is not None:
            own = abs(joint.drive.gear_ratio) * joint.drive.torque_limit * limits.part
            effort[k] = min(effort[k], own)
    return speed, acceleration, np.where(effort > 1e8, np.inf, effort)
