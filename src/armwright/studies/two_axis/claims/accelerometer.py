"""S0, section 2 and the sensor's options, against what the accelerometer shows in the runs."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from armwright.scenario import Scenario
from armwright.signals import Run
from armwright.studies.claim import Claim, in_number
from armwright.studies.two_axis.calibration import Fitted, fit_mounting, in_units
from armwright.studies.two_axis.claims.rounding import farthest, to_rounding
from armwright.studies.two_axis.readings import Reading, mounting_of
from armwright.studies.two_axis.source.motion import joint_motion, values
from armwright.studies.two_axis.source.numbers import Array, Numbers
from armwright.studies.two_axis.source.sensing import tool_acceleration, turned
from armwright.studies.two_axis.whiteness import BOUND, LAGS
from armwright.studies.two_axis.wording import fixed, minus

#: Records at the beginning, when the arm still rests.
_RESTING = 400


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
        n = Numbers.of(scenarios[name].robot)
        expected = tool_acceleration(n, *joint_motion(run))
        apart = max(apart, farthest(values(run, "tool_acceleration"), expected))
    says = "the tool's acceleration is J q̈ + J̇ q̇, with J̇ = Σ ∂J/∂qᵢ q̇ᵢ"
    what = f"recorded acceleration of {len(runs)} runs"
    return to_rounding("S0 (2.4b), (2.6)", says, what, apart, 1e-12, "m/s²")


def _gravity(scenario: Scenario, run: Run) -> Claim:
    """At rest, turned back into the base frame."""
    q = values(run, "joint_position")[:_RESTING]
    shown: Array = turned(values(run, "accelerometer")[:_RESTING], -q.sum(axis=1)).mean(axis=0)
    sigma = Reading.of(scenario, run).sigma
    bound = BOUND * sigma / _RESTING**0.5
    off = float(np.abs(shown - [0.0, -Numbers.of(scenario.robot).g]).max())
    return in_number(
        "S0 (2.1)",
        "G_b = (0, −g) is added: a sensor at rest shows the acceleration of free fall, downwards",
        f"at rest, in the base frame, ({fixed(shown[0], 4)}, {fixed(shown[1], 4)}) m/s², {off:.4f} "
        f"off; within {bound:.4f} by its noise",
        off <= bound,
        "Sensors that show the specific force have the other sign: "
        'accelerometer.at_rest_shows = "support".',
    )


def _white(readings: Mapping[str, Reading], which: str) -> Claim:
    errors = "" if which == "Sim1" else ", with calibration error and drift"
    noises = [noise for reading in readings.values() for noise in reading.noise]
    sigma = next(iter(readings.values())).sigma
    deviations = [noise.deviation for noise in noises]
    mean = max(abs(noise.mean) for noise in noises)
    correlation = max(noise.largest_correlation for noise in noises)
    bound = min(noise.correlation_bound for noise in noises)
    return in_number(
        "S0 (2.7), section 3",
        f"the sensor shows R_sb (J q̈ + J̇ q̇ + G_b) + δ{errors}, and white normal noise ({which})",
        f"what remains in {len(readings)} runs: mean at most {mean:.4f} m/s², standard deviation "
        f"{min(deviations):.4f} to {max(deviations):.4f} m/s² (set: {sigma:g}), correlation over "
        f"1 to {LAGS} samples at most {correlation:.3f}; all within {BOUND:g} standard errors "
        f"({bound:.3f} for the correlation)",
        all(reading.white for reading in readings.values()),
    )


def _fitted(scenarios: Mapping[str, Scenario], runs: Mapping[str, Run], sim: str) -> Claim:
    """The readings themselves tell the numbers of the table."""
    names = [name for name in runs if name.endswith(sim)]
    fits = [fit_mounting(scenarios[name], runs[name]) for name in names]
    expected = in_units(mounting_of(scenarios[names[0]]))
    off = max(float((np.abs(fit.value - expected) / fit.error).max()) for fit in fits)
    first, drift = fits[0], expected[3]
    return in_number(
        f"S0, table 4.1, S{sim[1:]}",
        f"sensor off by 4 mm in x, −5 mm in z and 2°; drift {drift:g} m/s² in both directions",
        f"fitted to the reading of '{names[0]}': {_plus_minus(first, 0)} mm, "
        f"{_plus_minus(first, 1)} mm, {_plus_minus(first, 2)}°, drift "
        f"{_plus_minus(first, 3)} and {_plus_minus(first, 4)} m/s²; on all paths at "
        f"most {off:.1f} standard errors off (tolerance {BOUND:g})",
        off <= BOUND,
    )


def _plus_minus(fit: Fitted, k: int) -> str:
    return minus(f"{fit.value[k]:.3g} ± {fit.error[k]:.1g}")
