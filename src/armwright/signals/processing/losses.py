"""Samples that a recorder lost without a time stamp that says so, found by another recorder."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import numpy as np

from armwright.arrays import Array
from armwright.errors import InputError
from armwright.signals.processing.alignment import ClockAlignment, LostSamples
from armwright.signals.processing.correlation import DENSITY, ComparedRecords, aligned, compared
from armwright.signals.processing.stretches import usual_step
from armwright.signals.processing.triggers import QUARTZ

#: A loss must explain this many times what chance explains.
SURE = 30.0
#: What a jump explains by chance, in variances of a sample: white noise would give 1, but that of
#: the low-pass has fewer independent samples.
CHANCE = DENSITY / 2
#: How near to a loss samples are in doubt, in steps of comparison.
NEAR = 4
#: Losses, at most, before the records are given up.
MOST = 50


def aligned_with_losses(
    time: Array,
    values: Array,
    other_time: Array,
    other_values: Array,
    *,
    between: tuple[float, float] | None = None,
    cutoff: float | None = None,
    drift: bool = True,
) -> ClockAlignment:
    """As `aligned`, for another recorder whose time is its number of samples.

    One loss after the other: for every instant, how much smaller the rest would be if the clock
    jumped there. The best jump is taken as a whole number of samples, if it is no chance; then each
    of those found before is looked for again beside the others.
    """
    step = usual_step(other_time)
    lost: list[LostSamples] = []
    for turn in count():
        stamps = _put_in(other_time, lost, step)
        records = compared(
            time, values, stamps, other_values, between=between, cutoff=cutoff, drift=drift
        )
        jump = _jump(records, records.left, step, drift)
        if jump is None:
            again = _counted_together(lost, records, stamps, other_time, step, drift)
            if again == lost or turn > MOST:
                break
            lost = again
            continue
        if len(lost) >= MOST:
            raise InputError(
                "too many lost samples", where="alignment", got=len(lost), expected="fewer"
            )
        lost.append(_at(jump, stamps, other_time))
        lost = _looked_for_again(lost, records, stamps, other_time, step, drift)
    # Where exactly a loss was is not known; what is near does not count.
    near = NEAR * usual_step(records.other_time)
    doubtful = np.zeros(other_time.size, dtype=bool)
    for loss in lost:
        doubtful |= np.abs(other_time - loss.time) < near
    rest = np.where(doubtful[:, None], np.nan, other_values)
    found = aligned(time, values, stamps, rest, between=between, cutoff=records.cutoff, drift=drift)
    return replace(found, lost=tuple(lost), step=step)


def _looked_for_again(
    lost: list[LostSamples],
    records: ComparedRecords,
    stamps: Array,
    counted: Array,
    step: float,
    drift: bool,
) -> list[LostSamples]:
    """The last of the losses is not in the records' stamps yet; the others are."""
    instants = np.interp(records.other_time, stamps, counted)

    def effect(loss: LostSamples) -> Array:
        after = (instants >= loss.time)[:, None]
        return np.asarray(records.columns[..., 0] * after * loss.count * step)

    left = records.left + effect(lost[-1])
    for _ in range(2):
        for k, loss in enumerate(lost):
            without = left - effect(loss)
            found = _jump(records, without, step, drift)
            again = LostSamples(0.0, 0) if found is None else _at(found, stamps, counted)
            left = without + (effect(again) if again.count else 0.0)
            lost[k] = again
        lost = [loss for loss in lost if loss.count]
    merged: dict[float, int] = {}
    for loss in sorted(lost, key=lambda one: one.time):
        merged[loss.time] = merged.get(loss.time, 0) + loss.count
    return [LostSamples(when, samples) for when, samples in merged.items()]


def _counted_together(
    lost: list[LostSamples],
    records: ComparedRecords,
    stamps: Array,
    counted: Array,
    step: float,
    drift: bool,
) -> list[LostSamples]:
    """The numbers of samples that fit best together, with delay and drift free: each found by
    itself takes some of its neighbours' for a drift."""
    if not lost:
        return lost
    instants = np.interp(records.other_time, stamps, counted)
    free = 2 if drift else 1
    after = np.stack([instants >= loss.time for loss in lost], axis=1)
    jumps = records.columns[..., :1] * after[:, None, :] * -step
    columns = np.concatenate([records.columns[..., :free], jumps], axis=-1)
    weighted = columns * records.weights[:, None]
    whole = np.einsum("tca,tcb->ab", weighted, columns)
    solved = np.linalg.lstsq(whole, np.einsum("tca,tc->a", weighted, records.left), rcond=None)[0]
    counts = [loss.count + round(more) for loss, more in zip(lost, solved[free:], strict=True)]
    return [replace(loss, count=n) for loss, n in zip(lost, counts, strict=True) if n > 0]


def _put_in(counted: Array, lost: list[LostSamples], step: float) -> Array:
    """Times with the losses put in."""
    stamps = counted.copy()
    for loss in lost:
        stamps = stamps + np.where(counted >= loss.time, loss.count * step, 0.0)
    return stamps


def _at(found: tuple[float, int], stamps: Array, counted: Array) -> LostSamples:
    instant, samples = found
    return LostSamples(float(np.interp(instant, stamps, counted)), samples)


def _jump(
    records: ComparedRecords, left: Array, step: float, drift: bool
) -> tuple[float, int] | None:
    """When (on the other's clock) the clock jumps, and by how many samples."""
    free = 2 if drift else 1
    columns = records.columns[..., :free]
    jump = columns[..., 0]
    weighted = columns * records.weights[:, None]
    # From each instant to the end: what a jump there has in common with itself, with delay and
    # drift, and with what is left.
    square = _from_end((jump**2 * records.weights).sum(axis=1))
    across = np.stack(
        [_from_end((jump * weighted[..., a]).sum(axis=1)) for a in range(free)], axis=1
    )
    towards = _from_end((jump * records.weights * left).sum(axis=1))
    whole = np.einsum("tca,tcb->ab", weighted, columns)
    gradient = np.einsum("tca,tc->a", weighted, left)
    if drift:
        # Several losses look like a drift, but no quartz drifts as much.
        known = CHANCE / QUARTZ**2
        whole[1, 1] += known
        gradient[1] -= known * records.alignment.drift
    solved = np.linalg.solve(whole, across.T).T
    power = square - (across * solved).sum(axis=1)
    moment = towards - solved @ gradient
    # A loss makes later samples come too early on the other's clock.
    enough = (power > 1e-3 * square[0]) & (moment < 0)
    gain = np.where(enough, moment**2 / np.where(enough, power, 1.0), 0.0)
    best = int(gain.argmax())
    if gain[best] < SURE * CHANCE:
        return None
    samples = -round(float(moment[best] / power[best]) / step)
    return (float(records.other_time[best]), samples) if samples else None


def _from_end(values: Array) -> Array:
    return np.asarray(np.cumsum(values[::-1])[::-1])
