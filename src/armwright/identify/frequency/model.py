"""An arm's responses as functions of its free numbers, with exact derivatives.

At each configuration the motors are held, the arm rests under its weight, and about there, with
s = jω,

    (s² E + s D + K) X = G − L Z,   s Z = R X + … ,   y = (s² O_a + s O_v + O_x) X + O_z Z + O_u,

for X, Z the answers of coordinates and of laws' states to unit inputs: S4 (4.1)-(4.5), which leaves
out gravity and ∂M/∂x (`neglect`). With P the matrix on the left and Λᵀ = O P⁻¹,

    dy/dp = Λᵀ (dQ − dP X) + dO X + dO_u,

so that one inverse for each frequency serves all numbers. dP/dp counts that the arm rests
elsewhere. Where loops are closed, their multipliers stand behind Z, and Ψ X = 0 behind its rates:
S4 (4.9)-(4.12) with α = β = 0, and with ∂Ψ/∂x, which S4 leaves out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from fnmatch import fnmatchcase

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.fidelity import Fidelity
from armwright.errors import InputError
from armwright.identify.frequency.statistical import deflection_rows, smoothed, springs_of
from armwright.linear import OperatingPoint, linear_expressions
from armwright.linear.expressions import (
    ACCELERATION,
    MULTIPLIERS,
    POSITION,
    VELOCITY,
    LinearExpressions,
)
from armwright.linear.response import Complex
from armwright.linear.rest import Resting
from armwright.multibody.derivatives import slope
from armwright.plant import ExtraFriction, Plant
from armwright.plant.registry import registry
from armwright.robot import Robot
from armwright.robot.changing import canonical, expanded

OUTPUT = "motor_acceleration"
#: The powers of s by which derivatives by these count.
_POWERS = {POSITION: 0, VELOCITY: 1, ACCELERATION: 2}


def free_paths(robot: Robot, wanted: Sequence[str] | None = None) -> tuple[str, ...]:
    """Paths of a robot's numbers that names and patterns stand for; by default stiffness and
    damping of all springs, of gears, of elastic axes and of spring matrices, that are not zero."""
    plant = Plant(robot)
    if wanted is None:
        laws = [part.law for part in springs_of(plant)]
        return tuple(p for one in laws for p, v in one.numbers.items() if _starts(p, v))
    found: dict[str, None] = {}
    for pattern in wanted:
        hits = [path for path in plant.numbers if fnmatchcase(path, pattern)]
        hits = hits or [canonical(robot, path) for path in expanded(robot, pattern)]
        for path in hits:
            if path not in plant.numbers:
                raise InputError(
                    "there is no such number of the arm's model",
                    where=pattern,
                    expected="a path such as joints.1.stiffness or elastic.*.spring.damping",
                )
            found[path] = None
    return tuple(found)


def _starts(path: str, value: Array) -> bool:
    """Whether a search can begin at its nominal value; couplings in a matrix may begin at zero."""
    return bool(np.any(value != 0) if path.startswith("spring_matrices.") else np.all(value != 0))


@dataclass(frozen=True, eq=False)
class ModelAnswers:
    """`G`: (configurations, frequencies, outputs, inputs); `by_numbers`: ∂G/∂p, (p, …) in front, or
    None. `deflections`: of springs for unit inputs, (configurations, frequencies, springs, inputs),
    rad on the springs' own sides."""

    G: Complex
    by_numbers: Complex | None
    deflections: Complex


class ResponseModel:
    """Responses torque → motor acceleration at configurations (C, joints), at frequencies (rad/s).
    The motors are at the configurations, on the joints' side of the gears; joints behind springs
    and elastic axes sag from there, as far as the values of the elements let them.

    `elements` are its free numbers, one by one, with `nominal` values. `statistical`: springs are
    linearised over deflections of some spread, see `smoothed`; else at the rest position. Without
    `friction` there is none, as in S4; with it there is what it damps at rest."""

    def __init__(
        self,
        robot: Robot,
        free: Sequence[str],
        configurations: Array,
        frequencies: Array,
        *,
        frictions: Sequence[ExtraFriction] = (),
        friction: bool = True,
        neglect: Collection[str] = (),
        statistical: bool = False,
    ) -> None:
        self.robot, self.configurations = robot, np.atleast_2d(configurations)
        self.frequencies = np.asarray(frequencies, dtype=np.float64)
        fidelity = Fidelity(friction=friction)
        plain = Plant(robot, fidelity, frictions=frictions, free=free)
        self._smoothed = smoothed(plain)
        self.plant = self._smoothed.plant if statistical else plain
        self.springs = self._smoothed.channels
        self.statistical, self.neglect = statistical, tuple(neglect)
        self.frictions, self.friction = tuple(frictions), friction
        self.elements, self.units = self._named()
        self.nominal = np.concatenate(list(self._split(self.plant.numbers)))
        self._symbols = {"spread": self._smoothed.spread}
        self._rest = Resting(self.plant, self._symbols, held="motors")
        self._near: Array | None = None
        self._build(neglect)

    def at(self, frequencies: Array) -> ResponseModel:
        """The same at other frequencies."""
        other = copy(self)
        other.frequencies = np.asarray(frequencies, dtype=np.float64)
        return other

    def _places(self) -> dict[str, slice]:
        laws, bodies = self.plant.values, self.plant.free_bodies
        first = int(laws.symbol.shape[0])
        return {
            **laws.places,
            **{
                path: slice(place.start + first, place.stop + first)
                for path, place in bodies.places.items()
            },
        }

    def _named(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        known, names, units = registry(self.robot), [], []
        for path, place in self._places().items():
            size = place.stop - place.start
            names += [path] if size == 1 else [f"{path}[{k}]" for k in range(size)]
            units += [known[path].unit if path in known else ""] * size
        return tuple(names), tuple(units)

    def _split(self, numbers: Mapping[str, Array]) -> tuple[Array, Array]:
        return self.plant.values.vector(numbers), self.plant.free_bodies.vector(numbers)

    def _build(self, neglect: Collection[str]) -> None:
        plant = self.plant
        motors = tuple(range(len(plant.motor_names)))
        found = linear_expressions(plant, outputs={OUTPUT: motors}, neglect=neglect)
        matrices = _with_loops(plant, found)
        self._dynamic = int(found.derivatives.rates.shape[0])
        self._multipliers = found.symbols[MULTIPLIERS]
        matrices["deflections"] = deflection_rows(plant)
        self._shapes = {name: one.shape for name, one in matrices.items()}
        stacked = cs.vertcat(*(cs.vec(cs.densify(one)) for one in matrices.values()))
        free = cs.vertcat(plant.values.symbol, plant.free_bodies.symbol)
        fixed = [symbol for name, symbol in found.symbols.items() if name not in _OPEN]
        fixed = [symbol for symbol in fixed if symbol.shape[0]]
        zeros = [cs.SX.zeros(symbol.shape[0]) for symbol in fixed]
        stacked = cs.substitute([stacked], fixed, zeros)[0] if fixed else stacked
        arguments = [plant.x, free, self._multipliers, self._smoothed.spread]
        self._values = cs.Function("matrices", arguments, [cs.cse(stacked)])
        moving = cs.vertcat(plant.x, free, self._multipliers)
        seed = cs.SX.sym("seed", moving.shape[0])
        moved = cs.jtimes(stacked, moving, seed)
        self._slopes = cs.Function("slopes", [*arguments, seed], [cs.cse(moved)])

    def at_rest(self, values: Array, spread: Array | None = None) -> OperatingPoint:
        """Where the arm rests with these values of its elements."""
        sigma = self._spread(spread)
        point = self._rest(self.configurations, self._numbers(values, sigma), self._near)
        self._near = point.position
        return point

    def _numbers(self, values: Array, spread: Array) -> dict[str, Array]:
        first = int(self.plant.values.symbol.shape[0])
        given = np.tile(values, (len(self.configurations), 1))
        return {
            "drive_parameters": given[:, :first],
            "link_parameters": given[:, first:],
            "spread": spread,
        }

    def _spread(self, spread: Array | None) -> Array:
        shape = (len(self.configurations), len(self.springs))
        return np.zeros(shape) if spread is None else np.broadcast_to(spread, shape)

    def answers(
        self, values: Array, spread: Array | None = None, *, gradient: bool = False
    ) -> ModelAnswers:
        """With these values of the elements; `spread`: (configurations, springs), rad."""
        point, sigma = self.at_rest(values, spread), self._spread(spread)
        count, p = len(self.configurations), len(values)
        columns = self._columns(point.position, values, sigma)
        numbers = self._unstacked(np.asarray(self._values(*columns)).T)
        s: Complex = np.asarray(1j * self.frequencies, dtype=np.complex128)
        P = _polynomial(numbers, s, self._dynamic)
        inverse = np.linalg.inv(P)
        X = inverse @ _right(numbers)[:, None]
        rows = _outputs(numbers, s)
        G = rows @ X + numbers["outputs by inputs"][:, None]
        n = point.position.shape[1]
        deflections = numbers["deflections"][:, None] @ X[..., :n, :]
        if not gradient:
            return ModelAnswers(G, None, deflections)
        adjoint = rows @ inverse
        seeds = np.zeros((count, p, n + p + self._multipliers.shape[0]))
        moved = self._rest.by_numbers(point, self._numbers(values, sigma))
        seeds[:, :, :n] = np.swapaxes(moved, 1, 2)
        seeds[:, range(p), [n + k for k in range(p)]] = 1.0
        by = self._moved(columns, seeds)
        if self._multipliers.shape[0]:
            pushed = _multipliers(numbers, by["rest"][..., 0], self._dynamic)
            seeds[:, :, n + p :] = pushed
            by = self._moved(columns, seeds)
        return ModelAnswers(G, _by_numbers(by, adjoint, X, s), deflections)

    def _columns(self, position: Array, values: Array, spread: Array) -> list[Array]:
        """Arguments of the matrices, a column for each configuration."""
        count = len(self.configurations)
        own = [position.T, np.tile(values[:, None], (1, count))]
        loaded = np.zeros((self._multipliers.shape[0], count))
        if loaded.size:
            numbers = self._unstacked(np.asarray(self._values(*own, loaded, spread.T)).T)
            loaded = _multipliers(numbers, numbers["rest"][..., 0][:, None], self._dynamic)[:, 0].T
        return [*own, loaded, spread.T]

    def _moved(self, columns: Sequence[Array], seeds: Array) -> dict[str, Array]:
        """Derivatives (C, p, …) of all matrices along seeds (C, p, …)."""
        count, p, size = seeds.shape
        repeated = [np.repeat(column, p, axis=1) for column in columns]
        slopes = np.asarray(self._slopes(*repeated, seeds.reshape(count * p, size).T)).T
        return self._unstacked(slopes.reshape(count, p, -1))

    def _unstacked(self, flat: Array) -> dict[str, Array]:
        found, first = {}, 0
        for name, (rows, columns) in self._shapes.items():
            part = flat[..., first : first + rows * columns]
            found[name] = np.swapaxes(part.reshape(*flat.shape[:-1], columns, rows), -1, -2)
            first += rows * columns
        return found


_OPEN = (POSITION, "drive_parameters", "link_parameters", MULTIPLIERS)
#: m/N, rad/(N m): how much loops give way, so that constraints may say the same twice.
_GIVE = 1e-13


def _with_loops(plant: Plant, found: LinearExpressions) -> dict[str, cs.SX]:
    """Derivatives of the residual, of rates and outputs; behind laws' states the multipliers, which
    have no rate, and what is left `rest` of the residual where nothing moves."""
    matrices = dict(found.derivatives.matrices)
    if plant.loops is None:
        return matrices
    by = slope(found.derivatives.residual, found.symbols[MULTIPLIERS])
    count = by.shape[1]
    for name in ("residual", "outputs"):
        more = by if name == "residual" else cs.SX(matrices["outputs by states"].shape[0], count)
        matrices[f"{name} by states"] = cs.horzcat(matrices[f"{name} by states"], more)
    for part in (POSITION, VELOCITY, ACCELERATION, "inputs"):
        own = matrices[f"rates by {part}"]
        more = -by.T if part == POSITION else cs.SX(count, own.shape[1])
        matrices[f"rates by {part}"] = cs.vertcat(own, more)
    own = matrices["rates by states"]
    matrices["rates by states"] = cs.diagcat(own, _GIVE * cs.SX.eye(count))
    return {**matrices, "rest": found.derivatives.residual}


def _multipliers(numbers: Mapping[str, Array], left: Array, dynamic: int) -> Array:
    """(C, p, multipliers) that together with motors balance what is `left` (C, p, n)."""
    by = np.concatenate(
        [numbers["residual by inputs"], numbers["residual by states"][..., dynamic:]], axis=-1
    )
    found = -np.einsum("cij,cpj->cpi", np.linalg.pinv(by, rcond=1e-10), left)
    return np.asarray(found[..., numbers["residual by inputs"].shape[-1] :])


def _polynomial(numbers: Mapping[str, Array], s: Complex, dynamic: int) -> Complex:
    """P(s), (…, frequencies, n, n): of coordinates, and of laws' states behind them, of which the
    first `dynamic` have a rate."""
    force = _powers(numbers, "residual", s)
    states = numbers["residual by states"].shape[-1]
    if not states:
        return force
    rates = -_powers(numbers, "rates", s)
    shape = force.shape[:-2]
    above = np.broadcast_to(
        numbers["residual by states"][..., None, :, :], (*shape, force.shape[-1], states)
    )
    own = (
        s[:, None, None] * np.diag(np.arange(states) < dynamic)
        - numbers["rates by states"][..., None, :, :]
    )
    return np.concatenate(
        [np.concatenate([force, above], axis=-1), np.concatenate([rates, own], axis=-1)], axis=-2
    )


def _powers(numbers: Mapping[str, Array], what: str, s: Complex) -> Complex:
    """Σ sᵏ ∂what/∂x⁽ᵏ⁾."""
    found = sum(
        s[:, None, None] ** power * numbers[f"{what} by {part}"][..., None, :, :]
        for part, power in _POWERS.items()
    )
    return np.asarray(found, dtype=np.complex128)


def _right(numbers: Mapping[str, Array]) -> Array:
    """Q: what unit inputs push with."""
    return np.concatenate([-numbers["residual by inputs"], numbers["rates by inputs"]], axis=-2)


def _outputs(numbers: Mapping[str, Array], s: Complex) -> Complex:
    found = _powers(numbers, "outputs", s)
    by_states = numbers["outputs by states"][..., None, :, :]
    wide = np.broadcast_to(by_states, (*found.shape[:-1], by_states.shape[-1]))
    return np.concatenate([found, wide], axis=-1)


def _by_numbers(by: Mapping[str, Array], adjoint: Complex, X: Complex, s: Complex) -> Complex:
    """∂G/∂p (p, C, F, m, m), from the derivatives (C, p, …) of all matrices."""
    count, p = by["residual by inputs"].shape[:2]
    found = np.zeros((p, *adjoint.shape[:2], adjoint.shape[-2], X.shape[-1]), dtype=np.complex128)
    has_states = by["residual by states"].shape[-1] > 0
    n = by["residual by position"].shape[-1]
    for c in range(count):
        left, right = adjoint[c], X[c]
        # Σ sᵏ Λᵀ dPₖ for all numbers at once: one product for each power of s.
        swept = np.zeros((p, *left.shape[:-1], n), dtype=np.complex128)
        for part, power in _POWERS.items():
            swept -= s[:, None, None] ** power * _through(
                left[..., :n], by[f"residual by {part}"][c]
            )
            if has_states:
                swept += s[:, None, None] ** power * _through(
                    left[..., n:], by[f"rates by {part}"][c]
                )
            direct = by[f"outputs by {part}"][c]
            if np.any(direct):
                swept += s[:, None, None] ** power * direct[:, None]
        found[:, c] = swept @ right[..., :n, :]
        if has_states:
            rest = -_through(left[..., :n], by["residual by states"][c])
            rest += _through(left[..., n:], by["rates by states"][c])
            found[:, c] += (rest + by["outputs by states"][c][:, None]) @ right[..., n:, :]
        found[:, c] += left @ _right({k: v[c] for k, v in by.items()})[:, None]
        found[:, c] += by["outputs by inputs"][c][:, None]
    return found


def _through(left: Complex, matrices: Array) -> Complex:
    """left (F, m, k) by each of matrices (p, k, n): (p, F, m, n)."""
    p, k, n = matrices.shape
    if not np.any(matrices):
        return np.zeros((p, *left.shape[:-1], n), dtype=np.complex128)
    wide = np.swapaxes(matrices, 0, 1).reshape(k, p * n)
    found = left.reshape(-1, k) @ wide
    return np.moveaxis(found.reshape(*left.shape[:-1], p, n), 2, 0)
