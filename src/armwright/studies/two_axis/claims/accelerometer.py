"""S0, section 2 and the sensor's options, against what the accelerometer shows in the runs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.arrays import Array
from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.claim import Claim, Statement, at_most, rounded, rounding
from armwright.studies.two_axis.measures import (
    Reading,
    farthest,
    fit_mounting,
    joint_motion,
    values,
)
from armwright.studies.two_axis.source import TwoAxisNumbers, tool_acceleration, turned
from armwright.studies.two_axis.whiteness import BOUND, LAGS, farthest_off, noise_limits
from armwright.studies.wording import fixed, plus_minus

#: Records at the beginning, when the arm still rests.
_RESTING = 400
_STANDARD_ERRORS = f"of good noise one in 16000 is beyond {BOUND:g}"
#: S0, table 4.1: x and z in mm, angle in degrees, drift along both axes in m/s².
_MOUNTED = {"sim3": (4.0, -5.0, 2.0, 0.1, 0.1), "sim4": (4.0, -5.0, 2.0, 0.2, 0.2)}

ACCELERATION = rounding(
    "tool-acceleration",
    "S0 (2.4b), (2.6)",
    "the tool's acceleration is J q̈ + J̇ q̇, with J̇ = Σ ∂J/∂qᵢ q̇ᵢ",
    1e-12,
    "m/s²",
)
FREE_FALL = Statement(
    "free-fall",
    "S0 (2.1)",
    "G_b = (0, −g) is added: a sensor at rest shows the acceleration of free fall, downwards",
    "number",
    {"off": at_most("mean at rest, off by standard errors", BOUND, "", _STANDARD_ERRORS)},
)
WHITE = {
    which: Statement(
        f"white-noise-{which.lower()}",
        "S0 (2.7), section 3",
        f"the sensor shows R_sb (J q̈ + J̇ q̇ + G_b) + δ{errors}, and white normal noise ({which})",
        "number",
        noise_limits(),
    )
    for which, errors in (("Sim1", ""), ("Sim2–4", ", with calibration error and drift"))
}
FITTED = {
    sim: Statement(
        f"mounting-{sim}",
        f"S0, table 4.1, S{sim[1:]}",
        f"sensor off by 4 mm in x, −5 mm in z and 2°; drift {told[3]:g} m/s² in both directions",
        "number",
        {"off": at_most("fitted numbers, off by standard errors", BOUND, "", _STANDARD_ERRORS)},
    )
    for sim, told in _MOUNTED.items()
}


def accelerometer_claims(scenarios: Mapping[str, Scenario], runs: Mapping[str, Run]) -> list[Claim]:
    """Of the 16 runs."""
    readings = {name: Reading.of(scenarios[name], run) for name, run in runs.items()}
    return [
        _acceleration(scenarios, runs),
        _gravity(scenarios["square-sim1"], runs["square-sim1"]),
        _white({name: one for name, one in readings.items() if name.endswith("sim1")}, "Sim1"),
        _white(
            {name: one for name, one in readings.items() if not name.endswith("sim1")}, "Sim2–4"
        ),
        _fitted(scenarios, runs, "sim3"),
        _fitted(scenarios, runs, "sim4"),
    ]


def _acceleration(scenarios: Mapping[str, Scenario], runs: Mapping[str, Run]) -> Claim:
    apart = 0.0
    for name, run in runs.items():
        n = TwoAxisNumbers.of(scenarios[name].robot)
        expected = tool_acceleration(n, *joint_motion(run))
        apart = max(apart, farthest(values(run, "tool_acceleration"), expected))
    return rounded(ACCELERATION, f"recorded acceleration of {len(runs)} runs", apart)


def _gravity(scenario: Scenario, run: Run) -> Claim:
    """At rest, turned back into the base frame."""
    q = values(run, "joint_position")[:_RESTING]
    shown: Array = turned(values(run, "accelerometer")[:_RESTING], -q.sum(axis=1)).mean(axis=0)
    sigma = Reading.of(scenario, run).sigma
    error = sigma / _RESTING**0.5
    off = float(np.abs(shown - [0.0, -TwoAxisNumbers.of(scenario.robot).g]).max())
    return FREE_FALL.judged(
        f"at rest, in the base frame, ({fixed(shown[0], 4)}, {fixed(shown[1], 4)}) m/s², {off:.4f} "
        f"off; within {BOUND * error:.4f} by its noise",
        "Sensors that show the specific force have the other sign: "
        'accelerometer.at_rest_shows = "support".',
        off=off / error,
    )


def _white(readings: Mapping[str, Reading], which: str) -> Claim:
    noises = [noise for reading in readings.values() for noise in reading.noise]
    sigmas = ", ".join(f"{sigma:g}" for sigma in sorted({one.sigma for one in readings.values()}))
    deviations = [noise.deviation for noise in noises]
    off = farthest_off(reading.off for reading in readings.values())
    words = ", ".join(f"{name} {value:.1f}" for name, value in off.items())
    return WHITE[which].judged(
        f"what remains in {len(readings)} runs has a standard deviation of {min(deviations):.4f} "
        f"to {max(deviations):.4f} m/s² (set: {sigmas}). Off by standard "
        f"errors, each by the samples of its own run, at most: {words} (over 1 to {LAGS} samples); "
        f"tolerance {BOUND:g}",
        **off,
    )


def _fitted(scenarios: Mapping[str, Scenario], runs: Mapping[str, Run], sim: str) -> Claim:
    """The readings themselves tell the numbers of the table."""
    names = [name for name in runs if name.endswith(sim)]
    fits = [fit_mounting(scenarios[name], runs[name]) for name in names]
    off = max(float((np.abs(fit.value - _MOUNTED[sim]) / fit.error).max()) for fit in fits)
    found = [plus_minus(*pair) for pair in zip(fits[0].value, fits[0].error, strict=True)]
    return FITTED[sim].judged(
        f"fitted to the reading of '{names[0]}': {found[0]} mm, {found[1]} mm, {found[2]}°, drift "
        f"{found[3]} and {found[4]} m/s²; on all paths at most {off:.1f} standard errors off "
        f"(tolerance {BOUND:g})",
        off=off,
    )
