"""Many arms that make the same motion, each with numbers of its own, and a filter on each: truth
and filter in one march, an arm in each lane. It shows what a filter finds of arms that are known.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import casadi as cs
import numpy as np

from armwright.arrays import Array
from armwright.block.noise import normal
from armwright.compiler import Call, CompiledMarch, March, Play, make_program
from armwright.estimate.kalman import packed_factors, product
from armwright.identify.adaptive_model import AdaptiveModel
from armwright.identify.adaptive_run import begun

#: Of the noise's numbers, so that it shares none with those of other sources.
_STREAM = 4711


@dataclass(frozen=True, eq=False)
class LaneExperiment:
    """`inputs`: of the model, (samples, size), for all arms alike. `parameters`: of the model.
    `noise`: standard deviations of what is measured."""

    model: AdaptiveModel
    inputs: Array
    parameters: Array
    noise: Array

    @cached_property
    def _march(self) -> CompiledMarch:
        model, z = self.model.model, self.model.places["z"]
        true, seed, tick = cs.SX.sym("true", model.size), cs.SX.sym("seed"), cs.SX.sym("tick")
        measured, after = cs.substitute([model.measured, model.following[z]], [model.state], [true])
        errors = [float(s) * normal(seed, _STREAM, k, tick) for k, s in enumerate(self.noise)]
        truth = make_program(
            "truth",
            {"true": true, "seed": seed, "tick": tick, "input": model.input},
            {
                "true": cs.vertcat(after, true[z.stop :]),
                "measurement": measured + cs.vertcat(*errors),
            },
        )
        march = March(
            "arms",
            (Call(truth), Call(self.model.filter.program)),
            plays=(Play("input", model.input.shape[0]),),
        )
        return CompiledMarch(march, tables={"input": self.inputs}, pack=False)

    def run(self, true: Array, first: Array, known: Array, seeds: Array) -> tuple[Array, Array]:
        """Estimates (arms, numbers) at the end and their covariances. `true` and `first`:
        numbers as they are and as they are thought to be, (arms, numbers); `known`: variances of
        the latter."""
        arms, theta, n = len(true), self.model.places["θ"], self.model.model.size
        nothing = np.zeros(len(self.noise))
        state, covariance = begun(self.model, first[0], np.diag(known), nothing)
        states, truths = np.tile(state, (arms, 1)), np.zeros((arms, n))
        states[:, theta], truths[:, theta] = first, true
        frames = self._march.start(
            {
                "state": states,
                "factors": packed_factors(covariance),
                "parameters": self.parameters,
                "there": np.ones(len(self.noise)),
                "true": truths,
                "seed": np.asarray(seeds, dtype=np.float64)[:, None],
            },
            arms,
        )
        self._march.advance(frames, len(self.inputs))
        found = np.stack([product(one, n) for one in frames.get("estimate factors")])
        return frames.get("estimate")[:, theta], found[:, theta, theta]
