"""Jumps: a sample far away from its neighbours, or a step where a mass would have to jump.

Noise and chatter are no jumps, however large: a second difference counts only beside those around
it, and only in the shape that a single wrong sample (−½, 1, −½) or a step (1, −1) gives it. Kinks
and steps of forces and references are as they should be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from armwright.arrays import Array
from armwright.robot.finding import Finding
from armwright.signals.checks.columns import LogColumn, finding
from armwright.signals.processing.stretches import GAP, SampleNumbers, usual_step
from armwright.signals.units import readable

#: Samples on each side to compare a wrong sample and a step with, and how many nearest are left
#: out. Values that are held have steps, too, as far apart as they are held.
AROUND, AROUND_STEP, NEAR = 16, 64, 3
#: How much larger than any other around a jump is.
LARGER = 6.0
#: In smallest changes of the signal, and in parts of its span: what is never a jump. A force may
#: have a peak of one sample where friction turns; smaller wrong samples are not told from it.
COUNTS, PART, PART_OF_FORCE = 4.0, 1e-5, 0.35


def check_jumps(
    time: Array, columns: Sequence[LogColumn], repeated: SampleNumbers
) -> Iterator[Finding]:
    """`repeated`: rows that only repeat the one before, which are no jumps."""
    by_signal: dict[str, list[tuple[float, float, int, LogColumn]]] = {}
    gaps = np.flatnonzero(np.diff(time) > GAP * usual_step(time))
    gaps = np.concatenate([gaps, repeated - 1, repeated])
    for column in columns:
        found, sizes = jumps(column, gaps)
        if found.size:
            k = int(np.abs(sizes).argmax())
            entry = (abs(float(sizes[k])), float(time[found[k]]), found.size, column)
            by_signal.setdefault(column.signal, []).append(entry)
    for signal, entries in by_signal.items():
        size, when, _, column = max(entries, key=lambda entry: entry[0])
        factor, unit = readable(size, column.unit)
        count = sum(entry[2] for entry in entries)
        turn = abs(size / (2 * np.pi) - 1) < 0.05 and column.unit == "rad"
        yield finding(
            "warning",
            "the signal jumps",
            signal,
            [entry[3].channel for entry in entries],
            f"{count} {'time' if count == 1 else 'times'}, by up to {size * factor:.3g} {unit} at "
            f"{when:.6g} s",
            f"changes as those around, up to {LARGER:g} times",
            "It is a whole turn: unwrap the angle."
            if turn
            else "Samples may be lost or wrong there; cut, or set them to NaN.",
        )


def jumps(column: LogColumn, gaps: SampleNumbers) -> tuple[SampleNumbers, Array]:
    """The first sample after each jump, and its size. `gaps`: the last samples before steps of time
    over which anything may have happened."""
    nothing = np.zeros(0, dtype=np.int64), np.zeros(0)
    x = column.values
    if x.size < 2 * NEAR + 4 or column.span == 0:
        return nothing
    bend = np.nan_to_num(np.diff(x, 2))
    for k in (-1, 0):
        bend[np.clip(gaps + k, 0, bend.size - 1)] = 0.0
    size = np.abs(bend)
    floor = max(COUNTS * column.resolution, PART * column.span)
    candidates = np.flatnonzero(size > LARGER * floor)
    if not candidates.size:
        return nothing
    candidates = candidates[size[candidates] > LARGER * _around(size, candidates, AROUND)]
    before, after, later = (_at(bend, candidates + k) for k in (-1, 1, 2))
    c = bend[candidates]
    alone = (np.abs(before / c + 0.5) < 0.25) & (np.abs(after / c + 0.5) < 0.25)
    if not column.continuous and alone.any():
        low, high = np.nanquantile(x, [0.001, 0.999])
        alone &= np.abs(c) / 2 > PART_OF_FORCE * (high - low)
    result = [(candidates[alone] + 1, -c[alone] / 2)]
    if column.continuous:
        calm = (np.abs(before) < 0.3 * np.abs(c)) & (np.abs(later) < 0.3 * np.abs(c))
        step = (np.abs(after / c + 1) < 0.3) & calm
        step &= np.abs(c) > LARGER * _around(size, candidates, AROUND_STEP)
        result.append((candidates[step] + 2, c[step]))
    return np.concatenate([r[0] for r in result]), np.concatenate([r[1] for r in result])


def _around(size: Array, candidates: SampleNumbers, samples: int) -> Array:
    """The largest second difference around each candidate, without its own and its neighbours'."""
    from scipy.ndimage import maximum_filter1d

    width = samples - NEAR
    # Of the window that ends, or begins, NEAR samples beside.
    largest = maximum_filter1d(size, width, mode="constant", cval=0.0)
    offset = NEAR + width // 2 + 1
    left, right = _at(largest, candidates - offset), _at(largest, candidates + offset)
    return np.maximum(left, right)


def _at(values: Array, index: SampleNumbers) -> Array:
    inside = (index >= 0) & (index < values.size)
    return np.where(inside, values[np.clip(index, 0, values.size - 1)], 0.0)
