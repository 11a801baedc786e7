"""The five estimators in noise, in a loop of low and one of high gain, and in dry friction.

With L the gain of the loop, noise e at the motion's sensor is e S in the motion and −C e S in the
torque; an unknown torque d is G d S in the motion and −L d S in the torque. By what the reference
does there, noise in the torque is |L| times that in the motion either way. Noise of one sensor
among several, as here of the velocity alone, follows that roughly.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from armwright.arrays import Array
from armwright.blocks.catalogue import find
from armwright.identify.frequency import ESTIMATORS, measured, response_experiments
from armwright.identify.frequency.averages import response_of
from armwright.identify.frequency.spectra import PeriodSpectra, spectra_of
from armwright.scenario import Scenario

#: N m s/rad at the motor: the gain of the velocity controller, the scenario's own and a larger one.
LOOPS: Mapping[str, float] = {"weak": 0.6, "strong": 6.0}
#: rad/s of the encoder; periods that are blocks; runs with other noise, or sets of other phases.
NOISE, PERIODS, SEEDS = 0.6, 25, 6
#: With dry friction: realisations of a set, which are blocks, and rad of the slow motion.
REALISATIONS, SLOW = 16, 0.02
#: Hz: below, responses are compared.
LOW = 5.0


@dataclass(frozen=True, eq=False)
class NoisyLoop:
    """`off`: by estimator log |G/G₀| (seeds, F), G₀ without noise, at `frequencies` (F,) in Hz.
    `gain`: |L| (F,). `noise`: of torque and motion in a period, as a part of what is excited."""

    frequencies: Array
    gain: Array
    off: Mapping[str, Array]
    noise: tuple[float, float]

    @property
    def low(self) -> NDArray[np.bool_]:
        """Which frequencies are compared."""
        return np.asarray(self.frequencies < LOW)

    def bias(self, method: str) -> tuple[float, float]:
        """rms over low frequencies of the mean of log |G/G₀| over seeds, and what of it would be
        chance: the scatter of that mean."""
        values = self.off[method][:, self.low]
        chance = np.sqrt(values.var(axis=0, ddof=1).mean() / len(values))
        return float(np.sqrt(np.mean(values.mean(axis=0) ** 2))), float(chance)


def noisy_loops(scenario: Scenario, amplitude: float, coulomb: float) -> dict[str, NoisyLoop]:
    """`scenario`: one axis under a cascade. "weak" and "strong" feedback in noise; "dry": weak
    feedback and no noise, but dry friction (N m), kept sliding by a slow motion."""
    found = {}
    for name, gain in LOOPS.items():
        setup = scenario.changed({"controller.velocity_gain": gain})
        encoder = find("sensor", "encoder")(name="encoder", rate=2000.0, velocity_noise=NOISE)
        blocks = dataclasses.replace(setup.blocks, sensors=(encoder,))
        runs = [
            _spectra(dataclasses.replace(setup, blocks=blocks, seed=seed), amplitude, PERIODS)
            for seed in range(1, SEEDS + 1)
        ]
        found[name] = _compared(setup, amplitude, runs)
    rough = scenario.changed({"joints.axis.drive.friction.coulomb": coulomb})
    every = _spectra(rough, amplitude, 1, realisations=SEEDS * REALISATIONS, bias=SLOW)
    sets = [every[k : k + REALISATIONS] for k in range(0, len(every), REALISATIONS)]
    return {**found, "dry": _compared(scenario, amplitude, sets)}


def _compared(
    scenario: Scenario, amplitude: float, runs: Sequence[Sequence[PeriodSpectra]]
) -> NoisyLoop:
    """All estimators of each run, every period of every experiment a block, by the response of the
    scenario itself."""
    (clean,) = _spectra(scenario, amplitude, 2)
    true = response_of([clean], "arithmetic", "periods").G
    off: dict[str, Array] = {
        method: np.stack(
            [np.log(np.abs(response_of(run, method, "periods").G / true))[:, 0, 0] for run in runs]
        )
        for method in ESTIMATORS
    }
    f = clean.frequencies / (2 * np.pi)
    noise = [[_relative(run, key, f < LOW) for key in ("U", "Y")] for run in runs]
    torque, motion = np.mean(noise, axis=0)
    assert clean.R is not None
    gain = np.abs(clean.R / clean.U - 1).mean(axis=(0, 2))
    return NoisyLoop(f, gain, off, (float(torque), float(motion)))


def _spectra(
    scenario: Scenario, amplitude: float, periods: int, **options: float
) -> list[PeriodSpectra]:
    plan = response_experiments(
        scenario,
        [[0.0]],
        amplitude,
        period=4.0,
        band=(1.0, 40.0),
        lines=None,
        periods=periods,
        settling=2,
        **options,  # type: ignore[arg-type]
    )
    return [spectra_of(scenario.robot, log, {}, None) for log in measured(plan)]


def _relative(run: Sequence[PeriodSpectra], key: str, low: NDArray[np.bool_]) -> float:
    """How far blocks differ in what they answer to their reference, as a part of it."""
    blocks = np.concatenate([getattr(one, key) / one.R for one in run])[:, low]
    return float(np.mean(np.std(blocks, axis=0) / np.abs(blocks.mean(axis=0))))
