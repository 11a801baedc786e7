"""The recorder's clock: uneven steps, and steps that grow or shrink."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from armwright.arrays import Array
from armwright.robot.finding import Finding
from armwright.signals.processing.stretches import GAP, usual_step
from armwright.signals.units import duration_text

#: Standard deviation of the steps, as part of the usual one, that is worth a word.
UNEVEN = 0.05
#: Change of the step over the log that is worth a word: a quartz has a tenth of it.
CHANGE = 500e-6


def check_timing(time: Array) -> Iterator[Finding]:
    step = usual_step(time)
    steps = np.diff(time)
    usual = steps[steps <= GAP * step] if (steps <= GAP * step).mean() > 0.8 else steps
    spread = float(usual.std())
    if spread > UNEVEN * step:
        yield Finding(
            "warning",
            "the steps of time are uneven",
            "time",
            f"{spread / step:.0%} of {duration_text(step)} as standard deviation",
            f"less than {UNEVEN:.0%}",
            "Resample before filtering: log.resampled(rate).",
        )
    quarter = usual.size // 4
    if quarter < 20:
        return
    first, last = float(usual[:quarter].mean()), float(usual[-quarter:].mean())
    change = last / first - 1
    # Time stamps that jitter do so at the two ends of a quarter only.
    chance = 2 * spread / (quarter * step)
    if abs(change) > CHANGE + 8 * chance:
        yield Finding(
            "warning",
            "the clock drifts",
            "time",
            f"steps of {first:.7g} s at the start, {last:.7g} s at the end",
            f"equal to {CHANGE * 1e6:g} ppm",
            "Was the time counted by a clock that another one corrected?",
        )
