"""The extended Kalman filter as machine code: what it is given, checked; one step of it as
expressions; and the filter itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import casadi as cs
import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.compiler import Call, CompiledMarch, March, Play, Program, make_program
from armwright.errors import InputError
from armwright.estimate.factors import CovarianceFactors
from armwright.estimate.model import FilterModel
from armwright.multibody.derivatives import slope

#: How far below zero an eigenvalue of a correlation matrix may be by rounding.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Arguments:
    """Checks for the filter of this name."""

    name: str

    def rows(self, what: str, given: ArrayLike | None, size: int) -> Array:
        """(samples, size); (samples,) will do for size 1."""
        rows = self._finite(what, () if given is None else given)
        if rows.ndim == 1 and size == 1:
            rows = rows[:, None]
        if rows.ndim != 2 or rows.shape[1] != size or not len(rows):
            got = "none" if given is None else rows.shape
            raise self.wrong(what, got, f"(samples, {size})")
        return rows

    def available(self, given: ArrayLike | None, shape: tuple[int, ...]) -> Array:
        """1 for what was measured, else 0."""
        there = np.ones(shape[1:]) if given is None else np.asarray(given, dtype=np.float64)
        if there.shape not in (shape, shape[1:]) or not np.isin(there, (0.0, 1.0)).all():
            raise self.wrong("available", f"shape {there.shape}", f"true or false, {shape}")
        return np.broadcast_to(there, shape)

    def vector(self, what: str, given: ArrayLike, size: int) -> Array:
        vector = self._finite(what, given)
        if vector.shape != (size,):
            raise self.wrong(what, vector.shape, f"({size},)")
        return vector

    def covariance(self, given: ArrayLike, size: int) -> Array:
        """A matrix; variances will do."""
        value = self._finite("covariance", given)
        if value.shape == (size,):
            value = np.diag(value)
        if value.shape != (size, size):
            raise self.wrong("covariance", value.shape, f"({size}, {size}) or ({size},)")
        if not np.allclose(value, value.T, rtol=1e-9, atol=0) or _least(value) < -_ROUNDING:
            raise self.wrong("covariance", value.tolist(), "symmetric, no variance below zero")
        return value

    def wrong(self, what: str, got: object, expected: object) -> InputError:
        return InputError(
            f"'{what}' does not fit", where=f"filter '{self.name}'", got=got, expected=expected
        )

    def _finite(self, what: str, given: ArrayLike) -> Array:
        value = np.asarray(given, dtype=np.float64)
        if not np.isfinite(value).all():
            place = np.argwhere(~np.isfinite(value))[0].tolist()
            raise self.wrong(what, f"{value[tuple(place)]} at {place}", "finite numbers")
        return value


def _least(covariance: Array) -> float:
    """The least variance in any direction, as a part of those of the elements."""
    scale = np.sqrt(np.abs(np.diag(covariance)))
    scale[scale == 0] = 1.0
    return float(np.linalg.eigvalsh(covariance / np.outer(scale, scale)).min())


@dataclass(frozen=True)
class Update:
    """What a measurement tells. `surprise`: νᵀ S⁻¹ ν, the normalised innovation squared."""

    state: cs.SX
    covariance: CovarianceFactors
    innovation: cs.SX
    innovation_variance: cs.SX
    surprise: cs.SX


def update(
    model: FilterModel, covariance: CovarianceFactors, measurement: cs.SX, there: cs.SX
) -> Update:
    """From what was predicted to what is known after the measurement; `there`: 1 for the elements
    that were measured, 0 for the others.

    Taking scalars one by one equals taking all at once, if their errors are independent, and the
    linearisation is the same for all.
    """
    H = model.measurement_matrix
    innovation = there * (measurement - model.measured)
    variance = covariance.variances(H) + model.measurement_variance
    change, surprise = cs.SX.zeros(model.size), cs.SX(0)
    for i in range(model.measured.shape[0]):
        row = there[i] * H[i, :]
        covariance, gain, weight = covariance.measured(row, model.measurement_variance[i])
        rest = innovation[i] - cs.mtimes(row, change)
        change = change + gain * rest
        surprise = surprise + weight * rest**2
    return Update(model.state + change, covariance, innovation, variance, surprise)


def predict(
    model: FilterModel, state: cs.SX, covariance: CovarianceFactors
) -> tuple[cs.SX, CovarianceFactors]:
    """State and covariance at the next sample: f(x), F P Fᵀ + Q, all at `state`."""
    expressions = [model.following, model.transition_matrix, model.process_covariance]
    following, F, Q = cs.substitute(expressions, [model.state], [state])
    return following, CovarianceFactors.of(covariance.along(F) + Q)


def shown(model: FilterModel, state: cs.SX, covariance: CovarianceFactors) -> tuple[cs.SX, cs.SX]:
    """What else is estimated, and its standard deviations."""
    G = slope(model.shown, model.state)
    value, there = cs.substitute([model.shown, G], [model.state], [state])
    return value, cs.sqrt(covariance.variances(there))


@dataclass(frozen=True, eq=False)
class Filtered:
    """What a filter found, (samples, size) each: at every sample, after its measurement.

    `deviation`: standard deviations. `innovation`: measured − predicted, before the measurement
    was used, 0 where nothing was measured; `innovation_variance`: as the filter expects it.
    `surprise`, (samples,): the normalised innovation squared, νᵀ S⁻¹ ν, and `freedom` the number of
    measurements in it. `covariance`: of the last state.
    """

    state: Array
    deviation: Array
    shown: Array
    shown_deviation: Array
    innovation: Array
    innovation_variance: Array
    surprise: Array
    freedom: Array
    covariance: Array


_RECORDED = (
    "estimate",
    "deviation",
    "shown",
    "shown_deviation",
    "innovation",
    "innovation_variance",
    "surprise",
)


class KalmanFilter:
    """An extended Kalman filter for a model. Its code is made when it first runs."""

    def __init__(self, model: FilterModel, name: str = "filter") -> None:
        self.model, self.name = model, name

    @cached_property
    def expressions(self) -> tuple[dict[str, cs.SX], dict[str, cs.SX]]:
        """What happens at one sample: update, then prediction of the next. Inputs and outputs."""
        model, n, m = self.model, self.model.size, self.model.measured.shape[0]
        packed = cs.SX.sym("factors", n * (n + 1) // 2)
        y, there = cs.SX.sym("measurement", m), cs.SX.sym("there", m)
        found = update(model, CovarianceFactors.unpacked(packed, n), y, there)
        state, covariance = predict(model, found.state, found.covariance)
        value, deviation = shown(model, found.state, found.covariance)
        outputs = {
            "state": state,
            "factors": covariance.packed(),
            "estimate": found.state,
            "deviation": cs.sqrt(found.covariance.variances(cs.SX.eye(n))),
            "shown": value,
            "shown_deviation": deviation,
            "innovation": found.innovation,
            "innovation_variance": found.innovation_variance,
            "surprise": found.surprise,
            "estimate factors": found.covariance.packed(),
        }
        inputs = {
            "state": model.state,
            "factors": packed,
            "measurement": y,
            "there": there,
            "input": model.input,
            "parameters": model.parameters,
        }
        return _some(inputs), _some(outputs)

    @cached_property
    def program(self) -> Program:
        return make_program(self.name, *self.expressions)

    @cached_property
    def _compiled(self) -> CompiledMarch:
        """With tables of a single row, for others to take their place."""
        played = ("measurement", "there", "input")
        plays = tuple(Play(p.name, p.size) for p in self.program.inputs if p.name in played)
        recorded = tuple(p.name for p in self.program.outputs if p.name in _RECORDED)
        march = March(self.name, (Call(self.program),), recorded, record_before=1, plays=plays)
        tables = {play.name: np.zeros((1, play.size)) for play in plays}
        # Packing triples the time to compile, and a filter gains nothing by it.
        return CompiledMarch(march, tables=tables, pack=False)

    def run(
        self,
        measurements: ArrayLike,
        inputs: ArrayLike | None = None,
        *,
        state: ArrayLike,
        covariance: ArrayLike,
        parameters: ArrayLike = (),
        available: ArrayLike | None = None,
    ) -> Filtered:
        """`measurements` and `inputs`: (samples, size), or (samples,) for size 1. `state` and
        `covariance` (a matrix, or its diagonal): what is known before the first measurement.
        `available`: which measurements count, (samples, size), or (size,) for all samples alike."""
        model, n, check = self.model, self.model.size, Arguments(self.name)
        y = check.rows("measurements", measurements, model.measured.shape[0])
        there = check.available(available, y.shape)
        tables = {"measurement": y, "there": there}
        if model.input.shape[0]:
            tables["input"] = u = check.rows("inputs", inputs, model.input.shape[0])
            if len(u) != len(y):
                raise check.wrong("inputs", f"{len(u)} rows", f"{len(y)}, as many as measured")
        start = {
            "state": check.vector("state", state, n),
            "factors": packed_factors(check.covariance(covariance, n)),
            "parameters": check.vector("parameters", parameters, model.parameters.shape[0]),
        }
        compiled = self._compiled
        for name, rows in tables.items():
            compiled = compiled.with_table(name, rows)
        frames = compiled.start({name: value for name, value in start.items() if value.size})
        found = compiled.advance(frames, len(y))
        nothing = np.zeros((1, len(y), 0))
        signals = {name: found.get(name, nothing)[0] for name in _RECORDED}
        return Filtered(
            state=signals.pop("estimate"),
            surprise=signals.pop("surprise")[:, 0],
            freedom=there.sum(axis=1),
            covariance=product(frames.get("estimate factors")[0], n),
            **signals,
        )


def _some(ports: dict[str, cs.SX]) -> dict[str, cs.SX]:
    """Without those that have no elements."""
    return {name: value for name, value in ports.items() if value.shape[0]}


def packed_factors(covariance: Array) -> Array:
    """Its factors, as the program of a filter has them."""
    return np.array(_factorise(len(covariance))(covariance)).ravel()


@cache
def _factorise(n: int) -> cs.Function:
    P = cs.SX.sym("P", n, n)
    return cs.Function("factorise", [P], [CovarianceFactors.of(P).packed()])


def product(packed: Array, n: int) -> Array:
    """L D Lᵀ of packed factors."""
    L = np.zeros((n, n))
    L[np.tril_indices(n)] = packed
    d = np.diag(L).copy()
    np.fill_diagonal(L, 1.0)
    half = L * np.sqrt(d)
    product: Array = half @ half.T
    return product
