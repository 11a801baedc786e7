"""The extended Kalman filter as machine code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as cs
import numpy as np
from numpy.typing import ArrayLike

from armwright.arrays import Array
from armwright.compiler import Call, CompiledMarch, March, Play, Program, make_program
from armwright.estimate.arguments import Arguments
from armwright.estimate.factors import Factors
from armwright.estimate.model import Model
from armwright.estimate.step import predict, shown, update


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

    def __init__(self, model: Model, name: str = "filter") -> None:
        self.model, self.name = model, name

    @cached_property
    def program(self) -> Program:
        """What happens at one sample: update, then prediction of the next."""
        model, n, m = self.model, self.model.size, self.model.measured.shape[0]
        packed = cs.SX.sym("factors", n * (n + 1) // 2)
        y, there = cs.SX.sym("measurement", m), cs.SX.sym("there", m)
        found = update(model, Factors.unpacked(packed, n), y, there)
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
        return make_program(self.name, _some(inputs), _some(outputs))

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

    @cached_property
    def _factorise(self) -> cs.Function:
        P = cs.SX.sym("P", self.model.size, self.model.size)
        return cs.Function("factorise", [P], [Factors.of(P).packed()])

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
            "factors": np.array(self._factorise(check.covariance(covariance, n))).ravel(),
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
            covariance=_product(frames.get("estimate factors")[0], n),
            **signals,
        )


def _some(ports: dict[str, cs.SX]) -> dict[str, cs.SX]:
    """Without those that have no elements."""
    return {name: value for name, value in ports.items() if value.shape[0]}


def _product(packed: Array, n: int) -> Array:
    """L D Lᵀ of packed factors."""
    L = np.zeros((n, n))
    L[np.tril_indices(n)] = packed
    d = np.diag(L).copy()
    np.fill_diagonal(L, 1.0)
    half = L * np.sqrt(d)
    product: Array = half @ half.T
    return product
