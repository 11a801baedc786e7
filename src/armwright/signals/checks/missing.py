"""Samples that are missing: NaN in a signal, gaps in the time stamps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from armwright.arrays import Array
from armwright.robot.finding import Finding
from armwright.signals.checks.columns import LogColumn, finding
from armwright.signals.processing.stretches import GAP, SampleNumbers, usual_step
from armwright.signals.units import duration_text

#: Part of the samples above which repeating is no exception.
OFTEN = 0.05


def check_missing(time: Array, columns: Sequence[LogColumn]) -> Iterator[Finding]:
    """One finding for each signal, and one for the time."""
    by_signal: dict[str, list[LogColumn]] = {}
    for column in columns:
        if not np.isfinite(column.values).all():
            by_signal.setdefault(column.signal, []).append(column)
    for signal, broken in by_signal.items():
        worst = max(broken, key=lambda column: int((~np.isfinite(column.values)).sum()))
        missing = ~np.isfinite(worst.values)
        first, count = _longest(missing)
        yield finding(
            "warning",
            "samples are missing",
            signal,
            [column.channel for column in broken],
            f"{int(missing.sum())} of {missing.size}, the longest stretch {count} from "
            f"{time[first]:.4g} s",
            "a value for every sample",
            "Filters split there; resampled(rate, bridge=…) interpolates short gaps.",
        )
    yield from _gaps(time)


def repeated_rows(columns: Sequence[LogColumn]) -> SampleNumbers:
    """Samples that only repeat the one before, in every signal, while all around there is motion:
    a recorder that got no new message writes the old one again."""
    if not columns:
        return np.zeros(0, dtype=np.int64)
    same = np.ones(columns[0].values.size - 1, dtype=bool)
    for column in columns:
        same &= np.diff(column.values) == 0
        if not same.any():
            break
    alone = same.copy()
    alone[1:] &= ~same[:-1]
    alone[:-1] &= ~same[1:]
    found = np.flatnonzero(alone) + 1
    # A log that often stands still repeats itself by right.
    often = same.mean() > OFTEN
    return found[:0] if often else found


def check_repeated(time: Array, repeated: SampleNumbers) -> Iterator[Finding]:
    if repeated.size:
        yield Finding(
            "warning",
            "samples are repeated",
            "log",
            f"{repeated.size} of {time.size}, the first at {time[repeated[0]]:.6g} s",
            "a new value in some signal",
            "The recorder wrote its last values again; set these samples to NaN.",
        )


def _gaps(time: Array) -> Iterator[Finding]:
    step = usual_step(time)
    steps = np.diff(time)
    gaps = np.flatnonzero(steps > GAP * step)
    if not gaps.size or gaps.size > 0.2 * steps.size:
        return
    lost = np.round(steps[gaps] / step).astype(int) - 1
    worst = gaps[int(steps[gaps].argmax())]
    places = "1 gap" if gaps.size == 1 else f"{gaps.size} gaps"
    yield Finding(
        "warning",
        "time has gaps",
        "time",
        f"{places}, about {max(int(lost.sum()), 1)} samples lost, the longest "
        f"{duration_text(float(steps[worst]))} at {time[worst]:.4g} s",
        f"a step of {duration_text(step)}",
        "Filters split there; resampled(rate, bridge=…) interpolates short gaps.",
    )


def _longest(flags: Array) -> tuple[int, int]:
    """First index and length of the longest run."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(np.int8), [0]])))
    first, last = edges[::2], edges[1::2]
    k = int((last - first).argmax())
    return int(first[k]), int(last[k] - first[k])
