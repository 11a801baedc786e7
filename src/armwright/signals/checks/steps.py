"""Quantisation: a signal that knows few values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from armwright.arrays import Array
from armwright.robot.finding import Finding
from armwright.signals.checks.columns import LogColumn, finding
from armwright.signals.units import readable

#: Fewer steps than this over the span of a signal are coarse; positions are differentiated twice.
FEW, FEW_OF_POSITION = 256, 2000
#: With fewer steps than this, nothing is known: the signal may just stand still.
TOO_FEW = 8
#: Samples that are looked at.
LOOKED_AT = 20_000


def check_steps(columns: Sequence[LogColumn]) -> Iterator[Finding]:
    """A joint that hardly moves is measured against those that do."""
    spans: dict[str, float] = {}
    for column in columns:
        spans[column.signal] = max(spans.get(column.signal, 0.0), column.span)
    by_signal: dict[str, list[tuple[float, LogColumn]]] = {}
    for column in columns:
        few = FEW_OF_POSITION if column.signal.endswith("position") else FEW
        step = step_of(column.values, column.span / few)
        if step and column.span >= TOO_FEW * step and spans[column.signal] < few * step:
            by_signal.setdefault(column.signal, []).append((step, column))
    for signal, found in by_signal.items():
        step, column = max(found, key=lambda one: one[0])
        few = FEW_OF_POSITION if signal.endswith("position") else FEW
        factor, unit = readable(step, column.unit)
        yield finding(
            "warning",
            "the signal is coarsely quantised",
            signal,
            [one.channel for _, one in found],
            f"steps of {step * factor:.4g} {unit}, {column.span / step:.0f} of them over its range",
            f"{few} or more",
            "Was it rounded when it was written, or is the converter's range too wide?",
        )


def step_of(values: Array, least: float) -> float | None:
    """The step of which all values are multiples, beside an offset; None if there is none as large
    as `least`."""
    there = values[np.isfinite(values)]
    sample = np.unique(there[:: max(1, there.size // LOOKED_AT)])
    gaps = np.diff(sample)
    gaps = gaps[gaps > 1e-9 * max(abs(sample[0]), abs(sample[-1]))] if gaps.size else gaps
    if gaps.size < 3:
        return None
    step = float(gaps.min())
    if step < least:
        return None
    # The step as all gaps together have it: the smallest one alone carries their rounding.
    whole = np.round(gaps / step)
    step = float(gaps.sum() / whole.sum())
    return step if (np.abs(gaps / step - np.round(gaps / step)) < 0.02).all() else None
