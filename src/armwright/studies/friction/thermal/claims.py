"""What S4 says of a robot that warms up, beside an hour that was simulated."""

from __future__ import annotations

import numpy as np

from armwright.studies.claim import Claim, Statement, at_least, at_most, between
from armwright.studies.friction.thermal.runs import (
    CAPACITY,
    RESISTANCE,
    SPEEDS,
    WarmingRuns,
    predicted,
)
from armwright.studies.wording import fixed, percent

_CONSTANT = CAPACITY * RESISTANCE

HOUR = Statement(
    "warm-hour",
    "S4, section 5.3",
    "after an hour of intense motion the robot is warm, and friction lower",
    "kind",
    {
        "lower": at_most("friction at medium speed at the end, of that at first", 0.9, "", "lower"),
        "last": at_most("change in the last ten minutes, of all", 0.05, "", "it is over"),
    },
)
THERMAL = Statement(
    "warm-thermal",
    "S4, section 5.3",
    "friction depends on temperature (with the temperature measured, C and R follow from its heat)",
    "kind",
    {
        "capacity": between("C over the true one", 0.95, 1.05, "", "both factors are measured"),
        "resistance": between("R over the true one", 0.95, 1.05, "", "both factors are measured"),
        "curve": at_most("rms error of friction over the hour", 0.03, "", "noise of a minute: 1 %"),
    },
)
BLIND = Statement(
    "warm-blind",
    "S4, section 5.3",
    "only friction is measured (its time constant follows from friction alone)",
    "kind",
    {
        "constant": between("R C over the true one", 0.8, 1.25, "", "as wide as its interval"),
        "alike": at_least("its temperature's correlation with the true one", 0.97, "", "in step"),
    },
)


def warming_claims(runs: WarmingRuns) -> list[Claim]:
    level = runs.friction
    first, last = float(level[0]), float(level[-5:].mean())
    late = float(abs(level[-15:-10].mean() - last) / abs(first - last))
    curve = float(np.sqrt(np.mean((predicted(runs.measured, runs.minutes) / level - 1) ** 2)))
    constant = runs.blind.time_constant
    low, high = runs.blind.intervals["time_constant"]
    kelvin = np.interp(60.0 * runs.minutes, runs.blind.time, runs.blind.temperature)
    return [
        HOUR.judged(
            f"between {SPEEDS[0]:.0f} and {SPEEDS[1]:.0f} rad/s from {fixed(first, 3)} to "
            f"{fixed(last, 3)} N m at the motor; {percent(late, 1)} of it in the last ten minutes",
            lower=last / first,
            last=late,
        ),
        THERMAL.judged(
            f"C {fixed(runs.measured.heat_capacity, 0)} J/K (true: {CAPACITY:.0f}), R "
            f"{fixed(runs.measured.thermal_resistance, 2)} K/W (true: {RESISTANCE}); cold and "
            f"warm curve give the hour to {percent(curve, 1)}",
            capacity=runs.measured.heat_capacity / CAPACITY,
            resistance=runs.measured.thermal_resistance / RESISTANCE,
            curve=curve,
        ),
        BLIND.judged(
            f"{fixed(constant, 0)} s, between {fixed(low, 0)} and {fixed(high, 0)} s "
            f"(true: {_CONSTANT:.0f} s)",
            constant=constant / _CONSTANT,
            alike=float(np.corrcoef(kelvin, runs.temperature)[0, 1]),
        ),
    ]
